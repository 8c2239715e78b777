// A moment tensor beside level interfaces. Cells of a source's stencil may be cut by an interface or, where a layer is thin, lie in
// others, but moments act by the strains of their own layer: by reciprocity a moment reads strains, and across a level interface
// e_zz and e_az jump while s_zz, s_az and e_ab, a and b level, are continuous. So every point takes the moment that reads these
// continuous values with the moduli of the source's own layer.
#pragma once

#include "method/propagator.hpp"
#include "model/model.hpp"
#include "model/stiffness.hpp"

namespace unda::fd {

class MomentInLayers {
 public:
  /// Interfaces farther than `reach` above or below the source do not touch it.
  MomentInLayers(const model::Model& model, const std::vector<model::LevelInterface>& interfaces,
                 const method::PointSource& source, double reach);

  /// Whether the moment differs from point to point.
  bool varies() const { return varies_; }
  /// Component (a, b), axes 0 x, 1 y, 2 z, at a point whose cell has this stiffness.
  double at(int a, int b, const model::Stiffness& cell) const;

 private:
  std::array<double, 6> moment_;  ///< xx yy zz xy xz yz
  model::Stiffness own_;
  bool varies_ = false;
};

}  // namespace unda::fd

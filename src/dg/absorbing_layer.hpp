// The elements behind absorbing faces. What is smooth in them, the parts of degree 0 and 1, passes a perfectly matched layer; what
// is rougher fades, multiplied by exp(-rate dt) after every step, stresses and velocities alike.
//
//   dq/dt = (as in the domain) - sum_a d_a psi_a        d_a the rate along axis a, growing with the depth
//   dpsi_a/dt = A_a dq/dx_a - (alpha + d_a) psi_a       A_a dq/dx_a: what derivatives along a give to dq/dt
//
// Derivatives are those within an element. Jumps between elements are not in them, and with psi of all degrees fields grew.
#pragma once

#include <array>
#include <vector>

#include "dg/fields.hpp"
#include "dg/medium.hpp"
#include "dg/operators.hpp"
#include "dg/placement.hpp"
#include "exec/buffer.hpp"
#include "mesh/levels.hpp"
#include "method/expected_echo.hpp"
#include "method/state.hpp"

namespace unda::dg {

using RatesByAxis = std::array<double, 3>;

/// How the layers absorb.
struct LayerStrength {
  double left_over = 0;  ///< of a wave that goes straight to the end and comes back
  double alpha = 0;      ///< over pi times the highest frequency: what is much slower passes as in the domain
  double plain = 0;      ///< the part of the rates by which smooth parts fade too
};
/// From hard ground to soft, where layers guide waves that grow in perfectly matched layers.
LayerStrength layer_strength(const model::Extremes& earth);

/// The thickness of layers in boxes, as asked for and by default: twelve unknowns along a line, but three boxes at least.
int absorbing_boxes(const scenario::DgOptions& options);
int default_absorbing_boxes(int order);

/// What layers of the default thickness send back, as bench/edge_survey measured it.
method::ExpectedEcho expected_echo(const model::Extremes& earth);

/// The rates of every element of a mesh cut out of boxes, 1/s, the same in all of a box.
std::vector<RatesByAxis> absorbing_rates(const mesh::Tetrahedra& mesh, const mesh::Levels& levels,
                                         const model::Extremes& earth);

template <class Real>
class AbsorbingLayer {
 public:
  AbsorbingLayer() = default;
  /// `rates` by element; empty: no absorbing layers.
  AbsorbingLayer(const Operators<Real>& operators, const Placement& placement, const std::vector<RatesByAxis>& rates,
                 const LayerStrength& strength, double highest_frequency, double dt);
  bool exists() const { return !blocks_.empty(); }
  /// After a step of all elements. `medium` and `q` by block.
  void apply(const ElementMedium<Pack<Real>>* medium, Pack<Real>* q);
  void transfer(method::State& state) { state.values(memory_.data(), memory_.size()); }

 private:
  static constexpr int most_smooth = 4;  ///< polynomials of degree 0 and 1
  static constexpr int n_changed = 8;    ///< fields whose rates have derivatives along an axis
  using Rates = std::array<std::array<Pack<Real>, most_smooth>, n_changed>;

  /// What a step does to the psi of one axis, psi <- decay psi + gain rate, and psi to the fields.
  struct Layer {
    bool exists = false;
    std::size_t first = 0;  ///< in the memory, [field][coefficient]
    Pack<Real> decay{}, gain{}, weight{};
  };
  struct Block {
    std::size_t number = 0;
    std::array<Layer, 3> layer;
    Pack<Real> smooth_fading{}, fading{};
  };
  Rates rates_along(int axis, const ElementMedium<Pack<Real>>& medium, const Pack<Real>* q) const;
  void absorb(int axis, const Layer& layer, const Rates& rates, Pack<Real>* q);

  int n_basis_ = 0, n_smooth_ = 0;
  std::array<std::vector<Entry<Real>>, 3> derivative_;  ///< of the stiffness, what gives smooth parts
  std::vector<Block> blocks_;
  exec::Buffer<Pack<Real>> memory_;
};

extern template class AbsorbingLayer<float>;
extern template class AbsorbingLayer<double>;

}  // namespace unda::dg

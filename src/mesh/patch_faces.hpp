// Which faces of elements the patches of the boundary hold: the plan tells their numbers, and a patch without any is refused.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/hexahedra.hpp"
#include "mesh/tetrahedra.hpp"

namespace unda::mesh {

class PatchFaces {
 public:
  explicit PatchFaces(const scenario::Scenario& scenario) : scenario_(scenario), n_(scenario.patches.size(), 0) {}
  PatchFaces(const scenario::Scenario& scenario, const Tetrahedra& mesh);
  PatchFaces(const scenario::Scenario& scenario, const Hexahedra& mesh);

  /// A face of the boundary by what it is, a Face of the box or a boundary_code(), and by its centre.
  void add(int code, const Vector& centre);
  /// Throws InputError for a patch that holds no face.
  void check() const;
  /// For the plan: a word, and what it says. Of scenarios with patches.
  std::array<std::string, 2> remark() const;

 private:
  const scenario::Scenario& scenario_;
  std::vector<std::size_t> n_;  ///< [patch]
};

}  // namespace unda::mesh

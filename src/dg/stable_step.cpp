// Stability and cost.
#include "dg/stable_step.hpp"

#include <array>

#include "dg/make_medium.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

double stable_step(const mesh::Tetrahedra& mesh, const model::Model& model, int order, std::size_t element) {
  return 2 * mesh.inradius(element) / ((2 * order - 1) * material_of(mesh, model, element).vp());
}

template <class Real>
double operations_per_update(const Operators<Real>& o) {
  double derivatives = 0, coefficients = 0, volume = 0, faces = 0;
  for (int order = o.order; order > 1; --order) {
    const int from = numerics::n_tetrahedral(order), to = numerics::n_tetrahedral(order - 1);
    for (const auto& matrix : o.stiffness)
      for (const Entry<Real>& e : matrix) derivatives += e.row < from && e.column < to ? 1 : 0;
    coefficients += to;
  }
  for (const auto& matrix : o.stiffness) volume += static_cast<double>(matrix.size());
  for (const auto& matrix : o.face) faces += static_cast<double>(matrix.size());
  const double inner = numerics::n_tetrahedral(o.order - 1);
  // A non-zero is a multiplication and an addition for each field it acts on; the other terms are the changes of coordinates,
  // the products with the moduli and the star states.
  return 2 * 9 * (derivatives + volume) + 2 * 2 * 6 * faces + coefficients * (18 * 5 + 26 + 18) + inner * (9 * 15 + 21) +
         4.0 * o.n_basis * (3 * 5 + 27) + 4.0 * o.n_face * 84;
}

template double operations_per_update(const Operators<float>&);
template double operations_per_update(const Operators<double>&);

}  // namespace unda::dg

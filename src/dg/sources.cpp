// Placing sources and letting them act.
#include "dg/sources.hpp"

#include "dg/fields.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {
namespace {

/// Of all elements that touch the point those which can carry the source: shear acts in solids alone.
std::vector<mesh::Place> carriers(const mesh::Tetrahedra& mesh, const model::Model& model, const mesh::Locator& locator,
                                  const method::PointSource& source) {
  const std::vector<mesh::Place> all = locator.find(source.position);
  std::vector<mesh::Place> solid;
  for (const mesh::Place& place : all)
    if (material_of(mesh, model, static_cast<std::size_t>(place.element)).mu > 0) solid.push_back(place);
  return source.kind == scenario::SourceKind::moment_tensor && !solid.empty() ? solid : all;
}

}  // namespace

template <class Real>
Sources<Real>::Sources(int order, const mesh::Tetrahedra& mesh, const model::Model& model, const mesh::Locator& locator,
                       const std::vector<int>& place_of, const std::vector<method::PointSource>& sources) {
  const int n = numerics::n_tetrahedral(order);
  for (const method::PointSource& source : sources) {
    const std::vector<mesh::Place> places = carriers(mesh, model, locator, source);
    for (const mesh::Place& place : places) {
      const auto element = static_cast<std::size_t>(place.element);
      if (place_of[element] < 0) continue;
      const double share = 1 / (jacobian(mesh, element) * static_cast<double>(places.size()));
      const double buoyancy = 1 / material_of(mesh, model, element).rho;
      const std::vector<double> phi = numerics::tetrahedral_basis(order, place.local).values;
      std::vector<double> increments;
      for (int f = 0; f < n_fields; ++f) {
        const bool is_force = source.kind == scenario::SourceKind::force;
        double amplitude = 0;
        if (f >= vx && is_force) amplitude = buoyancy * source.force[f - vx];
        if (f < vx && !is_force) amplitude = -source.moment[f];
        for (int k = 0; k < n; ++k) increments.push_back(share * amplitude * phi[k]);
      }
      const auto [block, lane] = std::div(place_of[element], pack_size<Real>);
      parts_.push_back({static_cast<std::size_t>(block) * block_numbers<Real>(order) + static_cast<std::size_t>(lane),
                        std::move(increments), source.time_function});
    }
  }
}

template <class Real>
void Sources<Real>::inject(double t, double dt, Pack<Real>* q) const {
  for (const Part& part : parts_) {
    const double amount = part.time_function->value(t) * dt;
    if (amount == 0) continue;
    Real* coefficients = reinterpret_cast<Real*>(q) + part.first;
    for (std::size_t k = 0; k < part.increments.size(); ++k)
      coefficients[k * pack_size<Real>] += static_cast<Real>(amount * part.increments[k]);
  }
}

template class Sources<float>;
template class Sources<double>;

}  // namespace unda::dg

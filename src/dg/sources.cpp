// Placing sources and letting them act.
#include "dg/sources.hpp"

#include "dg/near_field.hpp"
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

PlacedSource place(int order, const mesh::Tetrahedra& mesh, const model::Model& model, const mesh::Locator& locator,
                   const method::PointSource& source) {
  PlacedSource placed{carriers(mesh, model, locator, source), {}};
  const double share = 1 / static_cast<double>(placed.places.size());
  for (const mesh::Place& place : placed.places) {
    const auto element = static_cast<std::size_t>(place.element);
    const double buoyancy = 1 / material_of(mesh, model, element).rho;
    std::vector<double> increments;
    for (int f = 0; f < n_fields; ++f) {
      const bool is_force = source.kind == scenario::SourceKind::force;
      double amplitude = 0;
      if (f >= vx && is_force) amplitude = share * buoyancy * source.force[f - vx];
      if (f < vx && !is_force) amplitude = -share * source.moment[f];
      for (const double phi : numerics::tetrahedral_basis(order, place.local).values)
        increments.push_back(amplitude * phi / jacobian(mesh, element));
    }
    placed.increments.push_back(std::move(increments));
  }
  return placed;
}

}  // namespace

template <class Real>
Sources<Real>::Sources(int order, const mesh::Tetrahedra& mesh, const model::Model& model,
                       const scenario::Scenario& scenario, const mesh::Locator& locator,
                       const std::vector<int>& place_of, const std::vector<method::PointSource>& sources, double dt) {
  const auto n = static_cast<std::size_t>(numerics::n_tetrahedral(order));
  for (const method::PointSource& source : sources) {
    const PlacedSource placed = place(order, mesh, model, locator, source);
    std::array<double, n_fields> error{};
    if (source.kind != scenario::SourceKind::moment_tensor)
      error = near_field_error(order, mesh, model, scenario, placed, dt);
    for (std::size_t p = 0; p < placed.places.size(); ++p) {
      const auto element = static_cast<std::size_t>(placed.places[p].element);
      if (place_of[element] < 0) continue;
      const std::vector<double> phi = numerics::tetrahedral_basis(order, placed.places[p].local).values;
      const double share = 1 / (jacobian(mesh, element) * static_cast<double>(placed.places.size()));
      std::vector<double> corrections;
      for (int f = 0; f < n_fields; ++f)
        for (std::size_t k = 0; k < n; ++k) corrections.push_back(-error[f] * share * phi[k]);
      const auto [block, lane] = std::div(place_of[element], pack_size<Real>);
      parts_.push_back({static_cast<std::size_t>(block) * block_numbers<Real>(order) + static_cast<std::size_t>(lane),
                        placed.increments[p], std::move(corrections), source.time_function});
    }
  }
}

template <class Real>
void Sources<Real>::inject(double t, double dt, Pack<Real>* q) const {
  for (const Part& part : parts_) {
    const double amount = part.time_function->value(t) * dt, slope = part.time_function->derivative(t);
    if (amount == 0 && slope == 0) continue;
    Real* coefficients = reinterpret_cast<Real*>(q) + part.first;
    for (std::size_t k = 0; k < part.increments.size(); ++k)
      coefficients[k * pack_size<Real>] += static_cast<Real>(amount * part.increments[k] + slope * part.corrections[k]);
  }
}

template class Sources<float>;
template class Sources<double>;

}  // namespace unda::dg

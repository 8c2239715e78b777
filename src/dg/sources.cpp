// Placing sources and letting them act.
#include "dg/sources.hpp"

#include <algorithm>

#include "dg/fields.hpp"
#include "dg/source_kernel.hpp"

namespace unda::dg {
namespace {

/// Of all elements that touch the point those which carry the source: of the layer below where it lies on an interface, as
/// they come, but shear acts in solids alone.
std::vector<mesh::ElementPoint> carriers(const Materials& materials, const mesh::Locator& locator,
                                         const method::PointSource& source) {
  std::vector<mesh::ElementPoint> places = locator.find(source.position);
  if (source.kind != scenario::SourceKind::moment_tensor) return places;
  std::stable_partition(places.begin(), places.end(), [&](const mesh::ElementPoint& place) {
    return materials[static_cast<std::size_t>(place.element)].moduli.mu > 0;
  });
  return places;
}

/// Fields and what they get of a kernel whose integral is 1.
std::vector<std::pair<int, double>> amplitudes(const method::PointSource& source, double buoyancy) {
  std::vector<std::pair<int, double>> fields;
  if (source.kind == scenario::SourceKind::force) {
    for (int i = 0; i < 3; ++i)
      if (source.force[i] != 0) fields.emplace_back(vx + i, buoyancy * source.force[i]);
  } else {
    for (int f = 0; f < vx; ++f)
      if (source.moment[f] != 0) fields.emplace_back(f, -source.moment[f]);
  }
  return fields;
}

}  // namespace

template <class Real>
Sources<Real>::Sources(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                       const mesh::Locator& locator, const std::vector<int>& place_of,
                       const std::vector<method::PointSource>& sources) {
  for (const method::PointSource& source : sources) {
    SourceKernel kernel =
        make_source_kernel(order, mesh, materials, carriers(materials, locator, source), source.position);
    Source placed{source.time_function, {}};
    for (std::size_t n = 0; n < kernel.elements.size(); ++n) {
      const auto element = static_cast<std::size_t>(kernel.elements[n]);
      if (place_of[element] < 0) continue;
      const auto [block, lane] = std::div(place_of[element], pack_size<Real>);
      placed.parts.push_back(
          {static_cast<std::size_t>(block) * block_numbers<Real>(order) + static_cast<std::size_t>(lane),
           amplitudes(source, 1 / materials[element].rho), std::move(kernel.coefficients[n])});
    }
    sources_.push_back(std::move(placed));
  }
}

template <class Real>
void Sources<Real>::inject(double t, double dt, Pack<Real>* q) const {
  for (const Source& source : sources_) {
    const double amount = source.time_function->value(t) * dt;
    if (amount == 0) continue;
    for (const Part& part : source.parts)
      for (const auto& [field, amplitude] : part.amplitudes) {
        Real* coefficients = reinterpret_cast<Real*>(q) + part.first + field * part.kernel.size() * pack_size<Real>;
        const double factor = amount * amplitude;
        for (std::size_t k = 0; k < part.kernel.size(); ++k)
          coefficients[k * pack_size<Real>] += static_cast<Real>(factor * part.kernel[k]);
      }
  }
}

template class Sources<float>;
template class Sources<double>;

}  // namespace unda::dg

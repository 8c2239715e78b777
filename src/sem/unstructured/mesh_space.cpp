// Locating points.
#include "sem/unstructured/mesh_space.hpp"

namespace unda::sem {

PointBasis MeshSpace::basis_in(const mesh::HexahedronPoint& place, int slot) const {
  const WholeMesh& whole = elements_.whole();
  PointBasis b;
  b.element = {slot, 0, 0};
  for (int a = 0; a < 3; ++a) {
    b.value[a] = a < dim() ? whole.gll().values(place.xi[a]) : std::vector{1.0};
    b.slope[a] = a < dim() ? whole.gll().slopes(place.xi[a]) : std::vector{0.0};
  }
  const LocalMetric metric = metric_of(whole.elements().tangents(static_cast<std::size_t>(place.element), place.xi));
  for (int m = 0; m < dim(); ++m)
    for (int a = 0; a < dim(); ++a)
      b.inverse[static_cast<std::size_t>(m)][static_cast<std::size_t>(a)] =
          metric.inverse[static_cast<std::size_t>(m)][static_cast<std::size_t>(whole.physical(a))];
  return b;
}

std::optional<PointBasis> MeshSpace::basis_at(const Vector& x) const {
  const std::vector<mesh::HexahedronPoint> places = elements_.whole().locator().find(x);
  if (places.empty()) return {};
  const int slot = elements_.slot_of(static_cast<std::size_t>(places.front().element));
  if (slot < 0) return {};
  return basis_in(places.front(), slot);
}

std::vector<PointBasis> MeshSpace::source_bases(const Vector& x) const {
  const WholeMesh& whole = elements_.whole();
  std::vector<mesh::HexahedronPoint> places = whole.locator().find(x);
  const auto is_elsewhere = [&](const mesh::HexahedronPoint& p) {
    return whole.is_fluid(static_cast<std::size_t>(p.element)) != fluid_;
  };
  if (places.empty() || is_elsewhere(places.front())) return {};
  std::erase_if(places, is_elsewhere);
  std::vector<PointBasis> bases;
  for (const mesh::HexahedronPoint& place : places) {
    const int slot = elements_.slot_of(static_cast<std::size_t>(place.element));
    if (slot < 0) continue;
    bases.push_back(basis_in(place, slot));
    bases.back().share = 1.0 / static_cast<double>(places.size());
  }
  return bases;
}

physics::Material MeshSpace::near(const Index& element, const Vector& x) const {
  return places_.at(element, x, [&] {
    return elements_.whole().material_near(
        static_cast<std::size_t>(elements_.element(static_cast<std::size_t>(element[0]))), x);
  });
}

}  // namespace unda::sem

// Dividing a domain into boxes.
#include "mesh/levels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::mesh {
namespace {

using scenario::Scenario;

constexpr double most_along_an_axis = 1e8, most_boxes = 1e12;

/// A part of the domain between two interfaces, and the largest edge along z in it.
struct Slab {
  double bottom = 0, top = 0, edge = 0;
};

std::string key_of_size(const Scenario& s) { return s.mesh.spacing ? "mesh.spacing" : "mesh.max_frequency"; }

/// The largest edge for a slowest wave.
double edge_for(const Scenario& s, double slowest, double wavelengths) {
  return s.mesh.spacing ? *s.mesh.spacing : wavelengths * slowest / *s.mesh.max_frequency;
}

double slowest_in(const scenario::Material& m) { return m.vs > 0 ? m.vs : m.vp; }

/// From the bottom up. `top`: the highest point of the domain.
std::vector<Slab> slabs_of(const Scenario& s, const model::Model& model, double wavelengths, double top) {
  const double bottom = s.domain.extent[2].low, negligible = 1e-9 * (top - bottom);
  if (s.model.kind != scenario::ModelKind::layers)
    return {{bottom, top, edge_for(s, model.extremes().slowest, wavelengths)}};
  std::vector<Slab> slabs;
  const auto& layers = s.model.layers;
  for (std::size_t n = layers.size(); n-- > 0;) {
    const double low = n + 1 < layers.size() ? std::max(bottom, layers[n + 1].top) : bottom;
    const double high = n > 0 ? std::min(top, layers[n].top) : top;
    if (high - low <= negligible) continue;
    slabs.push_back(
        {slabs.empty() ? bottom : slabs.back().top, high, edge_for(s, slowest_in(layers[n].material), wavelengths)});
  }
  slabs.back().top = top;
  return slabs;
}

void check_count(const Scenario& s, const Levels& levels, const std::vector<Slab>& slabs, double spacing) {
  double boxes = 0, largest = 0;
  for (const Slab& slab : slabs) boxes += (slab.top - slab.bottom) / slab.edge + 1;
  largest = boxes;
  for (int a = 0; a < 2; ++a) {
    const double n = levels.extent[a].length() / spacing + 1;
    boxes *= n;
    largest = std::max(largest, n);
  }
  if (largest > most_along_an_axis || boxes > most_boxes)
    s.fail(key_of_size(s),
           fmt::format("edges of {:.6g} m make {:.3g} elements, more than any machine holds", spacing, boxes));
}

int pieces(double length, double edge) { return std::max(1, static_cast<int>(std::ceil(length / edge * (1 - 1e-9)))); }

void divide(const std::vector<Slab>& slabs, Levels& levels) {
  levels.plane = {slabs.front().bottom};
  for (const Slab& slab : slabs) {
    const int n = pieces(slab.top - slab.bottom, slab.edge);
    levels.n_fixed = static_cast<int>(levels.plane.size());
    for (int k = 1; k <= n; ++k)
      levels.plane.push_back(k == n ? slab.top : slab.bottom + (slab.top - slab.bottom) * k / n);
  }
  levels.n[2] = static_cast<int>(levels.plane.size()) - 1;
}

void check_surface(const Scenario& s, const Levels& levels) {
  const Surface& surface = *levels.surface;
  const double base = levels.plane[static_cast<std::size_t>(levels.n_fixed) - 1];
  const Vector& x = surface.lowest_point();
  if (!(surface.lowest() > base))
    s.fail("domain.topography",
           fmt::format("at x = {:.6g}{} the surface lies at z = {:.6g}, not above the layer that begins at z = {:.6g}; "
                       "layers that come to the surface cannot be meshed",
                       x[0], levels.dim == 3 ? fmt::format(", y = {:.6g}", x[1]) : "", surface.lowest(), base));
  if (s.boundary[top] == scenario::BoundaryKind::periodic)
    s.fail("domain.topography", "the top and the bottom are periodic, and only a flat top fits the bottom");
}

/// Opposite sides of a periodic domain must have the same elevations.
void check_periodic_sides(const Scenario& s, const Levels& levels) {
  for (int axis = 0; axis < (levels.dim == 3 ? 2 : 1); ++axis) {
    if (s.boundary[2 * axis] != scenario::BoundaryKind::periodic) continue;
    const int across = 1 - axis, n = levels.dim == 3 ? 4 * levels.n[across] : 0;
    for (int m = 0; m <= n; ++m) {
      Vector low{}, high{};
      low[axis] = levels.extent[axis].low;
      high[axis] = levels.extent[axis].high;
      if (n > 0) low[across] = high[across] = levels.coordinate(across, m / 4.0);
      const double a = levels.surface->height(low[0], low[1]), b = levels.surface->height(high[0], high[1]);
      if (std::abs(a - b) > 1e-6 * levels.spacing)
        s.fail("domain.topography",
               fmt::format("{} and {} are periodic, but the surface lies at z = {:.6g} on one and {:.6g} "
                           "on the other",
                           face_names[2 * axis], face_names[2 * axis + 1], a, b));
    }
  }
}

/// Of boxes one after the other, the first of width 1; their number need not be whole.
double widths(double n_boxes, double growth) {
  return growth == 1 ? n_boxes : (std::pow(growth, n_boxes) - 1) / (growth - 1);
}

void add_planes(int side, int n_boxes, Levels& levels) {
  std::vector<double>& plane = levels.plane;
  double edge = side == 0 ? plane[1] - plane[0] : plane.back() - plane[plane.size() - 2];
  for (int k = 0; k < n_boxes; ++k, edge *= levels.growth)
    if (side == 0)
      plane.insert(plane.begin(), plane.front() - edge);
    else
      plane.push_back(plane.back() + edge);
  if (side == 0) levels.n_fixed += n_boxes;
}

}  // namespace

double Levels::coordinate(int axis, double index) const {
  const double at = index - margin[axis][0], n_inside = n_in_domain(axis);
  if (at < 0) return domain[axis].low - edge(axis) * widths(-at, growth);
  if (at > n_inside) return domain[axis].high + edge(axis) * widths(at - n_inside, growth);
  return at == n_inside ? domain[axis].high : domain[axis].low + domain[axis].length() * at / n_inside;
}

double Levels::height(int k, double x, double y) const {
  const double z = plane[static_cast<std::size_t>(k)];
  if (!is_deformed() || k < n_fixed) return z;
  const double base = plane[static_cast<std::size_t>(n_fixed) - 1];
  const double nearest_x = std::clamp(x, domain[0].low, domain[0].high),
               nearest_y = dim == 3 ? std::clamp(y, domain[1].low, domain[1].high) : y;
  return base + (surface->height(nearest_x, nearest_y) - base) * (z - base) / (plane.back() - base);
}

std::int64_t Levels::n_margin_boxes() const {
  return n_boxes() - static_cast<std::int64_t>(n_in_domain(0)) * n_in_domain(1) * n_in_domain(2);
}

Vector Levels::corner(int i, int j, int k) const {
  const double x = coordinate(0, i), y = dim == 3 ? coordinate(1, j) : 0;
  return {x, y, height(k, x, y)};
}

std::string Levels::describe(const std::string& boxes) const {
  double least = INFINITY, most = 0;
  for (auto k = static_cast<std::size_t>(margin[2][0]); k + 1 + margin[2][1] < plane.size(); ++k) {
    least = std::min(least, plane[k + 1] - plane[k]);
    most = std::max(most, plane[k + 1] - plane[k]);
  }
  std::string counts = fmt::format("{}", n_in_domain(0)), edges = fmt::format("{:.6g}", edge(0));
  if (dim == 3) {
    counts += fmt::format(" x {}", n_in_domain(1));
    edges += fmt::format(" x {:.6g}", edge(1));
  }
  const std::string z =
      most > least * (1 + 1e-6) ? fmt::format("{:.4g} to {:.4g}", least, most) : fmt::format("{:.6g}", most);
  return fmt::format("{} x {} {} of {} x {} m{}", counts, n_in_domain(2), boxes, edges, z,
                     is_deformed() ? ", following the topography" : "");
}

Levels make_levels(const Scenario& s, const model::Model& model, double wavelengths) {
  Levels levels;
  levels.dim = s.domain.dim;
  levels.extent = levels.domain = s.domain.extent;
  levels.surface = std::make_shared<const Surface>(s);
  levels.spacing = edge_for(s, model.extremes().slowest, wavelengths);
  const std::vector<Slab> slabs = slabs_of(s, model, wavelengths, levels.surface->highest());
  check_count(s, levels, slabs, levels.spacing);
  levels.n[0] = pieces(levels.extent[0].length(), levels.spacing);
  levels.n[1] = levels.dim == 3 ? pieces(levels.extent[1].length(), levels.spacing) : 1;
  divide(slabs, levels);
  if (levels.is_deformed()) {
    check_surface(s, levels);
    check_periodic_sides(s, levels);
  }
  return levels;
}

void add_margins(const Scenario& s, int n_boxes, double growth, Levels& levels) {
  levels.growth = growth;
  for (const int axis : s.domain.axes())
    for (const int side : {0, 1}) {
      if (s.boundary[2 * axis + side] != scenario::BoundaryKind::absorbing) continue;
      levels.margin[axis][side] = n_boxes;
      levels.n[axis] += n_boxes;
      if (axis == 2) add_planes(side, n_boxes, levels);
    }
  for (const int axis : {0, 1})
    levels.extent[axis] = {levels.coordinate(axis, 0), levels.coordinate(axis, levels.n[axis])};
  levels.extent[2] = {levels.plane.front(), levels.plane.back()};
}

}  // namespace unda::mesh

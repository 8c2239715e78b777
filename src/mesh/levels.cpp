// Dividing a domain into boxes.
#include "mesh/levels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "model/properties.hpp"

namespace unda::mesh {
namespace {

using scenario::Scenario;

constexpr double most_along_an_axis = 1e8, most_boxes = 1e12;
constexpr double most_by_depth = 1e5;  // boxes along z whose heights follow a grid model

/// A part of the domain between two interfaces: heights, how thick it is at most, and the largest edge along z in it.
struct Slab {
  double bottom = 0, top = 0, thickness = 0, edge = 0;
  Anchor above = {};
};

Anchor end_of_domain(int plane, double level) {
  Anchor anchor;
  anchor.plane = plane;
  anchor.boundary.level = level;
  anchor.key = "domain.z";
  return anchor;
}

std::string key_of_size(const Scenario& s) { return s.mesh.spacing ? "mesh.spacing" : "mesh.max_frequency"; }

/// The height that stands for a boundary.
double reference_height(const model::Boundary& b) { return b.is_level() ? b.level : 0.5 * (b.lowest() + b.highest()); }

/// From the bottom up. `top`: of the domain.
std::vector<Slab> slabs_of(const Scenario& s, const model::Model& model, double wavelengths, const Surface& surface) {
  const double bottom = s.domain.extent[2].low, top = surface.highest(), negligible = 1e-9 * (top - bottom);
  const std::vector<model::Interface> interfaces = model.interfaces();  // from the top down
  const Anchor end{0, {surface.elevations(), top}, "domain.topography"};
  if (interfaces.empty()) return {{bottom, top, top - bottom, edge_for(s, model.extremes().slowest, wavelengths), end}};
  std::vector<Slab> slabs;
  model::Boundary below{{}, bottom};
  for (std::size_t n = interfaces.size() + 1; n-- > 0;) {
    const bool is_lowest = n == interfaces.size();
    const double low = is_lowest ? bottom : std::max(bottom, reference_height(interfaces[n].boundary));
    const double high = n > 0 ? std::min(top, reference_height(interfaces[n - 1].boundary)) : top;
    if (high - low <= negligible) continue;
    const model::Medium& medium = is_lowest ? interfaces.back().below : interfaces[n].above;
    const Anchor above = n > 0 && high < top ? Anchor{0, interfaces[n - 1].boundary,
                                                      fmt::format("model.layer[{}].top", interfaces[n - 1].layer)}
                                             : end;
    const double start = slabs.empty() ? bottom : slabs.back().top;
    const bool is_level =
        below.is_level() && (above.boundary.is_level() || above.boundary.surface == surface.elevations());
    slabs.push_back({start, high, is_level ? high - start : model::gap_between(below, above.boundary, s.domain).most,
                     edge_for(s, model::slowest_of(medium), wavelengths), above});
    below = above.boundary;
  }
  slabs.back().top = top;
  slabs.back().above = end;
  if (slabs.back().thickness < top - slabs.back().bottom) slabs.back().thickness = top - slabs.back().bottom;
  return slabs;
}

void check_count(const Scenario& s, const Levels& levels, const std::vector<Slab>& slabs, double spacing) {
  double boxes = 0, largest = 0;
  for (const Slab& slab : slabs) boxes += slab.thickness / slab.edge + 1;
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
  levels.anchors.push_back(end_of_domain(0, slabs.front().bottom));
  for (const Slab& slab : slabs) {
    const int n = pieces(slab.thickness, slab.edge);
    for (int k = 1; k <= n; ++k)
      levels.plane.push_back(k == n ? slab.top : slab.bottom + (slab.top - slab.bottom) * k / n);
    levels.anchors.push_back(slab.above);
    levels.anchors.back().plane = static_cast<int>(levels.plane.size()) - 1;
  }
  levels.n[2] = static_cast<int>(levels.plane.size()) - 1;
}

/// The largest edges at equal steps of height from the bottom up, for a wave that is slowest at each depth as a grid model says.
std::vector<double> edges_by_depth(const std::vector<model::SlowestAtDepth>& depths, const scenario::Interval& z,
                                   std::size_t n_steps, const std::function<double(double)>& edge_of) {
  std::vector<double> edge(n_steps, INFINITY);
  const double step = z.length() / static_cast<double>(n_steps);
  for (std::size_t k = 0; k < depths.size(); ++k) {
    // Interpolation carries a sample up to its neighbours above and below.
    const double low = depths[k > 0 ? k - 1 : 0].z, high = depths[std::min(k + 1, depths.size() - 1)].z;
    const auto at = [&](double height) {
      return static_cast<std::size_t>(std::clamp(height / step, 0.0, static_cast<double>(n_steps)));
    };
    const std::size_t last = k + 1 == depths.size() ? n_steps : std::min(n_steps, at(high - z.low) + 1);
    for (std::size_t i = k == 0 ? 0 : at(low - z.low); i < last; ++i)
      edge[i] = std::min(edge[i], edge_of(depths[k].speed));
  }
  return edge;
}

/// Boxes of different heights in a grid model under a flat top. An edge that is allowed at some height is allowed nowhere within
/// that edge of it to be more; divided by these the height of every box is the same number, at most 1, so that no box is higher
/// than is allowed anywhere in it.
void divide_by_depth(const std::vector<model::SlowestAtDepth>& depths, const std::function<double(double)>& edge_of,
                     Levels& levels) {
  const scenario::Interval& z = levels.domain[2];
  const std::size_t n_steps = 32 * static_cast<std::size_t>(pieces(z.length(), levels.spacing));
  const double step = z.length() / static_cast<double>(n_steps);
  const std::vector<double> own = edges_by_depth(depths, z, n_steps, edge_of);
  std::vector<double> edge = own;
  for (std::size_t i = 0; i < n_steps; ++i) {
    const auto reach = static_cast<std::size_t>(std::ceil(own[i] / step));
    for (std::size_t j = i - std::min(i, reach); j < std::min(n_steps, i + reach + 1); ++j)
      edge[j] = std::min(edge[j], own[i]);
  }
  double boxes = 0;
  for (const double e : edge) boxes += step / e;
  const int n = pieces(boxes, 1);
  levels.plane = {z.low};
  double sum = 0;
  for (std::size_t i = 0; i < n_steps; ++i) {
    const double next = sum + step / edge[i];
    for (double at = boxes * static_cast<double>(levels.plane.size()) / n; at <= next && std::ssize(levels.plane) < n;
         at = boxes * static_cast<double>(levels.plane.size()) / n)
      levels.plane.push_back(z.low + step * (static_cast<double>(i) + (at - sum) / (next - sum)));
    sum = next;
  }
  levels.plane.push_back(z.high);
  levels.anchors.push_back(end_of_domain(0, z.low));
  levels.anchors.push_back(end_of_domain(n, z.high));
  levels.n[2] = n;
}

/// Every anchor above the one below it.
void check_surfaces(const Scenario& s, const Levels& levels) {
  const Anchor& end = levels.anchors.back();
  for (std::size_t n = 1; n < levels.anchors.size(); ++n) {
    const Anchor &low = levels.anchors[n - 1], &high = levels.anchors[n];
    const bool is_top = n + 1 == levels.anchors.size();
    if (low.boundary.is_level() && high.boundary.is_level()) continue;
    const model::Gap gap = model::gap_between(low.boundary, high.boundary, s.domain);
    if (gap.least > 0) continue;
    const std::string place =
        fmt::format("x = {:.6g}{}", gap.at[0], levels.dim == 3 ? fmt::format(", y = {:.6g}", gap.at[1]) : "");
    if (is_top && low.boundary.is_level())
      s.fail("domain.topography",
             fmt::format("at {} the surface lies at z = {:.6g}, not above the layer that begins at z = {:.6g}; "
                         "layers that come to the surface cannot be meshed",
                         place, gap.at[2] + gap.least, gap.at[2]));
    s.fail(is_top ? low.key : high.key,
           fmt::format("at {} {} (z = {:.6g}) does not lie above {} (z = {:.6g}); layers without thickness cannot be "
                       "meshed; methods that take them: fd",
                       place, is_top ? "the top of the domain" : "it", gap.at[2] + gap.least,
                       is_top || n == 1 ? (n == 1 ? "the bottom of the domain" : "it") : low.key, gap.at[2]));
  }
  if (!end.boundary.is_level() && s.boundary[top] == scenario::BoundaryKind::periodic)
    s.fail("domain.topography", "the top and the bottom are periodic, and only a flat top fits the bottom");
}

/// Opposite sides of a periodic domain must have the same elevations.
void check_periodic_sides(const Scenario& s, const Levels& levels, const Anchor& anchor) {
  for (int axis = 0; axis < (levels.dim == 3 ? 2 : 1); ++axis) {
    if (s.boundary[2 * axis] != scenario::BoundaryKind::periodic) continue;
    const int across = 1 - axis, n = levels.dim == 3 ? 4 * levels.n[across] : 0;
    for (int m = 0; m <= n; ++m) {
      Vector low{}, high{};
      low[axis] = levels.extent[axis].low;
      high[axis] = levels.extent[axis].high;
      if (n > 0) low[across] = high[across] = levels.coordinate(across, m / 4.0);
      const double a = anchor.boundary.height(low[0], low[1]), b = anchor.boundary.height(high[0], high[1]);
      if (std::abs(a - b) > 1e-6 * levels.spacing)
        s.fail(anchor.key, fmt::format("{} and {} are periodic, but the surface lies at z = {:.6g} on one and {:.6g} "
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
  const double touched = side == 0 ? plane[1] - plane[0] : plane.back() - plane[plane.size() - 2],
               across = levels.dim == 3 ? std::min(levels.edge(0), levels.edge(1)) : levels.edge(0);
  double edge = std::max(touched, across);
  for (int k = 0; k < n_boxes; ++k, edge *= levels.growth)
    if (side == 0)
      plane.insert(plane.begin(), plane.front() - edge);
    else
      plane.push_back(plane.back() + edge);
  if (side == 0)
    for (Anchor& anchor : levels.anchors) anchor.plane += n_boxes;
}

}  // namespace

double edge_for(const Scenario& s, double slowest, double wavelengths) {
  return s.mesh.spacing ? *s.mesh.spacing : wavelengths * slowest / *s.mesh.max_frequency;
}

double Levels::coordinate(int axis, double index) const {
  const double at = index - absorbing[axis][0], n_inside = n_in_domain(axis);
  if (at < 0) return domain[axis].low - edge(axis) * widths(-at, growth);
  if (at > n_inside) return domain[axis].high + edge(axis) * widths(at - n_inside, growth);
  return at == n_inside ? domain[axis].high : domain[axis].low + domain[axis].length() * at / n_inside;
}

bool Levels::is_deformed() const {
  return std::any_of(anchors.begin(), anchors.end(), [](const Anchor& a) { return !a.boundary.is_level(); });
}

const Anchor* Levels::anchor_above(int k) const {
  if (k < anchors.front().plane) return nullptr;
  const auto above = std::find_if(anchors.begin() + 1, anchors.end(), [k](const Anchor& a) { return a.plane > k; });
  return above == anchors.end() ? nullptr : &*above;
}

bool Levels::is_deformed(int k) const {
  const Anchor* above = anchor_above(k);
  return above && !(above->boundary.is_level() && above[-1].boundary.is_level());
}

bool Levels::is_interface(int k) const {
  return std::any_of(anchors.begin() + 1, anchors.end() - 1, [k](const Anchor& a) { return a.plane == k; });
}

double Levels::height(int k, double x, double y) const {
  const double z = plane[static_cast<std::size_t>(k)];
  const Anchor* above = anchor_above(k);
  if (!above && k == anchors.back().plane) above = &anchors.back();
  if (!above || (above->boundary.is_level() && above[-1].boundary.is_level())) return z;
  const double nearest_x = std::clamp(x, domain[0].low, domain[0].high),
               nearest_y = dim == 3 ? std::clamp(y, domain[1].low, domain[1].high) : y;
  const double low = plane[static_cast<std::size_t>(above[-1].plane)],
               high = plane[static_cast<std::size_t>(above->plane)];
  const double base = above[-1].boundary.height(nearest_x, nearest_y);
  if (k == above[-1].plane) return base;
  return base + (above->boundary.height(nearest_x, nearest_y) - base) * (z - low) / (high - low);
}

std::int64_t Levels::n_absorbing_boxes() const {
  return n_boxes() - static_cast<std::int64_t>(n_in_domain(0)) * n_in_domain(1) * n_in_domain(2);
}

double Levels::lift(int i, int j, int k) const {
  const Anchor* above = anchor_above(k);
  if (!above && k == anchors.back().plane) above = &anchors.back();
  if (!above) return 0;
  const int x = std::clamp(i - absorbing[0][0], 0, n_in_domain(0)),
            y = std::clamp(j - absorbing[1][0], 0, n_in_domain(1));
  const std::size_t column =
      static_cast<std::size_t>(n_in_domain(0) + 1) * static_cast<std::size_t>(y) + static_cast<std::size_t>(x);
  const auto of = [column](const Anchor& anchor) { return anchor.lift.empty() ? 0 : anchor.lift[column]; };
  const auto z = [this](int number) { return plane[static_cast<std::size_t>(number)]; };
  return std::lerp(of(above[-1]), of(*above), (z(k) - z(above[-1].plane)) / (z(above->plane) - z(above[-1].plane)));
}

Vector Levels::corner(int i, int j, int k) const {
  const double x = coordinate(0, i), y = dim == 3 ? coordinate(1, j) : 0;
  return {x, y, height(k, x, y) + lift(i, j, k)};
}

std::string Levels::describe(const std::string& boxes) const {
  double least = INFINITY, most = 0;
  for (auto k = static_cast<std::size_t>(absorbing[2][0]); k + 1 + absorbing[2][1] < plane.size(); ++k) {
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
                     !anchors.back().boundary.is_level() ? ", following the topography"
                     : is_deformed()                     ? ", following the layers"
                                                         : "");
}

Levels make_levels(const Scenario& s, const model::Model& model, double wavelengths) {
  Levels levels;
  levels.dim = s.domain.dim;
  levels.extent = levels.domain = s.domain.extent;
  levels.surface = std::make_shared<const Surface>(s);
  levels.spacing = edge_for(s, model.extremes().slowest, wavelengths);
  const std::vector<Slab> slabs = slabs_of(s, model, wavelengths, *levels.surface);
  check_count(s, levels, slabs, levels.spacing);
  levels.n[0] = pieces(levels.extent[0].length(), levels.spacing);
  levels.n[1] = levels.dim == 3 ? pieces(levels.extent[1].length(), levels.spacing) : 1;
  const std::vector<model::SlowestAtDepth> depths = model.slowest_by_depth();
  if (!depths.empty() && !s.mesh.spacing && levels.surface->is_flat() &&
      levels.domain[2].length() < most_by_depth * levels.spacing)
    divide_by_depth(
        depths, [&](double slowest) { return edge_for(s, slowest, wavelengths); }, levels);
  else
    divide(slabs, levels);
  if (levels.is_deformed()) {
    check_surfaces(s, levels);
    for (const Anchor& anchor : levels.anchors) check_periodic_sides(s, levels, anchor);
  }
  return levels;
}

void add_absorbing_boxes(const Scenario& s, int n_boxes, double growth, Levels& levels) {
  levels.growth = growth;
  for (const int axis : s.domain.axes())
    for (const int side : {0, 1}) {
      if (s.boundary[2 * axis + side] != scenario::BoundaryKind::absorbing) continue;
      levels.absorbing[axis][side] = n_boxes;
      levels.n[axis] += n_boxes;
      if (axis == 2) add_planes(side, n_boxes, levels);
    }
  for (const int axis : {0, 1})
    levels.extent[axis] = {levels.coordinate(axis, 0), levels.coordinate(axis, levels.n[axis])};
  levels.extent[2] = {levels.plane.front(), levels.plane.back()};
}

}  // namespace unda::mesh

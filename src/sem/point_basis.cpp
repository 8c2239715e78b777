// Locating points.
#include "sem/point_basis.hpp"

#include <algorithm>
#include <cmath>

namespace unda::sem {
namespace {

constexpr double on_a_face = 1e-7;  // in units of the reference element

/// An element along one axis, by its number on this rank (also outside it), and the coordinate in it.
struct Along {
  int element = 0;
  double xi = 0;
};

/// Of the domain from the lowest on; two where the coordinate lies on a division, also across periodic faces.
std::vector<Along> along_horizontal(const Mesh& mesh, int axis, double coordinate) {
  const double low = mesh.levels().extent[axis].low, at = (coordinate - low) / mesh.edge(axis);
  const int begin = mesh.absorbing(axis, 0), n = mesh.n_whole(axis) - mesh.absorbing(axis, 1);
  const int nearest = static_cast<int>(std::lround(at));
  std::vector<Along> found;
  if (2 * std::abs(at - nearest) < on_a_face) {
    if (nearest > begin) found.push_back({nearest - 1, 1});
    if (nearest < n) found.push_back({nearest, -1});
    if (mesh.is_periodic(axis) && nearest == 0) found.push_back({n - 1, 1});
    if (mesh.is_periodic(axis) && nearest == n) found.push_back({0, -1});
  } else {
    const int element = std::clamp(static_cast<int>(std::floor(at)), begin, n - 1);
    found.push_back({element, 2 * (at - element) - 1});
  }
  for (Along& a : found) a.element -= mesh.first(axis);
  return found;
}

std::vector<Along> along_vertical(const Mesh& mesh, const Index& column, double xi, double eta, double z) {
  const int up = mesh.up(), first = mesh.first(up), begin = mesh.absorbing(up, 0),
            n = mesh.n_whole(up) - mesh.absorbing(up, 1);
  auto height = [&](int plane) { return mesh.height(column, plane - first, xi, eta); };
  int k = begin;
  while (k + 1 < n && height(k + 1) < z) ++k;
  const double low = height(k), high = height(k + 1), zeta = (2 * z - low - high) / (high - low);
  std::vector<Along> found;
  if (zeta + 1 < on_a_face && k > begin) found.push_back({k - 1, 1});
  found.push_back({k, std::abs(zeta + 1) < on_a_face ? -1 : std::abs(zeta - 1) < on_a_face ? 1 : zeta});
  if (1 - zeta < on_a_face && k + 1 < n) found.push_back({k + 1, -1});
  if (mesh.is_periodic(up) && k == 0 && zeta + 1 < on_a_face) found.push_back({n - 1, 1});
  if (mesh.is_periodic(up) && k == n - 1 && 1 - zeta < on_a_face) found.push_back({0, -1});
  for (Along& a : found) a.element -= first;
  return found;
}

bool is_here(const Mesh& mesh, const Index& e) {
  for (int a = 0; a < mesh.dim(); ++a)
    if (e[a] < 0 || e[a] >= mesh.n(a)) return false;
  return true;
}

/// The slopes of a plane between layers along the horizontal axes of the unit element.
std::array<double, 2> plane_slopes(const Mesh& mesh, const PointBasis& b, int plane) {
  std::array<double, 2> slopes{};
  const int level = mesh.first(mesh.up()) + plane;
  for (std::size_t j = 0; j < (mesh.dim() == 3 ? b.value[1].size() : 1); ++j)
    for (std::size_t i = 0; i < b.value[0].size(); ++i) {
      const double x = mesh.coordinate(0, b.element[0], mesh.gll().point[i]);
      const double y = mesh.dim() == 3 ? mesh.coordinate(1, b.element[1], mesh.gll().point[j]) : 0;
      const double z = mesh.levels().height(level, x, y);
      slopes[0] += b.slope[0][i] * (mesh.dim() == 3 ? b.value[1][j] : 1) * z;
      if (mesh.dim() == 3) slopes[1] += b.value[0][i] * b.slope[1][j] * z;
    }
  return slopes;
}

PointBasis make_basis(const Mesh& mesh, const Index& element, const std::array<double, 3>& xi, double share) {
  PointBasis b;
  b.element = element;
  b.share = share;
  const int up = mesh.up();
  for (int a = 0; a < 3; ++a) {
    b.value[a] = a < mesh.dim() ? mesh.gll().values(xi[a]) : std::vector{1.0};
    b.slope[a] = a < mesh.dim() ? mesh.gll().slopes(xi[a]) : std::vector{0.0};
  }
  const int k = element[up];
  const double t = 0.5 * (mesh.height(element, k + 1, xi[0], xi[1]) - mesh.height(element, k, xi[0], xi[1]));
  std::array<double, 2> slope{};
  if (mesh.is_deformed(k)) {
    const auto low = plane_slopes(mesh, b, k), high = plane_slopes(mesh, b, k + 1);
    for (int a = 0; a < 2; ++a) slope[a] = 0.5 * (1 - xi[up]) * low[a] + 0.5 * (1 + xi[up]) * high[a];
  }
  for (int a = 0; a < up; ++a) {
    b.inverse[a][a] = 2 / mesh.edge(a);
    b.inverse[up][a] = -b.inverse[a][a] * slope[a] / t;
  }
  b.inverse[up][up] = 1 / t;
  return b;
}

struct Candidate {
  Index element{};
  std::array<double, 3> xi{};
};

/// The elements that hold a point, also those of other ranks, the lowest first.
std::vector<Candidate> candidates(const Mesh& mesh, const Vector& x) {
  std::vector<Candidate> found;
  const std::vector<Along> along_y =
      mesh.dim() == 3 ? along_horizontal(mesh, 1, x[1]) : std::vector<Along>{Along{0, 0}};
  for (const Along& i : along_horizontal(mesh, 0, x[0]))
    for (const Along& j : along_y) {
      const Index column{i.element, mesh.dim() == 3 ? j.element : 0, 0};
      for (const Along& k : along_vertical(mesh, column, i.xi, j.xi, x[2]))
        found.push_back(mesh.dim() == 3 ? Candidate{{i.element, j.element, k.element}, {i.xi, j.xi, k.xi}}
                                        : Candidate{{i.element, k.element, 0}, {i.xi, k.xi, 0}});
    }
  return found;
}

/// Polynomials along one axis through the points of several elements.
struct NodeLine {
  int first = 0;  ///< element of this rank's numbers
  std::vector<std::vector<double>> value,
      slope;  ///< [element][point]; what two elements share belongs to the lower one
  int last() const { return first + static_cast<int>(value.size()) - 1; }
};

/// From the first element to the last, whose points lie where `position` tells; slopes by the coordinate.
template <class Position>
NodeLine make_line(int first, int last, int degree, double x, Position position) {
  std::vector<double> at;
  for (int e = first; e <= last; ++e)
    for (int m = e == first ? 0 : 1; m <= degree; ++m) at.push_back(position(e, m));
  NodeLine line;
  line.first = first;
  std::size_t n = 0;
  for (int e = first; e <= last; ++e) {
    line.value.emplace_back(degree + 1, 0.0);
    line.slope.emplace_back(degree + 1, 0.0);
    for (auto m = static_cast<std::size_t>(e == first ? 0 : 1); m <= static_cast<std::size_t>(degree); ++m, ++n) {
      double value = 1, slope = 0;
      for (std::size_t i = 0; i < at.size(); ++i) {
        if (i == n) continue;
        slope = (slope * (x - at[i]) + value) / (at[n] - at[i]);
        value *= (x - at[i]) / (at[n] - at[i]);
      }
      line.value.back()[m] = value;
      line.slope.back()[m] = slope;
    }
  }
  return line;
}

constexpr int most_points_of_line = 17;  // polynomials through more points of elements are no better
constexpr double most_bend = 0.15;       // of a deformed layer: the change of its slope from one element to the next

/// Whether a layer of elements goes on smoothly to the neighbours along the horizontal axes.
bool bends_little(const Mesh& mesh, const Candidate& own) {
  const int up = mesh.up(), top = own.element[up] + 1;
  for (int a = 0; a < up; ++a) {
    const int begin = mesh.absorbing(a, 0) - mesh.first(a),
              end = mesh.n_whole(a) - mesh.absorbing(a, 1) - mesh.first(a);
    if (own.element[a] <= begin || own.element[a] + 1 >= end) continue;
    Index before = own.element, after = own.element;
    --before[a];
    ++after[a];
    const double bend =
        mesh.height(before, top, 0, 0) - 2 * mesh.height(own.element, top, 0, 0) + mesh.height(after, top, 0, 0);
    if (std::abs(bend) > most_bend * mesh.edge(a)) return false;
  }
  return true;
}

/// Of the element that holds a source and its neighbours in the domain; nothing where these are not of the same material, or follow a
/// rough topography.
std::optional<std::array<NodeLine, 3>> lines_around(const Mesh& mesh, const model::Model& model, const Candidate& own,
                                                    const Vector& x) {
  const int up = mesh.up(), degree = mesh.degree();
  if (3 * degree + 1 > most_points_of_line) return {};
  if (mesh.is_deformed(own.element[up]) && !bends_little(mesh, own)) return {};
  if (!mesh.levels().has_interfaces() && (model.varies_along(0) || model.varies_along(1) || model.varies_along(2)))
    return {};
  auto height = [&](int plane) { return mesh.height(own.element, plane, own.xi[0], own.xi[1]); };
  auto is_interface = [&](int plane) { return mesh.levels().is_interface(mesh.first(up) + plane); };
  std::array<NodeLine, 3> lines;
  for (int a = 0; a < mesh.dim(); ++a) {
    const int e = own.element[a], begin = mesh.absorbing(a, 0) - mesh.first(a);
    const int end = mesh.n_whole(a) - mesh.absorbing(a, 1) - mesh.first(a);
    auto goes_on_below = [&](int i) { return i > begin && (a != up || !is_interface(i)); };
    auto goes_on_above = [&](int i) { return i + 1 < end && (a != up || !is_interface(i + 1)); };
    // Three elements; where there is no third two, if the point lies in their middle: polynomials are poor near the ends.
    const bool below = goes_on_below(e), above = goes_on_above(e);
    const int low = below && (above || own.xi[a] < 0) ? e - 1 : e, high = above && (below || own.xi[a] > 0) ? e + 1 : e;
    lines[a] = make_line(low, high, degree, x[mesh.physical(a)], [&](int i, int m) {
      const double xi = mesh.gll().point[static_cast<std::size_t>(m)];
      if (a != up) return mesh.coordinate(a, i, xi);
      return 0.5 * ((1 - xi) * height(i) + (1 + xi) * height(i + 1));
    });
  }
  // An interface at the source itself has other material on its other side.
  if (is_interface(own.element[up]) && own.xi[up] == -1) return {};
  if (is_interface(own.element[up] + 1) && own.xi[up] == 1) return {};
  return lines;
}

std::vector<PointBasis> bases_on(const Mesh& mesh, const std::array<NodeLine, 3>& lines, const Candidate& own) {
  std::vector<PointBasis> bases;
  const NodeLine none{0, {{1.0}}, {{0.0}}};
  const PointBasis here = make_basis(mesh, own.element, own.xi, 1);  // how the mesh is deformed where the source is
  const NodeLine &x = lines[0], &y = lines[1], &z = mesh.dim() == 3 ? lines[2] : none;
  for (int k = z.first; k <= z.last(); ++k)
    for (int j = y.first; j <= y.last(); ++j)
      for (int i = x.first; i <= x.last(); ++i) {
        const Index element{i, j, k};
        if (!is_here(mesh, element)) continue;
        PointBasis b = here;
        b.element = element;
        for (int a = 0; a < mesh.dim(); ++a) {
          const auto n = static_cast<std::size_t>(element[a] - lines[a].first);
          const double to_unit = 1 / b.inverse[a][a];
          b.value[a] = lines[a].value[n];
          b.slope[a] = lines[a].slope[n];
          for (double& slope : b.slope[a]) slope *= to_unit;
        }
        bases.push_back(std::move(b));
      }
  return bases;
}

}  // namespace

std::optional<PointBasis> basis_at(const Mesh& mesh, const Vector& x) {
  const Candidate first = candidates(mesh, x).front();
  if (!is_here(mesh, first.element)) return {};
  return make_basis(mesh, first.element, first.xi, 1);
}

std::vector<PointBasis> source_bases(const Mesh& mesh, const model::Model& model, const Vector& x) {
  std::vector<Candidate> all = candidates(mesh, x);
  const int up = mesh.up();
  const auto is_elsewhere = [&](const Candidate& c) { return !mesh.layers().contains(mesh.first(up) + c.element[up]); };
  if (is_elsewhere(all.front())) return {};
  std::erase_if(all, is_elsewhere);
  if (const auto lines = lines_around(mesh, model, all.front(), x)) return bases_on(mesh, *lines, all.front());
  std::vector<PointBasis> bases;
  for (const Candidate& c : all)
    if (is_here(mesh, c.element))
      bases.push_back(make_basis(mesh, c.element, c.xi, 1.0 / static_cast<double>(all.size())));
  return bases;
}

}  // namespace unda::sem

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
    b.along[a] = 2 / mesh.edge(a);
    b.up[a] = -b.along[a] * slope[a] / t;
  }
  b.up[up] = 1 / t;
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

}  // namespace

std::optional<PointBasis> basis_at(const Mesh& mesh, const Vector& x) {
  const Candidate first = candidates(mesh, x).front();
  if (!is_here(mesh, first.element)) return {};
  return make_basis(mesh, first.element, first.xi, 1);
}

std::vector<PointBasis> bases_at(const Mesh& mesh, const Vector& x) {
  const std::vector<Candidate> all = candidates(mesh, x);
  std::vector<PointBasis> bases;
  for (const Candidate& c : all)
    if (is_here(mesh, c.element))
      bases.push_back(make_basis(mesh, c.element, c.xi, 1.0 / static_cast<double>(all.size())));
  return bases;
}

}  // namespace unda::sem

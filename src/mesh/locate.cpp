// Bins over the mesh.
#include "mesh/locate.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/geometry.hpp"

namespace unda::mesh {
namespace {

constexpr double tolerance = 1e-7;  // of an edge
/// How far beyond the flat faces of elements a point of a curved surface may lie, in edges.
constexpr double beyond_faces = 0.05;

struct Box {
  Vector low, high;
};

Box box_of(const Tetrahedra& mesh, std::size_t e) {
  Box box{mesh.corner(e, 0), mesh.corner(e, 0)};
  for (int n = 1; n < 4; ++n)
    for (int a = 0; a < 3; ++a) {
      box.low[a] = std::min(box.low[a], mesh.corner(e, n)[a]);
      box.high[a] = std::max(box.high[a], mesh.corner(e, n)[a]);
    }
  const Vector margin = beyond_faces * (box.high - box.low);
  return {box.low - margin, box.high + margin};
}

}  // namespace

Vector local_coordinates(const Tetrahedra& mesh, std::size_t e, const Vector& x) {
  const Vector a = mesh.corner(e, 1) - mesh.corner(e, 0), b = mesh.corner(e, 2) - mesh.corner(e, 0),
               c = mesh.corner(e, 3) - mesh.corner(e, 0), d = x - mesh.corner(e, 0);
  const double volume = dot(a, cross(b, c));
  return {dot(d, cross(b, c)) / volume, dot(a, cross(d, c)) / volume, dot(a, cross(b, d)) / volume};
}

Locator::Locator(const Tetrahedra& mesh) : mesh_(mesh) {
  Vector high = mesh.nodes.front();
  low_ = high;
  for (const Vector& x : mesh.nodes)
    for (int a = 0; a < 3; ++a) {
      low_[a] = std::min(low_[a], x[a]);
      high[a] = std::max(high[a], x[a]);
    }
  const Vector extent = high - low_;
  const double edge = std::cbrt(extent[0] * extent[1] * extent[2] / (static_cast<double>(mesh.size()) / 6 + 1));
  for (int a = 0; a < 3; ++a) {
    n_[a] = std::clamp(static_cast<int>(extent[a] / edge), 1, 1024);
    size_[a] = extent[a] / n_[a];
  }
  // Counted, then filled: elements of a bin one after another.
  auto for_bins = [&](std::size_t e, auto visit) {
    const Box box = box_of(mesh_, e);
    const auto first = bin_of(box.low), last = bin_of(box.high);
    for (int k = first[2]; k <= last[2]; ++k)
      for (int j = first[1]; j <= last[1]; ++j)
        for (int i = first[0]; i <= last[0]; ++i) visit((static_cast<std::size_t>(k) * n_[1] + j) * n_[0] + i);
  };
  first_.assign(static_cast<std::size_t>(n_[0]) * n_[1] * n_[2] + 1, 0);
  for (std::size_t e = 0; e < mesh.n_in_domain(); ++e) for_bins(e, [&](std::size_t bin) { ++first_[bin + 1]; });
  for (std::size_t bin = 1; bin < first_.size(); ++bin) first_[bin] += first_[bin - 1];
  elements_.resize(static_cast<std::size_t>(first_.back()));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t e = 0; e < mesh.n_in_domain(); ++e)
    for_bins(e, [&](std::size_t bin) { elements_[static_cast<std::size_t>(next[bin]++)] = static_cast<int>(e); });
}

std::array<int, 3> Locator::bin_of(const Vector& x) const {
  std::array<int, 3> bin{};
  for (int a = 0; a < 3; ++a)
    bin[a] = static_cast<int>(std::clamp(std::floor((x[a] - low_[a]) / size_[a]), 0.0, n_[a] - 1.0));
  return bin;
}

std::vector<ElementPoint> Locator::find(const Vector& x) const {
  const auto [i, j, k] = bin_of(x);
  const std::size_t bin = (static_cast<std::size_t>(k) * n_[1] + j) * n_[0] + i;
  std::vector<ElementPoint> places, nearest;
  double least = beyond_faces;
  for (int n = first_[bin]; n < first_[bin + 1]; ++n) {
    const int e = elements_[static_cast<std::size_t>(n)];
    const Vector local = local_coordinates(mesh_, static_cast<std::size_t>(e), x);
    const double outside = -std::min({local[0], local[1], local[2], 1 - local[0] - local[1] - local[2]});
    if (outside < tolerance) places.push_back({e, local});
    if (outside < least) {
      least = outside;
      nearest = {{e, local}};
    }
  }
  auto height = [this](const ElementPoint& place) { return mesh_.centre(static_cast<std::size_t>(place.element))[2]; };
  std::stable_sort(places.begin(), places.end(),
                   [&](const ElementPoint& a, const ElementPoint& b) { return height(a) < height(b); });
  return places.empty() ? nearest : places;
}

}  // namespace unda::mesh

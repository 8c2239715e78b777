// Ranking the boxes of a mesh by how fast waves cross their elements.
#include "sem/worst_patches.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "sem/crossing.hpp"

namespace unda::sem {
namespace {

Box whole(const Mesh& mesh) { return {{{0, mesh.n_whole(0)}, {0, mesh.n_whole(1)}, {0, mesh.n_whole(2)}}}; }

/// The elements of this rank in boxes of at most `side` along each axis, by the rank's own numbers.
std::vector<Box> boxes_of(const Mesh& mesh, int side) {
  Index n{};
  for (int a = 0; a < 3; ++a) n[a] = (mesh.n(a) + side - 1) / side;
  std::vector<Box> boxes;
  for_each_index({0, 0, 0}, n, [&](const Index& at) {
    Box box;
    for (int a = 0; a < 3; ++a) box[a] = {at[a] * side, std::min(mesh.n(a), (at[a] + 1) * side)};
    boxes.push_back(box);
  });
  return boxes;
}

/// An element by its number in the whole mesh, and how fast waves cross it.
struct PatchCandidate {
  double rate = 0;
  std::int64_t number = 0;
};

std::int64_t number_of(const Mesh& mesh, const Index& e) {
  std::int64_t number = 0;
  for (int a = 3; a-- > 0;) number = number * mesh.n_whole(a) + mesh.first(a) + e[a];
  return number;
}

Index element_of(const Mesh& mesh, std::int64_t number) {
  Index e{};
  for (int a = 0; a < 3; ++a) {
    e[a] = static_cast<int>(number % mesh.n_whole(a));
    number /= mesh.n_whole(a);
  }
  return e;
}

/// A box of `side` elements along each axis around one, moved into the mesh where it sticks out.
Box around(const Mesh& mesh, const Index& e, int side) {
  Box box;
  for (int a = 0; a < 3; ++a) {
    const int n = std::min(side, mesh.n_whole(a)), first = std::clamp(e[a] - n / 2, 0, mesh.n_whole(a) - n);
    box[a] = {first, first + n};
  }
  return box;
}

/// Whether an element lies in a box and not near sides of it that are held.
bool well_within(const Mesh& mesh, const Box& box, const Index& e) {
  for (int a = 0; a < mesh.dim(); ++a) {
    const int apart = box[a].count() / 4;
    if (e[a] < box[a].first + (box[a].first > 0 ? apart : 0) ||
        e[a] >= box[a].last - (box[a].last < mesh.n_whole(a) ? apart : 0))
      return false;
  }
  return true;
}

/// At a corner of the domain seen from above; where all columns are alike, those in between tell nothing more.
bool in_a_corner(const Mesh& mesh, const Index& e) {
  for (int a = 0; a < mesh.up(); ++a)
    if (const int at = mesh.first(a) + e[a]; at != 0 && at != mesh.n_whole(a) - 1) return false;
  return true;
}

double numbers_of(const Mesh& mesh, const Box& box, int n_components) {
  double numbers = n_components;
  for (int a = 0; a < mesh.dim(); ++a) numbers *= static_cast<double>(mesh.degree()) * box[a].count() + 1;
  return numbers;
}

}  // namespace

double held_sides_factor(const Mesh& patch) {
  // Boxes of solids in 3-D, 10 elements wide, have a step 0.2 % too large.
  constexpr double of_one_element = 0.4;
  double least = INFINITY;
  for (int a = 0; a < patch.dim(); ++a)
    if (patch.n(a) < patch.n_whole(a)) least = std::min<double>(least, patch.n(a));
  return 1 - of_one_element / (least * least);
}

std::vector<Box> worst_patches(const Mesh& mesh, int n_components, scenario::BoundaryKind loose,
                               const Materials& materials, const parallel::Communicator& communicator,
                               const PatchLimits& limits) {
  if (numbers_of(mesh, whole(mesh), n_components) <= limits.whole) return {whole(mesh)};
  const double points = std::pow(limits.patch / n_components, 1.0 / mesh.dim());
  const int side = std::max(3, static_cast<int>(points / mesh.degree()));
  const bool are_alike = columns_are_alike(mesh, materials.model());
  const std::vector<Box> boxes = boxes_of(mesh, std::max(1, side / 2));
  std::vector<PatchCandidate> candidates(boxes.size());
  exec::for_each_heavy(boxes.size(), [&](std::size_t n) {
    const auto& [x, y, z] = boxes[n];
    for_each_index({x.first, y.first, z.first}, {x.last, y.last, z.last}, [&](const Index& e) {
      if (are_alike && !in_a_corner(mesh, e)) return;
      const double rate = crossing_of(mesh, materials, e, loose).rate;
      if (rate > candidates[n].rate) candidates[n] = {rate, number_of(mesh, e)};
    });
  });
  std::sort(candidates.begin(), candidates.end(), [](const PatchCandidate& a, const PatchCandidate& b) {
    return a.rate > b.rate || (a.rate == b.rate && a.number < b.number);
  });
  std::vector<Box> worst;
  // The next of all ranks, in one order whatever their number.
  for (std::size_t next = 0; worst.size() < limits.n_patches;) {
    const bool any = next < candidates.size();
    const double rate = communicator.max(any ? candidates[next].rate : 0.0);
    if (!(rate > 0)) break;
    const bool mine = any && candidates[next].rate == rate;
    const double number = communicator.min(mine ? static_cast<double>(candidates[next].number) : INFINITY);
    const Index e = element_of(mesh, static_cast<std::int64_t>(number));
    if (mine && static_cast<double>(candidates[next].number) == number) ++next;
    const auto knows = [&](const Box& box) { return well_within(mesh, box, e); };
    if (std::none_of(worst.begin(), worst.end(), knows)) worst.push_back(around(mesh, e, side));
  }
  return worst;
}

}  // namespace unda::sem

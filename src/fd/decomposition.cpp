// Cutting grids and planning exchanges.
#include "fd/decomposition.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "numerics/one_sided_difference.hpp"

namespace unda::fd {

using parallel::Cartesian;
using parallel::HaloLink;

namespace {

std::string text_of(const std::array<int, 3>& n, int dim) {
  std::string text;
  for (int a = 0; a < dim; ++a) text += fmt::format("{}{}", a == 0 ? "" : " x ", n[a]);
  return text;
}

/// Ranks by axis of the grid as the scenario gives them, by x, y, z.
std::array<int, 3> given_ranks(const scenario::Scenario& s, const Grid& whole, int n_ranks) {
  std::array<int, 3> ranks{1, 1, 1};
  std::int64_t product = 1;
  for (int a = 0; a < whole.dim; ++a) {
    ranks[a] = static_cast<int>(std::min<std::int64_t>(s.parallel.ranks[static_cast<std::size_t>(a)], 1 << 20));
    product *= ranks[a];
  }
  if (product != n_ranks)
    s.fail("parallel.ranks", fmt::format("{} make {} ranks; this run has {}", text_of(ranks, whole.dim), product,
                                         parallel::ranks_in_words(n_ranks)));
  return ranks;
}

/// A box of nodes as runs along axis 0.
std::vector<parallel::Run> runs_of(const std::array<std::ptrdiff_t, 3>& stride, const std::array<int, 3>& first,
                                   const std::array<int, 3>& count) {
  std::vector<parallel::Run> runs;
  for (int k = first[2]; k < first[2] + count[2]; ++k)
    for (int j = first[1]; j < first[1] + count[1]; ++j)
      if (count[0] > 0) runs.push_back({first[0] + j * stride[1] + k * stride[2], count[0]});
  return runs;
}

/// Whether cuts across the slowest axis go through planes that must stay together.
bool cuts_through(const std::array<int, 3>& ranks, const Grid& whole, const std::vector<std::array<int, 2>>& planes) {
  const int slowest = whole.dim - 1;
  const Cartesian cuts(ranks, {whole.axis[0].n_nodes, whole.axis[1].n_nodes, whole.axis[2].n_nodes}, {}, 0);
  for (int place = 1; place < ranks[slowest]; ++place) {
    const int first = cuts.range(slowest, place).first;
    for (const auto& [low, high] : planes)
      if (first > low && first <= high) return true;
  }
  return false;
}

}  // namespace

std::array<int, 3> least_nodes(const SchemeDescription& scheme, const Grid& whole, int radius, bool one_sided_faces) {
  bool second = false;
  for (const StageDescription& stage : scheme.stages)
    for (const UpdateDescription& update : stage.updates)
      for (const Derivative& d : update.derivatives) second = second || d.kind == Operator::second;
  std::array<int, 3> least{1, 1, 1};
  for (int a = 0; a < whole.dim; ++a) {
    const Axis& axis = whole.axis[a];
    least[a] = radius + 2;
    auto has_face = [](scenario::BoundaryKind kind) {
      return kind == scenario::BoundaryKind::free || kind == scenario::BoundaryKind::rigid;
    };
    if (one_sided_faces && (has_face(axis.low) || has_face(axis.high)))
      least[a] = numerics::one_sided_difference(radius).n_rows + radius + 2;
    // The memory of a stretched second derivative is differentiated once more and stays within a part.
    if (second && axis.absorbing_low + axis.absorbing_high > 0)
      least[a] = std::max(axis.absorbing_low, axis.absorbing_high) + 2 * radius + 2;
  }
  return least;
}

Cartesian uncut(const Grid& whole) {
  return Cartesian({1, 1, 1}, {whole.axis[0].n_nodes, whole.axis[1].n_nodes, whole.axis[2].n_nodes}, {}, 0);
}

Cartesian cut_grid(const scenario::Scenario& s, const Grid& whole, const std::array<int, 3>& least,
                   const std::vector<std::array<int, 2>>& uncut_planes, const parallel::Communicator& communicator) {
  std::array<int, 3> n{1, 1, 1};
  std::array<bool, 3> periodic{};
  for (int a = 0; a < whole.dim; ++a) {
    n[a] = whole.axis[a].n_nodes;
    periodic[a] = whole.axis[a].periodic();
  }
  const int n_ranks = communicator.size();
  std::optional<std::array<int, 3>> ranks;
  if (!s.parallel.ranks.empty()) {
    ranks = given_ranks(s, whole, n_ranks);
    if (!parallel::ranks_fit(*ranks, n, least))
      s.fail("parallel.ranks",
             fmt::format("{} ranks do not fit a grid of {} points (absorbing layers included); each needs "
                         "at least {} points along an axis that is cut",
                         text_of(*ranks, whole.dim), text_of(n, whole.dim), text_of(least, whole.dim)));
    if (cuts_through(*ranks, whole, uncut_planes))
      s.fail("parallel.ranks",
             fmt::format("{} ranks cut the grid beside a contact of a fluid and a solid, whose planes must lie on one "
                         "rank. Take another number along {}, 1 for instance",
                         text_of(*ranks, whole.dim), axis_names[whole.axis[whole.dim - 1].physical]));
  } else {
    ranks = parallel::choose_ranks(n_ranks, n, least);
    if (ranks && cuts_through(*ranks, whole, uncut_planes)) {
      std::array<int, 3> uncut = least;
      uncut[whole.dim - 1] = n[whole.dim - 1];
      ranks = parallel::choose_ranks(n_ranks, n, uncut);
    }
    if (!ranks)
      throw InputError(
          fmt::format("{} ranks are too many for a grid of {} points (absorbing layers included): each needs at "
                      "least {} points along an axis that is cut. Take fewer ranks, with more threads each",
                      n_ranks, text_of(n, whole.dim), text_of(least, whole.dim)));
  }
  Cartesian cuts(*ranks, n, periodic, communicator.rank());
  if (s.parallel.exchange_with_self) cuts.exchange_with_self();
  return cuts;
}

Grid part_of(const Grid& whole, const Cartesian& cuts) {
  Grid part = whole;
  for (int a = 0; a < whole.dim; ++a) {
    const parallel::Range range = cuts.range(a);
    part.axis[a].offset = range.first;
    part.axis[a].n_nodes = range.count();
    part.axis[a].cut = {cuts.is_cut(a, 0), cuts.is_cut(a, 1)};
  }
  return part;
}

template <class Real>
std::vector<HaloLink<Real>> links_after_stage(const View<Real>& view, const SchemeDescription& scheme,
                                              std::size_t stage, int radius, const Cartesian& cuts) {
  std::set<int> fields;
  for (const UpdateDescription& update : scheme.stages[stage].updates)
    fields.insert(update.targets.begin(), update.targets.end());
  std::vector<HaloLink<Real>> links;
  for (int axis = 0; axis < scheme.dim; ++axis) {
    for (int side = 0; side < 2; ++side) {
      if (!cuts.is_cut(axis, side)) continue;
      // What goes down along an axis has an even tag, what goes up an odd one.
      const int tag = static_cast<int>(stage) * 8 + 2 * axis;
      HaloLink<Real> link{cuts.neighbour(axis, side), tag + side, tag + 1 - side, {}, {}};
      for (const int field : fields) {
        const GhostWidths ghosts = ghost_widths(scheme, field, radius);
        const int mine = ghosts[axis][side], theirs = ghosts[axis][1 - side];
        std::array<int, 3> first{0, 0, 0}, count = view.n;
        count[axis] = mine;
        first[axis] = side == 0 ? -mine : view.n[axis];
        if (mine > 0) link.receive.push_back({view.field[field], runs_of(view.stride, first, count)});
        count[axis] = theirs;
        first[axis] = side == 0 ? 0 : view.n[axis] - theirs;
        if (theirs > 0) link.send.push_back({view.field[field], runs_of(view.stride, first, count)});
      }
      links.push_back(std::move(link));
    }
  }
  return links;
}

template <class Real>
void fill_lower_corners(const View<Real>& view, int dim, const FieldImages& images, const Cartesian& cuts,
                        const parallel::Communicator& communicator) {
  Real* array = view.field[images.field];
  std::array<int, 3> first{0, 0, 0}, count = view.n;  // grows by the ghosts of the axes already done
  for (int axis = 0; axis < dim; ++axis) {
    std::array<int, 3> source = first, target = first, one = count;
    one[axis] = 1;
    source[axis] = view.n[axis] - 1;
    target[axis] = -1;
    if (cuts.is_cut(axis, 0) || cuts.is_cut(axis, 1)) {
      std::vector<HaloLink<Real>> links;
      if (cuts.is_cut(axis, 1))
        links.push_back(
            {cuts.neighbour(axis, 1), 90 + axis, 90 + axis, {{array, runs_of(view.stride, source, one)}}, {}});
      if (cuts.is_cut(axis, 0))
        links.push_back(
            {cuts.neighbour(axis, 0), 90 + axis, 90 + axis, {}, {{array, runs_of(view.stride, target, one)}}});
      parallel::Halo<Real> halo(communicator, std::move(links));
      halo.begin();
      halo.finish();
    } else if (images.mirror[axis][0] == Mirror::wrap) {
      const auto from = runs_of(view.stride, source, one), to = runs_of(view.stride, target, one);
      for (std::size_t n = 0; n < from.size(); ++n)
        std::copy_n(array + from[n].first, from[n].count, array + to[n].first);
    }
    --first[axis];
    ++count[axis];
  }
}

template std::vector<HaloLink<float>> links_after_stage<float>(const View<float>&, const SchemeDescription&,
                                                               std::size_t, int, const Cartesian&);
template std::vector<HaloLink<double>> links_after_stage<double>(const View<double>&, const SchemeDescription&,
                                                                 std::size_t, int, const Cartesian&);
template void fill_lower_corners<float>(const View<float>&, int, const FieldImages&, const Cartesian&,
                                        const parallel::Communicator&);
template void fill_lower_corners<double>(const View<double>&, int, const FieldImages&, const Cartesian&,
                                         const parallel::Communicator&);

}  // namespace unda::fd

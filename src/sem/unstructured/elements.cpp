// Slots, places, what other ranks share, and colours.
#include "sem/unstructured/elements.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

#include "base/error.hpp"

namespace unda::sem {
namespace {

constexpr std::size_t slots_of_block = 512;

int n_corners(const mesh::Hexahedra& mesh) { return mesh.n_corners(); }

bool is_on_surface(const Index& point, int degree, int dim) {
  for (int a = 0; a < dim; ++a)
    if (point[a] == 0 || point[a] == degree) return true;
  return false;
}

}  // namespace

Elements::Elements(const WholeMesh& whole, bool fluid, const parallel::Communicator& ranks, int pack)
    : whole_(&whole), fluid_(fluid), n_points_(static_cast<std::size_t>(whole.points_of_an_element())) {
  choose(ranks, pack);
  number_points();
  find_shared(ranks.rank());
  const auto n_outer = static_cast<std::ptrdiff_t>(n_outer_), n = static_cast<std::ptrdiff_t>(n_slots());
  colour(0, n_outer, pack, outer_);
  colour((n_outer + pack - 1) / pack * pack, n, pack, inner_);
}

/// Those with a corner that another rank has as well come first.
void Elements::choose(const parallel::Communicator& ranks, int pack) {
  const mesh::Hexahedra& mesh = whole_->elements();
  std::vector<char> touched(mesh.nodes.size(), 0);  // 1 here, 2 elsewhere
  const auto mark = [&](std::size_t e) {
    const char by = whole_->rank_of(e) == ranks.rank() ? 1 : 2;
    for (int c = 0; c < n_corners(mesh); ++c)
      touched[static_cast<std::size_t>(mesh.corners[e][static_cast<std::size_t>(c)])] |= by;
  };
  for (std::size_t e = 0; e < mesh.size(); ++e)
    if (whole_->is_fluid(e) == fluid_) mark(e);
  std::vector<int> inner;
  for (const int element : whole_->order()) {
    const auto e = static_cast<std::size_t>(element);
    if (whole_->is_fluid(e) != fluid_ || whole_->rank_of(e) != ranks.rank()) continue;
    bool is_outer = false;
    for (int c = 0; c < n_corners(mesh); ++c)
      is_outer = is_outer || touched[static_cast<std::size_t>(mesh.corners[e][static_cast<std::size_t>(c)])] == 3;
    (is_outer ? element_ : inner).push_back(element);
  }
  n_outer_ = element_.size();
  const auto fill = [&] {
    element_.resize((element_.size() + static_cast<std::size_t>(pack) - 1) / static_cast<std::size_t>(pack) *
                        static_cast<std::size_t>(pack),
                    -1);
  };
  fill();
  element_.insert(element_.end(), inner.begin(), inner.end());
  fill();
  for (std::size_t slot = 0; slot < element_.size(); ++slot)
    if (element_[slot] >= 0) slots_.emplace_back(element_[slot], static_cast<int>(slot));
  std::sort(slots_.begin(), slots_.end());
}

int Elements::slot_of(std::size_t e) const {
  const auto found = std::lower_bound(slots_.begin(), slots_.end(), std::pair{static_cast<int>(e), 0});
  return found != slots_.end() && found->first == static_cast<int>(e) ? found->second : -1;
}

void Elements::number_points() {
  const int degree = whole_->degree(), dim = whole_->dim();
  const PointNumbers& numbers = whole_->numbers();
  std::vector<std::int32_t> place_of(static_cast<std::size_t>(numbers.first_inside()), -1);
  place_.assign(n_slots() * n_points_, 0);
  for (std::size_t first = 0; first < n_slots(); first += slots_of_block)
    for (std::size_t p = 0; p < n_points_; ++p) {
      const Index point = point_of(static_cast<int>(p), degree);
      const bool may_be_shared = is_on_surface(point, degree, dim);
      for (std::size_t slot = first; slot < std::min(n_slots(), first + slots_of_block); ++slot) {
        if (element_[slot] < 0) continue;
        const std::int64_t number = numbers(static_cast<std::size_t>(element_[slot]), point);
        std::int32_t known = may_be_shared ? place_of[static_cast<std::size_t>(number)] : -1;
        if (known < 0) {
          require(number_.size() < std::numeric_limits<std::int32_t>::max(),
                  "the points of a rank are numbered in 32 bits, and one has more; take more ranks");
          known = static_cast<std::int32_t>(number_.size());
          number_.push_back(number);
          holder_.push_back({static_cast<std::int32_t>(slot), static_cast<std::int32_t>(p)});
          if (may_be_shared) place_of[static_cast<std::size_t>(number)] = known;
        }
        place_[slot * n_points_ + p] = known;
      }
    }
}

/// Those of the other ranks' elements that touch this rank's.
void Elements::find_shared(int own_rank) {
  owns_.assign(size(), true);
  if (n_outer_ == 0) return;
  const mesh::Hexahedra& mesh = whole_->elements();
  const int degree = whole_->degree(), dim = whole_->dim();
  std::vector<std::pair<std::int64_t, std::int32_t>> own;  // number, place
  std::vector<bool> touched(mesh.nodes.size(), false);
  for (std::size_t slot = 0; slot < n_outer_; ++slot) {
    for (int c = 0; c < n_corners(mesh); ++c)
      touched[static_cast<std::size_t>(
          mesh.corners[static_cast<std::size_t>(element_[slot])][static_cast<std::size_t>(c)])] = true;
    for (int p = 0; p < static_cast<int>(n_points_); ++p)
      if (is_on_surface(point_of(p, degree), degree, dim))
        own.emplace_back(number_[static_cast<std::size_t>(place(slot, p))], place(slot, p));
  }
  std::sort(own.begin(), own.end());
  own.erase(std::unique(own.begin(), own.end()), own.end());
  std::map<int, std::vector<std::pair<std::int64_t, std::int32_t>>> found;
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    const int rank = whole_->rank_of(e);
    if (rank == own_rank || whole_->is_fluid(e) != fluid_) continue;
    bool touches = false;
    for (int c = 0; c < n_corners(mesh); ++c)
      touches = touches || touched[static_cast<std::size_t>(mesh.corners[e][static_cast<std::size_t>(c)])];
    if (!touches) continue;
    for (int p = 0; p < static_cast<int>(n_points_); ++p) {
      const Index point = point_of(p, degree);
      if (!is_on_surface(point, degree, dim)) continue;
      const std::int64_t number = whole_->numbers()(e, point);
      const auto at = std::lower_bound(own.begin(), own.end(), std::pair{number, std::int32_t{0}});
      if (at != own.end() && at->first == number) found[rank].push_back(*at);
    }
  }
  for (auto& [rank, places] : found) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    Shared& shared = shared_.emplace_back();
    shared.rank = rank;
    for (const auto& [number, place] : places) {
      shared.places.push_back(place);
      if (rank < own_rank) owns_[static_cast<std::size_t>(place)] = false;
    }
  }
}

Vector Elements::position(std::size_t place) const {
  const auto [slot, point] = holder_[place];
  return whole_->position(static_cast<std::size_t>(element_[static_cast<std::size_t>(slot)]),
                          point_of(point, whole_->degree()));
}

std::vector<PlacesTowards> Elements::towards(int n_components) const {
  const int tag = fluid_ ? 71 : 70;
  std::vector<PlacesTowards> others;
  for (const Shared& shared : shared_) {
    PlacesTowards& other = others.emplace_back();
    other.rank = shared.rank;
    other.send_tag = other.receive_tag = tag;
    for (int c = 0; c < n_components; ++c)
      for (const std::int32_t place : shared.places)
        other.places.push_back(static_cast<std::ptrdiff_t>(c) * static_cast<std::ptrdiff_t>(size()) + place);
  }
  return others;
}

/// Each block takes the first colour that no block beside it has; small meshes have small blocks, for the threads. The same whatever their
/// number.
void Elements::colour(std::ptrdiff_t first, std::ptrdiff_t last, int pack, SlotColours& colours) const {
  constexpr std::ptrdiff_t blocks_of_small_mesh = 64;
  constexpr std::size_t most_colours = 64;
  const std::ptrdiff_t wanted = (last - first) / blocks_of_small_mesh / pack * pack;
  const std::ptrdiff_t size_of_block =
      std::clamp(wanted, static_cast<std::ptrdiff_t>(pack), static_cast<std::ptrdiff_t>(slots_of_block));
  std::vector<std::uint64_t> taken(size(), 0);  // by place: colours of the blocks that have it
  for (std::ptrdiff_t at = first; at < last; at += size_of_block) {
    // Empty slots stand at the end alone.
    SlotBlock block{at, std::min(last, at + size_of_block)};
    while (block.last > block.first && element_[static_cast<std::size_t>(block.last - 1)] < 0) --block.last;
    const auto for_each_place_here = [&](auto f) {
      for (std::ptrdiff_t slot = block.first; slot < block.last; ++slot)
        for (std::size_t p = 0; p < n_points_; ++p)
          f(taken[static_cast<std::size_t>(place_[static_cast<std::size_t>(slot) * n_points_ + p])]);
    };
    std::uint64_t beside = 0;
    for_each_place_here([&](std::uint64_t& of_place) { beside |= of_place; });
    const auto number = static_cast<std::size_t>(std::countr_one(beside));
    if (number >= most_colours) {  // a colour of its own
      colours.resize(std::max(colours.size(), most_colours));
      colours.push_back({block});
      continue;
    }
    for_each_place_here([&](std::uint64_t& of_place) { of_place |= std::uint64_t{1} << number; });
    if (colours.size() <= number) colours.resize(number + 1);
    colours[number].push_back(block);
  }
}

}  // namespace unda::sem

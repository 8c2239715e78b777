// The elements of one rank that are all fluid or all solid, out of a mesh of any hexahedra or quadrilaterals, in packs; and their points:
// where the numbers on them lie in memory, and which other ranks have them too.
//
// Elements stand in slots, those that share points with other ranks first; both kinds begin a pack, whose last slots may stay empty. Points
// are numbered as blocks of slots come to them, point after point of the elements and slot after slot, so that where neighbours in the mesh
// are neighbours in a block and turned alike their points follow one another, as those of boxes do.
#pragma once

#include <vector>

#include "sem/shared_points.hpp"
#include "sem/unstructured/whole_mesh.hpp"

namespace unda::sem {

/// Slots that a thread works on at a time; the first begins a pack.
struct SlotBlock {
  std::ptrdiff_t first = 0, last = 0;
};
/// Blocks of one colour share no point.
using SlotColours = std::vector<std::vector<SlotBlock>>;

class Elements {
 public:
  /// `pack`: elements of a pack.
  Elements(const WholeMesh& whole, bool fluid, const parallel::Communicator& ranks, int pack);

  const WholeMesh& whole() const { return *whole_; }
  std::size_t n_slots() const { return element_.size(); }
  /// Of the whole mesh; -1: the slot is empty.
  int element(std::size_t slot) const { return element_[slot]; }
  /// Of an element of the whole mesh; -1: it is not here.
  int slot_of(std::size_t element) const;
  std::int32_t place(std::size_t slot, int point) const {
    return place_[slot * n_points_ + static_cast<std::size_t>(point)];
  }
  /// Places, each of a point of its own.
  std::size_t size() const { return number_.size(); }
  bool owns(std::size_t place) const { return owns_[place]; }
  std::int64_t number(std::size_t place) const { return number_[place]; }
  Vector position(std::size_t place) const;
  std::size_t bytes() const { return 4 * place_.size() + 16 * number_.size(); }
  /// Blocks of elements that share points with other ranks, and of the others.
  const SlotColours& outer() const { return outer_; }
  const SlotColours& inner() const { return inner_; }
  /// With other ranks, for arrays [component][place].
  std::vector<PlacesTowards> towards(int n_components) const;

 private:
  void choose(const parallel::Communicator& ranks, int pack);
  void number_points();
  void find_shared(int own_rank);
  void colour(std::ptrdiff_t first, std::ptrdiff_t last, int pack, SlotColours& colours) const;

  const WholeMesh* whole_;
  bool fluid_;
  std::size_t n_points_, n_outer_ = 0;
  std::vector<int> element_;
  std::vector<std::pair<int, int>> slots_;           ///< element, slot; in order
  std::vector<std::int32_t> place_;                  ///< [slot][point]
  std::vector<std::int64_t> number_;                 ///< [place]
  std::vector<std::array<std::int32_t, 2>> holder_;  ///< [place]: a slot and its point
  std::vector<bool> owns_;
  SlotColours outer_, inner_;
  struct Shared {
    int rank = 0;
    std::vector<std::int32_t> places;  ///< by number
  };
  std::vector<Shared> shared_;
};

/// f(place, whether it counts in sums over the points of all ranks, number of its point).
template <class Function>
void for_each_place(const Elements& elements, Function f) {
  for (std::size_t place = 0; place < elements.size(); ++place) f(place, elements.owns(place), elements.number(place));
}

}  // namespace unda::sem

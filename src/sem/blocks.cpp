// Cutting a box of elements into blocks.
#include "sem/blocks.hpp"

#include <algorithm>

namespace unda::sem {
namespace {

using parallel::Range;

/// Pieces of at most `size`, cut where elements begin to be deformed as well.
std::vector<Range> pieces(const Range& whole, int size, const Mesh& mesh, bool is_vertical) {
  std::vector<Range> found;
  for (int first = whole.first; first < whole.last;) {
    int last = first + 1;
    while (last < whole.last && last - first < size &&
           (!is_vertical || mesh.is_deformed(last) == mesh.is_deformed(first)))
      ++last;
    found.push_back({first, last});
    first = last;
  }
  return found;
}

void add_blocks(const Mesh& mesh, const Range& rows, const Range& layers, int n_rows, int n_layers, Colours& colours) {
  const bool flat_layers = mesh.dim() == 3;
  const auto row_pieces = pieces(rows, n_rows, mesh, !flat_layers),
             layer_pieces = pieces(layers, n_layers, mesh, flat_layers);
  Colours found(4);
  for (std::size_t k = 0; k < layer_pieces.size(); ++k)
    for (std::size_t j = 0; j < row_pieces.size(); ++j) {
      const int layer = flat_layers ? layer_pieces[k].first : row_pieces[j].first;
      found[2 * (k % 2) + j % 2].push_back({layer_pieces[k], row_pieces[j], mesh.is_deformed(layer)});
    }
  for (auto& colour : found)
    if (!colour.empty()) colours.push_back(std::move(colour));
}

}  // namespace

Blocks make_blocks(const Mesh& mesh, std::ptrdiff_t elements_of_a_block) {
  const int n_layers = 1, n_rows = static_cast<int>((elements_of_a_block + mesh.row() - 1) / mesh.row());
  Range rows = mesh.domain(1), layers = mesh.domain(2);
  Blocks blocks;
  auto add_outer = [&](const Range& r, const Range& l) {
    if (r.count() > 0 && l.count() > 0) add_blocks(mesh, r, l, n_rows, n_layers, blocks.outer);
  };
  // A cut across x leaves no inner elements: rows are not split.
  if (mesh.is_cut(0, 0) || mesh.is_cut(0, 1)) {
    add_outer(rows, layers);
    return blocks;
  }
  if (mesh.dim() == 3 && mesh.is_cut(2, 0) && layers.count() > 0) {
    add_outer(rows, {layers.first, layers.first + 1});
    ++layers.first;
  }
  if (mesh.dim() == 3 && mesh.is_cut(2, 1) && layers.count() > 0) {
    add_outer(rows, {layers.last - 1, layers.last});
    --layers.last;
  }
  if (mesh.is_cut(1, 0) && rows.count() > 0) {
    add_outer({rows.first, rows.first + 1}, layers);
    ++rows.first;
  }
  if (mesh.is_cut(1, 1) && rows.count() > 0) {
    add_outer({rows.last - 1, rows.last}, layers);
    --rows.last;
  }
  if (rows.count() > 0 && layers.count() > 0) add_blocks(mesh, rows, layers, n_rows, n_layers, blocks.inner);
  return blocks;
}

}  // namespace unda::sem

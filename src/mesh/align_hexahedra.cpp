// From each element to its neighbours.
#include "mesh/align_hexahedra.hpp"

#include <algorithm>
#include <deque>

namespace unda::mesh {
namespace {

/// What the axes of an element become: each new one goes along an old one, in its direction or against it.
struct Turn {
  std::array<int, 3> axis{0, 1, 2};
  std::array<bool, 3> against{false, false, false};

  int old_face(int face) const {
    const int a = face / 2, side = face % 2;
    return 2 * axis[a] + (against[a] ? 1 - side : side);
  }
  int old_corner(int corner) const {
    int old = 0;
    for (int a = 0; a < 3; ++a)
      if (((corner >> a) % 2 == 1) != against[a]) old |= 1 << axis[a];
    return old;
  }
};

/// Such that an element goes on in the directions of its neighbour across face `face` of that.
Turn turn_towards(const Hexahedra& mesh, std::size_t fixed, int face, std::size_t other, int old_face) {
  const int across = face / 2, old_across = old_face / 2;
  const auto old_corner_of = [&](int node) {
    const auto& corners = mesh.corners[other];
    return static_cast<int>(std::find(corners.begin(), corners.end(), node) - corners.begin());
  };
  // The corner of the fixed element on the face whose other bits are 0, and where the axes along the face lead from it.
  const int base = face % 2 == 0 ? 0 : 1 << across;
  const int first = old_corner_of(mesh.corners[fixed][static_cast<std::size_t>(base)]);
  Turn turn;
  for (int a = 0; a < mesh.dim; ++a) {
    if (a == across) {
      turn.axis[a] = old_across;
      // The new element's face towards the fixed one is the low one where that looks up.
      turn.against[a] = (old_face % 2 == 0) != (face % 2 == 1);
      continue;
    }
    const int next = old_corner_of(mesh.corners[fixed][static_cast<std::size_t>(base | 1 << a)]);
    int axis = 0;
    while ((first ^ next) != 1 << axis) ++axis;
    turn.axis[a] = axis;
    turn.against[a] = (first >> axis) % 2 == 1;
  }
  return turn;
}

void apply(const Turn& turn, std::size_t e, Hexahedra& mesh) {
  const auto corners = mesh.corners[e];
  for (int c = 0; c < mesh.n_corners(); ++c)
    mesh.corners[e][static_cast<std::size_t>(c)] = corners[static_cast<std::size_t>(turn.old_corner(c))];
  const int n = mesh.order + 1;
  Vector* shape = mesh.shape.data() + e * static_cast<std::size_t>(mesh.n_shape());
  const std::vector<Vector> old_shape(shape, shape + mesh.n_shape());
  for (int p = 0; p < mesh.n_shape(); ++p) {
    const std::array<int, 3> at{p % n, p / n % n, p / (n * n)};
    std::array<int, 3> old{};
    for (int a = 0; a < mesh.dim; ++a) old[turn.axis[a]] = turn.against[a] ? mesh.order - at[a] : at[a];
    shape[p] = old_shape[old[0] + n * (old[1] + n * old[2])];
  }
  const auto neighbours = mesh.neighbours[e];
  const auto boundary = mesh.boundary[e];
  for (int f = 0; f < mesh.n_faces(); ++f) {
    const auto old = static_cast<std::size_t>(turn.old_face(f));
    mesh.neighbours[e][static_cast<std::size_t>(f)] = neighbours[old];
    mesh.boundary[e][static_cast<std::size_t>(f)] = boundary[old];
    if (const Neighbour& other = neighbours[old]; other.exists())
      mesh.neighbours[static_cast<std::size_t>(other.element)][static_cast<std::size_t>(other.face)].face = f;
  }
}

/// The next element along an axis, where that goes on; -1: it does not.
int next_along(const Hexahedra& mesh, int e, int axis, int side) {
  const Neighbour& other = mesh.neighbours[static_cast<std::size_t>(e)][2 * axis + side];
  return other.exists() && other.face == 2 * axis + 1 - side ? other.element : -1;
}

/// The axis along which the fewest rows end.
int axis_of_longest_rows(const Hexahedra& mesh) {
  std::array<std::size_t, 3> n_links{};
  for (int e = 0; e < static_cast<int>(mesh.size()); ++e)
    for (int a = 0; a < mesh.dim; ++a)
      if (next_along(mesh, e, a, 1) >= 0) ++n_links[a];
  return static_cast<int>(std::max_element(n_links.begin(), n_links.begin() + mesh.dim) - n_links.begin());
}

}  // namespace

void align(Hexahedra& mesh) {
  std::vector<bool> is_turned(mesh.size(), false);
  std::deque<int> fixed;
  for (std::size_t first = 0; first < mesh.size(); ++first) {
    if (is_turned[first]) continue;
    is_turned[first] = true;
    fixed.push_back(static_cast<int>(first));
    while (!fixed.empty()) {
      const auto e = static_cast<std::size_t>(fixed.front());
      fixed.pop_front();
      for (int f = 0; f < mesh.n_faces(); ++f) {
        const Neighbour other = mesh.neighbours[e][static_cast<std::size_t>(f)];
        if (!other.exists() || is_turned[static_cast<std::size_t>(other.element)]) continue;
        const auto g = static_cast<std::size_t>(other.element);
        apply(turn_towards(mesh, e, f, g, other.face), g, mesh);
        is_turned[g] = true;
        fixed.push_back(other.element);
      }
    }
  }
}

std::vector<int> in_rows(const Hexahedra& mesh) {
  const int along = axis_of_longest_rows(mesh);
  std::vector<int> order;
  order.reserve(mesh.size());
  std::vector<bool> is_done(mesh.size(), false);
  // A row from its beginning; gives where in the order it begins.
  const auto add_row = [&](int e) {
    const int start = e;
    for (int before = next_along(mesh, e, along, 0);
         before >= 0 && !is_done[static_cast<std::size_t>(before)] && before != start;
         before = next_along(mesh, e, along, 0))
      e = before;
    const std::size_t first = order.size();
    for (; e >= 0 && !is_done[static_cast<std::size_t>(e)]; e = next_along(mesh, e, along, 1)) {
      is_done[static_cast<std::size_t>(e)] = true;
      order.push_back(e);
    }
    return first;
  };
  // The first element beside the elements of the order from `first` on, across an axis, that is in no row yet.
  const auto beside = [&](std::size_t first, int axis) {
    for (std::size_t n = first; n < order.size(); ++n)
      for (const int side : {1, 0})
        if (const int e = next_along(mesh, order[n], axis, side); e >= 0 && !is_done[static_cast<std::size_t>(e)])
          return e;
    return -1;
  };
  for (int seed = 0; seed < static_cast<int>(mesh.size()); ++seed) {
    if (is_done[static_cast<std::size_t>(seed)]) continue;
    int e = seed;
    while (e >= 0) {  // a sheet of rows, then the one beside it
      const std::size_t sheet = order.size();
      for (std::size_t row = sheet; e >= 0; e = beside(row, (along + 1) % mesh.dim)) row = add_row(e);
      if (mesh.dim == 3) e = beside(sheet, (along + 2) % 3);
    }
  }
  return order;
}

}  // namespace unda::mesh

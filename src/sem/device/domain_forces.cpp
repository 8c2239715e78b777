// Making the tables of a device, and running its loops.
#include "sem/device/domain_forces.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "exec/gpu_support.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "sem/device/choose_law.hpp"
#include "sem/device/law_on_gpu.hpp"
#include "sem/device/plain_elements.hpp"

namespace unda::sem {
namespace {

using exec::Access;

/// Layers that a block of a GPU goes up through: few enough that all of it has work, many enough that the planes between columns of
/// layers do not count.
int layers_of_column(const Mesh& mesh) {
  constexpr int enough_blocks = 4000, elements_of_block = 8;
  const int n_layers = mesh.n(mesh.up()), least = std::max(8, 1 + n_layers / exec::most_blocks_across);
  const auto n_columns = 1 + enough_blocks * elements_of_block / mesh.plane();
  return std::clamp(static_cast<int>((n_layers + n_columns - 1) / n_columns), std::min(least, n_layers), n_layers);
}

int n_components(const Mesh& mesh, Physics physics) { return is_solid(physics) ? mesh.dim() : 1; }

template <class Law, int Dim, class Real>
void run_plain(const PlainElements<Law, Dim, Real>& elements) {
  const exec::SimulatedAccess access;
  exec::for_each_block(elements.count(), 1000, [&](std::size_t n) { elements(n); });
}

}  // namespace

template <class Real>
DeviceDomainForces<Real>::DeviceDomainForces(const Mesh& mesh, Physics physics, const ElementTables<Real>& tables,
                                             const exec::Queue& queue)
    : queue_(queue), physics_(physics), dim_(mesh.dim()), line_(line_of<Real>(mesh.gll())) {
  const ElementArrays<Real> arrays = tables.arrays();
  elements_.degree = assembly_.degree = mesh.degree();
  elements_.n_layers = dim_ == 3 ? mesh.n(2) : 1;
  elements_.end_layer = dim_ == 3 ? mesh.domain(2).last : 1;
  elements_.n_places = mesh.n(1) * mesh.row();
  elements_.modulus_point = arrays.modulus_point;
  elements_.modulus_layer = arrays.modulus_layer;
  const auto n_read = static_cast<std::size_t>(n_moduli(physics, dim_));
  for (std::size_t m = 0; m < n_read; ++m) {
    const exec::Buffer<Real>& values = tables.moduli().values[m];
    modulus_[m] = exec::Twin<Real>(values.size(), queue_);
    if (values.empty()) continue;
    std::copy(values.begin(), values.end(), modulus_[m].host(Access::write));
    modulus_[m].release_host();
    elements_.modulus[m] = modulus_[m].device(Access::read);
  }
  const std::size_t n_heights =
      dim_ == 3 ? static_cast<std::size_t>(mesh.n(2)) : static_cast<std::size_t>(mesh.plane());
  half_height_ = exec::upload(std::vector<Real>(arrays.half_height, arrays.half_height + n_heights), queue_);
  elements_.half_height = half_height_.device(Access::read);
  for (int a = 0; a < mesh.up(); ++a) elements_.per_metre[a] = static_cast<Real>(2 / mesh.edge(a));
  assembly_.n_components = n_components(mesh, physics);
  assembly_.n_levels = dim_ == 3 ? mesh.n_points(2) : 1;
  assembly_.row = mesh.row();
  assembly_.plane = mesh.plane();
  assembly_.component = static_cast<std::ptrdiff_t>(mesh.size());
  if (mesh.levels().is_deformed()) make_shapes(mesh, arrays);
  make_parts(mesh);
  make_folded_points(mesh);
  const exec::Buffer<Real>& last_modulus = tables.moduli().values[n_read - 1];
  for (int layer = 0; layer < elements_.n_layers; ++layer)
    for (std::ptrdiff_t e = 0; e < mesh.plane(); ++e)
      of_domain_.push_back(last_modulus[static_cast<std::size_t>(layer * arrays.modulus_layer + e)] != 0 ? 1 : 0);
  leave(mesh, {}, [](std::ptrdiff_t) { return false; });
  side_ = exec::Twin<Real>(assembly_.side_size(), queue_);
  top_ = exec::Twin<Real>(assembly_.top_size(level_of_slot_.size()), queue_);
}

/// The rise of all columns of an element, and its slopes by the polynomials of the element.
template <class Real>
void DeviceDomainForces<Real>::make_shapes(const Mesh& mesh, const ElementArrays<Real>& arrays) {
  const int n = line_.n, n_columns = dim_ == 3 ? n * n : n, n_planes = dim_ == 3 ? mesh.n(2) + 1 : 1;
  const int n_rows = dim_ == 3 ? mesh.n(1) : mesh.n(1) + 1;  // in 2-D planes are rows
  elements_.plane_layer = dim_ == 3 ? n_columns * mesh.plane() : 0;
  elements_.plane_up = dim_ == 3 ? elements_.plane_layer : mesh.row();
  const std::size_t size = static_cast<std::size_t>(n_planes * n_columns) * static_cast<std::size_t>(mesh.plane());
  rise_ = exec::Twin<Real>(size, queue_);
  Real* rise = rise_.host(Access::write);
  std::array<Real*, 2> slope{};
  for (int a = 0; a < mesh.up(); ++a) {
    slope_[a] = exec::Twin<Real>(size, queue_);
    slope[a] = slope_[a].host(Access::write);
  }
  for_each_index({0, 0, 0}, {mesh.n(0), n_rows, n_planes}, [&](const Index& e) {
    const std::ptrdiff_t place = mesh.element_place({e[0], e[1], 0});
    const Real* from = arrays.rise + (dim_ == 3 ? e[2] * arrays.rise_up : 0) + place;
    const std::ptrdiff_t first = e[2] * elements_.plane_layer + place;
    for (int q = 0; q < n_columns; ++q) {
      rise[first + q * mesh.plane()] = from[arrays.rise_offset[q]];
      for (int a = 0; a < mesh.up(); ++a) {
        double sum = 0;
        for (int m = 0; m < n; ++m) {
          const int other = a == 0 ? q - q % n + m : q % n + m * n;
          sum += 2 / mesh.edge(a) * mesh.gll().d(a == 0 ? q % n : q / n, m) *
                 static_cast<double>(from[arrays.rise_offset[other]]);
        }
        slope[a][first + q * mesh.plane()] = static_cast<Real>(sum);
      }
    }
  });
  rise_.release_host();
  elements_.rise = rise_.device(Access::read);
  for (int a = 0; a < mesh.up(); ++a) {
    slope_[a].release_host();
    elements_.slope[a] = slope_[a].device(Access::read);
  }
}

/// Layers of the domain where elements begin to be deformed, and beside cuts, have loops of their own, and rows beside cuts too. In 2-D
/// layers are rows. The last rows take the places of one more with them, where points of theirs lie. Parts begin where blocks of elements lie
/// in whole sectors of memory, as planes of points do.
template <class Real>
void DeviceDomainForces<Real>::make_parts(const Mesh& mesh) {
  constexpr std::ptrdiff_t lines = 16;
  const parallel::Range layers = mesh.domain(mesh.up()), rows = dim_ == 3 ? mesh.domain(1) : layers;
  if (mesh.domain(0).count() == 0 || layers.count() == 0 || rows.count() == 0) return;
  const auto is_outer = [&](int axis, int side) {
    const parallel::Range own = mesh.domain(axis);
    return mesh.is_cut(axis, side) && (side == 0 ? own.first == 0 : own.last == mesh.n(axis));
  };
  all_outer_ = is_outer(0, 0) || is_outer(0, 1);
  const int height = queue_.device().kind == exec::DeviceKind::gpu ? layers_of_column(mesh) : 1;
  const std::ptrdiff_t begin = rows.first * mesh.row() / lines * lines,
                       end = rows.last < mesh.n(1) ? (rows.last + 1) * mesh.row() : mesh.plane();
  std::vector<int> levels;
  std::vector<DevicePart> outer, inner;
  auto add = [&](DevicePart part, std::ptrdiff_t first, std::ptrdiff_t last, bool beside_cut) {
    if (first >= last) return;
    part.first = first;
    part.last = last;
    const bool is_one = beside_cut || all_outer_;
    (is_one ? n_outer_places_ : n_inner_places_) +=
        static_cast<double>(last - first) * (part.last_layer - part.first_layer);
    (is_one ? outer : inner).push_back(part);
  };
  /// Rows of some layers, those beside cuts apart, with what they share lines of memory with.
  auto add_rows = [&](const DevicePart& part, int first_row, int last_row) {
    const std::ptrdiff_t first = first_row == rows.first ? begin : first_row * mesh.row(),
                         last = last_row == rows.last ? end : last_row * mesh.row();
    const std::ptrdiff_t low = is_outer(1, 0) && first_row == rows.first
                                   ? std::min(last, ((first_row + 1) * mesh.row() + lines - 1) / lines * lines)
                                   : first;
    const std::ptrdiff_t high =
        is_outer(1, 1) && last_row == rows.last ? std::max(low, (last_row - 1) * mesh.row() / lines * lines) : last;
    add(part, first, low, true);
    add(part, low, high, false);
    add(part, high, last, true);
  };
  for (int first = layers.first; first < layers.last;) {
    const bool lowest = first == layers.first && is_outer(mesh.up(), 0);
    int last = first + 1;
    while (last < layers.last && mesh.is_deformed(last) == mesh.is_deformed(first) && (dim_ == 2 || !lowest) &&
           (dim_ == 2 || last + 1 < layers.last || !is_outer(2, 1)))
      ++last;
    DevicePart part;
    part.deformed = mesh.is_deformed(first);
    part.up = (dim_ == 3 ? mesh.degree() * mesh.degree() : mesh.degree()) * mesh.plane();
    part.side_up = (dim_ == 3 ? assembly_.n_side_columns() : 1) * mesh.plane();
    part.side_component = assembly_.side_component();
    part.modulus_up = (dim_ == 3 ? line_.n * line_.n : line_.n) * elements_.modulus_point;
    if (dim_ == 3) {
      part.first_layer = first;
      part.last_layer = last;
      part.layers_of_column = height;
      part.first_slot = static_cast<int>(levels.size());
      for (int top = first + height; top < last + height; top += height)
        if (std::min(top, last) < layers.last) levels.push_back(mesh.degree() * std::min(top, last));
      if (lowest || (last == layers.last && is_outer(2, 1)))
        add(part, begin, end, true);
      else
        add_rows(part, rows.first, rows.last);
    } else {
      add_rows(part, first, last);
    }
    first = last;
  }
  n_outer_ = outer.size();
  parts_ = std::move(outer);
  parts_.insert(parts_.end(), inner.begin(), inner.end());
  level_of_slot_ = exec::upload(levels, queue_);
  std::vector<int> slots(static_cast<std::size_t>(assembly_.n_levels), -1);
  for (std::size_t n = 0; n < levels.size(); ++n) slots[static_cast<std::size_t>(levels[n])] = static_cast<int>(n);
  slot_of_level_ = exec::upload(slots, queue_);
  points_.first_level = dim_ == 3 ? mesh.degree() * layers.first : 0;
  points_.last_level = dim_ == 3 ? mesh.degree() * layers.last + 1 : 1;
  points_.first = begin;
  points_.last = end;
}

/// Those of cuts that elements of the domain touch. Across x all are added up ahead.
template <class Real>
void DeviceDomainForces<Real>::make_folded_points(const Mesh& mesh) {
  points_.high_begin = points_.last;
  points_ahead_ = points_;
  if (n_outer_ == 0 || all_outer_) return;
  const int last_row = mesh.n(1);
  if (mesh.is_cut(1, 0) && mesh.domain(1).first == 0) points_ahead_.low_end = mesh.row();
  if (mesh.is_cut(1, 1) && points_.last == mesh.plane()) points_ahead_.high_begin = last_row * mesh.row();
  if (dim_ == 3 && mesh.is_cut(2, 0) && points_.first_level == 0) points_ahead_.low_level = 0;
  if (dim_ == 3 && mesh.is_cut(2, 1) && points_.last_level == assembly_.n_levels)
    points_ahead_.high_level = assembly_.n_levels - 1;
  std::vector<std::ptrdiff_t> places;
  for (int level = points_.first_level; level < points_.last_level; ++level)
    for (int j = 0; j < assembly_.degree; ++j)
      for (int i = 0; i < assembly_.degree; ++i)
        for (std::ptrdiff_t e = points_.first; e < points_.last; ++e)
          if (points_ahead_.are_done(level, j, e)) places.push_back(assembly_.place(0, level, i, j, e));
  places_ahead_ = exec::upload(places, queue_);
}

template <class Real>
double DeviceDomainForces<Real>::outer_to_inner() const {
  if (n_inner_places_ > 0) return n_outer_places_ / n_inner_places_;
  return n_outer_places_ > 0 ? HUGE_VAL : 0;
}

template <class Real>
Assembly<Real> DeviceDomainForces<Real>::assembly_of(Real* f) {
  Assembly<Real> assembly = assembly_;
  assembly.f = f;
  assembly.side = side_.device(Access::read_write);
  assembly.top = top_.device(Access::read_write);
  return assembly;
}

template <class Real>
FoldSides<Real> DeviceDomainForces<Real>::sides_of(Real* f, const Motion<Real>& motion, const FoldedPoints& points) {
  return {assembly_of(f), motion, sides_move_.device(Access::read), points};
}

template <class Real>
FoldTops<Real> DeviceDomainForces<Real>::tops_of(Real* f, const FoldedPoints& points) {
  return {assembly_of(f), level_of_slot_.device(Access::read), points};
}

template <class Real>
void DeviceDomainForces<Real>::run_parts(const exec::Queue& queue, std::size_t first, std::size_t last,
                                         const RelaxationArrays<Real>& relaxation, const Real* u,
                                         const Motion<Real>& motion) {
  elements_.relaxation = relaxation;
  for (std::size_t n = first; n < last; ++n) {
    const DevicePart& part = parts_[n];
    const auto run = [&](auto law, auto dim) {
      using Law = decltype(law);
      if constexpr (exec::has_gpu_support)
        if (queue.device().kind == exec::DeviceKind::gpu)
          return law_stiffness_on_gpu<Law, dim.value, Real>(queue, elements_, line_, assembly_, part, u, motion);
      run_plain(PlainElements<Law, dim.value, Real>(elements_, line_, assembly_, part, u, motion));
    };
    if (relaxation.n_mechanisms > 0)
      with_relaxing_law(physics_, dim_, run);
    else
      with_law(physics_, dim_, run);
  }
}

template <class Real>
void DeviceDomainForces<Real>::fold(const exec::Queue& queue, Real* f, const Motion<Real>& motion,
                                    const FoldedPoints& points) {
  if (parts_.empty()) return;
  const FoldSides<Real> sides = sides_of(f, motion, points);
  exec::run_rows(queue, sides.length(), sides.n_rows(), sides);
  if (level_of_slot_.empty()) return;
  const FoldTops<Real> tops = tops_of(f, points);
  exec::run_rows(queue, sides.length(), tops.n_rows(level_of_slot_.size()), tops);
}

template <class Real>
void DeviceDomainForces<Real>::find(const Real* u, Real* f, const Motion<Real>& motion) {
  assembly_ = assembly_of(f);
  run_parts(queue_, 0, parts_.size(), relaxation_, u, motion);
  fold(queue_, f, motion, points_);
}

template <class Real>
void DeviceDomainForces<Real>::find_unrelaxed(const Real* u, Real* f) {
  assembly_ = assembly_of(f);
  run_parts(queue_, 0, parts_.size(), {}, u, {});
  fold(queue_, f, {}, points_);
}

template <class Real>
void DeviceDomainForces<Real>::find_outer(const exec::Queue& ahead, const Real* u, Real* f,
                                          const Motion<Real>& motion) {
  assembly_ = assembly_of(f);
  if (parts_.empty())
    exec::run(ahead, static_cast<std::size_t>(assembly_.n_components * assembly_.component), ClearNumbers<Real>{f});
  run_parts(ahead, 0, n_outer_, relaxation_, u, motion);
  if (all_outer_) return fold(ahead, f, motion, points_);
  exec::run(ahead, places_ahead_.size(),
            FoldPlaces<Real>{sides_of(f, motion, points_ahead_), tops_of(f, points_ahead_),
                             slot_of_level_.device(Access::read), places_ahead_.device(Access::read)});
}

template <class Real>
void DeviceDomainForces<Real>::find_inner(const exec::Queue& ahead, const Real* u, Real* f,
                                          const Motion<Real>& motion) {
  run_parts(queue_, n_outer_, parts_.size(), relaxation_, u, motion);
  if (n_outer_ > 0 || parts_.empty()) queue_.wait_for(ahead);
  if (!all_outer_) fold(queue_, f, motion, points_ahead_);
}

template <class Real>
void DeviceDomainForces<Real>::leave(const Mesh& mesh, const std::vector<std::ptrdiff_t>& places,
                                     const std::function<bool(std::ptrdiff_t)>& is_of_layers) {
  const int degree = mesh.degree(), n_levels = assembly_.n_levels, last_layer = elements_.n_layers - 1;
  const std::ptrdiff_t plane = mesh.plane();
  std::vector<unsigned char> moves = of_domain_;
  for (const std::ptrdiff_t place : places) {
    const std::ptrdiff_t at = place % assembly_.component,
                         layer = at / plane / degree / degree / (dim_ == 3 ? degree : 1);
    moves[static_cast<std::size_t>(std::min<std::ptrdiff_t>(layer, last_layer) * plane + at % plane)] = 0;
  }
  moves_ = exec::upload(moves, queue_);
  elements_.moves = moves_.device(Access::read);
  // In 3-D also the planes between columns of layers, and those above and below elements that are left.
  std::vector<bool> left(static_cast<std::size_t>(n_levels), false);
  left.front() = left.back() = dim_ == 3;
  for (std::size_t n = 0; n < level_of_slot_.size(); ++n)
    left[static_cast<std::size_t>(level_of_slot_.host()[n])] = true;
  // Behind the last element of a row and in the last row there are points on its first columns alone.
  const auto is_point = [&](std::ptrdiff_t e, int i, int j) {
    return e % mesh.row() * degree + i < mesh.n_points(0) && e / mesh.row() * degree + j < mesh.n_points(1);
  };
  std::vector<std::ptrdiff_t> rest;
  std::vector<unsigned char> sides_move(static_cast<std::size_t>(n_levels * plane), 0);
  for (int level = 0; level < n_levels; ++level) {
    const int layer = std::min(level / degree, last_layer);
    const bool between = level % degree == 0 && level > 0;
    for (std::ptrdiff_t e = 0; e < plane; ++e) {
      auto may_move = [&](std::ptrdiff_t element) {
        const auto at = [&](int of_layer) { return static_cast<std::size_t>(of_layer * plane + element); };
        return element >= 0 && !left[static_cast<std::size_t>(level)] && moves[at(layer)] != 0 &&
               (!between || moves[at(layer - 1)] != 0);
      };
      const bool inside = may_move(e);
      const bool sides = inside && may_move(e - 1) && may_move(e - mesh.row()) && may_move(e - mesh.row() - 1);
      sides_move[static_cast<std::size_t>(level * plane + e)] = sides ? 1 : 0;
      for (int j = 0; j < degree; ++j)
        for (int i = 0; i < degree; ++i)
          if (const std::ptrdiff_t place = assembly_.place(0, level, i, j, e);
              !(i > 0 && j > 0 ? inside : sides) && is_point(e, i, j) && !is_of_layers(place))
            rest.push_back(place);
    }
  }
  std::sort(rest.begin(), rest.end());
  rest_ = exec::upload(rest, queue_);
  sides_move_ = exec::upload(sides_move, queue_);
}

template <class Real>
void DeviceDomainForces<Real>::move_rest(const Motion<Real>& motion) {
  exec::run(queue_, rest_.size(), MovePlaces<Real>{assembly_, motion, rest_.device(Access::read)});
}

template <class Real>
std::size_t DeviceDomainForces<Real>::bytes() const {
  std::size_t sum =
      rest_.bytes() + sides_move_.bytes() + side_.bytes() + top_.bytes() + rise_.bytes() + half_height_.bytes();
  for (const exec::Twin<Real>& modulus : modulus_) sum += modulus.bytes();
  for (const exec::Twin<Real>& slope : slope_) sum += slope.bytes();
  return sum;
}

template <class Real>
double DeviceDomainForces<Real>::bytes_for(const Mesh& mesh, Physics physics) {
  const int n = mesh.degree() + 1, nc = n_components(mesh, physics);
  const double plane = static_cast<double>(mesh.plane()), n_columns = mesh.dim() == 3 ? n * n : n;
  const double n_levels = mesh.dim() == 3 ? mesh.n_points(2) : 1;
  const double n_slots = mesh.dim() == 3 ? mesh.n(2) / layers_of_column(mesh) : 0;
  const double n_planes = mesh.levels().is_deformed() ? (mesh.dim() == 3 ? mesh.n(2) + 1 : 1) : 0;
  return sizeof(Real) * plane *
         (nc * n_levels * (2 * mesh.degree() + 1) + nc * n_slots * n * n + n_planes * n_columns * mesh.dim());
}

template class DeviceDomainForces<float>;
template class DeviceDomainForces<double>;

}  // namespace unda::sem

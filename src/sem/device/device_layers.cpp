// Packing the elements and listing the points of absorbing layers for a device, and running its loops.
#include "sem/device/device_layers.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "exec/for_each.hpp"
#include "exec/gpu_support.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "sem/device/choose_law.hpp"
#include "sem/device/law_on_gpu.hpp"
#include "sem/device/plain_layers.hpp"
#include "sem/shared_points.hpp"

namespace unda::sem {
namespace {

using exec::Access;

/// f(point, place) for all points of a rank in the order of their places.
template <class Function>
void for_each_place_in_order(const Mesh& mesh, Function f) {
  const int degree = mesh.degree(), n_levels = mesh.dim() == 3 ? mesh.n_points(2) : 1;
  for (int level = 0; level < n_levels; ++level)
    for (int b = 0; b < degree; ++b)
      for (int a = 0; a < degree; ++a)
        for (int j = b; j < mesh.n_points(1); j += degree)
          for (int i = a; i < mesh.n_points(0); i += degree) f(Index{i, j, level}, mesh.place({i, j, level}));
}

/// The only axis that a pack is stretched along, or -1.
template <class Real>
int axis_of(const LayerPack<Real>& pack) {
  const auto& stretched = pack.stretched;
  if (std::count(stretched.begin(), stretched.end(), true) != 1) return -1;
  return static_cast<int>(std::find(stretched.begin(), stretched.end(), true) - stretched.begin());
}

/// Terms that points with so many are listed with. Few points have memories of several axes, or are shared.
int listed_terms(std::uint32_t n_terms, bool is_usual) {
  if (!is_usual) return most_terms;
  return n_terms <= 1 ? 1 : n_terms <= 2 ? 2 : n_terms <= 4 ? 4 : most_terms;
}

/// Whether an element of the domain on this rank touches a point.
bool is_of_domain(const Mesh& mesh, const Index& point) {
  for (int a = 0; a < mesh.dim(); ++a) {
    const parallel::Range own = mesh.domain(a);
    if (own.count() == 0 || point[a] < mesh.degree() * own.first || point[a] > mesh.degree() * own.last) return false;
  }
  return true;
}

template <class Real>
int lanes_of(int dim, int n, int n_components) {
  return dim == 3 ? layer_lanes<3, Real>(n, n_components) : layer_lanes<2, Real>(n, n_components);
}

}  // namespace

template <class Real>
DeviceLayers<Real>::DeviceLayers(const Mesh& mesh, Physics physics, const HostLayers<Real>& host,
                                 const exec::Queue& queue)
    : queue_(queue),
      physics_(physics),
      dim_(mesh.dim()),
      n_components_(is_solid(physics) ? mesh.dim() : 1),
      line_(line_of<Real>(mesh.gll())),
      gathering_(host.gathering) {
  if (host.kinds.empty()) return;
  arrays_.degree = mesh.degree();
  arrays_.lanes = lanes_of<Real>(dim_, mesh.degree() + 1, n_components_);
  arrays_.moduli_by_point = host.arrays.moduli_by_point;
  arrays_.deformed = host.arrays.deformed;
  arrays_.fading = host.arrays.fading;
  arrays_.per_metre = host.per_metre;
  arrays_.component = host.arrays.elements.component;
  const std::ptrdiff_t* offset = host.arrays.elements.offset;
  offset_ = exec::upload(std::vector<std::ptrdiff_t>(offset, offset + mesh.points_of_an_element()), queue_);
  make_packs(host);
  make_points(mesh, host);
}

/// In the order of memory, those that are stretched along the same axes together.
template <class Real>
void DeviceLayers<Real>::make_packs(const HostLayers<Real>& host) {
  using Element = typename HostLayers<Real>::Element;
  const auto stretched = [&](const Element& e) { return host.packs[e.pack].stretched; };
  const auto first = [&](const Element& e) { return host.packs[e.pack].first[static_cast<std::size_t>(e.lane)]; };
  std::vector<Element> elements = host.elements;
  std::sort(elements.begin(), elements.end(), [&](const Element& a, const Element& b) {
    return stretched(a) != stretched(b) ? stretched(a) < stretched(b) : first(a) < first(b);
  });
  const auto lanes = static_cast<std::size_t>(arrays_.lanes);
  const std::size_t in_pack = lanes * static_cast<std::size_t>(line_.n * (dim_ == 3 ? line_.n * line_.n : line_.n));
  std::vector<Element> lane_of;  // [pack][most_layer_lanes]
  std::size_t n_constants = 0, n_memories = 0;
  for (std::size_t n = 0; n < elements.size();) {
    LayerPack<Real> pack;
    pack.stretched = stretched(elements[n]);
    while (pack.count < arrays_.lanes && n + static_cast<std::size_t>(pack.count) < elements.size() &&
           stretched(elements[n + static_cast<std::size_t>(pack.count)]) == pack.stretched)
      ++pack.count;
    for (std::size_t lane = 0; lane < most_layer_lanes; ++lane) {
      const Element& e = elements[n + (lane < static_cast<std::size_t>(pack.count) ? lane : 0)];
      lane_of.push_back(e);
      pack.first[lane] = first(e);
      pack.viscosity[lane] = host.packs[e.pack].viscosity[static_cast<std::size_t>(e.lane)];
    }
    n += static_cast<std::size_t>(pack.count);
    pack.shape = std::exchange(n_constants, n_constants + host.n_shape);
    pack.moduli = std::exchange(n_constants, n_constants + host.n_moduli);
    for (int a = 0; a < dim_; ++a)
      if (pack.stretched[a]) pack.profile[a] = std::exchange(n_constants, n_constants + host.n_profile);
    pack.memory = std::exchange(n_memories, n_memories + in_pack * static_cast<std::size_t>(sem::n_memories(
                                                                       dim_, n_components_, pack.stretched)));
    if (packs_.empty() || packs_.back().stretched != pack.stretched)
      ranges_.push_back({packs_.size(), 0, axis_of(pack)});
    ++ranges_.back().n;
    pack.forces = packs_.size() * in_pack * static_cast<std::size_t>(n_components_);
    packs_.push_back(pack);
  }
  constants_ = exec::Twin<Real>(n_constants * most_layer_lanes, queue_);
  Real* constants = constants_.host(Access::write);
  exec::for_each_block(packs_.size(), 64, [&](std::size_t p) {
    const LayerPack<Real>& pack = packs_[p];
    for (std::size_t lane = 0; lane < most_layer_lanes; ++lane) {
      const Element& e = lane_of[p * most_layer_lanes + lane];
      const AbsorbingPack<Real>& from = host.packs[e.pack];
      const auto copy = [&](std::size_t to_first, std::size_t from_first, std::size_t n) {
        for (std::size_t m = 0; m < n; ++m)
          constants[(to_first + m) * most_layer_lanes + lane] =
              host.constants[(from_first + m) * elements_of_pack<Real> + static_cast<std::size_t>(e.lane)];
      };
      copy(pack.shape, from.shape, host.n_shape);
      copy(pack.moduli, from.moduli, host.n_moduli);
      for (int a = 0; a < dim_; ++a)
        if (pack.stretched[a]) copy(pack.profile[a], from.profile[a], host.n_profile);
    }
  });
  constants_.release_host();
  memory_ = exec::Twin<Real>(n_memories, queue_);
  forces_ = exec::Twin<Real>(packs_.size() * in_pack * static_cast<std::size_t>(n_components_), queue_);
  packs_there_ = exec::upload(packs_, queue_);
}

template <class Real>
void DeviceLayers<Real>::make_points(const Mesh& mesh, const HostLayers<Real>& host) {
  constexpr std::uint32_t none = 0;
  if (std::max(forces_.size(), mesh.size()) > std::numeric_limits<std::uint32_t>::max())
    throw InputError("absorbing layers of more than 4 billion numbers on one device: take more ranks");
  const int n_points = mesh.points_of_an_element();
  const auto lanes = static_cast<std::size_t>(arrays_.lanes);
  const std::ptrdiff_t* offset = host.arrays.elements.offset;
  const auto for_each_term = [&](auto f) {
    for (const LayerPack<Real>& pack : packs_)
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(pack.count); ++lane)
        for (int p = 0; p < n_points; ++p)
          f(static_cast<std::size_t>(pack.first[lane] + offset[p]),
            pack.forces + static_cast<std::size_t>(p) * lanes + lane);
  };
  std::vector<std::uint32_t> n_terms(mesh.size(), none);
  for_each_term([&](std::size_t place, std::size_t) { ++n_terms[place]; });
  const auto kind_of = [&](const Index& at) {
    std::array<int, 3> kind{};
    for (int a = 0; a < dim_; ++a) kind[a] = host.kind[a][static_cast<std::size_t>(at[a])];
    return static_cast<std::size_t>(kind[0] + host.n_kinds[0] * (kind[1] + host.n_kinds[1] * kind[2]));
  };
  const auto range_of = [&](const Index& at, std::size_t place) {
    const Shared shared = is_beside_cut(mesh, at) ? Shared::cut : is_one_of_pair(mesh, at) ? Shared::pair : Shared::no;
    const int memories = host.n_memories[kind_of(at)],
              terms = listed_terms(n_terms[place], memories == 1 && shared == Shared::no);
    const std::size_t number = terms == 1 ? 0 : terms == 2 ? 1 : terms == 4 ? 2 : 3;
    return number + 4 * (static_cast<std::size_t>(shared) + 3 * static_cast<std::size_t>(memories));
  };
  const auto for_each_own = [&](auto f) {
    for_each_place_in_order(mesh, [&](const Index& at, std::ptrdiff_t place) {
      // A rank may have points of layers without their elements.
      if (n_terms[static_cast<std::size_t>(place)] != none || host.n_memories[kind_of(at)] > 0)
        f(at, static_cast<std::size_t>(place));
    });
  };
  has_.assign(mesh.size(), false);
  for_each_own([&](const Index& at, std::size_t place) {
    ++points_[range_of(at, place)].n;
    has_[place] = true;
  });
  std::size_t n_all = 0, n_all_terms = 0;
  std::array<std::size_t, n_ranges> next{};
  for (std::size_t r = 0; r < n_ranges; ++r) {
    Points& points = points_[r];
    points.n_terms = 1 << r % 4;
    points.shared = static_cast<Shared>(r / 4 % 3);
    points.n_memories = static_cast<int>(r / 12);
    points.first = next[r] = std::exchange(n_all, n_all + points.n);
    points.first_term = std::exchange(n_all_terms, n_all_terms + points.n * static_cast<std::size_t>(points.n_terms));
    points.memory = exec::Twin<Real>(points.n * static_cast<std::size_t>(points.n_memories * n_components_), queue_);
  }
  std::vector<std::uint32_t> place(n_all), kind(n_all), term(n_all_terms, no_term);
  std::vector<unsigned char> range(n_all);
  for_each_own([&](const Index& at, std::size_t p) {
    const std::size_t r = range_of(at, p), n = next[r]++;
    place[n] = static_cast<std::uint32_t>(p);
    kind[n] = static_cast<std::uint32_t>(2 * kind_of(at) + (is_of_domain(mesh, at) ? 1 : 0));
    range[n] = static_cast<unsigned char>(r);
  });
  for (std::size_t n = 0; n < n_all; ++n) n_terms[place[n]] = static_cast<std::uint32_t>(n);  // from here on
  std::vector<unsigned char> n_listed(n_all, 0);
  for_each_term([&](std::size_t p, std::size_t at) {
    const std::size_t n = n_terms[p];
    const Points& points = points_[range[n]];
    term[points.first_term + n_listed[n]++ * points.n + n - points.first] = static_cast<std::uint32_t>(at);
  });
  place_ = exec::upload(place, queue_);
  kind_ = exec::upload(kind, queue_);
  term_ = exec::upload(term, queue_);
  kinds_ = exec::upload(host.kinds, queue_);
}

template <class Real>
void DeviceLayers<Real>::find_forces(const Real* u, const Real* v) {
  if (packs_.empty()) return;
  LayerArrays<Real> arrays = arrays_;
  arrays.offset = offset_.device(Access::read);
  arrays.packs = packs_there_.device(Access::read);
  arrays.constants = constants_.device(Access::read);
  arrays.memory = memory_.device(Access::read_write);
  arrays.forces = forces_.device(Access::read_write);
  arrays.u = u;
  arrays.v = v;
  with_law(physics_, dim_, [&](auto law, auto dim) {
    using Law = decltype(law);
    if constexpr (exec::has_gpu_support)
      if (queue_.device().kind == exec::DeviceKind::gpu)
        return law_absorb_on_gpu<Law, dim.value, Real>(queue_, arrays, line_, ranges_);
    const exec::SimulatedAccess access;
    const PlainLayers<Law, dim.value, Real> elements(arrays, line_);
    exec::for_each_block(packs_.size() * static_cast<std::size_t>(arrays_.lanes), 100,
                         [&](std::size_t n) { elements(n); });
  });
}

template <class Real>
LayerPoints<Real> DeviceLayers<Real>::there(Points& points) {
  const auto in_component =
      static_cast<std::ptrdiff_t>(line_.n * (dim_ == 3 ? line_.n * line_.n : line_.n)) * arrays_.lanes;
  return {points.first,
          points.n,
          place_.device(Access::read),
          kind_.device(Access::read),
          term_.device(Access::read) + points.first_term,
          points.n_terms,
          kinds_.device(Access::read),
          forces_.device(Access::read_write),
          in_component,
          arrays_.component,
          n_components_,
          points.n_memories,
          points.memory.device(Access::read_write),
          arrays_.fading,
          gathering_};
}

template <class Real>
void DeviceLayers<Real>::add_forces(const exec::Queue& queue, Real* f, Shared shared) {
  for (Points& points : points_)
    if (points.n > 0 && points.shared == shared) exec::run(queue, points.n, AddLayerForces<Real>{there(points), f});
}

template <class Real>
void DeviceLayers<Real>::finish(Points& points, const Motion<Real>& motion, Real* f, bool adds_forces, bool moves) {
  if (points.n > 0) exec::run(queue_, points.n, FinishLayerPoints<Real>{there(points), motion, f, adds_forces, moves});
}

template <class Real>
void DeviceLayers<Real>::transfer(method::State& state) {
  const auto one = [&](exec::Twin<Real>& memory) { state.values(memory.host(Access::read_write), memory.size()); };
  one(memory_);
  for (Points& points : points_) one(points.memory);
}

template <class Real>
std::size_t DeviceLayers<Real>::bytes() const {
  std::size_t sum = packs_there_.bytes() + constants_.bytes() + memory_.bytes() + forces_.bytes() + kinds_.bytes();
  for (const exec::Twin<std::uint32_t>* list : {&place_, &kind_, &term_}) sum += list->bytes();
  for (const Points& points : points_) sum += points.memory.bytes();
  return sum;
}

template class DeviceLayers<float>;
template class DeviceLayers<double>;

}  // namespace unda::sem

// Packing the elements of the absorbing layers, and stepping their memories.
#include "sem/absorbing_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "method/backward_waves.hpp"
#include "numerics/absorbing_profile.hpp"

namespace unda::sem {
namespace {

double thickness(const Mesh& mesh, int axis, int side) {
  if (axis != mesh.up()) return mesh.absorbing(axis, side) * mesh.edge(axis);
  const std::vector<double>& plane = mesh.levels().plane;
  const std::size_t last = plane.size() - 1;
  return mesh.absorbing(axis, side) * (side == 0 ? plane[1] - plane[0] : plane[last] - plane[last - 1]);
}

/// Half the height and its inverse, the slopes of both planes.
int shapes_of_a_column(const Mesh& mesh) { return 2 + 2 * (mesh.dim() - 1); }

template <class Real>
Real& lane_of(Pack<Real>& pack, int lane) {
  return reinterpret_cast<Real*>(&pack)[lane];
}

}  // namespace

template <class Real>
AbsorbingLayer<Real>::AbsorbingLayer(const Mesh& mesh, Physics physics, const model::Model& model,
                                     const ElementArrays<Real>& arrays, bool uniform_elements, const exec::Queue& queue)
    : dim_(mesh.dim()),
      physics_(physics),
      n_components_(is_solid(physics) ? mesh.dim() : 1),
      n_moduli_(n_moduli(physics, mesh.dim())),
      n_shape_(shapes_of_a_column(mesh)),
      n_points_(mesh.points_of_an_element()),
      kernel_(absorbing_kernel<Real>(physics, mesh.dim(), mesh.degree())),
      arrays_{arrays, mesh.degree(), !uniform_elements, mesh.levels().is_deformed(), 0, nullptr, nullptr},
      queue_(queue),
      strength_(layer_strength(model.extremes(), method::softness(model.extremes()))) {
  for (int a = 0; a < mesh.up(); ++a) per_metre_[a] = static_cast<Real>(2 / mesh.edge(a));
  n_columns_ = arrays_.deformed ? n_points_ / (mesh.degree() + 1) : 1;
  if (mesh.levels().n_absorbing_boxes() == 0) return;
  make_packs(mesh, constants(mesh, physics, uniform_elements));
  exec::for_each_heavy(packs_.size(), [&](std::size_t n) {
    for (int lane = 0; lane < pack_size<Real>; ++lane) find_shape(mesh, n, lane);
  });
  find_rates(mesh, model);
}

/// Elements of one colour differ by an even number along every axis.
template <class Real>
auto AbsorbingLayer<Real>::groups(const Mesh& mesh) const -> std::map<Group, std::vector<Index>> {
  std::map<Group, std::vector<Index>> found;
  for_each_element(mesh, [&](const Index& e) {
    if (!mesh.in_absorbing_layer(e)) return;
    Group group{e[0] % 2 + 2 * (e[1] % 2) + 4 * (e[2] % 2), {}};
    for (int a = 0; a < dim_; ++a)
      group.second[a] = mesh.depth(a, e[a], 0) > 0 || mesh.depth(a, e[a], mesh.degree()) > 0;
    found[group].push_back(e);
  });
  return found;
}

template <class Real>
std::size_t AbsorbingLayer<Real>::Constants::count(const std::array<bool, 3>& stretched) const {
  return shape + moduli + profile * static_cast<std::size_t>(std::count(stretched.begin(), stretched.end(), true));
}

template <class Real>
auto AbsorbingLayer<Real>::constants(const Mesh& mesh, Physics physics, bool uniform_elements) -> Constants {
  const auto n = static_cast<std::size_t>(mesh.degree()) + 1,
             n_points = static_cast<std::size_t>(mesh.points_of_an_element());
  return {(mesh.levels().is_deformed() ? n_points / n : 1) * static_cast<std::size_t>(shapes_of_a_column(mesh)),
          (uniform_elements ? 1 : n_points) * static_cast<std::size_t>(n_moduli(physics, mesh.dim())), n_profiles * n};
}

template <class Real>
double AbsorbingLayer<Real>::bytes_for(const Mesh& mesh, Physics physics, bool uniform_elements,
                                       const exec::Device& device) {
  const int dim = mesh.dim(), nc = is_solid(physics) ? dim : 1, in_element = mesh.points_of_an_element();
  const Constants each = constants(mesh, physics, uniform_elements);
  double bytes = 0;
  for (int combination = 1; combination < 1 << dim; ++combination) {
    std::array<bool, 3> stretched{};
    double elements = 1, points = 1;
    int n_axes = 0;
    for (int a = 0; a < dim; ++a) {
      stretched[a] = (combination >> a) % 2 > 0;
      n_axes += stretched[a] ? 1 : 0;
      const int n = mesh.domain(a).count(), n_points = mesh.domain_points(a).count();
      elements *= stretched[a] ? mesh.n(a) - n : n;
      points *= stretched[a] ? mesh.n_points(a) - n_points : n_points;
    }
    const auto numbers = static_cast<double>(each.count(stretched)) + in_element * n_memories(dim, nc, stretched);
    if (device.is_host())
      bytes += elements * numbers * sizeof(Real) +
               points * (sizeof(Point) + sizeof(std::ptrdiff_t) + (4 + 3 * nc) * sizeof(Real));
    else
      bytes += DeviceLayers<Real>::bytes_for(elements, points, numbers, n_axes, in_element, nc);
  }
  return bytes;
}

template <class Real>
void AbsorbingLayer<Real>::make_packs(const Mesh& mesh, const Constants& each) {
  std::size_t n_constants = 0;
  int colour = -1;
  for (const auto& [group, elements] : groups(mesh)) {
    if (group.first != colour) last_of_colour_.push_back(packs_.size());
    colour = group.first;
    for (std::size_t first = 0; first < elements.size(); first += pack_size<Real>) {
      AbsorbingPack<Real> pack;
      pack.count = static_cast<int>(std::min<std::size_t>(pack_size<Real>, elements.size() - first));
      pack.stretched = group.second;
      elements_.emplace_back();
      for (int lane = 0; lane < pack_size<Real>; ++lane) {
        const Index& e = elements[first + static_cast<std::size_t>(lane < pack.count ? lane : 0)];
        elements_.back()[static_cast<std::size_t>(lane)] = e;
        if (lane < pack.count) seat_[e] = {packs_.size(), lane};
        pack.first[static_cast<std::size_t>(lane)] = mesh.first_place(e);
      }
      pack.shape = n_constants;
      pack.moduli = n_constants + each.shape;
      n_constants += each.shape + each.moduli;
      for (int a = 0; a < dim_; ++a)
        if (pack.stretched[a]) pack.profile[a] = std::exchange(n_constants, n_constants + each.profile);
      pack.memory = n_memory_packs_;
      n_memory_packs_ += static_cast<std::size_t>(n_points_ * n_memories(dim_, n_components_, pack.stretched));
      packs_.push_back(pack);
    }
    last_of_colour_.back() = packs_.size();
  }
  speed_.resize(packs_.size());
  constants_ = exec::Buffer<Real>(n_constants * pack_size<Real>);
}

template <class Real>
void AbsorbingLayer<Real>::find_shape(const Mesh& mesh, std::size_t pack, int lane) {
  const Index& e = elements_[pack][static_cast<std::size_t>(lane)];
  const int n = mesh.degree() + 1, up = mesh.up();
  Pack<Real>* shape = constants_of(packs_[pack].shape);
  for (int q = 0; q < n_columns_; ++q, shape += n_shape_) {
    const Index column{q % n, q / n, 0};
    const double half = half_height(mesh, e, column);
    lane_of<Real>(shape[0], lane) = static_cast<Real>(half);
    lane_of<Real>(shape[1], lane) = static_cast<Real>(1 / half);
    if (!mesh.is_deformed(e[up])) continue;
    for (int a = 0; a < up; ++a)
      for (const int side : {0, 1}) {
        double slope = 0;
        for (int m = 0; m < n; ++m) {
          Index point = column;
          point[a] = m;
          point[up] = side * mesh.degree();
          slope += 2 / mesh.edge(a) * mesh.gll().d(column[a], m) * mesh.position(e, point)[2];
        }
        lane_of<Real>(shape[2 + side * up + a], lane) = static_cast<Real>(slope);
      }
  }
}

template <class Real>
void AbsorbingLayer<Real>::take(const Mesh& mesh, Physics physics, const Index& e,
                                std::span<const physics::Material> materials) {
  const auto seat = seat_.find(e);
  if (seat == seat_.end()) return;
  const auto pack = seat->second.first;
  const auto own_lane = seat->second.second;
  Pack<Real>* moduli_of_pack = constants_of(packs_[pack].moduli);
  const Index centre = centre_point(mesh);
  double edge = 2 * half_height(mesh, e, centre);
  for (int a = 0; a < mesh.up(); ++a) edge = std::min(edge, mesh.edge(a));
  const auto in_the_middle = static_cast<std::size_t>(materials.size() > 1 ? number_in_element(mesh, centre) : 0);
  auto fill = [&](int lane) {
    for (std::size_t p = 0; p < materials.size(); ++p) {
      const auto values = moduli(physics, dim_, materials[p]);
      for (int m = 0; m < n_moduli_; ++m)
        lane_of<Real>(moduli_of_pack[static_cast<int>(p) * n_moduli_ + m], lane) =
            static_cast<Real>(values[m] * horizontal_jacobian(mesh));
    }
    speed_[pack][static_cast<std::size_t>(lane)] = materials[in_the_middle].vp() / edge;
  };
  fill(own_lane);
  for (int lane = packs_[pack].count; own_lane == 0 && lane < pack_size<Real>; ++lane) fill(lane);
}

template <class Real>
double AbsorbingLayer<Real>::highest_speed() const {
  double highest = 0;
  for (const auto& of_pack : speed_) highest = std::max(highest, *std::max_element(of_pack.begin(), of_pack.end()));
  return highest;
}

template <class Real>
void AbsorbingLayer<Real>::find_rates(const Mesh& mesh, const model::Model& model) {
  const model::Extremes earth = model.extremes();
  const double speed = absorbed_speed(earth);
  const method::BackwardRatios backward = method::backward_ratios(model, mesh.levels().domain, dim_);
  const method::SoftnessByFace softness = method::softness_by_face(model, mesh.levels().domain, dim_);
  for (int a = 0; a < dim_; ++a)
    for (int i = 0; i < mesh.n_points(a); ++i) {
      const int element = std::min(i / mesh.degree(), mesh.n(a) - 1), point = i - mesh.degree() * element;
      const double depth = mesh.depth(a, element, point);
      const int side = mesh.first(a) + element < mesh.absorbing(a, 0) ? 0 : 1;
      LayerStrength strength = layer_strength(earth, softness[a][side]);
      const double least = method::plain_damping_for(backward[static_cast<std::size_t>(mesh.physical(a))]);
      if (least > 0) {
        strength.plain = std::max(strength.plain, least);
        strength.plain_power = 0;
      }
      rate_[a].push_back(depth > 0 ? numerics::absorbing_rate(depth, thickness(mesh, a, side), speed,
                                                              strength.left_over, strength.power)
                                   : 0.0);
      stretch_[a].push_back(1 + (strength.stretch - 1) * std::pow(depth, strength.stretch_power));
      plain_[a].push_back(strength.plain * std::pow(depth, strength.plain_power) * rate_[a].back() /
                          stretch_[a].back());
    }
  const parallel::Range inside = mesh.domain_points(0);
  for_each_index({0, 0, 0}, {1, mesh.n_points(1), mesh.n_points(2)}, [&](const Index& row) {
    const bool across = std::any_of(row.begin() + 1, row.begin() + dim_,
                                    [&, a = 1](int i) mutable { return rate_[a++][static_cast<std::size_t>(i)] > 0; });
    for (int i = 0; i < mesh.n_points(0); ++i) {
      if (!across && inside.contains(i)) i = inside.last;
      if (i == mesh.n_points(0)) break;
      points_.push_back(point_at(mesh, {i, row[1], row[2]}));
    }
  });
}

template <class Real>
double AbsorbingLayer<Real>::rate(int axis, int point) const {
  return rate_[axis].empty() ? 0 : rate_[axis][static_cast<std::size_t>(point)] / stretch(axis, point);
}

template <class Real>
double AbsorbingLayer<Real>::stretch(int axis, int point) const {
  return stretch_[axis].empty() ? 1 : stretch_[axis][static_cast<std::size_t>(point)];
}

template <class Real>
auto AbsorbingLayer<Real>::point_at(const Mesh& mesh, const Index& at) const -> Point {
  Point point;
  point.place = mesh.place(at);
  for (int a = 0; a < dim_; ++a) {
    const double rate = rate_[a][static_cast<std::size_t>(at[a])], k = stretch_[a][static_cast<std::size_t>(at[a])];
    point.rate[a] = rate / k;
    point.plain += plain_[a][static_cast<std::size_t>(at[a])];
    point.stretch *= k;
  }
  return point;
}

template <class Real>
std::size_t AbsorbingLayer<Real>::bytes() const {
  if (!queue_.device().is_host()) return on_device_.bytes();
  return constants_.bytes() + n_memory_packs_ * pack_bytes +
         points_.size() * (sizeof(Point) + sizeof(std::ptrdiff_t) +
                           (4 + 3 * static_cast<std::size_t>(n_components_)) * sizeof(Real));
}

/// Forces come from u + viscosity v, v half a step before. That is stable where (2/step)^2 of an element is at least
/// 1 + 2 viscosity/dt times (2/dt)^2 / 4; `room` is so for the worst element, and what is slower has more of it.
template <class Real>
double AbsorbingLayer<Real>::viscosity(double dt, double room, double highest_frequency, double speed) const {
  if (!(highest_frequency > 0)) return 0;
  const double slower = highest_speed_ / speed, own_room = room * room * std::max(1.0, 0.5 * slower * slower);
  return std::clamp(strength_.viscosity / (2 * std::numbers::pi * highest_frequency), 0.0,
                    std::max(0.0, 0.2 * dt * (own_room - 1)));
}

template <class Real>
void AbsorbingLayer<Real>::set_profile(double dt, double alpha, std::size_t pack) {
  for (int a = 0; a < dim_; ++a) {
    Pack<Real>* profile = constants_of(packs_[pack].profile[a]);
    for (int i = 0; i < (packs_[pack].stretched[a] ? arrays_.degree + 1 : 0); ++i)
      for (int lane = 0; lane < pack_size<Real>; ++lane) {
        const int point = arrays_.degree * elements_[pack][static_cast<std::size_t>(lane)][a] + i;
        const auto at = static_cast<std::size_t>(point);
        const double d = rate_[a][at], k = stretch_[a][at], ratio = d / k;
        const std::array<double, n_profiles> values{std::exp(-(alpha + ratio) * dt),
                                                    0.5 * ratio * numerics::gathered(alpha + ratio, dt),
                                                    0.5 * ratio * numerics::gathered(alpha, dt),
                                                    k,
                                                    1 / k,
                                                    std::exp(-plain_[a][at] * dt)};
        for (std::size_t v = 0; v < values.size(); ++v)
          lane_of<Real>(profile[n_profiles * i + static_cast<int>(v)], lane) = static_cast<Real>(values[v]);
      }
  }
}

template <class Real>
std::array<double, 4> AbsorbingLayer<Real>::stretched_mass(double alpha, double mass, const Point& point) {
  const auto [x, y, z] = point.rate;
  const double one = x + y + z, two = x * y + y * z + z * x, three = x * y * z, plain = point.plain;
  // m E s^2 over the product of all k = s^2 + (one + plain) s + these, with powers of 1/(s + alpha) from 0 to 3.
  std::array<double, 4> factor{two - one * alpha + plain * one,
                               alpha * alpha * one - 2 * alpha * two + three + plain * (two - alpha * one),
                               alpha * alpha * two - 2 * alpha * three + plain * (three - alpha * two),
                               alpha * alpha * three - plain * alpha * three};
  for (double& f : factor) f *= mass;
  return factor;
}

template <class Real>
void AbsorbingLayer<Real>::set_step(const Mesh& mesh, double dt, double room, double highest_frequency,
                                    const Real* inverse_mass) {
  if (packs_.empty() && points_.empty()) return;
  seat_.clear();
  const double alpha = strength_.alpha * std::numbers::pi * highest_frequency;
  arrays_.fading = static_cast<Real>(std::exp(-alpha * dt));
  gathering_ = static_cast<Real>(0.5 * numerics::gathered(alpha, dt));
  for (std::size_t n = 0; n < packs_.size(); ++n) {
    for (std::size_t lane = 0; lane < pack_size<Real>; ++lane)
      packs_[n].viscosity[lane] = static_cast<Real>(viscosity(dt, room, highest_frequency, speed_[n][lane]));
    set_profile(dt, alpha, n);
  }
  arrays_.constants = constants_.data();
  if (!queue_.device().is_host()) return make_device_layers(mesh, dt, alpha);
  memory_ = exec::Buffer<Real>(n_memory_packs_ * pack_size<Real>);
  point_memory_ = exec::Buffer<Real>(points_.size() * static_cast<std::size_t>(3 * n_components_));
  masses_ = exec::Buffer<Real>(4 * points_.size());
  point_places_.clear();
  for (const Point& point : points_) {
    const double inverse = inverse_mass[point.place];
    const auto factor = stretched_mass(alpha, inverse > 0 ? 1 / inverse : 0, point);
    for (std::size_t k = 0; k < 4; ++k)
      masses_[k * points_.size() + point_places_.size()] = static_cast<Real>(factor[k]);
    point_places_.push_back(point.place);
  }
}

/// Kinds of points are those of their coordinates along the axes; many coordinates share one, as both sides do.
template <class Real>
void AbsorbingLayer<Real>::make_device_layers(const Mesh& mesh, double dt, double alpha) {
  HostLayers<Real> host;
  for (std::size_t n = 0; n < packs_.size(); ++n)
    for (int lane = 0; lane < packs_[n].count; ++lane)
      host.elements.push_back({elements_[n][static_cast<std::size_t>(lane)], n, lane});
  const Constants each = constants(mesh, physics_, !arrays_.moduli_by_point);
  host.packs = packs_.data();
  host.constants = constants_.data();
  host.n_shape = each.shape;
  host.n_moduli = each.moduli;
  host.n_profile = each.profile;
  host.arrays = arrays_;
  host.per_metre = per_metre_;
  host.gathering = gathering_;
  std::array<std::vector<Index>, 3> example{};  // of each kind along an axis, where it stands
  for (int a = 0; a < 3; ++a) {
    std::map<std::array<double, 2>, int> known;
    for (int i = 0; i < (a < dim_ ? mesh.n_points(a) : 1); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::array<double, 2> here = a < dim_ ? std::array{rate(a, i), plain_[a][at]} : std::array{0.0, 0.0};
      const auto [found, is_new] = known.try_emplace(here, static_cast<int>(known.size()));
      if (is_new) example[a].push_back({i, 0, 0});
      host.kind[a].push_back(found->second);
    }
    host.n_kinds[a] = static_cast<int>(known.size());
  }
  for_each_index({0, 0, 0}, {host.n_kinds[0], host.n_kinds[1], host.n_kinds[2]}, [&](const Index& kind) {
    Index at{};
    for (int a = 0; a < dim_; ++a) at[a] = example[a][static_cast<std::size_t>(kind[a])][0];
    const Point point = point_at(mesh, at);
    const double damping = point.rate[0] + point.rate[1] + point.rate[2] + point.plain;
    const auto factor = stretched_mass(alpha, 1, point);
    LayerKind<Real> here{static_cast<Real>(damping), static_cast<Real>(1 / (1 + 0.5 * dt * damping)), {}};
    for (std::size_t k = 0; k < 4; ++k) here.factor[k] = static_cast<Real>(factor[k]);
    host.kinds.push_back(here);
    host.n_memories.push_back(
        static_cast<int>(std::count_if(point.rate.begin(), point.rate.end(), [](double rate) { return rate > 0; })));
  });
  on_device_ = DeviceLayers<Real>(mesh, physics_, host, queue_);
}

template <class Real>
void AbsorbingLayer<Real>::add_forces(const AbsorbingArrays<Real>& arrays, const Real* u, const Real* v,
                                      Real* f) const {
  std::size_t first = 0;
  for (const std::size_t last : last_of_colour_) {
    exec::for_each_heavy(last - first, [&, first](std::size_t n) { kernel_(arrays, packs_[first + n], u, v, f); });
    first = last;
  }
}

template <class Real>
void AbsorbingLayer<Real>::add_forces(const Real* u, const Real* v, Real* f) {
  if (packs_.empty()) return;
  arrays_.memory = memory_.data();
  add_forces(arrays_, u, v, f);
}

template <class Real>
void AbsorbingLayer<Real>::add_unstretched_forces(const Real* u, Real* f) const {
  AbsorbingArrays<Real> arrays = arrays_;
  arrays.constants = constants_.data();
  arrays.memory = nullptr;
  add_forces(arrays, u, nullptr, f);
}

template <class Real>
void AbsorbingLayer<Real>::add_inertia(const Real* u, Real* f) {
  const std::size_t n = points_.size();
  if (n == 0) return;
  exec::run(queue_, n,
            AddInertia<Real>{n, point_places_.data(), masses_.data(), point_memory_.data(), u, f,
                             arrays_.elements.component, n_components_, arrays_.fading, gathering_});
}

template <class Real>
void AbsorbingLayer<Real>::transfer(method::State& state) {
  if (!queue_.device().is_host()) return on_device_.transfer(state);
  for (exec::Buffer<Real>* memory : {&memory_, &point_memory_}) state.values(memory->data(), memory->size());
}

template class AbsorbingLayer<float>;
template class AbsorbingLayer<double>;

}  // namespace unda::sem

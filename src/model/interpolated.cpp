// Linear interpolation between samples and means over boxes. mean(), stiffness() and their parts are called for every cell of a grid: they
// allocate nothing, interpolate only what they ask for, take the part of the interpolation along y and z once for all midpoints between
// two x samples, and look up where a box lies along an axis once for a row of boxes.
#include "model/interpolated.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "model/properties.hpp"

namespace unda::model {
namespace {

/// Some of vp, vs and rho of a sample.
template <int... places>
struct Parameters {
  static constexpr std::size_t n = sizeof...(places);
  using Values = std::array<double, n>;

  static Values of(const float* sample) { return {sample[places]...}; }
  /// a + w (b - a): exact where a == b, so that a uniform part stays uniform and a fluid stays fluid.
  static Values blend(const Values& a, const Values& b, double w) {
    Values between;
    for (std::size_t i = 0; i < n; ++i) between[i] = a[i] + w * (b[i] - a[i]);
    return between;
  }
  static Values blend(const float* a, std::int64_t step, double w) { return blend(of(a), of(a + step), w); }
};
using All = Parameters<0, 1, 2>;
using Shear = Parameters<1, 2>;
using Density = Parameters<2>;

}  // namespace

InterpolatedModel::InterpolatedModel(const scenario::Domain& domain, const SampleGrid& grid, std::vector<float> samples,
                                     std::vector<float> losses, const std::vector<float>& anisotropy)
    : dim_(domain.dim),
      extent_(domain.extent),
      grid_(grid),
      inverse_spacing_{1 / grid.spacing[0], 1 / grid.spacing[1], 1 / grid.spacing[2]},
      stride_{3, 3 * grid.n[0], 3 * grid.n[0] * grid.n[1]},
      samples_(std::move(samples)),
      losses_(std::move(losses)) {
  for (std::size_t i = 0; i + 5 <= anisotropy.size(); i += 5) {
    const Vector axis = physics::axis_of(anisotropy[i + 3], anisotropy[i + 4]);
    axial_.insert(axial_.end(), {anisotropy[i], anisotropy[i + 1], anisotropy[i + 2], static_cast<float>(axis[0]),
                                 static_cast<float>(axis[1]), static_cast<float>(axis[2])});
  }
  survey();
}

void InterpolatedModel::survey() {
  static std::atomic<std::uint64_t> n_models = 0;
  number_ = ++n_models;
  for (int axis = 0; axis < 3; ++axis) varies_[axis] = differs_along(axis);
  extremes_ = no_extremes();
  for (std::size_t n = 0; n < samples_.size() / 3; ++n) {
    const Axial axial = axial_of_sample(n);
    if (axial.is_isotropic()) {
      include(sample(n), extremes_);
    } else {
      const physics::Anisotropy own{
          physics::moduli_of(axial.medium), physics::speed_range(axial.medium, dim_), {}, dim_};
      include(sample(n), &own, extremes_);
    }
  }
  finish(extremes_);
}

/// Number n of the samples.
Properties InterpolatedModel::sample(std::size_t n) const {
  const float* p = samples_.data() + 3 * n;
  if (losses_.empty()) return {p[0], p[1], p[2]};
  const float* loss = losses_.data() + 2 * n;
  return {p[0], p[1], p[2], loss[0] > 0 ? 1 / loss[0] : 0, loss[1] > 0 ? 1 / loss[1] : 0};
}

/// epsilon and gamma are ratios of moduli that go alike; c13 + 2 c44 goes with vp^2, c44 with vs^2.
double InterpolatedModel::changed_delta(const Axial& axial, const Properties& before, const Properties& after) {
  if (axial.is_isotropic()) return 0;
  const double p = after.vp * after.vp / (before.vp * before.vp), s = after.vs * after.vs / (before.vs * before.vs);
  const physics::Moduli c =
      physics::with_factors(physics::moduli_of(axial.medium), physics::shear_moduli_of(axial.medium, {0, 0, 1}), p, s);
  const double sum = c(0, 2) + c(3, 3), difference = c(2, 2) - c(3, 3);
  return (sum * sum - difference * difference) / (2 * c(2, 2) * difference);
}

std::shared_ptr<const Model> InterpolatedModel::changed(const Change& change) const {
  auto other = std::make_shared<InterpolatedModel>(*this);
  for (std::size_t n = 0; n < samples_.size() / 3; ++n) {
    const Properties before = sample(n), p = change(before);
    if (!axial_.empty())
      other->axial_[n_axial * n + 1] = static_cast<float>(changed_delta(axial_of_sample(n), before, p));
    other->samples_[3 * n] = static_cast<float>(p.vp);
    other->samples_[3 * n + 1] = static_cast<float>(p.vs);
    other->samples_[3 * n + 2] = static_cast<float>(p.rho);
  }
  other->survey();
  return other;
}

InterpolatedModel::Axial InterpolatedModel::axial_of_sample(std::size_t sample) const {
  const float* p = samples_.data() + 3 * sample;
  Axial found{{p[0], p[1], p[2]}, {0, 0, 1}};
  if (axial_.empty()) return found;
  const float* a = axial_.data() + n_axial * sample;
  found.medium.epsilon = a[0];
  found.medium.delta = a[1];
  found.medium.gamma = a[2];
  found.axis = {a[3], a[4], a[5]};
  return found;
}

/// An axis has no head: those of all samples are taken as the first one's side has them.
InterpolatedModel::Axial InterpolatedModel::axial_at(const Vector& x, const Properties& here) const {
  Axial sum{{here.vp, here.vs, here.rho}, {0, 0, 0}};
  const float* first = nullptr;
  double of_solids = 0;
  for_each_corner(x, [&](const float* sample, double weight) {
    if (!(sample[1] > 0)) return;  // a fluid has none
    of_solids += weight;
    const float* a = axial_.data() + n_axial * static_cast<std::size_t>((sample - samples_.data()) / 3);
    if (first == nullptr) first = a;
    const double side = a[3] * first[3] + a[4] * first[4] + a[5] * first[5] < 0 ? -weight : weight;
    sum.medium.epsilon += weight * a[0];
    sum.medium.delta += weight * a[1];
    sum.medium.gamma += weight * a[2];
    for (int n = 0; n < 3; ++n) sum.axis[n] += side * a[3 + n];
  });
  for (double* parameter : {&sum.medium.epsilon, &sum.medium.delta, &sum.medium.gamma})
    if (of_solids > 0) *parameter /= of_solids;
  if (!(norm(sum.axis) > 0)) sum.axis = {0, 0, 1};
  return sum;
}

std::shared_ptr<const physics::Anisotropy> InterpolatedModel::anisotropy(const Vector& x) const {
  if (axial_.empty()) return nullptr;
  const Axial found = axial_at(x, at(x));
  if (found.is_isotropic()) return nullptr;
  return std::make_shared<const physics::Anisotropy>(physics::Anisotropy{
      physics::with_axis_along(physics::moduli_of(found.medium), found.axis), physics::speed_range(found.medium, dim_),
      physics::shear_moduli_of(found.medium, found.axis), dim_});
}

Stiffness InterpolatedModel::stiffness_at(const Vector& x, const Properties& here) const {
  if (axial_.empty()) return isotropic(here);
  const Axial found = axial_at(x, here);
  if (found.is_isotropic()) return isotropic(here);
  return orthorhombic(physics::with_axis_along(physics::moduli_of(found.medium), found.axis));
}

std::vector<SlowestAtDepth> InterpolatedModel::slowest_by_depth() const {
  std::vector<SlowestAtDepth> depths;
  for (std::int64_t k = 0; k < grid_.n[2]; ++k) {
    SlowestAtDepth depth{grid_.origin[2] + static_cast<double>(k) * grid_.spacing[2], INFINITY};
    for (std::int64_t i = k * stride_[2]; i < (k + 1) * stride_[2]; i += 3) {
      const auto at = static_cast<std::size_t>(i);
      const Axial axial = axial_of_sample(at / 3);
      depth.speed = std::min<double>(depth.speed, !axial.is_isotropic()  ? speed_range(axial.medium, dim_).s_min
                                                  : samples_[at + 1] > 0 ? samples_[at + 1]
                                                                         : samples_[at]);
    }
    depths.push_back(depth);
  }
  if (grid_.spacing[2] < 0) std::reverse(depths.begin(), depths.end());
  return depths;
}

bool InterpolatedModel::differs_along(int axis) const {
  if (grid_.n[axis] < 2) return false;
  auto differs = [n = grid_.n[axis]](const std::vector<float>& values, std::int64_t step) {
    const std::int64_t block = step * n;
    const auto total = static_cast<std::int64_t>(values.size());
    for (std::int64_t start = 0; start < total; start += block)
      if (!std::equal(values.begin() + start, values.begin() + start + block - step, values.begin() + start + step))
        return true;
    return false;
  };
  const std::int64_t samples = stride_[axis] / 3;
  return differs(samples_, stride_[axis]) || differs(losses_, 2 * samples) ||
         differs(axial_, static_cast<std::int64_t>(n_axial) * samples);
}

InterpolatedModel::Bracket InterpolatedModel::locate(int axis, double position) const {
  if (grid_.n[axis] < 2) return {};
  const double inside = std::clamp(position, extent_[axis].low, extent_[axis].high);
  const double t = (inside - grid_.origin[axis]) * inverse_spacing_[axis];
  const std::int64_t lower = std::clamp<std::int64_t>(static_cast<std::int64_t>(t), 0, grid_.n[axis] - 2);
  return {lower * stride_[axis], stride_[axis], std::clamp(t - static_cast<double>(lower), 0.0, 1.0)};
}

/// Parameters at the x sample `x_offset`, between the samples along y and z.
template <int dim, class Of>
typename Of::Values InterpolatedModel::column(std::int64_t x_offset, const Bracket& y, const Bracket& z) const {
  const float* at = samples_.data() + x_offset + y.offset + z.offset;
  if constexpr (dim == 1) return Of::of(at);
  if constexpr (dim == 2) return Of::blend(at, z.step, z.weight);
  return Of::blend(Of::blend(at, y.step, y.weight), Of::blend(at + z.step, y.step, y.weight), z.weight);
}

template <int dim>
Properties InterpolatedModel::interpolate(const Vector& position) const {
  const Bracket x = locate(0, position[0]), y = locate(1, position[1]), z = locate(2, position[2]);
  const auto p = All::blend(column<dim, All>(x.offset, y, z), column<dim, All>(x.offset + x.step, y, z), x.weight);
  return {p[0], p[1], p[2]};
}

int InterpolatedModel::n_parts(int axis, double length) const {
  if (!varies_[axis] || !(length > 0)) return 1;
  const double in_cells = length * std::abs(inverse_spacing_[axis]);
  if (in_cells < 0.25) return 1;  // between samples far apart the model is a straight line within the box
  const double cells = std::min(std::ceil(in_cells - 1e-6), static_cast<double>(grid_.n[axis]));
  return 2 * std::max(1, static_cast<int>(cells));
}

/// The memory is a thread's, for one box after another; neighbours in a row differ along one axis.
const InterpolatedModel::Box& InterpolatedModel::box_of(const Vector& low, const Vector& high) const {
  thread_local Box box;
  for (int axis = 0; axis < 3; ++axis) {
    Span& span = box[axis];
    if (span.model == number_ && span.low == low[axis] && span.high == high[axis]) continue;
    span.model = number_;
    span.low = low[axis];
    span.high = high[axis];
    span.at_low = locate(axis, low[axis]);
    span.at_high = locate(axis, high[axis]);
    // Beyond the domain the model goes on as it is at its edge.
    const bool is_beyond = low[axis] >= extent_[axis].high || high[axis] <= extent_[axis].low;
    const int n = is_beyond ? 1 : n_parts(axis, high[axis] - low[axis]);
    const double part = (high[axis] - low[axis]) / n;
    span.midpoints.clear();
    for (int i = 0; i < n; ++i) span.midpoints.push_back(locate(axis, low[axis] + (i + 0.5) * part));
  }
  return box;
}

/// visit(i, values) for the midpoints of a row along x.
template <int dim, class Of, class Visit>
void InterpolatedModel::for_each_in_row(const std::vector<Bracket>& row, const Bracket& y, const Bracket& z,
                                        Visit visit) const {
  std::int64_t current = -1;
  typename Of::Values left{}, right{};
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Bracket& x = row[i];
    if (x.offset != current) {
      left = column<dim, Of>(x.offset, y, z);
      right = column<dim, Of>(x.offset + x.step, y, z);
      current = x.offset;
    }
    visit(i, Of::blend(left, right, x.weight));
  }
}

template <int dim>
CellMeans InterpolatedModel::sampled_mean(const Box& box) const {
  MeansSum sum;
  for (const Bracket& z : box[2].midpoints)
    for (const Bracket& y : box[1].midpoints)
      for_each_in_row<dim, All>(box[0].midpoints, y, z, [&](std::size_t, const All::Values& p) {
        sum.add({p[0], p[1], p[2]}, 1);
      });
  return sum.means();
}

template <int dim>
double InterpolatedModel::sampled_density(const Box& box) const {
  double sum = 0, n = 0;
  for (const Bracket& z : box[2].midpoints)
    for (const Bracket& y : box[1].midpoints)
      for_each_in_row<dim, Density>(box[0].midpoints, y, z, [&](std::size_t, const Density::Values& p) {
        sum += p[0];
        ++n;
      });
  return sum / n;
}

/// As sampled_stiffness(): the axis that is not in the pair is the one across whose layers moduli add up.
template <int dim>
double InterpolatedModel::sampled_shear(const Box& box, int pair) const {
  thread_local std::vector<ShearLaminate> along_z, along_y;
  const std::size_t n = box[0].midpoints.size();
  along_y.assign(n, ShearLaminate(pair == 1));
  for (const Bracket& y : box[1].midpoints) {
    along_z.assign(n, ShearLaminate(pair == 2));
    for (const Bracket& z : box[2].midpoints)
      for_each_in_row<dim, Shear>(box[0].midpoints, y, z,
                                  [&](std::size_t i, const Shear::Values& p) { along_z[i].add(p[1] * p[0] * p[0]); });
    for (std::size_t i = 0; i < n; ++i) along_y[i].add(along_z[i].modulus());
  }
  ShearLaminate along_x(pair == 0);
  for (const ShearLaminate& column : along_y) along_x.add(column.modulus());
  return along_x.modulus();
}

/// Layers along z first, then along y, then along x.
template <int dim>
Stiffness InterpolatedModel::sampled_stiffness(const Box& box) const {
  const std::vector<Bracket>& row = box[0].midpoints;
  thread_local std::vector<IsotropicLaminate> along_z;
  thread_local std::vector<Laminate> along_y;
  along_y.assign(row.size(), Laminate(1));
  for (const Bracket& y : box[1].midpoints) {
    along_z.assign(row.size(), IsotropicLaminate());
    for (const Bracket& z : box[2].midpoints)
      for_each_in_row<dim, All>(row, y, z, [&](std::size_t i, const All::Values& p) {
        along_z[i].add({p[0], p[1], p[2]});
      });
    for (std::size_t i = 0; i < along_y.size(); ++i) along_y[i].add(along_z[i].stiffness(2), 1);
  }
  Laminate along_x(0);
  for (const Laminate& column : along_y) along_x.add(column.stiffness(), 1);
  return along_x.stiffness();
}

/// The same with the moduli of each point.
template <int dim>
Stiffness InterpolatedModel::sampled_anisotropic_stiffness(const Vector& low, const Vector& high) const {
  const Vector size = high - low;
  const std::array<int, 3> n{n_parts(0, size[0]), n_parts(1, size[1]), n_parts(2, size[2])};
  const auto midpoint = [&](int axis, int i) { return low[axis] + (i + 0.5) * size[axis] / n[axis]; };
  Laminate along_x(0);
  for (int i = 0; i < n[0]; ++i) {
    Laminate along_y(1);
    for (int j = 0; j < n[1]; ++j) {
      Laminate along_z(2);
      for (int k = 0; k < n[2]; ++k) {
        const Vector x{midpoint(0, i), midpoint(1, j), midpoint(2, k)};
        along_z.add(stiffness_at(x, interpolate<dim>(x)), 1);
      }
      along_y.add(along_z.stiffness(), 1);
    }
    along_x.add(along_y.stiffness(), 1);
  }
  return along_x.stiffness();
}

Stiffness InterpolatedModel::stiffness(const Vector& low, const Vector& high) const {
  const Box& box = box_of(low, high);
  if (const float* only = only_sample(box); only != nullptr)
    return stiffness_at(0.5 * (low + high), {only[0], only[1], only[2]});
  if (dim_ == 1) return sampled_stiffness<1>(box);
  if (!axial_.empty())
    return dim_ == 2 ? sampled_anisotropic_stiffness<2>(low, high) : sampled_anisotropic_stiffness<3>(low, high);
  return dim_ == 2 ? sampled_stiffness<2>(box) : sampled_stiffness<3>(box);
}

double InterpolatedModel::shear_stiffness(const Vector& low, const Vector& high, int pair) const {
  if (!axial_.empty()) return Model::shear_stiffness(low, high, pair);
  const Box& box = box_of(low, high);
  if (const float* only = only_sample(box); only != nullptr) return shear_modulus({only[0], only[1], only[2]});
  if (dim_ == 1) return sampled_shear<1>(box, pair);
  return dim_ == 2 ? sampled_shear<2>(box, pair) : sampled_shear<3>(box, pair);
}

/// visit(sample, weight) for the samples around a point.
template <class Visit>
void InterpolatedModel::for_each_corner(const Vector& x, Visit visit) const {
  const Bracket brackets[3] = {locate(0, x[0]), locate(1, x[1]), locate(2, x[2])};
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::int64_t at = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (corner >> axis & 1) != 0;
      weight *= upper ? brackets[axis].weight : 1 - brackets[axis].weight;
      at += brackets[axis].offset + (upper ? brackets[axis].step : 0);
    }
    if (weight > 0) visit(samples_.data() + at, weight);
  }
}

/// visit(sample) for all samples that values in a box depend on, until it returns false.
template <class Visit>
bool InterpolatedModel::for_each_sample(const Box& box, Visit visit) const {
  std::array<std::int64_t, 3> first{}, last{};
  for (int axis = 0; axis < 3; ++axis) {
    const Bracket &at_low = box[axis].at_low, &at_high = box[axis].at_high;
    first[axis] = std::min(at_low.offset, at_high.offset);
    last[axis] = std::max(at_low.offset + at_low.step, at_high.offset + at_high.step);
  }
  for (std::int64_t z = first[2]; z <= last[2]; z += stride_[2])
    for (std::int64_t y = first[1]; y <= last[1]; y += stride_[1])
      for (std::int64_t x = first[0]; x <= last[0]; x += stride_[0])
        if (!visit(samples_.data() + x + y + z)) return false;
  return true;
}

/// Where all samples that a box depends on are alike: one of them.
const float* InterpolatedModel::only_sample(const Box& box) const {
  const float* first = nullptr;
  const bool alike = for_each_sample(box, [&](const float* sample) {
    if (first == nullptr) first = sample;
    const auto axial = [&](const float* of) { return axial_.data() + 2 * (of - samples_.data()); };
    return std::equal(sample, sample + 3, first) &&
           (axial_.empty() || std::equal(axial(sample), axial(sample) + n_axial, axial(first)));
  });
  return alike ? first : nullptr;
}

bool InterpolatedModel::blends_sides(const Vector& low, const Vector& high) const {
  bool any_fluid = false, any_solid = false;
  return !for_each_sample(box_of(low, high), [&](const float* sample) {
    (sample[1] > 0 ? any_solid : any_fluid) = true;
    return !(any_fluid && any_solid);
  });
}

bool InterpolatedModel::is_solid(const Vector& position) const {
  double weight_of_solids = 0;
  for_each_corner(position, [&](const float* sample, double weight) {
    if (sample[1] > 0) weight_of_solids += weight;
  });
  return weight_of_solids > 0.5;
}

Properties InterpolatedModel::of_side(const Vector& x, bool solid) const {
  All::Values sum{};
  double weight_of_side = 0;
  for_each_corner(x, [&](const float* sample, double weight) {
    if ((sample[1] > 0) != solid) return;
    weight_of_side += weight;
    for (int n = 0; n < 3; ++n) sum[n] += weight * sample[n];
  });
  if (weight_of_side == 0) return at(x);
  Properties p{sum[0] / weight_of_side, sum[1] / weight_of_side, sum[2] / weight_of_side};
  add_quality(x, p);
  return p;
}

/// Of the samples of the same kind, fluid or solid.
void InterpolatedModel::add_quality(const Vector& x, Properties& p) const {
  if (losses_.empty()) return;
  double loss_p = 0, loss_s = 0, weights = 0;
  for_each_corner(x, [&](const float* sample, double weight) {
    if ((sample[1] > 0) != (p.vs > 0)) return;
    const float* loss = losses_.data() + (sample - samples_.data()) / 3 * 2;
    loss_p += weight * loss[0];
    loss_s += weight * loss[1];
    weights += weight;
  });
  if (loss_p > 0) p.qp = weights / loss_p;
  if (loss_s > 0) p.qs = weights / loss_s;
}

Properties InterpolatedModel::at(const Vector& x) const {
  Properties p = dim_ == 1 ? interpolate<1>(x) : dim_ == 2 ? interpolate<2>(x) : interpolate<3>(x);
  add_quality(x, p);
  return p;
}

CellMeans InterpolatedModel::mean(const Vector& low, const Vector& high) const {
  const Box& box = box_of(low, high);
  if (const float* only = only_sample(box); only != nullptr) return homogeneous({only[0], only[1], only[2]});
  if (dim_ == 1) return sampled_mean<1>(box);
  return dim_ == 2 ? sampled_mean<2>(box) : sampled_mean<3>(box);
}

double InterpolatedModel::mean_density(const Vector& low, const Vector& high) const {
  const Box& box = box_of(low, high);
  if (const float* only = only_sample(box); only != nullptr) return only[2];
  if (dim_ == 1) return sampled_density<1>(box);
  return dim_ == 2 ? sampled_density<2>(box) : sampled_density<3>(box);
}

}  // namespace unda::model

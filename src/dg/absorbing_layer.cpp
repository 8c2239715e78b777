// The absorbing layers of discontinuous Galerkin: rates of their elements, and what a step does to their fields.
#include "dg/absorbing_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "dg/resolution.hpp"
#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "method/backward_waves.hpp"
#include "numerics/absorbing_profile.hpp"

namespace unda::dg {
namespace {

// With 0.01 left over, a part of 0.044 of a wave in a fluid came back at 75 degrees from the normal. Without plain fading a
// ten-thousandth of a pulse stayed and grew over 10,000 steps, with half of it that hardly fell. More of it sends more of long waves back.
// With alpha at 0.05 long waves grew in corners, without oscillating: a box of four wavelengths ended after 7,600 steps, with 0.1 of plain fading after 2,800.
constexpr LayerStrength in_hard_ground{0.003, 0.3, 0.05};
/// With alpha at 0.05 a soft layer on rock grew within 6,000 steps, at 0.9 within 30,000. A backward wave grows where |v_g/v_p| w^2/(alpha^2 + w^2)
/// exceeds the part of plain fading.
constexpr LayerStrength in_soft_ground{0.003, 1.5, 0.3};

/// Layers are thick for the fastest wave at the peak of a Ricker, in wavelengths: what they fade gently they do not send back. A soft layer
/// on rock of 18 times its speed sent 0.25 back from layers of 0.06, 0.012 from 0.4 and 0.0075 from 0.85; LOH.1 at 0.8 Hz 0.037 from 0.4, 0.015 from 0.85.
constexpr double thickness = 0.85;
constexpr double of_peak = 2.5;  // of a Ricker's highest frequency
constexpr int most_boxes = 12;
/// Boxes grow no more than this needs: waves that are not yet weak where boxes become too wide for them are sent back. At order 4 in hard ground four
/// boxes that double sent 0.04 of S waves back at 45 degrees.
constexpr double least_growth = 1.4;
/// In hard ground, beyond those that double: LOH.1 at 4 Hz was 0.050 off with four boxes, 0.035 with five, 0.037 with six and 0.052 with seven.
constexpr double more_boxes = 1;

/// The middle of an element's extent: that of the box that it was cut out of, or along a layer that of its prism.
Vector middle_of_extent(const mesh::Tetrahedra& mesh, std::size_t element) {
  Vector middle{};
  for (int axis = 0; axis < 3; ++axis) {
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < 4; ++n) {
      low = std::min(low, mesh.corner(element, n)[axis]);
      high = std::max(high, mesh.corner(element, n)[axis]);
    }
    middle[axis] = (low + high) / 2;
  }
  return middle;
}

}  // namespace

LayerStrength layer_strength(const model::Extremes& earth) {
  const double soft = method::softness(earth);
  const LayerStrength &h = in_hard_ground, &s = in_soft_ground;
  return {std::lerp(h.left_over, s.left_over, soft), std::lerp(h.alpha, s.alpha, soft),
          std::lerp(h.plain, s.plain, soft)};
}

LayerStrength layer_strength(const model::Model& model, const std::array<scenario::Interval, 3>& domain) {
  LayerStrength strength = layer_strength(model.extremes());
  for (const double ratio : method::backward_ratios(model, domain, 3))
    strength.plain = std::max(strength.plain, method::plain_damping_for(ratio));
  return strength;
}

AbsorbingBoxes absorbing_boxes(const scenario::DgOptions& options, const model::Extremes& earth, double edge) {
  const double first_boxes = thickness * of_peak * earth.vp_max / earth.slowest / edge;
  const double n = std::ceil(std::log2(1 + first_boxes));
  const long more = std::lround(more_boxes * (1 - method::softness(earth)));
  const int by_default = std::clamp(static_cast<int>(n) + static_cast<int>(more), 3, most_boxes);
  const int asked = static_cast<int>(options.absorbing_elements.value_or(by_default));
  double least = least_growth, most = 2;
  for (int bisection = 0; bisection < 40; ++bisection) {
    const double growth = (least + most) / 2;
    ((std::pow(growth, asked) - 1) / (growth - 1) < first_boxes ? least : most) = growth;
  }
  return {asked, by_default, most};
}

method::ExpectedEcho expected_echo(const model::Extremes& earth) {
  const double soft = method::softness(earth);
  // Soft ground six wavelengths wide, 17 models: 0.027 to 0.065. In hard ground by angle, with one box less than now: 0.018 up to 60 degrees.
  return {std::lerp(0.02, 0.065, soft), 0.08, soft > 0};
}

std::vector<RatesByAxis> absorbing_rates(const mesh::Tetrahedra& mesh, const mesh::LayerExtent& layers,
                                         const model::Extremes& earth) {
  const double left_over = layer_strength(earth).left_over, speed = earth.vp_max;
  std::vector<RatesByAxis> rates(mesh.size(), RatesByAxis{});
  for (std::size_t e = mesh.n_in_domain(); e < mesh.size(); ++e) {
    const Vector x = middle_of_extent(mesh, e);
    for (int axis = 0; axis < 3; ++axis) {
      const scenario::Interval &inner = layers.domain[axis], &outer = layers.extent[axis];
      for (const int side : {0, 1}) {
        const double depth = side == 0 ? inner.low - x[axis] : x[axis] - inner.high,
                     width = side == 0 ? inner.low - outer.low : outer.high - inner.high;
        if (depth > 0 && layers.n_layers[axis][side] > 0)
          rates[e][axis] = numerics::absorbing_rate(depth / width, width, speed, left_over);
      }
    }
  }
  return rates;
}

template <class Real>
AbsorbingLayer<Real>::AbsorbingLayer(const Operators<Real>& operators, const Placement& placement,
                                     const std::vector<RatesByAxis>& rates, const LayerStrength& strength,
                                     double highest_frequency, const std::vector<double>& steps, int width,
                                     const exec::Queue& queue, bool anisotropic)
    : queue_(queue),
      width_(static_cast<std::size_t>(width)),
      anisotropic_(anisotropic),
      n_basis_(operators.n_basis),
      n_smooth_(n_smooth(operators.order)) {
  std::vector<Entry<Real>> derivative;
  for (int d = 0; d < 3; ++d) {
    std::copy_if(operators.stiffness[d].begin(), operators.stiffness[d].end(), std::back_inserter(derivative),
                 [this](const Entry<Real>& e) { return e.column < n_smooth_; });
    smooth_derivative_.first[d + 1] = derivative.size();
  }
  derivative_ = exec::upload(derivative, queue_);
  smooth_derivative_.entry = derivative_.device(exec::Access::read);
  if (!rates.empty())
    put_factors(find_blocks(operators.order, placement, rates, width_, anisotropic), placement, rates,
                strength.alpha * std::numbers::pi * highest_frequency, strength.plain, steps);
}

template <class Real>
auto AbsorbingLayer<Real>::find_blocks(int order, const Placement& placement, const std::vector<RatesByAxis>& rates,
                                       std::size_t width, bool anisotropic) -> Blocks {
  Blocks found;
  for (std::size_t number = 0; number < placement.n_blocks && !rates.empty(); ++number) {
    AbsorbingBlock block{number, {}, {}};
    for (std::size_t lane = 0; lane < width; ++lane)
      if (const int e = placement.element[number * width + lane]; e >= 0)
        for (std::size_t axis = 0; axis < 3; ++axis)
          block.exists[axis] = block.exists[axis] || rates[static_cast<std::size_t>(e)][axis] > 0;
    bool is_absorbing = false;
    for (int axis = 0; axis < 3; ++axis) {
      block.first[axis] = found.n_memory;
      if (block.exists[axis])
        found.n_memory += static_cast<std::size_t>(n_changed_fields(anisotropic) * n_smooth(order));
      is_absorbing = is_absorbing || block.exists[axis];
    }
    if (is_absorbing) found.list.push_back(block);
  }
  return found;
}

template <class Real>
double AbsorbingLayer<Real>::bytes(int order, const Placement& placement, const std::vector<RatesByAxis>& rates,
                                   int width, bool anisotropic) {
  const auto places = static_cast<std::size_t>(width);
  const Blocks blocks = find_blocks(order, placement, rates, places, anisotropic);
  const std::size_t per_place = n_factors + (width == device_block ? slope_numbers(n_smooth(order)) : 0);
  return static_cast<double>(blocks.list.size() * (sizeof(AbsorbingBlock) + per_place * places * sizeof(Real)) +
                             blocks.n_memory * places * sizeof(Real));
}

template <class Real>
void AbsorbingLayer<Real>::put_factors(const Blocks& blocks, const Placement& placement,
                                       const std::vector<RatesByAxis>& rates, double alpha, double plain,
                                       const std::vector<double>& steps) {
  std::vector<Real> factors;
  for (const AbsorbingBlock& block : blocks.list) {
    std::vector<Real> own(n_factors * width_);
    const double dt = steps[static_cast<std::size_t>(placement.cluster[block.number])];
    numbers_.push_back(block.number);
    for (std::size_t lane = 0; lane < width_; ++lane) {
      const int e = placement.element[block.number * width_ + lane];
      double sum = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double d = e < 0 ? 0 : rates[static_cast<std::size_t>(e)][axis];
        own[3 * axis * width_ + lane] = static_cast<Real>(std::exp(-(alpha + d) * dt));
        own[(3 * axis + 1) * width_ + lane] = static_cast<Real>(numerics::gathered(alpha + d, dt));
        own[(3 * axis + 2) * width_ + lane] = static_cast<Real>(0.5 * d * dt);
        sum += d;
      }
      own[9 * width_ + lane] = static_cast<Real>(std::exp(-plain * sum * dt));
      own[10 * width_ + lane] = static_cast<Real>(std::exp(-sum * dt));
    }
    factors.insert(factors.end(), own.begin(), own.end());
  }
  blocks_ = exec::upload(blocks.list, queue_);
  factors_ = exec::upload(factors, queue_);
  memory_ = exec::Twin<Real>(blocks.n_memory * width_, queue_);
  if (!queue_.device().is_host())
    slopes_ = exec::Twin<Real>(blocks.list.size() * slope_numbers(n_smooth_) * width_, queue_);
}

/// In packs.
template <class Real>
template <template <class> class MediumOf>
void AbsorbingLayer<Real>::apply_here(const Real* medium, Real* q, const BlockRange& those) {
  const std::size_t packs = static_cast<std::size_t>(n_fields) * static_cast<std::size_t>(n_basis_);
  const auto* media = reinterpret_cast<const MediumOf<Pack<Real>>*>(medium);
  const auto own = step<std::is_same_v<MediumOf<Real>, GeneralMedium<Real>>>();
  const auto* factors = reinterpret_cast<const AbsorbingFactors<Pack<Real>>*>(factors_.data());
  auto* memory = reinterpret_cast<Pack<Real>*>(memory_.data());
  exec::for_each_block(those.size(), packs, [&](std::size_t n) {
    const AbsorbingBlock& block = blocks_.data()[those.first + n];
    own.apply(block, factors[those.first + n], media[block.number],
              reinterpret_cast<Pack<Real>*>(q) + block.number * packs,
              [&](int axis) { return memory + block.first[axis]; });
  });
}

template <class Real>
void AbsorbingLayer<Real>::apply(const Real* medium, Real* q, const BlockRange& blocks) {
  const auto number_of = [this](std::size_t block) {
    return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), block) - numbers_.begin());
  };
  const BlockRange those{number_of(blocks.first), number_of(blocks.last)};
  if (those.size() == 0) return;
  if (queue_.device().is_host())
    return anisotropic_ ? apply_here<GeneralMedium>(medium, q, those) : apply_here<ElementMedium>(medium, q, those);
  anisotropic_ ? apply_there<GeneralView<Real>>(medium, q, those) : apply_there<MediumView<Real>>(medium, q, those);
}

/// All slopes first: they are of the fields before any changes.
template <class Real>
template <class View>
void AbsorbingLayer<Real>::apply_there(const Real* medium, Real* q, const BlockRange& those) {
  using exec::Access;
  constexpr bool anisotropic = std::is_same_v<View, GeneralView<Real>>;
  const AbsorbingArrays<Real, View> arrays{step<anisotropic>(),
                                           width_,
                                           blocks_.device(Access::read) + those.first,
                                           factors_.device(Access::read) + those.first * n_factors * width_,
                                           medium,
                                           memory_.device(Access::read_write),
                                           slopes_.device(Access::read_write),
                                           q};
  const std::size_t n = those.size() * width_;
  exec::run_rows(queue_, n, FindSlope<Real, View>::n_rows, FindSlope<Real, View>{arrays});
  exec::run_rows(queue_, n, n_fields, AbsorbField<Real, View>{arrays});
}

template <class Real>
void AbsorbingLayer<Real>::transfer(method::State& state) {
  if (memory_.empty()) return;
  state.values(memory_.host(state.restoring() ? exec::Access::write : exec::Access::read), memory_.size());
}

template class AbsorbingLayer<float>;
template class AbsorbingLayer<double>;

}  // namespace unda::dg

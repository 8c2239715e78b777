// The absorbing layers of discontinuous Galerkin: rates of their elements, and what a step does to their fields.
#include "dg/absorbing_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/for_each.hpp"
#include "numerics/absorbing_profile.hpp"

namespace unda::dg {
namespace {

// With 0.01 left over, a part of 0.044 of a wave in a fluid came back at 75 degrees from the normal. Without plain fading a
// ten-thousandth of a pulse stayed and grew over 10,000 steps, with half of it that hardly fell. More of it sends more of long waves back.
constexpr LayerStrength in_hard_ground{0.003, 0.05, 0.012};
/// With alpha at 0.05 a soft layer on rock grew within 6,000 steps, at 0.9 within 30,000.
constexpr LayerStrength in_soft_ground{0.003, 1.5, 0.05};

/// The fields that derivatives along an axis change: velocities, normal stresses, the two shears with it.
std::array<int, 8> changed_fields(int axis) {
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  return {vx, vy, vz, xx, yy, zz, stress_field[axis][b], stress_field[axis][c]};
}

/// The middle of the box that an element was cut out of: it reaches from one face to the other along every axis.
Vector middle_of_box(const mesh::Tetrahedra& mesh, std::size_t element) {
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

int default_absorbing_boxes(int order) { return std::max(3, (11 + order) / order); }

int absorbing_boxes(const scenario::DgOptions& options) {
  return static_cast<int>(options.absorbing_elements.value_or(default_absorbing_boxes(options.order)));
}

method::ExpectedEcho expected_echo(const model::Extremes& earth) {
  const double soft = method::softness(earth);
  return {std::lerp(0.01, 0.33, soft), std::lerp(0.03, 0.33, soft),
          soft > 0};  // in soft ground: one model, 4 wavelengths wide
}

std::vector<RatesByAxis> absorbing_rates(const mesh::Tetrahedra& mesh, const mesh::Levels& levels,
                                         const model::Extremes& earth) {
  const double left_over = layer_strength(earth).left_over, speed = earth.vp_max;
  std::vector<RatesByAxis> rates(mesh.size(), RatesByAxis{});
  for (std::size_t e = mesh.n_in_domain(); e < mesh.size(); ++e) {
    const Vector x = middle_of_box(mesh, e);
    for (int axis = 0; axis < 3; ++axis) {
      const scenario::Interval &inner = levels.domain[axis], &outer = levels.extent[axis];
      for (const int side : {0, 1}) {
        const double depth = side == 0 ? inner.low - x[axis] : x[axis] - inner.high,
                     thickness = side == 0 ? inner.low - outer.low : outer.high - inner.high;
        if (depth > 0 && levels.absorbing[axis][side] > 0)
          rates[e][axis] = numerics::absorbing_rate(depth / thickness, thickness, speed, left_over);
      }
    }
  }
  return rates;
}

template <class Real>
AbsorbingLayer<Real>::AbsorbingLayer(const Operators<Real>& operators, const Placement& placement,
                                     const std::vector<RatesByAxis>& rates, const LayerStrength& strength,
                                     double highest_frequency, double dt)
    : n_basis_(operators.n_basis), n_smooth_(std::min(most_smooth, numerics::n_tetrahedral(operators.order - 1))) {
  for (int d = 0; d < 3; ++d)
    std::copy_if(operators.stiffness[d].begin(), operators.stiffness[d].end(), std::back_inserter(derivative_[d]),
                 [this](const Entry<Real>& e) { return e.column < n_smooth_; });
  const double alpha = strength.alpha * std::numbers::pi * highest_frequency;
  std::size_t n_memory = 0;
  for (std::size_t number = 0; number < (rates.empty() ? 0 : placement.n_blocks); ++number) {
    Block block{number, {}, {}, {}};
    for (int lane = 0; lane < pack_size<Real>; ++lane) {
      const int e = placement.element[number * pack_size<Real> + static_cast<std::size_t>(lane)];
      double sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const double d = e < 0 ? 0 : rates[static_cast<std::size_t>(e)][axis];
        Layer& layer = block.layer[axis];
        layer.exists = layer.exists || d > 0;
        layer.decay[lane] = static_cast<Real>(std::exp(-(alpha + d) * dt));
        layer.gain[lane] = static_cast<Real>(numerics::gathered(alpha + d, dt));
        layer.weight[lane] = static_cast<Real>(0.5 * d * dt);
        sum += d;
      }
      block.smooth_fading[lane] = static_cast<Real>(std::exp(-strength.plain * sum * dt));
      block.fading[lane] = static_cast<Real>(std::exp(-sum * dt));
    }
    bool is_absorbing = false;
    for (Layer& layer : block.layer) {
      layer.first = n_memory;
      if (layer.exists) n_memory += static_cast<std::size_t>(n_changed * n_smooth_);
      is_absorbing = is_absorbing || layer.exists;
    }
    if (is_absorbing) blocks_.push_back(block);
  }
  memory_ = exec::Buffer<Pack<Real>>(n_memory);
}

template <class Real>
auto AbsorbingLayer<Real>::rates_along(int axis, const ElementMedium<Pack<Real>>& medium, const Pack<Real>* q) const
    -> Rates {
  std::array<std::array<Pack<Real>, most_smooth>, 6> slope{};  // of the traction across the axis, then of the velocity
  for (int i = 0; i < 6; ++i) {
    const Pack<Real>* field = q + (i < 3 ? stress_field[i][axis] : vx + i - 3) * n_basis_;
    for (int d = 0; d < 3; ++d) {
      std::array<Pack<Real>, most_smooth> along{};
      for (const Entry<Real>& e : derivative_[d]) along[e.column] += e.value * field[e.row];
      for (int k = 0; k < n_smooth_; ++k) slope[i][k] += medium.gradient[d][axis] * along[k];
    }
  }
  Rates rates{};
  const std::array<int, 8> fields = changed_fields(axis);
  for (int k = 0; k < n_smooth_; ++k) {
    for (int i = 0; i < 3; ++i) rates[i][k] = medium.buoyancy * slope[i][k];
    physics::Strain<3, Pack<Real>> strain{};
    for (int i = 0; i < 3; ++i) strain(axis, i) = slope[3 + i][k];
    const auto stress = physics::stress(medium.moduli, strain);
    for (int f = 3; f < n_changed; ++f) rates[f][k] = stress.of[fields[f]];
  }
  return rates;
}

template <class Real>
void AbsorbingLayer<Real>::absorb(int axis, const Layer& layer, const Rates& rates, Pack<Real>* q) {
  const std::array<int, 8> fields = changed_fields(axis);
  Pack<Real>* psi = memory_.data() + layer.first;
  for (int f = 0; f < n_changed; ++f)
    for (int k = 0; k < n_smooth_; ++k, ++psi) {
      const Pack<Real> before = *psi;
      *psi = layer.decay * before + layer.gain * rates[f][k];
      q[fields[f] * n_basis_ + k] -= layer.weight * (before + *psi);
    }
}

template <class Real>
void AbsorbingLayer<Real>::apply(const ElementMedium<Pack<Real>>* medium, Pack<Real>* q) {
  const std::size_t packs = static_cast<std::size_t>(n_fields) * static_cast<std::size_t>(n_basis_);
  exec::for_each_block(blocks_.size(), packs, [&](std::size_t n) {
    const Block& block = blocks_[n];
    Pack<Real>* fields = q + block.number * packs;
    std::array<Rates, 3> rates;
    for (int axis = 0; axis < 3; ++axis)
      if (block.layer[axis].exists) rates[axis] = rates_along(axis, medium[block.number], fields);
    for (int axis = 0; axis < 3; ++axis)
      if (block.layer[axis].exists) absorb(axis, block.layer[axis], rates[axis], fields);
    for (int f = 0; f < n_fields; ++f)
      for (int k = 0; k < n_basis_; ++k) fields[f * n_basis_ + k] *= k < n_smooth_ ? block.smooth_fading : block.fading;
  });
}

template class AbsorbingLayer<float>;
template class AbsorbingLayer<double>;

}  // namespace unda::dg

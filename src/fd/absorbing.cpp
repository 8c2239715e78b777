// Profiles and memory of the absorbing layers.
#include "fd/absorbing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fd/solids_differ.hpp"
#include "method/expected_echo.hpp"

namespace unda::fd {
namespace {

/// How layers absorb. Between hard ground and soft the numbers go over evenly.
struct Strength {
  double decades;  ///< that a wave loses on its way straight to the outer end and back
  double alpha;    ///< over pi times the dominant frequency, at the inner edge: what is much slower is not absorbed
  double alpha_at_end;   ///< over that, at the outer end
  double stretch;        ///< k at the outer end
  double stretch_power;  ///< of the depth with which k - 1 grows
  double plain;          ///< the part of sigma / k that damps all fields alike, at the outer end
  double plain_power;    ///< of the depth with which that part grows
};
/// Alpha falls to 0, so that long waves are absorbed too: with 0.3 at the outer end the decay of long plane waves was up to 0.02 off, with 0.1 0.012,
/// as it is 0.009 with 0.
constexpr Strength in_uniform_ground{6, 1, 0, 1, 2, 0, 0};
/// Layers of rock guide waves whose group and phase velocities are opposite, too (see in_soft_ground), at any frequency of the band; they leak into the rock
/// below, and fade where k makes them slow in the layers. At 1500 m/s over 2650 in a domain of 170 m they grew 1.1 nepers a second with k = 1, 0.5 with 3, and not with 5
/// (the square of the depth); of 60 random models 10 grew with k = 1, 3 with 10 x^4, none with 20 x^4, but at order 4 one did, and with 25 it faded; all of them with the
/// fastest speed 3.3 times the slowest and more. Alpha that does not fall and plain damping end growth, too, but send long waves back: LOH.1 in 2-D was 0.018 off with
/// 0.3 and 0.005 x^3, 0.0001 with k. Short waves have to be gone where k makes them too short for the grid: with the square of the depth 10 sends
/// back 0.036 of S waves of five points, with the fourth power 0.0004; the less the speeds differ the more, 20 x^4 0.001 at a ratio of 3 and 0.007 at 1.75.
constexpr Strength in_layers_of_rock{6, 1, 0, 30, 4, 0, 3};
constexpr double least_stretch = 5, least_until = 2, all_from = 3.3;
/// Points per shortest wavelength for which k is made. On finer grids layers are thinner and what grows grows faster, but k may be larger as much: at 12.5 points two of
/// the random models grew or faded slowly with 30 x^4, not with 75.
constexpr double usual_points = 5;
/// A guided wave whose group and phase velocities are opposite grows in a layer at the rate |v_g/v_p| w^2/(alpha^2 + w^2) sigma/k: a
/// large k takes growth away, absorption remains, and plain damping ends the rest. Where it sets in early it sends long waves back; with
/// the cube of the depth it acts where k has shortened them. What it sends back grows with its share, and with alpha at the outer end: two
/// models 0.003 and 0.0045 (share 0.05, alpha falling to a half), 0.006 and 0.0095 (0.1, alpha even), 0.017 both (0.05, alpha 1.5 times
/// as large there). With 0.05 and a half, soft ground on rock 18 times as fast grew from step 20,000 on at ten points per wavelength,
/// however thick the layers.
constexpr Strength in_soft_ground{6, 2, 1, 30, 2, 0.1, 3};
/// Points by which layers in soft ground are thicker, and those beside very fast rock again. What plain damping sends back falls with the thickness: of a model whose
/// rock is 33 times as fast 0.045 with 32 points, 0.034 with 40, 0.026 with 48, 0.017 with 64.
constexpr int more_points = 20;

double between(double hard, double soft, double softness) { return hard + softness * (soft - hard); }

/// From 0 to 1 where rock is very much faster than what lies on it. `contrast`: of the fastest speed and the slowest.
double excess(double contrast) {
  constexpr double from = 22, to = 28;
  return std::clamp((contrast - from) / (to - from), 0.0, 1.0);
}

/// There plain damping is twice as strong: thin soft ground of vp/vs 7.8 on rock 37 times as
/// fast grew from step 40,000 on with a share of 0.05, and from 130,000 on with 0.1, at three times the frequency of its
/// fundamental resonance.
double plain_share(double in_rock, double softness, double contrast) {
  return (1 + excess(contrast)) * between(in_rock, in_soft_ground.plain, softness);
}

Strength in_rock(double contrast, double points) {
  Strength s = in_layers_of_rock;
  const double part = std::clamp((contrast - least_until) / (all_from - least_until), 0.0, 1.0);
  s.stretch = 1 + (between(least_stretch, s.stretch, part) - 1) * std::max(1.0, points / usual_points);
  return s;
}

/// `points`: per shortest wavelength at the highest frequency.
Strength strength_at(double softness, double contrast, double points) {
  const Strength hard = contrast > 1 ? in_rock(contrast, points) : in_uniform_ground;
  const auto at = [&](double Strength::*number) { return between(hard.*number, in_soft_ground.*number, softness); };
  return {at(&Strength::decades),    at(&Strength::alpha),         at(&Strength::alpha_at_end),
          at(&Strength::stretch),    at(&Strength::stretch_power), plain_share(hard.plain, softness, contrast),
          at(&Strength::plain_power)};
}

template <class Real>
Layer<Real> make_layer(const Grid& grid, int axis, bool high, const std::vector<Derivative>& derivatives, int radius,
                       int row_length, const exec::Queue& queue) {
  const Axis& a = grid.axis[axis];
  Layer<Real> layer;
  layer.axis = axis;
  // The last node of the domain belongs to the high layer for the sake of its half node.
  // A second derivative feels the layer as far as its stencil reaches.
  const bool second = std::any_of(derivatives.begin(), derivatives.end(),
                                  [](const Derivative& d) { return d.kind == Operator::second; });
  const int margin = second ? radius : 0;
  // In the whole grid, then the part of it that lies here.
  const int whole_first = high ? a.n_whole - a.absorbing_high - 1 - margin : 0;
  const int whole_last = high ? a.n_whole : a.absorbing_low + margin;
  layer.first = std::max(0, whole_first - a.offset);
  layer.count = std::min(a.n_nodes, whole_last - a.offset) - layer.first;
  layer.high = high;
  layer.width = row_length;
  if (axis == 0 && layer.count > 0) {
    // Whole vectors within the row; the profile is zero on the nodes of the domain that this takes in.
    const int unit = queue.device().is_host() ? row_unit : gpu_sector;
    const int needed = high ? row_length - layer.first : layer.count;
    layer.width = (needed + unit - 1) / unit * unit;
    if (high) layer.first = row_length - layer.width;
    if (high) layer.count = a.n_nodes - layer.first;
  }
  if (layer.count <= 0) return layer;
  std::size_t rows = 1;
  for (int b = 1; b < 3; ++b) rows *= b == axis ? layer.count : grid.axis[b].n_nodes;
  for (const Derivative& d : derivatives) {
    const bool stretched = d.axis == axis && d.kind != Operator::value;
    layer.memory.emplace_back(stretched ? rows * static_cast<std::size_t>(layer.width) : 0, queue);
    std::size_t padded = rows * static_cast<std::size_t>(layer.width + 2 * row_unit);
    if (axis > 0) padded = rows / layer.count * (layer.count + 2 * max_radius) * static_cast<std::size_t>(layer.width);
    layer.slope_memory.emplace_back(stretched && d.kind == Operator::second ? padded : 0, queue);
  }
  return layer;
}

/// Distance into the layer over its thickness, for the node (or half node) at `index`.
double depth(const Axis& a, bool high, double index) {
  return high ? (a.offset + index - (a.n_whole - 1 - a.absorbing_high)) / a.absorbing_high
              : (a.absorbing_low - a.offset - index) / a.absorbing_low;
}

}  // namespace

template <class Real>
std::vector<Layer<Real>> make_layers(const Grid& grid, const std::vector<Derivative>& derivatives, int radius,
                                     int row_length, const exec::Queue& queue) {
  std::vector<Layer<Real>> layers;
  for (int axis = 0; axis < grid.dim; ++axis) {
    if (grid.axis[axis].absorbing_low > 0)
      layers.push_back(make_layer<Real>(grid, axis, false, derivatives, radius, row_length, queue));
    if (grid.axis[axis].absorbing_high > 0)
      layers.push_back(make_layer<Real>(grid, axis, true, derivatives, radius, row_length, queue));
  }
  std::erase_if(layers, [](const Layer<Real>& layer) { return layer.count <= 0; });
  return layers;
}

template <class Real>
void set_profiles(std::vector<Layer<Real>>& layers, const Grid& grid, const AbsorbingParameters& p,
                  const exec::Queue& queue) {
  for (Layer<Real>& layer : layers) {
    const Axis& a = grid.axis[layer.axis];
    const double points = p.speed / p.contrast / (2.5 * p.frequency * a.spacing);
    Strength strength = strength_at(p.softness, p.contrast, points);
    if (const double least = p.plain[static_cast<std::size_t>(a.physical)]; least > 0) {
      strength.plain = std::max(strength.plain, least);
      strength.plain_power = 0;
    }
    const int thickness = layer.high ? a.absorbing_high : a.absorbing_low;
    const double sigma_max = 3 * p.speed * strength.decades * std::numbers::ln10 / (2 * thickness * a.spacing);
    const double alpha_max = strength.alpha * std::numbers::pi * p.frequency;
    for (int half = 0; half < 2; ++half) {
      LayerProfile<Real>& profile = layer.profile[half];
      const auto padded = static_cast<std::size_t>(std::max(layer.count, layer.axis == 0 ? layer.width : 0));
      profile = {exec::Twin<Real>(padded, queue), exec::Twin<Real>(padded, queue), exec::Twin<Real>(padded, queue),
                 exec::Twin<Real>(padded, queue)};
      Real* keeps = profile.keep.host(exec::Access::write);
      std::fill(keeps, keeps + padded, Real(1));
      Real* decays = profile.decay.host(exec::Access::write);
      Real* gains = profile.gain.host(exec::Access::write);
      Real* stretches = profile.stretch.host(exec::Access::write);
      for (int i = 0; i < layer.count; ++i) {
        const double x = depth(a, layer.high, layer.first + i + 0.5 * half);
        if (x <= 0) continue;
        // M-PML: e = 1 + d/s along the axis and 1 + p/s along the others is 1 + p/s for all, a damping of every
        // field, times 1 + (d - p)/(s + p) along the axis.
        const double k = 1 + (strength.stretch - 1) * std::pow(x, strength.stretch_power), d = sigma_max * x * x;
        const double plain = strength.plain * std::pow(x, strength.plain_power) * d / k, sigma = d - plain;
        const double alpha = alpha_max * std::max(0.0, 1 - (1 - strength.alpha_at_end) * x) + plain;
        keeps[i] = static_cast<Real>(std::exp(-plain * p.dt));
        const double decay = std::exp(-(sigma / k + alpha) * p.dt);
        decays[i] = static_cast<Real>(decay);
        gains[i] = static_cast<Real>(sigma / (k * (sigma + k * alpha)) * (decay - 1));
        stretches[i] = static_cast<Real>(1 / k - 1);
      }
    }
  }
}

int default_absorbing_points(int order, const model::Extremes& earth) {
  const double soft = earth.any_solid ? method::softness(earth) + excess(earth.vp_max / earth.slowest) : 0;
  return std::max(order < 8 ? 16 : 12, order + 4) + static_cast<int>(std::lround(more_points * soft));
}

double expected_echo(const model::Extremes& earth) {
  return between(solids_differ(earth) ? 0.004 : 0.001, 0.05, method::softness(earth));
}

template std::vector<Layer<float>> make_layers<float>(const Grid&, const std::vector<Derivative>&, int, int,
                                                      const exec::Queue&);
template std::vector<Layer<double>> make_layers<double>(const Grid&, const std::vector<Derivative>&, int, int,
                                                        const exec::Queue&);
template void set_profiles<float>(std::vector<Layer<float>>&, const Grid&, const AbsorbingParameters&,
                                  const exec::Queue&);
template void set_profiles<double>(std::vector<Layer<double>>&, const Grid&, const AbsorbingParameters&,
                                   const exec::Queue&);

}  // namespace unda::fd

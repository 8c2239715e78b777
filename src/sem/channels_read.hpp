// What a channel reads: weighted sums over the points of an element, on the host and on devices.
#pragma once

#include <array>
#include <cstddef>

#include "sem/kernels/relaxation.hpp"

namespace unda::sem {

/// The fields of a rank, [component][place]; acceleration = forces * inverse_mass.
template <class Real>
struct Fields {
  const Real *displacement = nullptr, *velocity = nullptr, *forces = nullptr;
  const Real* inverse_mass = nullptr;  ///< [place]
};

/// sum over components of value[c] u_c + reference slopes of u_c times slope[c].
struct ChannelWeights {
  enum class From { displacement, velocity, acceleration };
  std::size_t place = 0;  ///< among those of ChannelTables
  From from = From::displacement;
  std::array<double, 3> value{};
  std::array<std::array<double, 3>, 3> slope{};
  std::ptrdiff_t memory = -1;  ///< the number of its memories among those of ChannelMechanisms; -1: none
};

/// Stresses of solids that attenuate: a point has memories of its own, which go a step on whenever it is read.
struct ChannelMechanisms {
  int n = 0;
  std::array<MechanismStep<double>, numerics::most_mechanisms> step{};
  const std::array<std::array<double, 3>, 3>* slope = nullptr;  ///< [memory][mechanism], as those of the channel
  double* memory = nullptr;                                     ///< [memory][mechanism]
};

/// Of all channels, where they are read. A place is the element of a receiver, with weights along each axis.
struct ChannelTables {
  int dim = 3, n = 0;  ///< points of a line
  std::ptrdiff_t component = 0;
  const std::ptrdiff_t* offset = nullptr;  ///< of an element's points
  std::ptrdiff_t offset_stride = 0;        ///< from place to place; 0: all have the same
  const ChannelWeights* channels = nullptr;
  const std::ptrdiff_t* first = nullptr;  ///< by place: its element's first point
  const double* weights = nullptr;        ///< [place][axis][value, slope][point]
};

template <class Real>
struct ReadChannel {
  ChannelTables t;
  Fields<Real> fields;
  ChannelMechanisms mechanisms;
  double* values;

  constexpr double at(ChannelWeights::From from, std::ptrdiff_t component, std::ptrdiff_t place) const {
    if (from == ChannelWeights::From::displacement) return static_cast<double>(fields.displacement[component + place]);
    if (from == ChannelWeights::From::velocity) return static_cast<double>(fields.velocity[component + place]);
    return static_cast<double>(fields.forces[component + place]) * static_cast<double>(fields.inverse_mass[place]);
  }
  /// By the values of the polynomials, along one axis by their slopes.
  constexpr double sum(const ChannelWeights& channel, int c, int slope_axis) const {
    const std::ptrdiff_t first = t.first[channel.place], component = c * t.component;
    const std::ptrdiff_t* offset = t.offset + static_cast<std::ptrdiff_t>(channel.place) * t.offset_stride;
    const double* weights = t.weights + channel.place * static_cast<std::size_t>(6 * t.n);
    const double* x = weights + (slope_axis == 0 ? t.n : 0);
    const double* y = weights + 2 * t.n + (slope_axis == 1 ? t.n : 0);
    const double* z = weights + 4 * t.n + (slope_axis == 2 ? t.n : 0);
    double total = 0;
    int p = 0;
    for (int k = 0; k < (t.dim == 3 ? t.n : 1); ++k) {
      double plane = 0;
      for (int j = 0; j < t.n; ++j) {
        double row = 0;
        for (int i = 0; i < t.n; ++i) row += x[i] * at(channel.from, component, first + offset[p++]);
        plane += y[j] * row;
      }
      total += z[k] * plane;
    }
    return total;
  }
  constexpr double relaxed(const ChannelWeights& channel) const {
    double gradient[3][3]{}, total = 0;
    for (int c = 0; c < t.dim; ++c)
      for (int a = 0; a < t.dim; ++a) gradient[c][a] = sum(channel, c, a);
    for (int l = 0; l < mechanisms.n; ++l) {
      const std::ptrdiff_t at = channel.memory * mechanisms.n + l;
      double stress = 0;
      for (int c = 0; c < t.dim; ++c)
        for (int a = 0; a < t.dim; ++a) stress += mechanisms.slope[at][c][a] * gradient[c][a];
      total += relaxed_part(mechanisms.step[l], stress, mechanisms.memory[at]);
    }
    return total;
  }
  constexpr void operator()(std::size_t n) const {
    const ChannelWeights& channel = t.channels[n];
    double total = 0;
    for (int c = 0; c < t.dim; ++c) {
      if (channel.value[c] != 0) total += channel.value[c] * sum(channel, c, -1);
      for (int a = 0; a < t.dim; ++a)
        if (channel.slope[c][a] != 0) total += channel.slope[c][a] * sum(channel, c, a);
    }
    values[n] = channel.memory < 0 ? total : total - relaxed(channel);
  }
};

}  // namespace unda::sem

// The wave and its derivatives.
#include "reference/rayleigh_wave.hpp"

#include <cmath>

#include "reference/interface_waves.hpp"

namespace unda::reference {

RayleighWave::RayleighWave(const Medium& solid, const Vector& wavenumber, double top, double amplitude)
    : k_(norm(wavenumber)), top_(top), direction_((1 / norm(wavenumber)) * wavenumber) {
  const double c = 1 / rayleigh_slowness(solid);
  omega_ = c * k_;
  a_ = k_ * std::sqrt(1 - c * c / (solid.vp * solid.vp));
  b_ = k_ * std::sqrt(1 - c * c / (solid.vs * solid.vs));
  g_ = 1 - c * c / (2 * solid.vs * solid.vs);
  scale_ = amplitude / (a_ * omega_ * (1 - 1 / g_));
}

RayleighWave::Profile RayleighWave::profile(double z) const {
  const double p = std::exp(-a_ * (top_ - z)), s = std::exp(-b_ * (top_ - z));
  return {-scale_ * k_ * (p - g_ * s), scale_ * a_ * (p - s / g_), -scale_ * k_ * (a_ * p - g_ * b_ * s),
          scale_ * a_ * (a_ * p - b_ * s / g_)};
}

double RayleighWave::phase(const Vector& x, double t) const { return k_ * dot(direction_, x) - omega_ * t; }

Vector RayleighWave::displacement(const Vector& x, double t) const {
  const Profile at = profile(x[2]);
  const double q = phase(x, t);
  return at.along * std::sin(q) * direction_ + at.up * std::cos(q) * Vector{0, 0, 1};
}

Vector RayleighWave::velocity(const Vector& x, double t) const {
  const Profile at = profile(x[2]);
  const double q = phase(x, t);
  return -omega_ * at.along * std::cos(q) * direction_ + omega_ * at.up * std::sin(q) * Vector{0, 0, 1};
}

std::array<std::array<double, 3>, 3> RayleighWave::gradient(const Vector& x, double t) const {
  const Profile at = profile(x[2]);
  const double q = phase(x, t), along = k_ * at.along * std::cos(q), up = -k_ * at.up * std::sin(q);
  std::array<std::array<double, 3>, 3> g{};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) g[i][j] = direction_[i] * direction_[j] * along;
    g[i][2] = direction_[i] * at.along_slope * std::sin(q);
    g[2][i] = direction_[i] * up;
  }
  g[2][2] = at.up_slope * std::cos(q);
  return g;
}

}  // namespace unda::reference

// Waves at interfaces by the methods on meshes, started from their exact fields: P at normal incidence on contrasts; a plane
// wave from a fluid on a solid with its reflected and converted waves; Scholte's wave between the two.
#include <complex>
#include <numbers>

#include <Eigen/LU>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "exact_field.hpp"
#include "mesh_file.hpp"
#include "reference/interface_waves.hpp"
#include "reference/reflection.hpp"
#include "unit/mesh/hexahedra_boxes.hpp"

namespace unda::verification::interfaces_test {
namespace {

using Complex = std::complex<double>;
using reference::Medium;

constexpr Complex i{0, 1};
constexpr double omega = 2 * std::numbers::pi;

/// Velocities in fluids are slopes of the potential by spectral elements, which asks for smaller ones.
struct Way {
  std::string method;
  int dim = 3;
  double size = 1;             ///< of elements
  bool any_hexahedra = false;  ///< from a file, bent, turned and shuffled
};
const Way by_galerkin{"dg"}, by_elements_2d{"sem", 2, 0.5}, by_elements_3d{"sem", 3, 0.5},
    by_any_elements{"sem", 2, 0.5, true};

std::string list_of(const std::vector<Vector>& positions, int dim) {
  std::string list;
  for (const Vector& x : positions)
    list += dim == 3 ? fmt::format("[{}, {}, {}], ", x[0], x[1], x[2]) : fmt::format("[{}, {}], ", x[0], x[2]);
  return "[" + list + "]";
}

/// One medium above z = 0 and one below, periodic along x and y.
scenario::Scenario column(const Way& way, const Medium& above, const Medium& below, double width, double height,
                          double spacing, const std::vector<Vector>& receivers) {
  const bool in_3d = way.dim == 3;
  const std::string text = fmt::format(
      "[domain]\nx = [0, {}]\n{}z = [{}, {}]\n"
      "[boundary]\nwest = 'periodic'\neast = 'periodic'\n{}"
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n"
      "[[model.layer]]\ntop = 0\nvp = {}\nvs = {}\nrho = {}\n"
      "[time]\nduration = 1\n[mesh]\nspacing = {}\n[solver]\nmethod = '{}'\nsem.absorbing_elements = 0\n"
      "[[receivers]]\npositions = {}\nquantities = ['velocity']\n",
      width, in_3d ? fmt::format("y = [0, {}]\n", 2 * spacing) : "", -height, height,
      in_3d ? "south = 'periodic'\nnorth = 'periodic'\n" : "", height, above.vp, above.vs, above.rho, below.vp,
      below.vs, below.rho, way.size * spacing, way.method, list_of(receivers, way.dim));
  return scenario_from(text);
}

/// The same on elements of a file: not periodic, but so wide that nothing comes from the sides until `duration`.
scenario::Scenario wide(const Way& way, const Medium& above, const Medium& below, double height, double spacing,
                        double duration, const MeshFile& file, const std::vector<Vector>& receivers) {
  const double size = way.size * spacing, half = duration * std::max(above.vp, below.vp) + 2 * size;
  const int across = static_cast<int>(std::ceil(half / size)), up = static_cast<int>(std::ceil(height / size));
  file.write(mesh::gmsh_of({.dim = 2,
                            .n = {2 * across, 2 * up, 1},
                            .low = {-half, 0, -height},
                            .high = {half, 0, height},
                            .map = [=](const Vector& x) -> Vector {
                              const double inside = std::cos(std::numbers::pi * x[0] / (2 * half));
                              const double off = size * inside * std::sin(2 * std::numbers::pi * x[2] / height);
                              return {x[0] + off / 3, 0, x[2] + off / 4 * std::sin(5 * x[0])};
                            },
                            .turned = true,
                            .shuffled = true}));
  return scenario_from(fmt::format("[domain]\nx = [{}, {}]\nz = [{}, {}]\n"
                                   "[model]\nkind = 'layers'\n[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n"
                                   "[[model.layer]]\ntop = 0\nvp = {}\nvs = {}\nrho = {}\n"
                                   "[time]\nduration = 1\n[mesh]\nspacing = {}\n[solver]\nmethod = '{}'\n"
                                   "[[receivers]]\npositions = {}\nquantities = ['velocity']\n",
                                   -half, half, -height, height, height, above.vp, above.vs, above.rho, below.vp,
                                   below.vs, below.rho, size, way.method, list_of(receivers, 2)),
                       file.overrides());
}

/// A pulse that comes down and meets the contrast; the receivers stand above and below it.
double normal_misfit(const Way& way, const Medium& above, const Medium& below) {
  // The second derivative of a Gaussian at z = 0, so that its integrals, displacement and potential, end with it.
  constexpr double width = 0.2;
  auto twice = [](double t) { return width * width * std::exp(-0.5 * std::pow((t - 1) / width, 2)); };
  auto once = [=](double t) { return -(t - 1) / (width * width) * twice(t); };
  auto pulse = [=](double t) { return (std::pow((t - 1) / width, 2) - 1) / (width * width) * twice(t); };
  const reference::NormalIncidence c = reference::normal_incidence(above, below);
  auto lambda_over_p_modulus = [](const Medium& m) { return 1 - 2 * m.vs * m.vs / (m.vp * m.vp); };
  const ExactField exact{
      [=](const Vector& x, double t) -> Vector {
        if (x[2] < 0) return {0, 0, c.velocity_transmitted * pulse(t + x[2] / below.vp)};
        return {0, 0, pulse(t + x[2] / above.vp) + c.velocity_reflected * pulse(t - x[2] / above.vp)};
      },
      [=](const Vector& x, double t) -> std::array<double, 6> {
        const Medium& m = x[2] < 0 ? below : above;
        const double v = x[2] < 0 ? c.velocity_transmitted * pulse(t + x[2] / below.vp)
                                  : pulse(t + x[2] / above.vp) - c.velocity_reflected * pulse(t - x[2] / above.vp);
        const double normal = m.rho * m.vp * v, lateral = lambda_over_p_modulus(m) * normal;
        return {lateral, lateral, normal, 0, 0, 0};
      },
      [=](const Vector& x, double t) -> Vector {
        if (x[2] < 0) return {0, 0, c.velocity_transmitted * once(t + x[2] / below.vp)};
        return {0, 0, once(t + x[2] / above.vp) + c.velocity_reflected * once(t - x[2] / above.vp)};
      },
      // u = d chi/dz / rho
      [=](const Vector& x, double t) {
        if (x[2] < 0) return c.velocity_transmitted * below.rho * below.vp * twice(t + x[2] / below.vp);
        return above.rho * above.vp * (twice(t + x[2] / above.vp) - c.velocity_reflected * twice(t - x[2] / above.vp));
      }};
  const std::vector<Vector> receivers{{0.13, 0.2, 0.4}, {0.21, 0.3, -0.45}};
  constexpr double duration = 1.6;
  const MeshFile file;
  return misfit_from(way.any_hexahedra ? wide(way, above, below, 2 * above.vp, 0.25, duration, file, receivers)
                                       : column(way, above, below, 0.5, 2 * above.vp, 0.25, receivers),
                     exact, duration);
}

TEST(Interfaces, NormalIncidence) {
  EXPECT_LT(normal_misfit(by_galerkin, {1, 0, 1}, {1.5, 0, 1.6}), 0.01);
  EXPECT_LT(normal_misfit(by_galerkin, {1, 0.577, 1}, {1.5, 0.85, 1.2}), 0.01);
  EXPECT_LT(normal_misfit(by_galerkin, {1, 0, 1}, {1.5, 0.85, 2.3}), 0.01);
}

/// Water over rock and rock over water.
TEST(Interfaces, NormalIncidenceBySpectralElements) {
  for (const Way& way : {by_elements_2d, by_elements_3d}) {
    EXPECT_LT(normal_misfit(way, {1, 0, 1}, {1.5, 0.85, 2.3}), 0.01) << way.dim;
    EXPECT_LT(normal_misfit(way, {1.5, 0.85, 2.3}, {1, 0, 1}), 0.01) << way.dim;
  }
}

TEST(Interfaces, NormalIncidenceBySpectralElementsOfAnyShape) {
  EXPECT_LT(normal_misfit(by_any_elements, {1, 0.577, 1}, {1.5, 0.85, 1.2}), 0.01);
  EXPECT_LT(normal_misfit(by_any_elements, {1, 0, 1}, {1.5, 0.85, 2.3}), 0.01);
  EXPECT_LT(normal_misfit(by_any_elements, {1.5, 0.85, 2.3}, {1, 0, 1}), 0.01);
}

/// A harmonic field exp(i omega (p x - t)): in the fluid above a wave `incident` that comes down and one that goes up or dies
/// out; in the solid below a P and an S wave that go down or die out.
class FluidOverSolid {
 public:
  FluidOverSolid(const Medium& fluid, const Medium& solid, double slowness, Complex incident)
      : f_(fluid), s_(solid), p_(slowness), incident_(incident) {
    // Velocity and normal traction are continuous, shear traction is zero.
    Eigen::Matrix3cd waves;
    for (int w = 0; w < 3; ++w) waves.col(w) = mismatch(w == 0 ? 1 : 0, w == 1 ? 1 : 0, w == 2 ? 1 : 0, 0);
    if (incident != 0.0) {
      const Eigen::Vector3cd a = waves.inverse() * -mismatch(0, 0, 0, incident);
      reflected_ = a[0], p_wave_ = a[1], s_wave_ = a[2];
    } else {  // a wave of its own: what the first two conditions leave open, the third closes
      const Eigen::Vector2cd a = waves.bottomRightCorner<2, 2>().inverse() * -waves.bottomLeftCorner<2, 1>();
      reflected_ = 1, p_wave_ = a[0], s_wave_ = a[1];
    }
  }
  Complex reflected() const { return reflected_; }

  ExactField field() const {
    return {[this](const Vector& x, double t) -> Vector {
              const State s = at(x[2], reflected_, p_wave_, s_wave_, incident_);
              const Complex turn = std::exp(i * omega * (p_ * x[0] - t));
              return {(turn * s.vx).real(), 0, (turn * s.vz).real()};
            },
            [this](const Vector& x, double t) -> std::array<double, 6> {
              const State s = at(x[2], reflected_, p_wave_, s_wave_, incident_);
              const Complex turn = std::exp(i * omega * (p_ * x[0] - t));
              return {(turn * s.xx).real(), (turn * s.yy).real(), (turn * s.zz).real(), 0, (turn * s.xz).real(), 0};
            },
            [this](const Vector& x, double t) -> Vector {
              const State s = at(x[2], reflected_, p_wave_, s_wave_, incident_);
              const Complex turn = i / omega * std::exp(i * omega * (p_ * x[0] - t));
              return {(turn * s.vx).real(), 0, (turn * s.vz).real()};
            },
            [this](const Vector& x, double t) {  // p = -chi_tt, on the fluid's side of the interface
              const State s = in_fluid(x[2], reflected_, incident_);
              return (std::exp(i * omega * (p_ * x[0] - t)) * -s.zz).real() / (omega * omega);
            }};
  }

 private:
  struct State {
    Complex vx, vz, xx, yy, zz, xz;
  };
  Complex vertical(double speed) const { return omega * std::sqrt(Complex(1 / (speed * speed) - p_ * p_, 0.0)); }

  State at(double z, Complex reflected, Complex p_wave, Complex s_wave, Complex incident) const {
    return z > 0 ? in_fluid(z, reflected, incident) : in_solid(z, p_wave, s_wave);
  }
  State in_fluid(double z, Complex reflected, Complex incident) const {
    const Complex q = vertical(f_.vp), down = incident * std::exp(-i * q * z), up = reflected * std::exp(i * q * z);
    const Complex pressure = down + up;
    return {p_ / f_.rho * pressure, q / (omega * f_.rho) * (up - down), -pressure, -pressure, -pressure, 0};
  }
  /// v = grad phi + curl (psi along y).
  State in_solid(double z, Complex p_wave, Complex s_wave) const {
    const Complex qp = vertical(s_.vp), qs = vertical(s_.vs), k = omega * p_;
    const Complex phi = p_wave * std::exp(-i * qp * z), psi = s_wave * std::exp(-i * qs * z);
    const double mu = s_.rho * s_.vs * s_.vs, lambda = s_.rho * s_.vp * s_.vp - 2 * mu;
    const Complex dxx = -k * k * phi - k * qs * psi, dzz = -qp * qp * phi + k * qs * psi;  // of the velocity
    const Complex dxz = 2.0 * k * qp * phi + (qs * qs - k * k) * psi;                      // dvx/dz + dvz/dx
    const Complex integral = i / omega, divergence = lambda * (dxx + dzz);
    return {i * k * phi + i * qs * psi,
            -i * qp * phi + i * k * psi,
            integral * (divergence + 2 * mu * dxx),
            integral * divergence,
            integral * (divergence + 2 * mu * dzz),
            integral * mu * dxz};
  }
  Eigen::Vector3cd mismatch(Complex reflected, Complex p_wave, Complex s_wave, Complex incident) const {
    const State above = in_fluid(0, reflected, incident), below = in_solid(0, p_wave, s_wave);
    return {above.zz - below.zz, above.vz - below.vz, below.xz};
  }

  Medium f_, s_;
  double p_;
  Complex incident_, reflected_, p_wave_, s_wave_;
};

double oblique_misfit(const Way& way) {
  const Medium fluid{1, 0, 1}, solid{3, 2, 1};
  const double angle = 0.2, slowness = std::sin(angle);
  const FluidOverSolid waves(fluid, solid, slowness, 1.0);
  EXPECT_NEAR(std::abs(waves.reflected() - reference::fluid_solid_reflection(fluid, solid, angle)), 0, 1e-12);
  // What the absorbing ends send back has not come to the receivers.
  return misfit_from(column(way, fluid, solid, 1 / slowness, 3, 0.5,
                            {{0.3, 0.4, 0.3}, {2.1, 0.1, 0.8}, {3.9, 0.6, -0.2}, {1.2, 0.3, -0.9}}),
                     waves.field(), 0.6);
}

TEST(Interfaces, PlaneWaveFromAFluidOnASolid) { EXPECT_LT(oblique_misfit(by_galerkin), 0.01); }
TEST(Interfaces, PlaneWaveFromAFluidOnASolidBySpectralElements) {
  EXPECT_LT(oblique_misfit(by_elements_2d), 0.01);
  EXPECT_LT(oblique_misfit(by_elements_3d), 0.01);
}

/// Over two periods a speed that is wrong by 1e-3 makes a misfit of 7e-3 on average.
double scholte_misfit(const Way& way) {
  const Medium fluid{1, 0, 1}, solid{std::sqrt(3.0), 1, 1};
  const double slowness = reference::scholte_slowness(fluid, solid);
  const FluidOverSolid wave(fluid, solid, slowness, 0.0);
  return misfit_from(column(way, fluid, solid, 1 / slowness, 1.2, 0.2, {{0.1, 0.2, 0.1}, {0.5, 0.1, -0.15}}),
                     wave.field(), 2);
}

TEST(Interfaces, ScholteWave) { EXPECT_LT(scholte_misfit(by_galerkin), 0.007); }
TEST(Interfaces, ScholteWaveBySpectralElements) {
  EXPECT_LT(scholte_misfit(by_elements_2d), 0.007);
  EXPECT_LT(scholte_misfit(by_elements_3d), 0.007);
}

}  // namespace
}  // namespace unda::verification::interfaces_test

// States on faces: what both sides see of each other, coefficients of reflection and transmission, and the conditions of faces.
#include "physics/riemann.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "physics/material.hpp"

namespace unda::physics::riemann_test {
namespace {

const Material rock{2600, {15.6e9, 10.4e9}}, soil{1800, {1.2e9, 0.5e9}}, water{1000, {2.25e9, 0}}, oil{800, {1.4e9, 0}};
constexpr double normal[3]{0.48, -0.6, 0.64}, opposite[3]{-0.48, 0.6, -0.64}, along[3]{0.8, 0, -0.6};

/// A wave of unit velocity along d towards the face with outward normal n.
FaceState<double> arriving(double impedance, const double* d) {
  FaceState<double> wave{};
  for (int i = 0; i < 3; ++i) {
    wave.velocity[i] = d[i];
    wave.traction[i] = -impedance * d[i];
  }
  return wave;
}

FaceState<double> star(const Material& own, const Material& other, const FaceState<double>& here,
                       const FaceState<double>& there) {
  return star_state(here, there, normal, own.impedance(), beyond_interface(own.impedance(), other.impedance()));
}

void expect_near(const double* found, const double* expected, double factor, double size) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], factor * expected[i], 1e-12 * size) << i;
}

TEST(Riemann, TransmissionOfPAndSWaves) {
  const double zp = rock.impedance().p, zs = rock.impedance().s;
  const FaceState<double> p = star(rock, soil, arriving(zp, normal), {});
  const double tp = 2 * zp / (zp + soil.impedance().p), ts = 2 * zs / (zs + soil.impedance().s);
  expect_near(p.velocity, normal, tp, 1);
  expect_near(p.traction, normal, -tp * soil.impedance().p, zp);
  const FaceState<double> s = star(rock, soil, arriving(zs, along), {});
  expect_near(s.velocity, along, ts, 1);
  expect_near(s.traction, along, -ts * soil.impedance().s, zs);
}

TEST(Riemann, BothSidesSeeTheSameState) {
  const FaceState<double> a{{1e6, -2e6, 3e6}, {0.3, -0.2, 0.5}}, b{{-4e6, 1e6, 2e6}, {-0.1, 0.6, 0.2}};
  for (const auto& [own, other] : {std::pair{rock, soil}, {rock, rock}}) {
    const FaceState<double> here = star(own, other, a, b);
    const FaceState<double> there =
        star_state(b, a, opposite, other.impedance(), beyond_interface(other.impedance(), own.impedance()));
    expect_near(here.velocity, there.velocity, 1, 1);
    expect_near(here.traction, there.traction, -1, 1e7);
  }
}

/// Fluids slip along each other and along solids without a traction.
TEST(Riemann, FluidsSlip) {
  const FaceState<double> sliding{{0, 0, 0}, {along[0], along[1], along[2]}};
  expect_near(star(water, oil, sliding, {}).traction, along, 0, 1);
  for (const Material& solid : {rock, soil}) {
    const FaceState<double> s = star(solid, water, arriving(solid.impedance().s, along), {});
    expect_near(s.traction, along, 0, 1e7);
    expect_near(s.velocity, along, 2, 1);
  }
}

TEST(Riemann, ConditionsOfFaces) {
  const Impedance<double> z = rock.impedance();
  const FaceState<double> a{{1e6, -2e6, 3e6}, {0.3, -0.2, 0.5}};
  const double nothing[3]{};
  expect_near(star_state(a, {}, normal, z, beyond_free_face(z)).traction, nothing, 0, 1e7);
  expect_near(star_state(a, {}, normal, z, beyond_rigid_face()).velocity, nothing, 0, 1);
  // A wave that goes out passes an absorbing face as it is.
  for (const auto& [impedance, d] : {std::pair{z.p, normal}, {z.s, along}}) {
    const FaceState<double> wave = arriving(impedance, d),
                            out = star_state(wave, {}, normal, z, beyond_absorbing_face(z));
    expect_near(out.velocity, wave.velocity, 1, 1);
    expect_near(out.traction, wave.traction, 1, 1e7);
  }
}

}  // namespace
}  // namespace unda::physics::riemann_test

// What travels between the parts of a grid: only what the stencils need.
#include "fd/decomposition.hpp"

#include <gtest/gtest.h>

#include "fd/schemes/acoustic.hpp"
#include "fd/schemes/acoustic_second_order.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd::decomposition_test {
namespace {

constexpr int radius = 4;
constexpr std::array<int, 3> part{20, 24, 30};

/// Numbers that go to or come from the neighbours after a stage, by axis and field, from a rank amid 27.
struct Counts {
  std::size_t n_messages = 0;
  std::ptrdiff_t sent[3][10] = {}, received[3][10] = {};
};

Counts count(const SchemeDescription& scheme, std::size_t stage) {
  const parallel::Cartesian cuts({3, 3, 3}, {3 * part[0], 3 * part[1], 3 * part[2]}, {}, 13);
  std::vector<float> arrays(10);  // only their addresses matter
  View<float> view;
  view.n = part;
  view.stride = {1, 36, 36 * 32};
  for (std::size_t f = 0; f < scheme.fields.size(); ++f) view.field[f] = &arrays[f];
  Counts counts;
  const auto links = links_after_stage(view, scheme, stage, radius, cuts);
  for (const auto& link : links) {
    int axis = -1;
    for (int a = 0; a < 3; ++a)
      for (int side = 0; side < 2; ++side)
        if (link.rank == cuts.neighbour(a, side)) axis = a;
    if (!link.send.empty()) ++counts.n_messages;
    for (const auto& p : link.send)
      for (const auto& run : p.runs) counts.sent[axis][p.array - arrays.data()] += run.count;
    for (const auto& p : link.receive)
      for (const auto& run : p.runs) counts.received[axis][p.array - arrays.data()] += run.count;
  }
  return counts;
}

std::ptrdiff_t face(int axis) { return static_cast<std::ptrdiff_t>(part[(axis + 1) % 3]) * part[(axis + 2) % 3]; }

TEST(Exchange, AVelocityTravelsAlongItsOwnAxisOnly) {
  const auto scheme = describe<Acoustic<3>>();
  const Counts velocities = count(scheme, 0), pressure = count(scheme, 1);
  EXPECT_EQ(velocities.n_messages, 6u);
  EXPECT_EQ(pressure.n_messages, 6u);
  for (int axis = 0; axis < 3; ++axis) {
    for (int f = 0; f < 3; ++f) {
      // A derivative on nodes reads radius half points below and radius - 1 above the part.
      const std::ptrdiff_t expected = f == axis ? (2 * radius - 1) * face(axis) : 0;
      EXPECT_EQ(velocities.sent[axis][Acoustic<3>::v(f)], expected) << "velocity " << f << " along " << axis;
      EXPECT_EQ(velocities.received[axis][Acoustic<3>::v(f)], expected);
    }
    EXPECT_EQ(velocities.sent[axis][Acoustic<3>::p], 0);
    EXPECT_EQ(pressure.sent[axis][Acoustic<3>::p], (2 * radius - 1) * face(axis));
  }
}

TEST(Exchange, StressesTravelWhereTheyAreDifferentiated) {
  using Scheme = Elastic<3>;
  const Counts stresses = count(describe<Scheme>(), 1), velocities = count(describe<Scheme>(), 0);
  for (int axis = 0; axis < 3; ++axis) {
    for (int a = 0; a < 3; ++a) {
      EXPECT_EQ(stresses.sent[axis][Scheme::normal(a)], a == axis ? (2 * radius - 1) * face(axis) : 0);
      EXPECT_EQ(velocities.sent[axis][Scheme::v(a)], (2 * radius - 1) * face(axis));
    }
    for (int n = 0; n < 3; ++n) {
      const bool along = Scheme::pair[n][0] == axis || Scheme::pair[n][1] == axis;
      EXPECT_EQ(stresses.sent[axis][Scheme::shear(n)], along ? (2 * radius - 1) * face(axis) : 0);
    }
  }
}

TEST(Exchange, ARateThatNothingDifferentiatesStaysAtHome) {
  const auto scheme = describe<AcousticSecondOrder<3>>();
  EXPECT_EQ(count(scheme, 0).n_messages, 0u);
  const Counts pressure = count(scheme, 1);
  std::ptrdiff_t all = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int f = 0; f < 10; ++f) all += pressure.sent[axis][f];
  EXPECT_EQ(all, 2 * radius * (face(0) + face(1) + face(2)));
}

}  // namespace
}  // namespace unda::fd::decomposition_test

// What ranks tell each other: lists and the exchange between neighbours. Runs on one rank, where it exchanges with itself, and on
// several under mpirun (tests/mpi/units.py).
#include <cstdlib>
#include <numeric>

#include <gtest/gtest.h>

#include "exec/twin.hpp"
#include "parallel/communicator.hpp"
#include "parallel/halo.hpp"
#include "parallel/messages.hpp"
#include "parallel/parcel.hpp"
#include "parallel/scatter.hpp"
#include "parallel/together.hpp"

namespace unda::parallel::ranks_test {
namespace {

class Ranks : public testing::Test {
 protected:
  static const Communicator& world() {
    static const Environment mpi(nullptr, nullptr);
    return Communicator::world();
  }
};

TEST_F(Ranks, GatherInPiecesGivesTheListsInOrder) {
  const int own = world().rank();
  std::vector<double> values(static_cast<std::size_t>(own == 1 ? 0 : 10 + own));  // one of them has nothing
  std::iota(values.begin(), values.end(), 100.0 * own);
  for (const std::size_t piece : {std::size_t{3}, std::size_t{5}, largest_message}) {
    const std::vector<double> all = world().gather(values, piece);
    if (own != 0) {
      EXPECT_TRUE(all.empty());
      continue;
    }
    std::size_t at = 0;
    for (int r = 0; r < world().size(); ++r)
      for (int i = 0; i < (r == 1 ? 0 : 10 + r); ++i) {
        ASSERT_LT(at, all.size());
        EXPECT_EQ(all[at++], 100.0 * r + i);
      }
    EXPECT_EQ(at, all.size());
  }
}

TEST_F(Ranks, ScatterGivesEachRankItsOwnInPieces) {
  const auto own = [](int rank) { return std::string(static_cast<std::size_t>(rank == 1 ? 0 : 7 * rank), 'a' + rank); };
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, largest_message}) {
    std::vector<int> asked;
    const std::string mine = scatter(
        world(),
        [&](int rank) {
          asked.push_back(rank);
          return own(rank);
        },
        piece);
    std::vector<int> others;
    for (int rank = 1; world().is_root() && rank < world().size(); ++rank) others.push_back(rank);
    EXPECT_EQ(asked, others);
    EXPECT_EQ(mine, world().is_root() ? "" : own(world().rank()));
  }
}

TEST_F(Ranks, AllAreToldWhatTheFirstKnows) {
  std::vector<double> numbers(world().is_root() ? 3 : 5, world().rank());
  std::string word = world().is_root() ? "first" : "other";
  tell_all(world(), [&](Parcel& parcel) {
    parcel.list(numbers);
    parcel.text(word);
  });
  EXPECT_EQ(numbers, std::vector<double>(3, 0));
  EXPECT_EQ(word, "first");
}

TEST_F(Ranks, AllMeetTheFailureOfTheFirst) {
  int n_input = 0;
  try {
    on_root(world(), [] { throw InputError(std::vector<std::string>{"one", "two"}); });
  } catch (const InputError& e) {
    n_input = static_cast<int>(e.messages().size());
  }
  EXPECT_EQ(n_input, 2);
  EXPECT_THROW(on_root(world(), [] { throw RunError("full"); }), RunError);
}

TEST_F(Ranks, AgreeToEndWhereAllCome) { EXPECT_TRUE(all_agree_to_end(world())); }

/// A ring: what every rank has in the middle goes to the ghosts of the next.
template <class Real>
std::vector<HaloLink<Real>> ring(const Communicator& ranks, Real* array) {
  const int next = (ranks.rank() + 1) % ranks.size(), before = (ranks.rank() + ranks.size() - 1) % ranks.size();
  HaloLink<Real> up{next, 1, 2, {{array, {{4, 2}, {8, 2}}}}, {{array, {{0, 1}}}}};
  HaloLink<Real> down{before, 2, 1, {{array, {{5, 1}}}}, {{array, {{12, 3}, {1, 1}}}}};
  return {up, down};
}
template <class Real>
std::vector<HaloLink<Real>> ring(const Communicator& ranks, std::vector<Real>& array) {
  return ring(ranks, array.data());
}

template <class Real>
void expect_ring(const Communicator& ranks, CommunicationMode mode) {
  auto value = [&](int rank, int i) { return static_cast<Real>(1000 * rank + i); };
  std::vector<Real> array(16);
  for (int i = 0; i < 16; ++i) array[static_cast<std::size_t>(i)] = value(ranks.rank(), i);
  std::vector<Real> expected = array;
  const int next = (ranks.rank() + 1) % ranks.size(), before = (ranks.rank() + ranks.size() - 1) % ranks.size();
  if (mode == CommunicationMode::overlap) {
    expected[0] = value(next, 5);
    const int from[4] = {4, 5, 8, 9}, to[4] = {12, 13, 14, 1};
    for (int n = 0; n < 4; ++n) expected[static_cast<std::size_t>(to[n])] = value(before, from[n]);
  }
  Halo<Real> halo(ranks, ring(ranks, array));
  halo.set_mode(mode);
  EXPECT_EQ(halo.bytes_per_exchange(), static_cast<std::int64_t>(5 * sizeof(Real)));
  for (int times = 1; times <= 2; ++times) {
    halo.begin();
    halo.finish();
    halo.finish();  // nothing was begun
    EXPECT_EQ(array, expected);
    EXPECT_EQ(halo.traffic().messages, mode == CommunicationMode::overlap ? 2 * times : 0);
  }
}

TEST_F(Ranks, HaloFillsGhostsFromNeighbours) {
  expect_ring<float>(world(), CommunicationMode::overlap);
  expect_ring<double>(world(), CommunicationMode::overlap);
}

TEST_F(Ranks, HaloLeavesGhostsAloneWhereNothingIsSent) {
  expect_ring<double>(world(), CommunicationMode::off);
  expect_ring<float>(world(), CommunicationMode::nosend);
}

TEST_F(Ranks, HaloOfNobodyDoesNothing) {
  std::vector<double> array{1, 2, 3};
  Halo<double> none, empty(world(), {}),
      of_nothing(world(), {{0, 1, 1, {{array.data(), {}}}, {{array.data(), {{2, 0}}}}}});
  for (Halo<double>* halo : {&none, &empty, &of_nothing}) {
    EXPECT_TRUE(halo->empty());
    halo->begin();
    halo->finish();
    halo->move_array(array.data(), nullptr);
    EXPECT_EQ(halo->bytes_per_exchange(), 0);
    EXPECT_EQ(halo->traffic().messages, 0);
  }
  EXPECT_EQ(array, (std::vector<double>{1, 2, 3}));
}

/// What is taken is what the array holds at begin(), and ghosts change at finish().
TEST_F(Ranks, HaloSendsWhatWasThereWhenItBegan) {
  const int before = (world().rank() + world().size() - 1) % world().size();
  std::vector<double> array(16, world().rank());
  Halo<double> halo(world(), ring(world(), array));
  halo.begin();
  for (double& v : array) v += 100;  // the next step's
  EXPECT_EQ(array[12], world().rank() + 100);
  halo.finish();
  EXPECT_EQ(array[12], before);
  EXPECT_EQ(array[4], world().rank() + 100);
}

TEST_F(Ranks, HaloGoesOnWithAnotherArray) {
  const int before = (world().rank() + world().size() - 1) % world().size();
  std::vector<float> first(16, static_cast<float>(world().rank())), second(16, static_cast<float>(50 + world().rank()));
  Halo<float> halo(world(), ring(world(), first));
  halo.move_array(first.data(), second.data());
  Halo<float> moved = std::move(halo);
  moved.begin();
  moved.finish();
  EXPECT_EQ(first, std::vector<float>(16, static_cast<float>(world().rank())));
  EXPECT_EQ(second[12], static_cast<float>(50 + before));
  EXPECT_EQ(moved.traffic().bytes, moved.bytes_per_exchange());
}

/// On a device, by either way: the same as on the host.
TEST_F(Ranks, HaloOfADeviceFillsGhosts) {
  const exec::Queue device{exec::Device{exec::DeviceKind::simulated, 0}};
  const int before = (world().rank() + world().size() - 1) % world().size();
  for (const char* way : {"staged", "direct"}) {
    exec::Twin<double> array(16, device);
    std::iota(array.host(exec::Access::write), array.host(exec::Access::write) + 16, 1000.0 * world().rank());
    setenv("UNDA_DEVICE_MESSAGES", way, 1);
    Halo<double> halo(world(), ring(world(), array.device(exec::Access::read_write)), device);
    unsetenv("UNDA_DEVICE_MESSAGES");
    for (int times = 1; times <= 2; ++times) {
      halo.begin();
      halo.finish();
    }
    const double* values = array.host(exec::Access::read);
    EXPECT_EQ(values[12], 1000.0 * before + 4) << way;
    EXPECT_EQ(values[1], 1000.0 * before + 9) << way;
    EXPECT_EQ(values[4], 1000.0 * world().rank() + 4) << way;
    EXPECT_EQ(halo.traffic().messages, 4) << way;
  }
}

TEST_F(Ranks, AnUnknownWayOfDeviceMessagesIsRefused) {
  setenv("UNDA_DEVICE_MESSAGES", "by post", 1);
  EXPECT_THROW(device_messages({exec::DeviceKind::simulated, 0}), InputError);
  unsetenv("UNDA_DEVICE_MESSAGES");
  EXPECT_EQ(device_messages({exec::DeviceKind::simulated, 0}), DeviceMessages::staged);
}

TEST_F(Ranks, MessagesHoldTheRunsInOrder) {
  std::vector<double> array(16);
  std::iota(array.begin(), array.end(), 0.0);
  const std::vector<HaloLink<double>> links = ring(world(), array);
  const auto messages = make_messages(links, exec::Queue{});
  messages->pack();
  messages->wait_until_packed();
  EXPECT_EQ(std::vector<double>(messages->outgoing(0), messages->outgoing(0) + 4), (std::vector<double>{4, 5, 8, 9}));
  EXPECT_EQ(messages->outgoing(1)[0], 5);
  for (int i = 0; i < 4; ++i) messages->incoming(1)[i] = 50 + i;
  messages->incoming(0)[0] = 60;
  messages->unpack();
  messages->wait_until_unpacked();
  std::vector<double> expected(16);
  std::iota(expected.begin(), expected.end(), 0.0);
  expected[0] = 60, expected[12] = 50, expected[13] = 51, expected[14] = 52, expected[1] = 53;
  EXPECT_EQ(array, expected);
}

/// Runs of 1, 3 and 2 numbers in one part, beside a part of equal ones; what arrives goes to runs of other lengths.
void expect_unequal_runs(const char* way) {
  const exec::Queue device{exec::Device{exec::DeviceKind::simulated, 0}};
  exec::Twin<double> first(12, device), second(8, device);
  std::iota(first.host(exec::Access::write), first.host(exec::Access::write) + 12, 0.0);
  std::iota(second.host(exec::Access::write), second.host(exec::Access::write) + 8, 100.0);
  double *const a = first.device(exec::Access::read_write), *const b = second.device(exec::Access::read_write);
  const std::vector<HaloLink<double>> links{{0,
                                             1,
                                             1,
                                             {{a, {{2, 1}, {5, 3}, {10, 2}}}, {b, {{0, 2}, {4, 2}}}},
                                             {{a, {{0, 2}, {4, 0}, {6, 4}}}, {b, {{1, 4}}}}}};
  setenv("UNDA_DEVICE_MESSAGES", way, 1);
  const auto messages = make_messages(links, device);
  unsetenv("UNDA_DEVICE_MESSAGES");
  messages->pack();
  messages->wait_until_packed();
  {
    const exec::SimulatedAccess access;  // direct messages lie on the device
    const std::vector<double> left(messages->outgoing(0), messages->outgoing(0) + 10);
    EXPECT_EQ(left, (std::vector<double>{2, 5, 6, 7, 10, 11, 100, 101, 104, 105})) << way;
    for (int i = 0; i < 10; ++i) messages->incoming(0)[i] = -1 - i;
  }
  messages->unpack();
  messages->wait_until_unpacked();
  const std::vector<double> in_first(first.host(exec::Access::read), first.host(exec::Access::read) + 12);
  const std::vector<double> in_second(second.host(exec::Access::read), second.host(exec::Access::read) + 8);
  EXPECT_EQ(in_first, (std::vector<double>{-1, -2, 2, 3, 4, 5, -3, -4, -5, -6, 10, 11})) << way;
  EXPECT_EQ(in_second, (std::vector<double>{100, -7, -8, -9, -10, 105, 106, 107})) << way;
}

TEST_F(Ranks, MessagesOfADeviceTakeRunsOfAnyLength) {
  for (const char* way : {"staged", "direct"}) expect_unequal_runs(way);
}

}  // namespace
}  // namespace unda::parallel::ranks_test

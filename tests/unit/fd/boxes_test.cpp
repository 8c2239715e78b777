// Taking a box apart: every node in exactly one of the pieces, the core as far from the sides as asked.
#include "fd/device/boxes.hpp"

#include <map>

#include <gtest/gtest.h>

namespace unda::fd::boxes_test {
namespace {

std::map<std::array<int, 3>, int> visits(const CoreAndShell& parts) {
  std::map<std::array<int, 3>, int> n;
  auto visit = [&](const Box& box) {
    for (int k = box.first[2]; k < box.last(2); ++k)
      for (int j = box.first[1]; j < box.last(1); ++j)
        for (int i = box.first[0]; i < box.last(0); ++i) ++n[{i, j, k}];
  };
  visit(parts.core);
  for (const SideBox& side : parts.shell) visit(side.box);
  return n;
}

void expect_every_node_once(const Box& box, const CoreAndShell& parts) {
  const auto n = visits(parts);
  EXPECT_EQ(n.size(), static_cast<std::size_t>(box.n[0]) * box.n[1] * box.n[2]);
  for (const auto& [node, count] : n) {
    EXPECT_EQ(count, 1);
    for (int a = 0; a < 3; ++a) EXPECT_TRUE(node[a] >= box.first[a] && node[a] < box.last(a));
  }
}

TEST(Boxes, CoreAndShellMakeUpTheWhole) {
  const Box box{{0, 2, 1}, {40, 7, 9}};
  const CoreAndShell parts = peel(box, {3, 4, 0}, {39, 9, 8}, 8, 4);
  expect_every_node_once(box, parts);
  EXPECT_EQ(parts.core.first, (std::array<int, 3>{8, 4, 1}));  // along rows on whole units
  EXPECT_EQ(parts.core.n, (std::array<int, 3>{24, 5, 7}));
}

/// As many rows and planes as a GPU takes blocks of: those of a box that has more.
TEST(Boxes, PartsAreAsSmallAsAskedAndMakeUpTheWhole) {
  const Box box{{3, 2, 1}, {5, 17, 9}};
  for (const auto& [rows, planes] : {std::pair{4, 3}, {17, 9}, {100, 1}, {1, 100}}) {
    CoreAndShell parts;
    for_each_part(box, rows, planes, [&](const Box& part) {
      EXPECT_TRUE(part.n[1] <= rows && part.n[2] <= planes);
      EXPECT_EQ(part.n[0], 5);
      parts.shell.push_back({part, 3});
    });
    EXPECT_EQ(parts.shell.size(), static_cast<std::size_t>((17 + rows - 1) / rows * ((9 + planes - 1) / planes)));
    expect_every_node_once(box, parts);
  }
  for_each_part(Box{{0, 0, 0}, {5, 0, 3}}, 1, 1, [](const Box&) { FAIL(); });
}

TEST(Boxes, NothingToKeepAwayFromLeavesNoShell) {
  const Box box{{0, 0, 0}, {13, 5, 1}};
  const CoreAndShell parts = peel(box, {0, 0, 0}, {13, 5, 1}, 32, 4);
  EXPECT_TRUE(parts.shell.empty());
  expect_every_node_once(box, parts);
}

TEST(Boxes, PiecesOfTheShellTellTheirSide) {
  const Box box{{0, 0, 0}, {40, 20, 20}};
  const CoreAndShell parts = peel(box, {4, 3, 2}, {36, 20, 17}, 16, 4);
  expect_every_node_once(box, parts);
  ASSERT_EQ(parts.shell.size(), 7U);
  EXPECT_EQ(parts.core.first[0], 16);
  EXPECT_EQ(parts.core.last(0), 32);
  const std::array<int, 3> low{4, 3, 2}, high{36, 20, 17};
  for (const auto& [part, axis] : parts.shell) {
    EXPECT_EQ(part.first[0] % 4, 0);
    if (axis < 3)
      EXPECT_TRUE(part.last(axis) <= low[axis] || part.first[axis] >= high[axis]);
    else
      EXPECT_TRUE(part.first[0] >= low[0] && part.last(0) <= high[0]);
  }
}

TEST(Boxes, WithoutRoomForACoreAllIsShell) {
  const Box box{{0, 0, 0}, {30, 6, 6}};
  for (const auto& parts : {peel(box, {4, 0, 0}, {30, 6, 6}, 32, 4), peel(box, {0, 3, 0}, {30, 3, 6}, 32, 4),
                            peel(box, {0, 4, 0}, {30, 3, 6}, 32, 4)}) {
    EXPECT_TRUE(parts.core.empty());
    expect_every_node_once(box, parts);
  }
  EXPECT_EQ(peel(box, {0, 4, 0}, {30, 3, 6}, 32, 4).shell.front().axis, 3);  // both sides claim a row
}

}  // namespace
}  // namespace unda::fd::boxes_test

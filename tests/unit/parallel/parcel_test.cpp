// Parcels: what was put in comes out, and every rank gets its own.
#include "parallel/parcel.hpp"

#include <array>

#include <gtest/gtest.h>

namespace unda::parallel::parcel_test {
namespace {

struct Luggage {
  double weight = 0;
  std::vector<std::array<int, 3>> triples;
  std::vector<char> nothing;
  std::string name;
  std::vector<std::vector<double>> lists;

  void pass(Parcel& parcel) {
    parcel.value(weight);
    parcel.list(triples);
    parcel.list(nothing);
    parcel.text(name);
    parcel.each(lists, [&](std::vector<double>& one) { parcel.list(one); });
  }
};

TEST(Parcels, GiveBackWhatWasPutIn) {
  Luggage sent{2.5, {{1, 2, 3}, {4, 5, 6}}, {}, std::string("with a zero \0 in it", 19), {{1}, {}, {2, 3}}};
  Parcel parcel;
  sent.pass(parcel);
  // What was there before goes.
  Luggage come{1, {{7, 8, 9}}, {'x'}, "another", {{4, 5}}};
  Parcel arrived(parcel.take());
  come.pass(arrived);
  EXPECT_EQ(come.weight, 2.5);
  EXPECT_EQ(come.triples, sent.triples);
  EXPECT_TRUE(come.nothing.empty());
  EXPECT_EQ(come.name.size(), 19u);
  EXPECT_EQ(come.name, sent.name);
  EXPECT_EQ(come.lists, sent.lists);
}

TEST(Parcels, ThatEndTooSoonAreAMistake) {
  Parcel parcel;
  int one = 1;
  parcel.value(one);
  const std::string bytes = parcel.take();
  EXPECT_DEATH(
      {
        Parcel arrived(bytes);
        double more = 0;
        arrived.value(more);
      },
      "emptied as it was filled");
}

}  // namespace
}  // namespace unda::parallel::parcel_test

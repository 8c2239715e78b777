// Times of day: the calendar, the ISO form, and what is refused.
#include "base/utc.hpp"

#include <gtest/gtest.h>

namespace unda::utc_test {
namespace {

TEST(Utc, KnownMoments) {
  EXPECT_EQ(parse_utc("1970-01-01"), 0);
  EXPECT_EQ(parse_utc("1970-01-02T00:00:01.5"), 86'401'500'000);
  EXPECT_EQ(parse_utc("2011-03-11T05:46:23Z"), 1'299'822'383'000'000);
  EXPECT_EQ(parse_utc("1969-12-31T23:59:59.999999"), -1);
  EXPECT_EQ(utc_text(1'299'822'383'000'000), "2011-03-11T05:46:23.000000");
  EXPECT_EQ(utc_text(-1), "1969-12-31T23:59:59.999999");
}

TEST(Utc, DayOfYear) {
  EXPECT_EQ(calendar_of(*parse_utc("2011-03-11")).day_of_year, 70);
  EXPECT_EQ(calendar_of(*parse_utc("2012-12-31T23:59:59.9")).day_of_year, 366);
  EXPECT_EQ(calendar_of(*parse_utc("1900-01-01")).day_of_year, 1);
}

TEST(Utc, ThereAndBack) {
  for (const char* text : {"1899-02-28T01:02:03.000004", "2000-02-29T23:59:59.999999", "9999-12-31T00:00:00.000000"})
    EXPECT_EQ(utc_text(*parse_utc(text)), text);
}

TEST(Utc, WhatIsNoTimeIsRefused) {
  for (const char* text : {"", "yesterday", "2011-02-29", "2011-13-01", "2011-00-10", "2011-03-11T24:00:00",
                           "2011-03-11T05:60", "2011-03-11T05:46:23.1234567", "2011-3-11", "2011-03-11T05:46:23+09:00"})
    EXPECT_FALSE(parse_utc(text)) << text;
}

}  // namespace
}  // namespace unda::utc_test

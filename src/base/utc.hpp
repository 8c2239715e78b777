// Times of day in UTC: microseconds since 1970-01-01T00:00:00, without leap seconds, from and to the ISO form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace unda {

struct Calendar {
  int year = 1970, month = 1, day = 1;
  int hour = 0, minute = 0, second = 0, microsecond = 0;
  int day_of_year = 1;  ///< from 1; ignored when the time is made from the calendar
};

/// Nothing for a date that does not exist, or a time of day beyond 23:59:60 (a leap second becomes the next second).
std::optional<std::int64_t> utc_from(const Calendar& calendar);
Calendar calendar_of(std::int64_t utc);

/// "2011-03-11", "2011-03-11T05:46:23", with up to six decimals and a Z if wanted; nothing for anything else.
std::optional<std::int64_t> parse_utc(const std::string& iso);
/// "2011-03-11T05:46:23.000000".
std::string utc_text(std::int64_t utc);
/// The present, to the second: "2011-03-11T05:46:23Z".
std::string utc_now();

}  // namespace unda

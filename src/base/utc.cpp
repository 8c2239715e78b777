// Times of day in UTC, by the calendar of std::chrono.
#include "base/utc.hpp"

#include <chrono>
#include <cmath>
#include <regex>

#include <fmt/format.h>

namespace unda {

namespace chrono = std::chrono;

std::optional<std::int64_t> utc_from(const Calendar& c) {
  const chrono::year_month_day date(chrono::year(c.year), chrono::month(static_cast<unsigned>(c.month)),
                                    chrono::day(static_cast<unsigned>(c.day)));
  const auto in = [](int value, int last) { return value >= 0 && value <= last; };
  if (c.year < 1 || c.year > 9999 || !date.ok()) return {};
  if (!in(c.hour, 23) || !in(c.minute, 59) || !in(c.second, 60) || !in(c.microsecond, 999999)) return {};
  const chrono::microseconds time = chrono::sys_days(date).time_since_epoch() + chrono::hours(c.hour) +
                                    chrono::minutes(c.minute) + chrono::seconds(c.second) +
                                    chrono::microseconds(c.microsecond);
  return time.count();
}

Calendar calendar_of(std::int64_t utc) {
  const chrono::sys_time<chrono::microseconds> time{chrono::microseconds(utc)};
  const chrono::sys_days midnight = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date(midnight);
  const chrono::hh_mm_ss<chrono::microseconds> clock(time - midnight);
  Calendar c;
  c.year = static_cast<int>(date.year());
  c.month = static_cast<int>(static_cast<unsigned>(date.month()));
  c.day = static_cast<int>(static_cast<unsigned>(date.day()));
  c.hour = static_cast<int>(clock.hours().count());
  c.minute = static_cast<int>(clock.minutes().count());
  c.second = static_cast<int>(clock.seconds().count());
  c.microsecond = static_cast<int>(clock.subseconds().count());
  c.day_of_year = static_cast<int>((midnight - chrono::sys_days(date.year() / 1 / 1)).count()) + 1;
  return c;
}

std::optional<std::int64_t> parse_utc(const std::string& iso) {
  static const std::regex form(R"((\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?Z?)");
  std::smatch found;
  if (!std::regex_match(iso, found, form)) return {};
  const auto number = [&](std::size_t i) { return found[i].matched ? std::stoi(found[i].str()) : 0; };
  Calendar c{number(1), number(2), number(3), number(4), number(5), number(6), 0, 1};
  if (found[7].matched) c.microsecond = std::stoi((found[7].str() + "00000").substr(0, 6));
  return utc_from(c);
}

std::string utc_text(std::int64_t utc) {
  const Calendar c = calendar_of(utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}", c.year, c.month, c.day, c.hour, c.minute, c.second,
                     c.microsecond);
}

}  // namespace unda

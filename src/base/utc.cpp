// Times of day in UTC, by the calendar of std::chrono.
#include "base/utc.hpp"

#include <chrono>

#include <fmt/format.h>

namespace unda {

namespace chrono = std::chrono;

namespace {

/// Takes a text from the front; what does not fit stays.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  bool at_end() const { return at_ == text_.size(); }
  /// One of these characters.
  bool mark(const std::string& allowed) {
    if (at_end() || allowed.find(text_[at_]) == std::string::npos) return false;
    ++at_;
    return true;
  }
  bool digits(int count, int& value) {
    value = 0;
    for (int i = 0; i < count; ++i)
      if (!digit(value)) return false;
    return true;
  }
  /// One to six digits after a point.
  bool millionths(int& value) {
    value = 0;
    int count = 0;
    while (count < 6 && digit(value)) ++count;
    if (count == 0) return false;
    for (; count < 6; ++count) value *= 10;
    return true;
  }

 private:
  bool digit(int& value) {
    if (at_end() || text_[at_] < '0' || text_[at_] > '9') return false;
    value = 10 * value + (text_[at_++] - '0');
    return true;
  }
  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

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
  Reader in(iso);
  Calendar c;
  bool good = in.digits(4, c.year) && in.mark("-") && in.digits(2, c.month) && in.mark("-") && in.digits(2, c.day);
  if (good && in.mark("T ")) {
    good = in.digits(2, c.hour) && in.mark(":") && in.digits(2, c.minute);
    if (good && in.mark(":")) good = in.digits(2, c.second) && (!in.mark(".") || in.millionths(c.microsecond));
  }
  in.mark("Z");
  return good && in.at_end() ? utc_from(c) : std::nullopt;
}

std::string utc_text(std::int64_t utc) {
  const Calendar c = calendar_of(utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}", c.year, c.month, c.day, c.hour, c.minute, c.second,
                     c.microsecond);
}

std::string utc_now() {
  const auto now = chrono::system_clock::now().time_since_epoch();
  return utc_text(chrono::duration_cast<chrono::microseconds>(now).count()).substr(0, 19) + "Z";
}

}  // namespace unda

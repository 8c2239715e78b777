// Trace headers of SEG-Y and SU.
#include "output/export/trace_header.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/utc.hpp"

namespace unda::output {

namespace {

using scenario::Quantity;

constexpr double largest = std::numeric_limits<std::int32_t>::max();
/// Both are 2-byte numbers with a sign: revision 1 says so, and readers such as segyio take larger ones as negative.
constexpr std::int32_t most_samples = 32767, longest_interval = 32767;

/// Trace identification (byte 29): 11 pressure, 12 vertical, 13 cross-line (y), 14 in-line (x), 1 anything else.
std::int32_t identification(const Gather& gather) {
  if (gather.quantity == Quantity::pressure) return 11;
  if (gather.component == "z") return 12;
  if (gather.component == "y") return 13;
  return gather.component == "x" ? 14 : 1;
}

/// Unit of the samples (byte 203): 1 Pa, 5 m, 6 m/s, 7 m/s^2.
std::int32_t unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::displacement:
      return 5;
    case Quantity::velocity:
      return 6;
    case Quantity::acceleration:
      return 7;
    default:
      return 1;
  }
}

/// The least divisor by which all coordinates become whole to a hundredth of a unit, else the greatest that fits.
std::int32_t divisor_for(const std::vector<double>& values, const std::string& format) {
  std::int32_t fitting = 0;
  for (const std::int32_t divisor : {1, 10, 100, 1000, 10000}) {
    bool fits = true, whole = true;
    for (const double x : values) {
      const double scaled = x * divisor;
      fits = fits && std::abs(scaled) < largest;
      whole = whole && std::abs(scaled - std::round(scaled)) < 0.01;
    }
    if (!fits) break;
    fitting = divisor;
    if (whole) break;
  }
  if (fitting == 0)
    throw InputError(
        fmt::format("coordinates of more than {:.0f} m do not fit {}; choose --format mseed or csv", largest, format));
  return fitting;
}

}  // namespace

std::vector<double> header_coordinates(const Gathers& gathers) {
  std::vector<double> out;
  const auto take = [&](const Vector& p) { out.insert(out.end(), p.begin(), p.end()); };
  for (const Gather& gather : gathers.all())
    for (const Vector& p : gather.group->positions) take(p);
  if (gathers.source) {
    take(gathers.source->position);
    out.push_back(gathers.source->depth);
  }
  return out;
}

TraceHeaders::TraceHeaders(const Gathers& gathers, const std::string& format, const std::vector<double>& coordinates)
    : gathers_(gathers) {
  const double us = gathers.interval() * 1e6, whole = std::round(us);
  const char* way_out = "run with another time.sample_interval, or choose --format sac, mseed or csv";
  if (whole < 1 || std::abs(us - whole) > 1e-9 * whole)
    throw InputError(
        fmt::format("the sample interval, {:.12g} microseconds, is not a whole number of them, which {} "
                    "needs; {}",
                    us, format, way_out));
  if (whole > longest_interval)
    throw InputError(fmt::format("the sample interval, {:.0f} microseconds, is more than {} holds, {}; {}", whole,
                                 format, longest_interval, way_out));
  if (gathers.n_samples() > static_cast<std::size_t>(most_samples))
    throw InputError(fmt::format("{} samples a trace are more than {} holds, {}; {}", gathers.n_samples(), format,
                                 most_samples, way_out));
  const double ms = gathers.start() * 1e3;
  if (std::abs(ms - std::round(ms)) > 1e-6 || std::abs(ms) > most_samples)
    throw InputError(fmt::format("the first sample lies at t = {} s; {} needs a whole number of milliseconds up to {}",
                                 gathers.start(), format, most_samples));
  interval_us_ = static_cast<std::int32_t>(whole);
  delay_ms_ = static_cast<std::int32_t>(std::lround(ms));
  divisor_ = divisor_for(coordinates.empty() ? header_coordinates(gathers) : coordinates, format);
}

HeaderField TraceHeaders::record(std::size_t gather) const {
  return {9, 4, static_cast<std::int32_t>(gathers_.shot > 0 ? gathers_.shot : gather + 1)};
}

HeaderField TraceHeaders::number_in_record(std::size_t gather, std::size_t receiver) const {
  std::size_t before = 0;
  for (std::size_t g = 0; gathers_.shot > 0 && g < gather; ++g) before += gathers_.all()[g].traces.size();
  return {13, 4, static_cast<std::int32_t>(before + receiver + 1)};
}

std::vector<HeaderField> TraceHeaders::of(std::size_t gather, std::size_t receiver, std::size_t sequence,
                                          bool revision_1) const {
  const Gather& g = gathers_.all()[gather];
  const auto number = [](std::size_t n) { return static_cast<std::int32_t>(n); };
  std::vector<HeaderField> fields{{1, 4, number(sequence)},
                                  {5, 4, number(sequence)},
                                  record(gather),
                                  number_in_record(gather, receiver),
                                  {17, 4, number(gathers_.shot > 0 ? gathers_.shot : 1)},
                                  {29, 2, identification(g)},
                                  {109, 2, delay_ms_},
                                  {115, 2, n_samples()},
                                  {117, 2, interval_us_}};
  place(fields, g.group->positions[receiver]);
  if (gathers_.time_zero) {
    const Calendar c = calendar_of(*gathers_.time_zero);
    const HeaderField date[]{{157, 2, c.year},   {159, 2, c.day_of_year}, {161, 2, c.hour},
                             {163, 2, c.minute}, {165, 2, c.second},      {167, 2, 4}};  // 4: UTC
    fields.insert(fields.end(), std::begin(date), std::end(date));
  }
  if (revision_1) fields.push_back({203, 2, unit(g.quantity)});
  if (revision_1 && gathers_.shot > 0) {
    fields.push_back({197, 4, number(gathers_.shot)});  // shot point, and its scale
    fields.push_back({201, 2, 1});
  }
  return fields;
}

void TraceHeaders::place(std::vector<HeaderField>& fields, const Vector& receiver) const {
  const auto scaled = [&](double x) { return static_cast<std::int32_t>(std::lround(x * divisor_)); };
  const std::int32_t scalar = divisor_ == 1 ? 1 : -divisor_;
  const HeaderField own[]{{41, 4, scaled(receiver[2])}, {69, 2, scalar}, {71, 2, scalar}, {81, 4, scaled(receiver[0])},
                          {85, 4, scaled(receiver[1])}, {89, 2, 1}};  // 1: metres
  fields.insert(fields.end(), std::begin(own), std::end(own));
  if (!gathers_.source) return;
  const Vector& source = gathers_.source->position;
  const double dx = receiver[0] - source[0], dy = receiver[1] - source[1];
  const double offset = gathers_.dim() == 3 ? std::hypot(dx, dy) : dx;
  const HeaderField from[]{{37, 4, static_cast<std::int32_t>(std::lround(offset))},
                           {45, 4, scaled(source[2] + gathers_.source->depth)},
                           {49, 4, scaled(gathers_.source->depth)},
                           {73, 4, scaled(source[0])},
                           {77, 4, scaled(source[1])}};
  fields.insert(fields.end(), std::begin(from), std::end(from));
}

}  // namespace unda::output

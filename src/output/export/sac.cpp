// SAC files: a header of 70 floats, 40 integers and 24 words of 8 characters, then the samples.
#include "output/export/sac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "output/export/codes.hpp"

namespace unda::output {

namespace {

constexpr int undefined = -12345;

/// Places in the header, counted from 0 within floats, integers and words.
enum Float {
  delta = 0,
  depmin = 1,
  depmax = 2,
  b = 5,
  e = 6,
  o = 7,
  stla = 31,
  stlo = 32,
  stel = 33,
  stdp = 34,
  evla = 35,
  evlo = 36,
  evel = 37,
  evdp = 38,
  user0 = 40,
  dist = 50,
  az = 51,
  baz = 52,
  gcarc = 53,
  depmen = 56,
  cmpaz = 57,
  cmpinc = 58
};
enum Integer {
  nzyear = 0,
  nzjday,
  nzhour,
  nzmin,
  nzsec,
  nzmsec,
  nvhdr,
  npts = 9,
  iftype = 15,
  idep = 16,
  iztype = 17,
  leven = 35,
  lpspol = 36,
  lovrok = 37,
  lcalda = 38,
  unused = 39
};
enum Word { kstnm = 0, kevnm = 1, khole = 3, ko = 4, kuser0 = 17, kuser1 = 18, kuser2 = 19, kcmpnm = 20, knetwk = 21 };

struct Header {
  std::array<float, 70> floats;
  std::array<std::int32_t, 40> integers;
  std::array<char, 192> words;

  Header() {
    floats.fill(undefined);
    integers.fill(undefined);
    for (std::size_t i = 0; i < 24; ++i) set(i, "-12345");
    // The event's name has two words.
    std::memcpy(&words[8], "-12345          ", 16);
  }
  void set(std::size_t word, const std::string& text) {
    std::string padded = text;
    padded.resize(8, ' ');
    std::memcpy(&words[8 * word], padded.data(), 8);
  }
};
static_assert(sizeof(Header) == 632);

void set_samples(Header& h, const Gathers& gathers, const std::vector<float>& samples) {
  h.floats[delta] = static_cast<float>(gathers.interval());
  h.floats[b] = static_cast<float>(gathers.time().front());
  h.floats[e] = static_cast<float>(gathers.time().back());
  const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
  h.floats[depmin] = *low;
  h.floats[depmax] = *high;
  h.floats[depmen] =
      static_cast<float>(std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size()));
  h.integers[npts] = static_cast<std::int32_t>(samples.size());
  h.integers[nvhdr] = 6;
  h.integers[iftype] = 1;  // a time series
  h.integers[idep] = 5;    // unknown: SAC's own kinds would mean nanometres; the unit stands in kuser0
  h.integers[leven] = 1;
  h.integers[lpspol] = 1;
  h.integers[lovrok] = 1;
  h.integers[lcalda] = 0;
  h.integers[unused] = 0;
}

void set_time(Header& h, const Gathers& gathers) {
  if (!gathers.time_zero) return;
  const Calendar c = calendar_of(*gathers.time_zero);
  const std::array<int, 6> values{c.year, c.day_of_year, c.hour, c.minute, c.second, c.microsecond / 1000};
  std::copy(values.begin(), values.end(), h.integers.begin() + nzyear);
  // What is less than a millisecond goes into b and e.
  const double rest = (c.microsecond % 1000) * 1e-6;
  h.floats[b] = static_cast<float>(gathers.time().front() + rest);
  h.floats[e] = static_cast<float>(gathers.time().back() + rest);
  h.integers[iztype] = h.floats[b] == 0 ? 9 : 5;  // the time of the first sample; otherwise no kind of its own
}

/// The origin time counts from the reference time, t = 0, but for what of it is less than a millisecond.
void set_event(Header& h, const Gathers& gathers) {
  if (gathers.origin_time) {
    const double rest = gathers.time_zero ? (calendar_of(*gathers.time_zero).microsecond % 1000) * 1e-6 : 0;
    h.floats[o] = static_cast<float>(*gathers.origin_time + rest);
    h.set(ko, "origin");
  }
  std::string name = gathers.event_name.empty() ? gathers.title : gathers.event_name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
  if (name.empty()) return;
  name.resize(16, ' ');
  std::memcpy(&h.words[8], name.data(), 16);
}

constexpr double km_in_a_degree = 111.19492664;  ///< of a great circle, for a radius of 6371 km

/// Distance and directions in the plane of x (east) and y (north), in a chunk of the earth along the great circle; SAC itself finds
/// those on the ellipsoid (lcalda).
void set_distance(Header& h, const Gathers& gathers, const Vector& receiver, const Vector& source) {
  const auto put = [&](std::size_t at, double x) { h.floats[at] = static_cast<float>(x); };
  if (gathers.chunk) {
    const scenario::GreatCircle way = gathers.chunk->between(source, receiver);
    put(dist, way.angle * km_in_a_degree);
    put(gcarc, way.angle);
    put(az, way.azimuth);
    put(baz, way.back_azimuth);
    return;
  }
  const double east = receiver[0] - source[0], north = receiver[1] - source[1], km = std::hypot(east, north) / 1000;
  put(dist, km);
  put(gcarc, km / km_in_a_degree);
  if (km == 0) return;
  const double azimuth = std::atan2(east, north) * 180 / std::numbers::pi;
  put(az, azimuth < 0 ? azimuth + 360 : azimuth);
  put(baz, azimuth + 180 >= 360 ? azimuth - 180 : azimuth + 180);
}

/// User 0 to 2 are x, y, z of the receiver, user 3 to 5 of the source, in m. Elevations are z of the surface, depths count from it.
void set_place(Header& h, const Gathers& gathers, const TraceGroup& group, std::size_t r) {
  const auto put = [&](std::size_t at, double x) { h.floats[at] = static_cast<float>(x); };
  const Vector& receiver = group.positions[r];
  for (std::size_t axis = 0; axis < 3; ++axis) put(user0 + axis, receiver[axis]);
  const auto depth = gathers.depth_of(group, r);
  put(stel, gathers.elevation(receiver, depth.value_or(0)));
  if (depth) put(stdp, *depth);
  if (gathers.source) {
    const Vector& source = gathers.source->position;
    for (std::size_t axis = 0; axis < 3; ++axis) put(user0 + 3 + axis, source[axis]);
    set_distance(h, gathers, receiver, source);
    put(evdp, gathers.source->depth / 1000);
    put(evel, gathers.elevation(source, gathers.source->depth));
  }
  if (const auto here = gathers.place_of(receiver)) {
    put(stla, here->latitude);
    put(stlo, here->longitude);
  }
  if (!gathers.source) return;
  if (const auto there = gathers.place_of(gathers.source->position)) {
    put(evla, there->latitude);
    put(evlo, there->longitude);
    h.integers[lcalda] = 1;
  }
}

void set_component(Header& h, const Gather& gather) {
  h.set(kuser0, units(gather.quantity));
  h.set(kuser1, std::string(scenario::name_of(gather.quantity)).substr(0, 8));
  h.set(kuser2, gather.component);
  if (gather.component.size() != 1 || gather.component == "p") return;
  h.floats[cmpaz] = gather.component == "x" ? 90.0f : 0.0f;
  h.floats[cmpinc] = gather.component == "z" ? 0.0f : 90.0f;  // from the vertical
}

}  // namespace

std::vector<std::string> write_sac(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  gathers.require_floats("SAC");
  std::vector<std::string> notes;
  const StationCodes codes(gathers, {8, 8, false, "SAC"}, notes);
  for (const Gather& gather : gathers.all())
    for (std::size_t r = 0; r < gather.traces.size(); ++r) {
      const std::vector<float> samples(gather.traces[r].begin(), gather.traces[r].end());
      const StationCode& code = codes.of(gather.group, r);
      const std::string channel = channel_code(gather, 1 / gathers.interval());
      const std::string location = location_code(gather.quantity);
      Header h;
      set_samples(h, gathers, samples);
      set_time(h, gathers);
      set_event(h, gathers);
      set_place(h, gathers, *gather.group, r);
      set_component(h, gather);
      h.set(kstnm, code.station);
      h.set(knetwk, code.network);
      h.set(kcmpnm, channel);
      h.set(khole, location);
      std::string bytes(sizeof h + 4 * samples.size(), '\0');
      std::memcpy(bytes.data(), &h, sizeof h);
      std::memcpy(bytes.data() + sizeof h, samples.data(), 4 * samples.size());
      files.write(out / fmt::format("{}.{}.{}.{}.sac", code.network, code.station, location, channel), bytes);
    }
  notes.emplace_back(
      "samples are in SI units (kuser0), not in nm; user0 to user2: x, y, z of the receiver in m, user3 to "
      "user5 of the source");
  if (!gathers.is_geographic()) notes.emplace_back("no domain.origin: latitudes and longitudes are undefined");
  if (!gathers.time_zero) notes.emplace_back("no start time: the reference time is undefined; --start gives one");
  return notes;
}

}  // namespace unda::output

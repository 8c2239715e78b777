// SEG-Y, by segyio, which turns text into EBCDIC and header fields into big-endian numbers.
#include "output/export/segy.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <segyio/segy.h>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "output/export/trace_header.hpp"

namespace unda::output {

namespace {

/// An open file; every call is checked.
class SegyFile {
 public:
  SegyFile(const std::filesystem::path& file, std::string shown)
      : shown_(std::move(shown)), file_(segy_open(file.c_str(), "w+b"), segy_close) {
    require(file_ != nullptr, "{}: cannot write this file: {}", shown_, std::strerror(errno));
  }
  segy_file* get() { return file_.get(); }
  void check(int code) const {
    require(code == SEGY_OK, "{}: cannot write this file: {}", shown_, errno ? std::strerror(errno) : "segyio failed");
  }
  void close() { check(segy_close(file_.release())); }

 private:
  std::string shown_;
  std::unique_ptr<segy_file, int (*)(segy_file*)> file_;
};

/// What the textual header tells of gathers that are alone, line by line.
std::vector<std::string> gather_lines(const Gathers& gathers) {
  std::vector<std::string> lines{
      gathers.source ? fmt::format("Source at x = {:.6g}, y = {:.6g}, z = {:.6g}", gathers.source->position[0],
                                   gathers.source->position[1], gathers.source->position[2])
                     : "Source not known: its coordinates and the offset are 0",
      "Bytes 9-12 (field record) tell the gathers apart, bytes 13-16 the receivers:"};
  const auto& all = gathers.all();
  for (std::size_t i = 0; i < all.size(); ++i)
    lines.push_back(
        fmt::format("  {}: {}, {}, {} traces", i + 1, all[i].title(), units(all[i].quantity), all[i].traces.size()));
  return lines;
}

/// Likewise of shots; the gathers are those of the first.
std::vector<std::string> shot_lines(const Gathers& gathers, const SeriesFacts& facts) {
  std::string titles;
  for (const Gather& gather : gathers.all()) titles += (titles.empty() ? "" : "; ") + gather.title();
  std::vector<std::string> lines{"In each record: " + titles,
                                 "Field record (bytes 9-12), source point (17-20, 197-200): the shots' numbers:"};
  for (const std::string& shot : facts.shots) lines.push_back("  " + shot);
  return lines;
}

/// 40 lines of 80 characters, each "C12 ...".
std::string text_header(const Gathers& gathers, const TraceHeaders& headers, const SeriesFacts* facts) {
  std::vector<std::string> lines{
      fmt::format("Synthetic seismograms computed by unda {}", UNDA_VERSION),
      gathers.title.empty() ? "" : "Title: " + gathers.title,
      fmt::format("{} traces of {} samples every {} microseconds, IEEE float, big-endian",
                  facts ? facts->n_traces : gathers.n_traces(), gathers.n_samples(), headers.interval_us()),
      "Coordinates in m, x east, y north, z up; scalars in bytes 69-72",
      gathers.map_origin ? fmt::format("x = y = 0 at lat {:.6f}, lon {:.6f} (transverse Mercator, WGS84)",
                                       gathers.map_origin->latitude, gathers.map_origin->longitude)
                         : "",
      gathers.time_zero ? "t = 0 is " + utc_text(*gathers.time_zero) + " UTC" : "",
      "Bytes 29-30: 11 pressure, 12 z, 13 y, 14 x, 1 stress; bytes 203-204: unit"};
  constexpr std::size_t last_for_gathers = 37;
  const std::vector<std::string> own = facts ? shot_lines(gathers, *facts) : gather_lines(gathers);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (lines.size() + 1 == last_for_gathers && i + 1 < own.size()) {
      lines.push_back(fmt::format("  and {} more", own.size() - i));
      break;
    }
    lines.push_back(own[i]);
  }
  lines.resize(40);
  lines[38] = "SEG Y REV1";
  lines[39] = "END TEXTUAL HEADER";
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = fmt::format("C{:2} {}", i + 1, lines[i]);
    for (char& c : line)
      if (c < ' ' || c > '~') c = '?';
    line.resize(80, ' ');
    text += line;
  }
  return text;
}

std::vector<char> binary_header(const Gathers& gathers, const TraceHeaders& headers) {
  std::vector<char> header(static_cast<std::size_t>(segy_binheader_size()), 0);
  const auto set = [&](int field, std::int32_t value) {
    require(segy_set_bfield(header.data(), field, value) == SEGY_OK, "segyio has no binary header field {}", field);
  };
  const std::size_t n = gathers.shot > 0 ? gathers.n_traces() : gathers.all().front().traces.size();  // a record
  set(SEGY_BIN_JOB_ID, 1);
  set(SEGY_BIN_LINE_NUMBER, 1);
  set(SEGY_BIN_REEL_NUMBER, 1);
  set(SEGY_BIN_TRACES, n < 32768 ? static_cast<std::int32_t>(n) : 0);
  set(SEGY_BIN_INTERVAL, headers.interval_us());
  set(SEGY_BIN_SAMPLES, headers.n_samples());
  set(SEGY_BIN_FORMAT, SEGY_IEEE_FLOAT_4_BYTE);
  set(SEGY_BIN_SORTING_CODE, 1);        // as recorded
  set(SEGY_BIN_MEASUREMENT_SYSTEM, 1);  // metres
  set(SEGY_BIN_SEGY_REVISION, 0x0100);
  set(SEGY_BIN_TRACE_FLAG, 1);  // all traces have the same length
  return header;
}

/// `sequence`: how many traces the file has, before and after.
void write_traces(const Gathers& gathers, const TraceHeaders& headers, SegyFile& file, std::size_t& sequence) {
  constexpr long first_trace = 3600;
  const int bytes = segy_trsize(SEGY_IEEE_FLOAT_4_BYTE, headers.n_samples());
  std::vector<float> samples;
  for (std::size_t g = 0; g < gathers.all().size(); ++g)
    for (std::size_t r = 0; r < gathers.all()[g].traces.size(); ++r) {
      std::array<char, SEGY_TRACE_HEADER_SIZE> header{};
      for (const HeaderField& field : headers.of(g, r, sequence + 1, true))
        require(segy_set_field(header.data(), field.byte, field.value) == SEGY_OK,
                "segyio has no trace header field {}", field.byte);
      const auto& trace = gathers.all()[g].traces[r];
      samples.assign(trace.begin(), trace.end());
      segy_from_native(SEGY_IEEE_FLOAT_4_BYTE, static_cast<long long>(samples.size()), samples.data());
      const int number = static_cast<int>(sequence++);
      file.check(segy_write_traceheader(file.get(), number, header.data(), first_trace, bytes));
      file.check(segy_writetrace(file.get(), number, samples.data(), first_trace, bytes));
    }
}

void write_file_headers(const Gathers& gathers, const TraceHeaders& headers, const SeriesFacts* facts, SegyFile& file) {
  file.check(segy_set_format(file.get(), SEGY_IEEE_FLOAT_4_BYTE));
  file.check(segy_write_textheader(file.get(), 0, text_header(gathers, headers, facts).c_str()));
  file.check(segy_write_binheader(file.get(), binary_header(gathers, headers).data()));
}

std::vector<std::string> notes_about(const Gathers& gathers) {
  if (!gathers.time_zero || *gathers.time_zero % 1000000 == 0) return {};
  return {"fractions of the start's second are in the textual header only"};
}

}  // namespace

std::vector<std::string> write_segy(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  const TraceHeaders headers(gathers, "SEG-Y");
  gathers.require_floats("SEG-Y");
  errno = 0;
  SegyFile file(files.add(out), out.string());
  write_file_headers(gathers, headers, nullptr, file);
  std::size_t sequence = 0;
  write_traces(gathers, headers, file, sequence);
  file.close();
  return notes_about(gathers);
}

std::vector<std::string> write_segy_shots(const ShotSeries& shots, const std::filesystem::path& out, NewFiles& files) {
  const SeriesFacts facts = look_at(shots, "SEG-Y");
  errno = 0;
  SegyFile file(files.add(out), out.string());
  std::vector<std::string> notes{records_in_words(facts)};
  std::size_t sequence = 0;
  for (std::size_t i = 0; i < shots.size; ++i) {
    const std::unique_ptr<Gathers> gathers = shots.open(i);
    const TraceHeaders headers(*gathers, "SEG-Y", facts.coordinates);
    if (i == 0) {
      write_file_headers(*gathers, headers, &facts, file);
      for (const std::string& note : notes_about(*gathers)) notes.push_back(note);
    }
    write_traces(*gathers, headers, file, sequence);
  }
  file.close();
  return notes;
}

}  // namespace unda::output

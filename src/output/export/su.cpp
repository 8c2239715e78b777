// Seismic Unix files, byte by byte.
#include "output/export/su.hpp"

#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "output/export/trace_header.hpp"

namespace unda::output {

static_assert(std::endian::native == std::endian::little, "SU and SAC files are written in this machine's byte order");

namespace {

constexpr std::size_t su_header_bytes = 240;

std::string header_of(const std::vector<HeaderField>& fields) {
  std::string header(su_header_bytes, '\0');
  for (const HeaderField& field : fields)
    std::memcpy(&header[static_cast<std::size_t>(field.byte - 1)], &field.value, static_cast<std::size_t>(field.size));
  return header;
}

/// `sequence`: how many traces the file has, before and after.
void write_traces(const Gathers& gathers, const TraceHeaders& headers, std::ofstream& file, std::size_t& sequence) {
  std::vector<float> samples;
  for (std::size_t g = 0; g < gathers.all().size(); ++g) {
    const Gather& gather = gathers.all()[g];
    for (std::size_t r = 0; r < gather.traces.size(); ++r) {
      file << header_of(headers.of(g, r, ++sequence, false));
      samples.assign(gather.traces[r].begin(), gather.traces[r].end());
      file.write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(4 * samples.size()));
    }
  }
}

void close(std::ofstream& file, const std::filesystem::path& out) {
  file.close();
  require(static_cast<bool>(file), "{}: cannot write this file: {}", out.string(), std::strerror(errno));
}

}  // namespace

std::vector<std::string> write_su(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  const TraceHeaders headers(gathers, "SU");
  gathers.require_floats("SU");
  errno = 0;
  std::ofstream file(files.add(out), std::ios::binary);
  std::size_t sequence = 0;
  write_traces(gathers, headers, file, sequence);
  close(file, out);
  std::vector<std::string> notes;
  for (std::size_t g = 0; g < gathers.all().size(); ++g)
    notes.push_back(fmt::format("fldr {}: {}, {}", g + 1, gathers.all()[g].title(), units(gathers.all()[g].quantity)));
  return notes;
}

std::vector<std::string> write_su_shots(const ShotSeries& shots, const std::filesystem::path& out, NewFiles& files) {
  const SeriesFacts facts = look_at(shots, "SU");
  errno = 0;
  std::ofstream file(files.add(out), std::ios::binary);
  std::size_t sequence = 0;
  for (std::size_t i = 0; i < shots.size; ++i) {
    const std::unique_ptr<Gathers> gathers = shots.open(i);
    write_traces(*gathers, TraceHeaders(*gathers, "SU", facts.coordinates), file, sequence);
  }
  close(file, out);
  return {records_in_words(facts)};
}

}  // namespace unda::output

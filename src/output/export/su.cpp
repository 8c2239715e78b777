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

}  // namespace

std::vector<std::string> write_su(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  const TraceHeaders headers(gathers, "SU");
  gathers.require_floats("SU");
  errno = 0;
  std::ofstream file(files.add(out), std::ios::binary);
  std::vector<float> samples;
  std::vector<std::string> notes;
  std::size_t sequence = 0;
  for (std::size_t g = 0; g < gathers.all().size(); ++g) {
    const Gather& gather = gathers.all()[g];
    notes.push_back(fmt::format("fldr {}: {}, {}", g + 1, gather.title(), units(gather.quantity)));
    for (std::size_t r = 0; r < gather.traces.size(); ++r) {
      file << header_of(headers.of(g, r, ++sequence, false));
      samples.assign(gather.traces[r].begin(), gather.traces[r].end());
      file.write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(4 * samples.size()));
    }
  }
  file.close();
  require(static_cast<bool>(file), "{}: cannot write this file: {}", out.string(), std::strerror(errno));
  return notes;
}

}  // namespace unda::output

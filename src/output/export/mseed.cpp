// miniSEED, by libmseed: each trace is packed into records that follow one another.
#include "output/export/mseed.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <libmseed.h>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "output/export/codes.hpp"

namespace unda::output {

namespace {

constexpr int record_bytes = 4096;
constexpr flag big_endian = 1;

struct FreeTrace {
  void operator()(MSTrace* trace) const { mst_free(&trace); }
};
struct FreeRecord {
  void operator()(MSRecord* record) const { msr_free(&record); }
};

void append(char* record, int length, void* file) { static_cast<std::ofstream*>(file)->write(record, length); }

/// What every record takes over: codes, and two blockettes. Blockette 100 keeps the sampling rate to 7 digits, blockette 1001 the start of a record to a microsecond.
std::unique_ptr<MSRecord, FreeRecord> record_template() {
  std::unique_ptr<MSRecord, FreeRecord> record(msr_init(nullptr));
  require(record != nullptr, "libmseed is out of memory");
  record->dataquality = 'D';
  blkt_100_s rate{};
  blkt_1001_s timing{};
  require(msr_addblockette(record.get(), reinterpret_cast<char*>(&rate), sizeof rate, 100, 0) != nullptr &&
              msr_addblockette(record.get(), reinterpret_cast<char*>(&timing), sizeof timing, 1001, 0) != nullptr,
          "libmseed is out of memory");
  return record;
}

/// A copy of the samples that libmseed may free.
void* copied(std::span<const double> samples, bool single) {
  void* memory = std::malloc(samples.size() * (single ? sizeof(float) : sizeof(double)));
  require(memory != nullptr, "out of memory for a trace of {} samples", samples.size());
  if (single)
    for (std::size_t i = 0; i < samples.size(); ++i) static_cast<float*>(memory)[i] = static_cast<float>(samples[i]);
  else
    std::copy(samples.begin(), samples.end(), static_cast<double*>(memory));
  return memory;
}

std::unique_ptr<MSTrace, FreeTrace> trace_of(std::span<const double> samples, const Gathers& gathers, bool single) {
  std::unique_ptr<MSTrace, FreeTrace> trace(mst_init(nullptr));
  require(trace != nullptr, "libmseed is out of memory");
  const auto n = static_cast<std::int64_t>(samples.size());
  trace->dataquality = 'D';
  trace->samprate = 1 / gathers.interval();
  trace->starttime = gathers.time_zero.value_or(0) + std::llround(gathers.start() * 1e6);
  trace->endtime = trace->starttime + std::llround(static_cast<double>(n - 1) * gathers.interval() * 1e6);
  trace->datasamples = copied(samples, single);
  trace->numsamples = trace->samplecnt = n;
  trace->sampletype = single ? 'f' : 'd';
  return trace;
}

template <std::size_t n>
void set_code(char (&target)[n], const std::string& code) {
  std::memcpy(target, code.c_str(), std::min(n, code.size() + 1));
}

}  // namespace

std::vector<std::string> write_mseed(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  gathers.require_floats("miniSEED");
  std::vector<std::string> notes;
  const StationCodes codes(gathers, {}, notes);
  const bool single = gathers.all_single();
  errno = 0;
  std::ofstream file(files.add(out), std::ios::binary);
  for (const Gather& gather : gathers.all())
    for (std::size_t r = 0; r < gather.traces.size(); ++r) {
      const auto trace = trace_of(gather.traces[r], gathers, single);
      const auto record = record_template();
      const StationCode& code = codes.of(gather.group, r);
      set_code(record->network, code.network);
      set_code(record->station, code.station);
      set_code(record->location, location_code(gather.quantity));
      set_code(record->channel, channel_code(gather, trace->samprate));
      std::int64_t packed = 0;
      const int n_records = mst_pack(trace.get(), append, &file, record_bytes, single ? DE_FLOAT32 : DE_FLOAT64,
                                     big_endian, &packed, 1, 0, record.get());
      require(n_records > 0 && packed == static_cast<std::int64_t>(gather.traces[r].size()),
              "{}: libmseed packed {} of {} samples of {}", out.string(), packed, gather.traces[r].size(),
              gather.title());
    }
  file.close();
  require(static_cast<bool>(file), "{}: cannot write this file: {}", out.string(), std::strerror(errno));
  notes.emplace_back(
      "location D0 V0 A0 P0 S0: displacement, velocity, acceleration, pressure, stress; channel: band, X, "
      "then E N Z for x y z, P for pressure, 1 to 6 for stress xx yy zz xy xz yz; SI units");
  if (!gathers.time_zero) notes.emplace_back("no start time: t = 0 is 1970-01-01T00:00:00; --start gives another");
  return notes;
}

}  // namespace unda::output

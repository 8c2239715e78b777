// ASDF 1.0.3 (Krischer et al. 2016): /QuakeML, /Waveforms/NET.STA/StationXML, and beside it a dataset a trace,
// NET.STA.LOC.CHA__start__end__tag. Documents are arrays of bytes; the tag is the quantity.
#include "output/export/asdf.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/utc.hpp"
#include "output/export/codes.hpp"
#include "output/export/quake_ml.hpp"
#include "output/export/station_xml.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {
namespace {

/// Of the first and the last sample; to the nanosecond where whole seconds would not tell them apart.
std::string span_of(std::int64_t first, std::int64_t last) {
  std::string from = utc_text(first), to = utc_text(last);
  const auto seconds = from.find('.');
  if (from.substr(0, seconds) == to.substr(0, seconds)) return from + "000__" + to + "000";
  return from.substr(0, seconds) + "__" + to.substr(0, seconds);
}

class AsdfFile {
 public:
  AsdfFile(const Gathers& gathers, const std::filesystem::path& partial)
      : gathers_(gathers), single_(gathers.all_single()), file_(partial, Hdf5File::Mode::create) {
    file_.fixed_attribute("/", "file_format", "ASDF");
    file_.fixed_attribute("/", "file_format_version", "1.0.3");
    for (const char* group : {"/Waveforms", "/AuxiliaryData", "/Provenance"}) file_.make_group(group);
    const double last = gathers.start() + static_cast<double>(gathers.n_samples() - 1) * gathers.interval();
    const std::int64_t zero = gathers.time_zero.value_or(0);
    start_ = zero + std::llround(gathers.start() * 1e6);
    span_ = span_of(start_, zero + std::llround(last * 1e6));
  }

  void write(const QuakeMl& event) {
    write_document("/QuakeML", event.text);
    event_ = event;
  }

  void write(const Gather& gather, const StationCodes& codes, const std::optional<StationInventory>& inventory) {
    for (std::size_t r = 0; r < gather.traces.size(); ++r) {
      const StationCode& code = codes.of(gather.group, r);
      const std::string station = "/Waveforms/" + code.network + "." + code.station;
      if (stations_.insert(station).second) {
        file_.make_group(station);
        if (inventory) write_document(station + "/StationXML", inventory->only(code));
      }
      write_trace(
          fmt::format("{}/{}.{}.{}.{}__{}__{}", station, code.network, code.station, location_code(gather.quantity),
                      channel_code(gather, 1 / gathers_.interval()), span_, scenario::name_of(gather.quantity)),
          gather.traces[r]);
    }
  }

  void close() { file_.close(); }

 private:
  void write_document(const std::string& name, const std::string& text) {
    file_.write(name, std::span(reinterpret_cast<const std::int8_t*>(text.data()), text.size()), {text.size()});
  }

  void write_trace(const std::string& name, std::span<const double> samples) {
    file_.write(name, {samples.begin(), samples.end()}, {samples.size()}, single_);
    file_.attribute(name, "starttime", 1000 * start_);
    file_.attribute(name, "sampling_rate", 1 / gathers_.interval());
    if (!event_) return;
    file_.fixed_attribute(name, "event_id", event_->event_id);
    file_.fixed_attribute(name, "origin_id", event_->origin_id);
  }

  const Gathers& gathers_;
  bool single_;
  Hdf5File file_;
  std::int64_t start_ = 0;  ///< of the first sample, microseconds since 1970
  std::string span_;
  std::optional<QuakeMl> event_;
  std::set<std::string> stations_;
};

}  // namespace

std::vector<std::string> write_asdf(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files) {
  gathers.require_floats("ASDF");
  std::vector<std::string> notes;
  const StationCodes codes(gathers, {2, 5, true, "ASDF"}, notes);
  std::optional<StationInventory> inventory;
  if (gathers.is_geographic()) inventory.emplace(gathers, codes);
  AsdfFile file(gathers, files.add(out));
  if (const auto event = quake_ml(gathers)) file.write(*event);
  for (const Gather& gather : gathers.all()) file.write(gather, codes, inventory);
  file.close();
  notes.emplace_back("codes as those of miniSEED, in SI units; the tag of a trace is its quantity");
  if (!gathers.is_geographic())
    notes.emplace_back("no domain.origin: without StationXML and QuakeML, which need latitudes");
  if (gathers.is_geographic() && gathers.source && !gathers.mechanism)
    notes.emplace_back("QuakeML: the origin alone; a moment tensor is that of one source with a gaussian or brune");
  if (!gathers.time_zero) notes.emplace_back("no start time: t = 0 is 1970-01-01T00:00:00; --start gives another");
  return notes;
}

}  // namespace unda::output

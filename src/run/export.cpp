// unda export, step by step.
#include "run/export.hpp"

#include <numeric>
#include <set>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/utc.hpp"
#include "mesh/surface.hpp"
#include "output/export/formats.hpp"
#include "output/model_file.hpp"
#include "output/traces.hpp"
#include "run/result_files.hpp"
#include "scenario/chunk.hpp"
#include "scenario/reader.hpp"
#include "scenario/solution_file.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

output::Traces read(const fs::path& file) {
  try {
    return output::read_traces(file);
  } catch (const RunError& e) {  // what cannot be read here is wrong input
    throw InputError(e.what());
  }
}

/// The first source. Below a surface that is not flat its z is what model.h5 tells; the elevations give what that leaves open.
output::ExportSource source_of(const scenario::Scenario& s, const fs::path& directory) {
  const scenario::SourceSpec& first = s.sources.front();
  output::ExportSource source{first.position, 0};
  if (s.domain.chunk) return {first.position, first.depth.value_or(scenario::ChunkFrame::depth(first.position))};
  if (s.domain.dim == 1) return source;
  double top = s.domain.extent[2].high;
  if (s.domain.topography) top = mesh::Surface(s).height(first.position[0], first.position[1]);
  if (first.depth) source.position[2] = top - *first.depth;
  if (first.depth && s.has_shaped_surface())
    if (const auto placed = output::read_source_positions(directory / "model.h5"); !placed.empty())
      source.position = placed.front();
  source.depth = first.depth.value_or(top - first.position[2]);
  return source;
}

/// A catalogue's moment tensor is that of one point, released once: time functions of area 1, in 3-D.
std::optional<output::ExportMechanism> mechanism_of(const scenario::Scenario& s) {
  const scenario::SourceSpec& source = s.sources.front();
  const scenario::TimeFunctionSpec& time = source.time_function;
  const bool gaussian = time.kind == scenario::TimeFunctionKind::gaussian;
  if (s.domain.dim < 3 || s.sources.size() > 1 || source.fault || source.calibration) return {};
  if (source.kind == scenario::SourceKind::force || !(gaussian || time.kind == scenario::TimeFunctionKind::brune))
    return {};
  // The Gaussian stands for a triangle; t/T^2 exp(-t/T) has its middle at 2 T.
  std::array<double, 6> moment = source.moment;
  if (s.domain.chunk)
    moment = scenario::to_place(scenario::ChunkFrame(*s.domain.chunk).compass(source.position), moment);
  if (gaussian) return {{moment, time.delay, 2 * scenario::half_duration_of_sigma(time.sigma)}};
  return {{moment, 2 * time.rise, {}}};
}

double first_slip(const scenario::FiniteFault& fault) {
  double first = fault.points.front().start;
  for (const scenario::FaultPoint& p : fault.points) first = std::min(first, p.start);
  return first;
}

/// The place of the source, the tie to latitude and longitude, and the clock, from the scenario beside the traces.
/// Returns what the user should know; mostly nothing.
std::string add_scenario(const fs::path& file, output::Gathers& gathers) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return "source position: not known, since there is no scenario.toml beside the traces";
  scenario::Scenario s;
  try {
    s = scenario::read_scenario(file, {});
  } catch (const InputError& e) {
    return fmt::format("source position: not known, since the scenario beside the traces cannot be read ({})",
                       e.what());
  }
  gathers.title = s.title;
  gathers.time_zero = s.time_zero;
  gathers.origin_time = s.origin_after_zero;
  gathers.event_name = s.event_name;
  if (!s.has_shaped_surface() && s.domain.dim > 1) gathers.top = s.domain.extent[2].high;
  if (s.domain.chunk) gathers.chunk.emplace(*s.domain.chunk);
  if (s.domain.origin) {
    gathers.map.emplace(*s.domain.origin);
    gathers.map_origin = s.domain.origin;
  }
  if (s.sources.empty()) return "source position: not known, since the scenario has no source";
  try {
    gathers.source = source_of(s, file.parent_path());
  } catch (const InputError& e) {
    return fmt::format("source position: not known, since the topography cannot be read ({})", e.what());
  }
  gathers.mechanism = mechanism_of(s);
  if (s.sources.front().fault) {
    gathers.origin_time = first_slip(*s.sources.front().fault);
    return "source position: the point of the fault that slips first";
  }
  if (s.sources.size() == 1) return "";
  return fmt::format("source position: the first of {} sources of the scenario", s.sources.size());
}

void set_start(const std::string& iso, output::Gathers& gathers) {
  if (!iso.empty()) {
    gathers.time_zero = parse_utc(iso);
    if (!gathers.time_zero)
      throw InputError(
          fmt::format("--start: found '{}'; must be a time such as 2011-03-11T05:46:23 or "
                      "2011-03-11T05:46:23.25 (UTC)",
                      iso));
  }
}

const output::ExportFormat& format_named(const std::string& name) {
  std::string names;
  for (const output::ExportFormat& format : output::export_formats()) {
    if (name == format.name) return format;
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  throw InputError(fmt::format("--format: found '{}'; allowed: {}", name, names));
}

void check_target(const output::ExportFormat& format, const fs::path& input, const fs::path& out) {
  std::error_code error;
  if (fs::equivalent(input, out, error))
    throw InputError(fmt::format("-o {}: is the file of the traces themselves; give another name", out.string()));
  if (format.directory && fs::exists(out, error) && !fs::is_directory(out, error) && out.extension() != ".csv")
    throw InputError(fmt::format("-o {}: is a file; {} needs a directory", out.string(), format.name));
}

/// The traces of one result that were asked for, with what is known of their source.
class Opener {
 public:
  explicit Opener(const ExportOptions& options) : options_(options) {}

  std::unique_ptr<output::Gathers> open(const fs::path& file) {
    auto gathers = std::make_unique<output::Gathers>(
        read(file), output::Selection{options_.receivers, options_.quantity, options_.component}, file.string());
    const std::string note = add_scenario(file.parent_path() / "scenario.toml", *gathers);
    if (!note.empty() && said_.insert(note).second) log::line(note);
    const bool from_file = options_.start.empty() && gathers->time_zero;
    set_start(options_.start, *gathers);
    if (from_file && said_.insert("t = 0").second)
      log::say("t = 0 is {}, from the source's file", utc_text(*gathers->time_zero));
    return gathers;
  }

  std::unique_ptr<output::Gathers> open(const ShotState& shot) {
    try {
      auto gathers = open(traces_file(shot.directory));
      gathers->shot = shot.number;
      gathers->shot_name = shot.name;
      if (const std::string end = ", " + shot.name; gathers->title.ends_with(end))
        gathers->title.erase(gathers->title.size() - end.size());
      return gathers;
    } catch (const InputError& e) {
      throw InputError(fmt::format("shot {}: {}", shot.name, e.what()));
    }
  }

 private:
  const ExportOptions& options_;
  std::set<std::string> said_;  ///< what is told once, also of many shots
};

/// A file or a directory for each shot, below `out`.
std::size_t export_apart(const ExportOptions& options, const output::ExportFormat& format,
                         const std::vector<ShotState>& shots, output::NewFiles& files) {
  std::error_code error;
  const bool is_file = fs::exists(options.out, error) && !fs::is_directory(options.out, error);
  if (is_file || options.out.extension() == ".csv")
    throw InputError(fmt::format("-o {}: name a directory; {} has {} for each shot in it", options.out.string(),
                                 format.name, format.directory ? "a directory" : "a file"));
  Opener opener(options);
  std::set<std::string> notes;
  std::size_t n_traces = 0;
  for (const ShotState& shot : shots) {
    const auto gathers = opener.open(shot);
    const fs::path target = options.out / (format.directory ? shot.name : fmt::format("{}.{}", shot.name, format.name));
    for (const std::string& note : format.write(*gathers, target, files)) notes.insert(note);
    n_traces += gathers->n_traces();
  }
  for (const std::string& note : notes) log::line(note);
  return n_traces;
}

void export_shots(const ExportOptions& options, const output::ExportFormat& format) {
  const std::vector<ShotState> shots = shots_done(options.traces);
  output::NewFiles files(options.overwrite);
  std::vector<std::size_t> counts(shots.size(), 0);
  std::size_t n_traces = 0;
  if (format.write_shots != nullptr) {
    Opener opener(options);
    const output::ShotSeries series{shots.size(), [&](std::size_t i) {
                                      auto gathers = opener.open(shots[i]);
                                      counts[i] = gathers->n_traces();
                                      return gathers;
                                    }};
    for (const std::string& note : format.write_shots(series, options.out, files)) log::line(note);
    n_traces = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  } else {
    n_traces = export_apart(options, format, shots, files);
  }
  files.commit();
  log::say("{} traces of {} shot{}: {}", n_traces, shots.size(), shots.size() == 1 ? "" : "s", options.out.string());
}

}  // namespace

void export_traces(const ExportOptions& options) {
  const output::ExportFormat& format = format_named(options.format);
  if (holds_shots(options.traces)) return export_shots(options, format);
  const fs::path file = traces_file(options.traces);
  check_target(format, file, options.out);
  const auto gathers = Opener(options).open(file);

  output::NewFiles files(options.overwrite);
  const std::vector<std::string> notes = format.write(*gathers, options.out, files);
  files.commit();
  for (const std::string& note : notes) log::line(note);
  const auto targets = files.targets();
  log::say("{} traces of {} samples: {}{}", gathers->n_traces(), gathers->n_samples(), options.out.string(),
           targets.size() > 1 ? fmt::format(", {} files", targets.size()) : "");
}

}  // namespace unda::run

// unda export, step by step.
#include "run/export.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/utc.hpp"
#include "output/export/formats.hpp"
#include "output/traces.hpp"
#include "scenario/reader.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

fs::path traces_file(const fs::path& given) {
  std::error_code error;
  fs::path file = fs::is_directory(given, error) ? given / "traces.h5" : given;
  if (!fs::is_regular_file(file, error))
    throw InputError(fmt::format("{}: there is no such file; name a traces.h5 or a result directory", file.string()));
  return file;
}

output::Traces read(const fs::path& file) {
  try {
    return output::read_traces(file);
  } catch (const RunError& e) {  // what cannot be read here is wrong input
    throw InputError(e.what());
  }
}

/// The place of the source, the tie to latitude and longitude, and the clock, from the scenario beside the traces.
void add_scenario(const fs::path& file, output::Gathers& gathers) {
  scenario::Scenario s;
  try {
    s = scenario::read_scenario(file, {});
  } catch (const InputError& e) {
    return log::say("source position: not known, since the scenario beside the traces cannot be read ({})", e.what());
  }
  gathers.title = s.title;
  gathers.time_zero = s.time_zero;
  if (s.domain.origin) {
    gathers.map.emplace(*s.domain.origin);
    gathers.map_origin = s.domain.origin;
  }
  if (s.sources.empty()) return log::line("source position: not known, since the scenario has no source");
  const scenario::SourceSpec& first = s.sources.front();
  const double below_top = s.domain.dim > 1 ? s.domain.extent[2].high - first.position[2] : 0;
  gathers.source = {first.position, first.depth.value_or(below_top)};
  if (s.sources.size() > 1) log::say("source position: the first of {} sources of the scenario", s.sources.size());
}

void set_start(const std::string& iso, output::Gathers& gathers) {
  if (!iso.empty()) {
    gathers.time_zero = parse_utc(iso);
    if (!gathers.time_zero)
      throw InputError(
          fmt::format("--start: found '{}'; must be a time such as 2011-03-11T05:46:23 or "
                      "2011-03-11T05:46:23.25 (UTC)",
                      iso));
  } else if (gathers.time_zero) {
    log::say("t = 0 is {}, from the source's file", utc_text(*gathers.time_zero));
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

}  // namespace

void export_traces(const ExportOptions& options) {
  const output::ExportFormat& format = format_named(options.format);
  const fs::path file = traces_file(options.traces);
  check_target(format, file, options.out);
  output::Gathers gathers(read(file), {options.receivers, options.quantity, options.component}, file.string());
  const fs::path scenario = file.parent_path() / "scenario.toml";
  std::error_code error;
  if (fs::is_regular_file(scenario, error))
    add_scenario(scenario, gathers);
  else
    log::say("source position: not known, since there is no scenario.toml beside the traces");
  set_start(options.start, gathers);

  output::NewFiles files(options.overwrite);
  const std::vector<std::string> notes = format.write(gathers, options.out, files);
  files.commit();
  for (const std::string& note : notes) log::line(note);
  const auto targets = files.targets();
  log::say("{} traces of {} samples: {}{}", gathers.n_traces(), gathers.n_samples(), options.out.string(),
           targets.size() > 1 ? fmt::format(", {} files", targets.size()) : "");
}

}  // namespace unda::run

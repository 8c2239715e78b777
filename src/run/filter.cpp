// unda filter: copies of traces files with other numbers in their arrays.
#include "run/filter.hpp"

#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/log.hpp"
#include "exec/for_each.hpp"
#include "output/export/new_files.hpp"
#include "output/hdf5_file.hpp"
#include "output/traces.hpp"
#include "run/result_directory.hpp"
#include "run/result_files.hpp"
#include "scenario/names.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

/// Each trace of an array of any shape, whose last axis is time.
void filter_array(output::Hdf5File& file, const std::string& name, double dt, const numerics::Corners& corners) {
  output::Hdf5File::Shape shape;
  std::vector<double> values = file.read(name, shape);
  const auto n_samples = static_cast<std::size_t>(shape.back());
  exec::for_each_heavy(values.size() / n_samples, [&](std::size_t n) {
    const std::span<double> trace(values.data() + n * n_samples, n_samples);
    const std::vector<double> filtered = numerics::zero_phase_filter(trace, dt, corners);
    std::copy(filtered.begin(), filtered.end(), trace.begin());
  });
  file.write_over(name, values);
}

void filter_file(const fs::path& from, const fs::path& to, const numerics::Corners& corners) {
  const output::Traces traces = output::read_traces(from);  // what is damaged is refused
  const std::size_t n = traces.time.size();
  if (n < 3) throw InputError(fmt::format("{}: has {} samples; a filter needs 3 at least", from.string(), n));
  const double dt = (traces.time.back() - traces.time.front()) / static_cast<double>(n - 1);
  if (const double highest = 0.5 / dt; corners.low >= highest)
    throw InputError(
        fmt::format("{}: samples every {:g} s hold nothing above {:g} Hz: take a lower corner than {:g} Hz",
                    from.string(), dt, highest, corners.low));
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) throw RunError(fmt::format("{}: cannot write this file: {}", to.string(), error.message()));
  output::Hdf5File file(to, output::Hdf5File::Mode::change);
  for (const std::string root : {"/receivers", "/closed_form"}) {
    if (!file.has(root)) continue;
    for (const std::string& group : file.members(root))
      for (const char* quantity : scenario::names<scenario::Quantity>)
        if (const std::string name = fmt::format("{}/{}/{}", root, group, quantity); file.has(name))
          filter_array(file, name, dt, corners);
  }
  file.close();
}

}  // namespace

void filter(const FilterOptions& options) {
  output::NewFiles written(options.overwrite);
  for (const auto& [traces, out] : made_of_traces(options.traces, "filtered.h5", options.out)) {
    std::error_code none;
    if (fs::equivalent(traces, out, none))
      throw InputError(fmt::format("{}: is what is filtered: name another file (-o)", out.string()));
    filter_file(traces, written.add(out), options.corners);
  }
  written.commit();
  for (const fs::path& target : written.targets()) {
    if (options.out.empty()) note_file(target);
    log::line(target.string());
  }
}

}  // namespace unda::run

// Putting the traces of single stations together.
// Sampling must be the same in all files: Traces have one list of times.
#include "output/import/station_files.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace unda::output {
namespace {

void check_sampling(const StationTrace& first, const StationTrace& other) {
  const double tolerance = 1e-4 * first.interval;
  if (first.values.size() == other.values.size() && std::abs(first.start - other.start) < tolerance &&
      std::abs(first.interval - other.interval) * static_cast<double>(first.values.size()) < tolerance)
    return;
  throw InputError(fmt::format(
      "{}: {} samples every {:.6g} s from {:.6g} s, but {} has {} every {:.6g} s from {:.6g} s; files that are read "
      "together must have the same times: compare them one by one",
      other.file.string(), other.values.size(), other.interval, other.start, first.file.string(), first.values.size(),
      first.interval, first.start));
}

/// The receiver with that label, added where there is none yet.
std::size_t receiver_of(const StationTrace& s, TraceGroup& group) {
  const auto known = std::find(group.labels.begin(), group.labels.end(), s.label);
  if (known != group.labels.end()) return static_cast<std::size_t>(known - group.labels.begin());
  group.labels.push_back(s.label);
  group.positions.push_back(s.position);
  return group.labels.size() - 1;
}

}  // namespace

void refuse_file(const std::filesystem::path& file, const std::string& what) {
  throw InputError(fmt::format("{}: {}", file.string(), what));
}

Traces assemble(const std::vector<StationTrace>& stations) {
  Traces traces;
  TraceGroup& group = traces.groups.emplace_back();
  const StationTrace& first = stations.at(0);
  const std::size_t nt = first.values.size();
  for (std::size_t i = 0; i < nt; ++i) traces.time.push_back(first.start + static_cast<double>(i) * first.interval);
  for (const StationTrace& s : stations) {
    check_sampling(first, s);
    receiver_of(s, group);
  }
  for (const StationTrace& s : stations) {
    const auto nc = static_cast<std::size_t>(scenario::n_components(s.quantity, 3));
    TraceArray& array = group.quantities[s.quantity];
    if (array.values.empty()) {
      array.n_components = static_cast<int>(nc);
      array.values.assign(group.labels.size() * nc * nt, 0.0);
      array.absent.assign(group.labels.size() * nc, 1);
    }
    const std::size_t index = receiver_of(s, group) * nc + static_cast<std::size_t>(s.component);
    if (array.absent[index] == 0)
      throw InputError(fmt::format("{}: {} {} of station {} comes twice", s.file.string(),
                                   scenario::name_of(s.quantity), component_names(s.quantity, 3)[s.component],
                                   s.label));
    array.absent[index] = 0;
    std::copy(s.values.begin(), s.values.end(), array.values.begin() + static_cast<std::ptrdiff_t>(index * nt));
  }
  return traces;
}

}  // namespace unda::output

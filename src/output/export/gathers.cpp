// Selecting traces, and checking that they are what a file of them should hold.
#include "output/export/gathers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/error.hpp"

namespace unda::output {

namespace {

std::string joined(const std::set<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// Throws when the wish is not among what there is.
void check_wish(const std::string& option, const std::string& wish, const std::set<std::string>& there) {
  if (!wish.empty() && !there.contains(wish))
    throw InputError(fmt::format("{}: found '{}'; these traces have: {}", option, wish, joined(there)));
}

}  // namespace

std::string Gather::title() const {
  const std::string name = group->name + " " + scenario::name_of(quantity);
  return quantity == scenario::Quantity::pressure ? name : name + " " + component;
}

Gathers::Gathers(Traces traces, const Selection& selection, const std::string& file) : traces_(std::move(traces)) {
  check_shapes(file);
  check_time(file);
  select(selection, file);
}

void Gathers::check_shapes(const std::string& file) const {
  for (const TraceGroup& group : traces_.groups) {
    if (group.labels.size() != group.positions.size())
      throw InputError(fmt::format("{}: {} has {} labels for {} positions", file, group.name, group.labels.size(),
                                   group.positions.size()));
    for (const auto& [quantity, array] : group.quantities) {
      const std::size_t expected =
          group.positions.size() * static_cast<std::size_t>(array.n_components) * traces_.time.size();
      if (array.values.size() != expected)
        throw InputError(fmt::format("{}: {}/{} has {} numbers; {} receivers, {} components and {} samples make {}",
                                     file, group.name, scenario::name_of(quantity), array.values.size(),
                                     group.positions.size(), array.n_components, traces_.time.size(), expected));
    }
  }
}

void Gathers::check_time(const std::string& file) {
  const std::vector<double>& t = traces_.time;
  if (t.size() < 2)
    throw InputError(fmt::format("{}: has {} sample{} a trace; an export needs two or more", file, t.size(),
                                 t.size() == 1 ? "" : "s"));
  interval_ = (t.back() - t.front()) / static_cast<double>(t.size() - 1);
  bool even = interval_ > 0 && std::isfinite(interval_);
  for (std::size_t i = 0; i < t.size() && even; ++i)
    even = std::abs(t[i] - t.front() - static_cast<double>(i) * interval_) < 1e-6 * interval_;
  if (!even) throw InputError(fmt::format("{}: the times of its samples are not evenly spaced", file));
}

void Gathers::select(const Selection& selection, const std::string& file) {
  std::set<std::string> groups, quantities, components;
  for (const TraceGroup& group : traces_.groups) {
    groups.insert(group.name);
    for (const auto& [quantity, array] : group.quantities) {
      quantities.insert(scenario::name_of(quantity));
      const std::vector<std::string> names = component_names(quantity, traces_.dim);
      components.insert(names.begin(), names.end());
      for (std::size_t c = 0; c < names.size(); ++c) {
        if (!selection.receivers.empty() && selection.receivers != group.name) continue;
        if (!selection.quantity.empty() && selection.quantity != scenario::name_of(quantity)) continue;
        if (!selection.component.empty() && selection.component != names[c]) continue;
        Gather gather{&group, quantity, names[c], {}};
        const std::size_t n = traces_.time.size();
        for (std::size_t r = 0; r < group.positions.size(); ++r)
          gather.traces.emplace_back(&array.values[(r * names.size() + c) * n], n);
        if (!gather.traces.empty()) gathers_.push_back(std::move(gather));
      }
    }
  }
  check_wish("--receivers", selection.receivers, groups);
  check_wish("--quantity", selection.quantity, quantities);
  check_wish("--component", selection.component, components);
  if (gathers_.empty())
    throw InputError(fmt::format("{}: holds no traces of what was asked; it has {} of {}", file, joined(quantities),
                                 joined(groups)));
}

std::size_t Gathers::n_traces() const {
  std::size_t n = 0;
  for (const Gather& gather : gathers_) n += gather.traces.size();
  return n;
}

void Gathers::require_floats(const std::string& format) const {
  for (const Gather& gather : gathers_)
    for (std::size_t r = 0; r < gather.traces.size(); ++r)
      for (std::size_t i = 0; i < gather.traces[r].size(); ++i)
        if (!(std::abs(gather.traces[r][i]) <= std::numeric_limits<float>::max()))
          throw InputError(
              fmt::format("{} of {}, sample {}, is {}; {} holds finite 4-byte numbers only. Choose other "
                          "traces with --receivers, --quantity or --component, or --format csv",
                          gather.title(), gather.group->labels[r], i + 1, gather.traces[r][i], format));
}

bool Gathers::all_single() const {
  for (const Gather& gather : gathers_)
    for (const auto& trace : gather.traces)
      for (const double x : trace)
        if (std::isfinite(x) && static_cast<double>(static_cast<float>(x)) != x) return false;
  return true;
}

std::optional<scenario::GeographicOrigin> Gathers::place_of(const Vector& position) const {
  if (chunk) return chunk->place(position);
  if (map) return map->to_geographic({position[0], position[1]});
  return {};
}

std::optional<double> Gathers::depth_of(const TraceGroup& group, std::size_t receiver) const {
  if (!group.depths.empty()) return group.depths[receiver];
  if (top) return *top - group.positions[receiver][2];
  return {};
}

}  // namespace unda::output

// Measuring traces against a reference: first the L2 misfits of all receivers, then shifts, envelopes and phases of the
// worst ones, which cost a thousand times as much.
#include "verify/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "exec/for_each.hpp"
#include "numerics/fourier.hpp"
#include "reference/envelope_phase.hpp"
#include "reference/misfit.hpp"

namespace unda::verify {
namespace {

using output::TraceArray;
using scenario::Quantity;

/// A part of the signal this large (amplitude) above what the common times hold makes the comparison wrong.
constexpr double aliased_part = 0.01;

/// One group and quantity on both sides.
struct Task {
  const GroupPair* pair = nullptr;
  Quantity quantity{};
  const TraceArray *trace = nullptr, *reference = nullptr;
  struct Component {
    std::string name;
    std::size_t trace = 0, reference = 0;  ///< index within the arrays
  };
  std::vector<Component> components;
  std::vector<ReceiverPair> receivers;  ///< with at least one component recorded on both sides
  std::size_t first_result = 0;

  std::vector<Component> recorded(const ReceiverPair& receiver) const;
};

std::span<const double> samples(const TraceArray& array, const Side& side, std::size_t receiver,
                                std::size_t component) {
  const auto nc = static_cast<std::size_t>(array.n_components);
  return {array.values.data() + (receiver * nc + component) * side.n_native, side.n_native};
}

bool is_there(const TraceArray& array, std::size_t receiver, std::size_t component) {
  return array.absent.empty() || array.absent[receiver * static_cast<std::size_t>(array.n_components) + component] == 0;
}

std::vector<Task::Component> Task::recorded(const ReceiverPair& receiver) const {
  std::vector<Component> there;
  for (const Component& c : components)
    if (is_there(*trace, receiver.trace, c.trace) && is_there(*reference, receiver.reference, c.reference))
      there.push_back(c);
  return there;
}

double power(std::span<const double> x) { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); }

std::vector<Task> tasks_for(const NamedTraces& traces, const NamedTraces& reference, const Matching& matching,
                            std::optional<Quantity> only) {
  std::vector<Task> tasks;
  for (const GroupPair& pair : matching.groups)
    for (const auto& [quantity, array] : traces.traces.groups[pair.trace].quantities) {
      const auto& others = reference.traces.groups[pair.reference].quantities;
      const auto other = others.find(quantity);
      if (other == others.end() || (only && *only != quantity)) continue;
      Task task{&pair, quantity, &array, &other->second, {}, {}, 0};
      const auto names = output::component_names(quantity, traces.traces.dim);
      const auto other_names = output::component_names(quantity, reference.traces.dim);
      for (std::size_t c = 0; c < names.size(); ++c) {
        const auto same = std::find(other_names.begin(), other_names.end(), names[c]);
        if (same != other_names.end())
          task.components.push_back({names[c], c, static_cast<std::size_t>(same - other_names.begin())});
      }
      for (const ReceiverPair& receiver : pair.receivers)
        if (!task.recorded(receiver).empty()) task.receivers.push_back(receiver);
      if (!task.receivers.empty()) tasks.push_back(std::move(task));
    }
  return tasks;
}

std::string quantities_of(const output::Traces& traces) {
  std::string names;
  for (const output::TraceGroup& group : traces.groups)
    for (const auto& [quantity, array] : group.quantities)
      if (const std::string name = scenario::name_of(quantity); names.find(name) == std::string::npos)
        names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "none" : names;
}

void check_finite(const NamedTraces& traces, const TraceArray& array, const std::vector<std::string>& labels,
                  Quantity quantity) {
  const auto bad = std::find_if(array.values.begin(), array.values.end(), [](double x) { return !std::isfinite(x); });
  if (bad == array.values.end()) return;
  const std::size_t receiver =
      static_cast<std::size_t>(bad - array.values.begin()) / (array.values.size() / labels.size());
  throw InputError(
      fmt::format("{}: the {} of {} has samples that are not finite ({}): a run that failed cannot be "
                  "compared",
                  traces.name, scenario::name_of(quantity), labels[receiver], *bad));
}

class Comparer {
 public:
  Comparer(const NamedTraces& traces, const NamedTraces& reference, const CompareOptions& options)
      : traces_(traces),
        reference_(reference),
        options_(options),
        matching_(match_receivers(traces, reference, options.group, options.position_tolerance)),
        common_(common_times({sampling_of(traces.traces.time, traces.name), traces.name},
                             {sampling_of(reference.traces.time, reference.name), reference.name}, options.corners)),
        tasks_(tasks_for(traces, reference, matching_, options.quantity)) {}

  Comparison compare() {
    result_.trace = traces_.name;
    result_.reference = reference_.name;
    result_.common = common_;
    result_.notes = matching_.notes;
    result_.notes.insert(result_.notes.end(), common_.notes.begin(), common_.notes.end());
    for (Task& task : tasks_) {
      check_finite(traces_, *task.trace, traces_.traces.groups[task.pair->trace].labels, task.quantity);
      check_finite(reference_, *task.reference, reference_.traces.groups[task.pair->reference].labels, task.quantity);
      check_aliasing(task);
      measure(task);
    }
    if (result_.receivers.empty()) nothing_in_common();
    add_details();
    const auto less = [](const ReceiverMisfit& x, const ReceiverMisfit& y) { return x.misfit < y.misfit; };
    result_.worst = static_cast<std::size_t>(
        std::max_element(result_.receivers.begin(), result_.receivers.end(), less) - result_.receivers.begin());
    return std::move(result_);
  }

 private:
  [[noreturn]] void nothing_in_common() const {
    const std::string wish =
        options_.quantity ? fmt::format("--quantity {}: ", scenario::name_of(*options_.quantity)) : "";
    throw InputError(fmt::format("{}no quantities in common: {} has {}; {} has {}", wish, traces_.name,
                                 quantities_of(traces_.traces), reference_.name, quantities_of(reference_.traces)));
  }

  /// Both sides of one component at the common times.
  struct Signals {
    std::vector<double> trace, reference;
  };
  Signals signals(const Task& task, const ReceiverPair& pair, const Task::Component& c) const {
    return {
        common_.brought(common_.trace, samples(*task.trace, common_.trace, pair.trace, c.trace)),
        common_.brought(common_.reference, samples(*task.reference, common_.reference, pair.reference, c.reference))};
  }

  void check_aliasing(const Task& task) const;
  void measure(Task& task);
  void add_details();
  void add_details(const Task& task, const ReceiverPair& pair, ReceiverMisfit& receiver) const;

  const NamedTraces &traces_, &reference_;
  const CompareOptions& options_;
  Matching matching_;
  CommonTimes common_;
  std::vector<Task> tasks_;
  Comparison result_;
};

/// Energy of a trace, and its part above a frequency. The ends are faded over four periods of that frequency: a signal
/// that is cut off would pass for a high one.
struct Energy {
  double all = 0, above = 0;
};

Energy energy_above(std::vector<double> trace, double dt, double limit) {
  const double wished = std::ceil(4 / (limit * dt));
  const auto fade = static_cast<std::size_t>(std::min(wished, 0.5 * static_cast<double>(trace.size())));
  for (std::size_t i = 0; i < fade; ++i) {
    const double x = static_cast<double>(i) / static_cast<double>(fade);
    trace[i] *= x * x * (3 - 2 * x);
    trace[trace.size() - 1 - i] *= x * x * (3 - 2 * x);
  }
  const std::size_t n = numerics::padded_length(trace.size());
  const numerics::Spectrum spectrum = numerics::transform(trace, n);
  Energy energy;
  for (std::size_t k = 0; k <= n / 2; ++k) {
    const double part = std::norm(spectrum[k]);
    energy.all += part;
    if (static_cast<double>(k) / (static_cast<double>(n) * dt) > limit) energy.above += part;
  }
  return energy;
}

void Comparer::check_aliasing(const Task& task) const {
  if (common_.highest_frequency == 0) return;
  const bool of_trace = common_.trace_is_resampled;
  const Side& side = of_trace ? common_.trace : common_.reference;
  const TraceArray& array = of_trace ? *task.trace : *task.reference;
  const auto& pairs = task.receivers;
  std::vector<Energy> energies(pairs.size());
  exec::for_each_heavy(pairs.size(), [&](std::size_t r) {
    for (const Task::Component& c : task.recorded(pairs[r])) {
      const auto all =
          samples(array, side, of_trace ? pairs[r].trace : pairs[r].reference, of_trace ? c.trace : c.reference);
      const Energy e = energy_above(common_.filtered(side, all), common_.interval(side), common_.highest_frequency);
      energies[r].all += e.all;
      energies[r].above += e.above;
    }
  });
  Energy sum;
  for (const Energy& e : energies) {
    sum.all += e.all;
    sum.above += e.above;
  }
  const double part = sum.all > 0 ? std::sqrt(sum.above / sum.all) : 0;
  if (part > aliased_part)
    throw InputError(
        fmt::format("{}: {:.2g} % of the {} lies above {:.4g} Hz, more than the samples every {:.6g} s of the "
                    "comparison hold; give "
                    "--lowpass with a lower frequency, or finer samples (time.sample_interval)",
                    of_trace ? traces_.name : reference_.name, 100 * part, scenario::name_of(task.quantity),
                    common_.highest_frequency, common_.times.interval));
}

/// Norms over the common times, by component.
struct Norms {
  std::vector<double> difference, reference;
  double all(const std::vector<double>& parts) const { return std::sqrt(power(parts)); }
};

double ratio(double x, double y) {
  if (y > 0) return x / y;
  return x == 0 ? 0 : std::numeric_limits<double>::infinity();
}

/// `floor`: the least norm that a reference is given.
void rate(const Norms& norms, double floor, ReceiverMisfit& receiver) {
  const double size = norms.all(norms.reference), against = std::max(size, floor);
  receiver.weak = size < floor || size == 0;
  receiver.misfit = ratio(norms.all(norms.difference), against);
  for (std::size_t c = 0; c < receiver.components.size(); ++c) {
    receiver.components[c].misfit = ratio(norms.difference[c], against);
    if (!receiver.weak && norms.reference[c] > weak_component * size)
      receiver.components[c].own_misfit = norms.difference[c] / norms.reference[c];
  }
}

void Comparer::measure(Task& task) {
  const auto& pairs = task.receivers;
  const output::TraceGroup& group = traces_.traces.groups[task.pair->trace];
  task.first_result = result_.receivers.size();
  std::vector<ReceiverMisfit> receivers(pairs.size());
  std::vector<Norms> norms(pairs.size());
  exec::for_each_heavy(pairs.size(), [&](std::size_t r) {
    const std::size_t index = pairs[r].trace;
    receivers[r] = {group.name, group.labels[index], group.positions[index], task.quantity, 0, false, {}};
    for (const Task::Component& c : task.recorded(pairs[r])) {
      auto [a, b] = signals(task, pairs[r], c);
      norms[r].reference.push_back(std::sqrt(power(b)));
      for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
      norms[r].difference.push_back(std::sqrt(power(a)));
      receivers[r].components.push_back({c.name, 0, {}, {}, {}, {}});
    }
  });
  double strongest = 0, error = 0, strength = 0;
  for (const Norms& n : norms) {
    strongest = std::max(strongest, n.all(n.reference));
    error += power(n.difference);
    strength += power(n.reference);
  }
  for (std::size_t r = 0; r < pairs.size(); ++r) rate(norms[r], weak_receiver * strongest, receivers[r]);
  result_.groups.push_back({group.name, task.quantity, pairs.size(), ratio(std::sqrt(error), std::sqrt(strength))});
  result_.receivers.insert(result_.receivers.end(), receivers.begin(), receivers.end());
}

void Comparer::add_details(const Task& task, const ReceiverPair& pair, ReceiverMisfit& receiver) const {
  const double dt = common_.times.interval;
  for (ComponentMisfit& component : receiver.components) {
    if (!component.own_misfit) continue;
    const auto c = std::find_if(task.components.begin(), task.components.end(),
                                [&](const Task::Component& one) { return one.name == component.name; });
    const auto [a, b] = signals(task, pair, *c);
    component.shift = reference::time_shift(a, b, dt);
    const reference::EnvelopePhaseMisfit misfit = reference::envelope_phase_misfit(a, b, dt);
    component.envelope = misfit.envelope;
    component.phase = misfit.phase;
  }
}

void Comparer::add_details() {
  struct Item {
    const Task* task;
    std::size_t receiver, result;
  };
  std::vector<Item> items;
  for (const Task& task : tasks_)
    for (std::size_t r = 0; r < task.receivers.size(); ++r) items.push_back({&task, r, task.first_result + r});
  std::stable_sort(items.begin(), items.end(), [&](const Item& x, const Item& y) {
    return result_.receivers[x.result].misfit > result_.receivers[y.result].misfit;
  });
  if (items.size() > options_.most_detailed) {
    result_.notes.push_back(
        fmt::format("shifts, envelope and phase misfits of the worst {} of {} receivers; --all has all",
                    options_.most_detailed, items.size()));
    items.resize(options_.most_detailed);
  }
  exec::for_each_heavy(items.size(), [&](std::size_t i) {
    const Item& item = items[i];
    add_details(*item.task, item.task->receivers[item.receiver], result_.receivers[item.result]);
  });
}

}  // namespace

Comparison compare(const NamedTraces& traces, const NamedTraces& reference, const CompareOptions& options) {
  return Comparer(traces, reference, options).compare();
}

}  // namespace unda::verify

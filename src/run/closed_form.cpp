// Choosing the closed form of a scenario, and measuring traces by it.
#include "run/closed_form.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/log.hpp"
#include "exec/machine.hpp"
#include "method/layered_problem.hpp"
#include "reference/misfit.hpp"
#include "run/progress.hpp"
#include "run/turn_to_places.hpp"
#include "run/uniform_form.hpp"

namespace unda::run {
namespace {

using scenario::Quantity;

constexpr double longest_integration = 5;   // s; a longer one is for unda reference
constexpr std::size_t most_sources = 1000;  // even to estimate it takes long for the points of a large fault

/// A closed form in a uniform medium where there is one, else the seismograms of a layered earth.
struct Chosen {
  std::optional<UniformForm> uniform;
  method::LayeredForm layered;
  double seconds = 0;  ///< that the layered one takes

  std::optional<std::string> description() const {
    if (uniform) return uniform->description;
    if (layered.problem && seconds <= longest_integration) return layered.description;
    return {};
  }
};

Chosen choose(const Experiment& e) {
  Chosen chosen;
  chosen.uniform = uniform_form(e);
  if (e.scenario->domain.chunk && chosen.uniform && chosen.uniform->free_top) chosen.uniform.reset();
  if (chosen.uniform || e.sources.size() > most_sources || e.scenario->domain.chunk) return chosen;
  chosen.layered = method::layered_form(*e.scenario, e.sources);
  if (chosen.layered.problem)
    chosen.seconds = reference::estimated_seconds(*chosen.layered.problem) / exec::n_threads();
  return chosen;
}

bool has_samples(const Experiment& e) { return !e.scenario->receivers.empty() && e.scenario->time.n_samples() > 1; }

/// [group][quantity] as the traces have them.
void fill_layered(reference::LayeredProblem problem, output::Traces& traces) {
  problem.n_samples = traces.time.size();  // fewer than asked where the run was stopped
  const reference::LayeredTraces exact = reference::layered_seismograms(problem);
  std::size_t first = 0;
  for (output::TraceGroup& group : traces.groups) {
    const std::vector<Quantity>& quantities = problem.receivers[first].quantities;
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      output::TraceArray array{group.quantities.at(quantities[q]).n_components, {}};
      for (std::size_t r = 0; r < group.positions.size(); ++r)
        array.values.insert(array.values.end(), exact[first + r][q].begin(), exact[first + r][q].end());
      group.closed_form[quantities[q]] = std::move(array);
    }
    first += group.positions.size();
  }
}

void fill_uniform(const Experiment& e, const UniformForm& form, output::Traces& traces) {
  for (output::TraceGroup& group : traces.groups)
    for (const auto& [quantity, computed] : group.quantities) {
      output::TraceArray exact{computed.n_components, std::vector<double>(computed.values.size(), 0.0)};
      fill_uniform_form(e, form, group, quantity, traces.time, exact);
      turn_to_places(*e.scenario, group.positions, quantity, exact);
      group.closed_form[quantity] = std::move(exact);
    }
}

/// [receiver of the group]: whether it stands so near to a source that the mesh does not show it a point.
std::vector<bool> near_sources(const Experiment& e, const output::TraceGroup& group) {
  std::vector<bool> is_near(group.positions.size(), false);
  if (e.sources.size() > most_sources) return is_near;
  for (std::size_t r = 0; r < is_near.size(); ++r)
    for (const method::PointSource& source : e.sources)
      if (norm(source.position - group.positions[r]) < e.sizes.extent_of_source) is_near[r] = true;
  return is_near;
}

/// Takes one quantity of a group into the report.
void measure(const output::TraceGroup& group, Quantity quantity, const std::vector<bool>& left_out,
             ClosedFormReport& report) {
  const output::TraceArray &computed = group.quantities.at(quantity), &exact = group.closed_form.at(quantity);
  const std::size_t length = exact.values.size() / group.positions.size();
  double difference = 0, size = 0, largest = 0;
  for (std::size_t n = 0; n < exact.values.size(); ++n) {
    if (!std::isfinite(exact.values[n]) || left_out[n / length]) continue;
    difference += std::pow(computed.values[n] - exact.values[n], 2);
    size += exact.values[n] * exact.values[n];
    largest = std::max(largest, std::abs(exact.values[n]));
  }
  if (size > 0) report.misfit = std::max(report.misfit, std::sqrt(difference / size));
  for (std::size_t r = 0; r < group.positions.size(); ++r) {
    if (left_out[r]) continue;
    const std::span<const double> a(computed.values.data() + r * length, length);
    const std::span<const double> b(exact.values.data() + r * length, length);
    const bool silent = std::all_of(b.begin(), b.end(), [&](double v) { return !(std::abs(v) > 1e-6 * largest); });
    const double misfit = silent ? 0 : reference::l2_misfit(a, b);
    if (misfit < report.worst) continue;
    report.worst = misfit;
    report.worst_label = fmt::format("{}, {}", group.labels[r], scenario::name_of(quantity));
  }
}

}  // namespace

std::optional<std::string> closed_form_of(const Experiment& e) {
  return has_samples(e) ? choose(e).description() : std::nullopt;
}

std::optional<ClosedFormReport> add_closed_form(const Experiment& e, output::Traces& traces, Judged judged) {
  if (!has_samples(e) || traces.groups.empty() || traces.time.size() < 2) return {};
  Chosen chosen = choose(e);
  const std::optional<std::string> description = chosen.description();
  if (!description) {
    if (chosen.layered.problem)
      log::say("exact seismograms of this layered earth take about {}: unda reference {}",
               duration_text(chosen.seconds), e.scenario->file.string());
    return {};
  }
  if (chosen.uniform)
    fill_uniform(e, *chosen.uniform, traces);
  else
    fill_layered(std::move(*chosen.layered.problem), traces);
  ClosedFormReport report;
  report.description = *description;
  std::vector<std::vector<bool>> left_out;
  std::size_t n_judged = 0;
  for (const output::TraceGroup& group : traces.groups) {
    left_out.push_back(near_sources(e, group));
    n_judged += static_cast<std::size_t>(std::count(left_out.back().begin(), left_out.back().end(), false));
    report.n_left_out += left_out.back().size();
  }
  report.n_left_out -= n_judged;
  if (judged == Judged::all || n_judged == 0) {
    for (std::vector<bool>& of_group : left_out) of_group.assign(of_group.size(), false);
    report.n_left_out = 0;
  }
  for (std::size_t g = 0; g < traces.groups.size(); ++g)
    for (const auto& [quantity, exact] : traces.groups[g].closed_form)
      measure(traces.groups[g], quantity, left_out[g], report);
  return report;
}

}  // namespace unda::run

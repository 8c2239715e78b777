// unda bench.
#include "run/bench.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/timer.hpp"
#include "exec/allocated.hpp"
#include "exec/machine.hpp"
#include "exec/timeline.hpp"
#include "parallel/communicator.hpp"
#include "run/experiment.hpp"

namespace unda::run {
namespace {

parallel::CommunicationMode mode_of(const std::string& name) {
  using Mode = parallel::CommunicationMode;
  if (name == "blocking") return Mode::blocking;
  if (name == "nosend") return Mode::nosend;
  return name == "off" ? Mode::off : Mode::overlap;
}

constexpr int n_marked_steps = 3;

/// More steps, marked, as a file for trace viewers: one process a rank, one thread a lane, microseconds.
void record_timeline(const Experiment& e, method::Simulation& simulation, const std::filesystem::path& file) {
  e.communicator.barrier();
  exec::Timeline::start(simulation.queue());
  for (int n = 0; n < n_marked_steps; ++n) simulation.advance();
  simulation.wait();
  const std::vector<exec::Span> spans = exec::Timeline::stop();
  if (!e.communicator.is_root()) return;
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  for (const exec::Span& span : spans)
    events.push_back({{"name", span.name},
                      {"ph", "X"},
                      {"pid", 0},
                      {"tid", span.lane},
                      {"ts", 1e6 * span.start},
                      {"dur", 1e6 * (span.end - span.start)}});
  std::ofstream out(file);
  out << nlohmann::ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(1) << "\n";
  require(out.good(), "{}: cannot be written", file.string());
}

}  // namespace

void run_bench(const scenario::Scenario& scenario, const BenchOptions& options) {
  Experiment e = prepare(scenario);
  const parallel::Communicator& ranks = e.communicator;
  const std::unique_ptr<method::Simulation> simulation =
      std::move(*e.plan).start({e.dt, options.warmup + options.steps + n_marked_steps}, {}, mode_of(options.comm));
  for (std::int64_t n = 0; n < options.warmup; ++n) simulation->advance();
  simulation->wait();
  const double comm_before = simulation->traffic().seconds;
  ranks.barrier();
  const Timer timer;
  for (std::int64_t n = 0; n < options.steps; ++n) simulation->advance();
  simulation->wait();
  ranks.barrier();
  const double seconds = ranks.max(timer.seconds());
  const double comm_seconds = ranks.sum(simulation->traffic().seconds - comm_before) / ranks.size();
  const auto bytes_sent =
      ranks.sum(static_cast<double>(simulation->traffic().bytes)) / static_cast<double>(options.warmup + options.steps);

  if (!options.timeline.empty()) record_timeline(e, *simulation, options.timeline);

  const method::Sizes sizes = simulation->sizes();
  const double estimated = ranks.sum(sizes.memory_bytes + sizes.absorbing_bytes),
               allocated = ranks.sum(static_cast<double>(exec::allocated_memory().most));
  exec::Limits limits = exec::measure_limits(e.device);  // of all ranks at the same time
  limits.copy_bandwidth = ranks.sum(limits.copy_bandwidth);
  limits.flops_single = ranks.sum(limits.flops_single);
  limits.flops_double = ranks.sum(limits.flops_double);
  const bool single = scenario.solver.precision == scenario::Precision::single_precision;
  const double rate =
      static_cast<double>(sizes.cells) * sizes.updates_per_step * static_cast<double>(options.steps) / seconds;
  const double bandwidth = rate * sizes.bytes_per_update / limits.copy_bandwidth;
  const double peak = rate * sizes.flops_per_update / (single ? limits.flops_single : limits.flops_double);
  if (options.json) {
    nlohmann::ordered_json r;
    r["method"] = scenario::name_of(scenario.solver.method);
    r["physics"] = e.physics;
    r["dims"] = scenario.domain.dim;
    r["order"] = sizes.order;
    r["precision"] = scenario::name_of(scenario.solver.precision);
    r["device"] = exec::name_of(e.device.kind);
    r["device_name"] = exec::describe(e.device);
    r["ranks"] = ranks.size();
    r["threads"] = exec::n_threads();
    r["cells"] = sizes.cells;
    r["dofs"] = sizes.dofs;
    r["steps"] = options.steps;
    r["dt"] = e.dt;
    r["seconds"] = seconds;
    r["updates_per_second"] = rate;
    r["memory_bytes"] = estimated;
    if (!e.device.is_host()) r["allocated_bytes"] = allocated;
    r["bytes_per_update"] = sizes.bytes_per_update;
    r["flops_per_update"] = sizes.flops_per_update;
    r["fraction_of_bandwidth"] = bandwidth;
    r["fraction_of_peak"] = peak;
    r["comm"] = options.comm;
    r["comm_seconds"] = comm_seconds;
    r["bytes_sent_per_step"] = bytes_sent;
    r["copy_bandwidth"] = limits.copy_bandwidth;
    for (const auto& [word, text] : sizes.remarks) r["remarks"][word] = text;
    log::line(r.dump());
    return;
  }
  log::say("{} {} {}-D, {} {}, {}, {} ranks, {} threads: {}", scenario::name_of(scenario.solver.method), e.physics,
           scenario.domain.dim, scenario::name_of_order(scenario.solver.method), sizes.order,
           scenario::name_of(scenario.solver.precision), ranks.size(), exec::n_threads(), sizes.mesh);
  log::say("{} steps in {:.3g} s: {:.4g} M updates/s", options.steps, seconds, rate / 1e6);
  log::say(
      "{:.0f} bytes an update: {:.0f} % of a copy's {:.3g} GB/s; {:.0f} operations an update: {:.0f} % of "
      "peak",
      sizes.bytes_per_update, 100 * bandwidth, limits.copy_bandwidth / 1e9, sizes.flops_per_update, 100 * peak);
  if (!e.device.is_host())
    log::say("memory: {:.4g} GB estimated, {:.4g} GB allocated on the device", estimated / 1e9, allocated / 1e9);
  if (bytes_sent > 0 || ranks.size() > 1)
    log::say("communication ({}): {:.3g} s a rank, {:.3g} MB a step in all", options.comm, comm_seconds,
             bytes_sent / 1e6);
  for (const auto& [word, text] : sizes.remarks)
    if (word == "ranks") log::say("ranks: {}", text);
}

}  // namespace unda::run

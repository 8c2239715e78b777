// Writing report.json.
#include "run/report.hpp"

#include <nlohmann/json.hpp>

#include "base/utc.hpp"
#include "exec/allocated.hpp"
#include "exec/machine.hpp"
#include "parallel/communicator.hpp"
#include "run/resolution.hpp"

namespace unda::run {
std::string report_json(const Experiment& e, const SimulationResult& simulation, const WallTimes& wall,
                        const std::optional<ClosedFormReport>& closed_form) {
  const scenario::Scenario& s = *e.scenario;
  const method::Sizes& sizes = simulation.sizes;
  const std::optional<Stop>& stop = simulation.stop;
  const std::int64_t steps_done = simulation.steps_done;
  nlohmann::ordered_json r;
  r["version"] = UNDA_VERSION;
  r["scenario"] = s.file.filename().string();
  r["title"] = s.title;
  r["finished"] = utc_now();
  r["status"] = !stop ? "done" : stop->paused ? "paused" : "stopped";
  if (stop) r["reason"] = stop->reason;
  r["method"] = scenario::name_of(s.solver.method);
  r["physics"] = e.physics;
  r["dims"] = s.domain.dim;
  r["order"] = sizes.order;
  r["precision"] = scenario::name_of(s.solver.precision);
  r["mesh"] = sizes.mesh;
  r["cells"] = sizes.cells;
  r["dofs"] = sizes.dofs;
  r["memory_bytes"] = sizes.memory_bytes;
  r["absorbing_layer_bytes"] = sizes.absorbing_bytes;
  r["points_per_shortest_wavelength"] = sizes.points_per_wavelength;
  if (const ExpectedMisfit expected = expected_misfit(e); expected.wavelengths > 0) {
    r["expected_misfit"] = {{"misfit", expected.misfit}, {"wavelengths", expected.wavelengths}};
    for (const auto& [cause, misfit] : expected.parts)
      r["expected_misfit"]["parts"][cause.empty() ? "the speed of waves on the mesh" : cause] = misfit;
  }
  r["dt"] = e.dt;
  r["largest_stable_dt"] = e.largest_step;
  r["step_limit"] = e.bound.words();
  r["steps"] = steps_done;
  r["samples"] = s.time.n_samples();
  r["time_dispersion_corrected"] = simulation.time_dispersion_corrected;
  r["wall_seconds"] = {{"setup", wall.setup}, {"time_loop", wall.time_loop}, {"output", wall.output}};
  r["updates_per_second"] = wall.time_loop > 0
                                ? static_cast<double>(sizes.cells) * sizes.updates_per_step *
                                      static_cast<double>(steps_done - simulation.first_step) / wall.time_loop
                                : 0.0;
  r["ranks"] = e.communicator.size();
  r["threads"] = exec::n_threads();
  r["device"] = exec::name_of(e.device.kind);
  if (!e.device.is_host()) {
    r["device_name"] = exec::describe(e.device);
    r["device_bytes_allocated"] = exec::allocated_memory().most;
  }
  r["cpu"] = exec::cpu_name();
  if (closed_form)
    r["closed_form"] = {{"description", closed_form->description},
                        {"misfit", closed_form->misfit},
                        {"worst_misfit", closed_form->worst},
                        {"worst_receiver", closed_form->worst_label},
                        {"receivers_left_out_near_sources", closed_form->n_left_out}};
  r["warnings"] = e.warnings;
  return r.dump(2) + "\n";
}

}  // namespace unda::run

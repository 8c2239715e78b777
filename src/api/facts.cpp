// Scenarios, plans and keys as JSON.
#include "api/facts.hpp"

#include "base/timer.hpp"
#include "exec/device.hpp"
#include "exec/machine.hpp"
#include "run/experiment.hpp"
#include "run/plan.hpp"
#include "run/resolution.hpp"
#include "scenario/reference.hpp"

namespace unda::api {

Json facts_of(const scenario::Scenario& s, const std::vector<std::string>& shots) {
  return {{"title", s.title},
          {"method", scenario::name_of(s.solver.method)},
          {"dimensions", s.domain.dim},
          {"single_precision", s.solver.precision == scenario::Precision::single_precision},
          {"warnings", s.warnings},
          {"notes", s.notes},
          {"shots", shots},
          {"text", s.effective_text}};
}

Json plan_of(const scenario::Scenario& s) {
  const Timer timer;
  const run::Experiment e = run::prepare(s);
  const double setup_seconds = timer.seconds();
  const double seconds = run::estimated_seconds(e);
  const method::Sizes& sizes = e.sizes;
  const run::ExpectedMisfit expected = run::expected_misfit(e);
  return {{"lines", run::plan_lines(e, seconds, setup_seconds)},
          {"warnings", e.warnings},
          {"notes", e.scenario->notes},
          {"method", scenario::name_of(s.solver.method)},
          {"physics", e.physics},
          {"order", sizes.order},
          {"precision", scenario::name_of(s.solver.precision)},
          {"device", exec::name_of(e.device.kind)},
          {"mesh", sizes.mesh},
          {"cells", sizes.cells},
          {"unknowns", sizes.dofs},
          {"memory_bytes", sizes.memory_bytes + sizes.absorbing_bytes},
          {"steps", run::steps_for(e)},
          {"dt", e.dt},
          {"largest_stable_dt", e.largest_step},
          {"step_limit", e.bound.words()},
          {"samples", s.time.n_samples()},
          {"seconds", seconds},
          {"setup_seconds", setup_seconds},
          {"points_per_wavelength", sizes.points_per_wavelength},
          {"expected_misfit", expected.wavelengths > 0 ? Json(expected.misfit) : Json()}};
}

Json declared_keys() {
  Json tables = Json::array();
  for (const auto& group : scenario::declared_keys().groups) {
    Json keys = Json::array();
    for (const auto& row : group.rows)
      keys.push_back({{"name", row.key},
                      {"type", row.type},
                      {"unit", row.unit},
                      {"default", row.required ? "" : row.otherwise},
                      {"required", row.required},
                      {"help", row.help}});
    tables.push_back(
        {{"path", group.path}, {"repeated", group.heading.starts_with("[[")}, {"help", group.help}, {"keys", keys}});
  }
  return tables;
}

Json program_facts() {
  Json gpus = Json::array();
  for (const exec::GpuFacts& gpu : exec::gpus()) gpus.push_back(gpu.name);
  return {{"version", UNDA_VERSION},
          {"interface", 1},
          {"lacks", UNDA_LACKS},
          {"gpus", gpus},
          {"gpu_reason", gpus.empty() ? exec::why_no_gpu() : ""},
          {"cpu", exec::cpu_name()},
          {"isa", exec::compiled_isa()},
          {"missing_isa", exec::missing_isa()},
          {"threads", exec::n_threads()}};
}

}  // namespace unda::api

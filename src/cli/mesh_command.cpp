// Writing meshes.
#include "cli/mesh_command.hpp"

#include "base/log.hpp"
#include "dg/propagator.hpp"
#include "mesh/gmsh_writer.hpp"
#include "mesh/hexahedra_file.hpp"
#include "mesh/quality.hpp"
#include "parallel/together.hpp"
#include "run/experiment.hpp"
#include "sem/propagator.hpp"

namespace unda::cli {

void write_mesh(const scenario::Scenario& scenario, const std::filesystem::path& file) {
  using scenario::Method;
  if (scenario.solver.method == Method::fd)
    scenario.fail("solver.method",
                  "finite differences compute on a grid, not on a mesh; methods that have one: sem, dg");
  const run::Experiment e = run::prepare(scenario);  // refuses what a run would refuse
  if (scenario.solver.method == Method::sem)
    return parallel::on_root(e.communicator, [&] {
      mesh::write_gmsh(scenario.mesh.file.empty() ? mesh::to_gmsh(sem::mesh_of(scenario, *e.model), *e.model)
                                                  : mesh::to_gmsh(*sem::hexahedra_of(scenario, *e.model)),
                       file);
      log::say("{}: written, {}", file.string(), e.sizes.mesh);
    });
  const auto mesh = dg::mesh_of(scenario, *e.model, e.communicator);
  parallel::on_root(e.communicator, [&] {
    mesh::write_gmsh(mesh::to_gmsh(*mesh, *e.model), file);
    log::say("{}: written, {}", file.string(), e.sizes.mesh);
    for (const std::string& line : mesh::describe(mesh::quality_of(*mesh))) log::say("  {}", line);
    log::say("  {:<17} {:.4g} s; what limits it:", "largest step", e.largest_step);
    for (const auto& [word, text] : e.sizes.remarks)
      if (word == "smallest" || word.empty()) log::say("    {}", text);
  });
}

}  // namespace unda::cli

// Writing meshes.
#include "cli/mesh_command.hpp"

#include "base/log.hpp"
#include "dg/propagator.hpp"
#include "mesh/gmsh_writer.hpp"
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
  parallel::on_root(e.communicator, [&] {
    const mesh::GmshMesh mesh = scenario.solver.method == Method::dg
                                    ? mesh::to_gmsh(*dg::mesh_of(scenario, *e.model), *e.model)
                                    : mesh::to_gmsh(sem::mesh_of(scenario, *e.model), *e.model);
    mesh::write_gmsh(mesh, file);
    log::say("{}: written, {}", file.string(), e.sizes.mesh);
  });
}

}  // namespace unda::cli

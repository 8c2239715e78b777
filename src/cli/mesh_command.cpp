// Writing meshes.
#include "cli/mesh_command.hpp"

#include "base/log.hpp"
#include "dg/propagator.hpp"
#include "mesh/gmsh_writer.hpp"
#include "mesh/hexahedra_file.hpp"
#include "mesh/hexahedra_quality.hpp"
#include "mesh/quality.hpp"
#include "parallel/together.hpp"
#include "run/experiment.hpp"
#include "sem/propagator.hpp"

namespace unda::cli {
namespace {

void write(const mesh::GmshMesh& mesh, const std::string& words, const std::filesystem::path& file) {
  mesh::write_gmsh(mesh, file);
  log::say("{}: written, {}", file.string(), words);
}

void write_hexahedra(const mesh::Hexahedra& mesh, const std::string& words, const std::filesystem::path& file) {
  write(mesh::to_gmsh(mesh), words, file);
  for (const auto& [word, text] : mesh.remarks) log::say("  {:<17} {}", word, text);
  for (const std::string& line : mesh::describe(mesh::quality_of(mesh))) log::say("  {}", line);
}

}  // namespace

void write_mesh(const scenario::Scenario& scenario, const std::filesystem::path& file) {
  using scenario::Method;
  if (scenario.solver.method == Method::fd)
    scenario.fail("solver.method",
                  "finite differences compute on a grid, not on a mesh; methods that have one: sem, dg");
  const run::Experiment e = run::prepare(scenario);  // refuses what a run would refuse
  if (scenario.solver.method == Method::sem)
    return parallel::on_root(e.communicator, [&] {
      if (scenario.takes_any_hexahedra())
        write_hexahedra(*sem::hexahedra_of(scenario, *e.model), e.sizes.mesh, file);
      else
        write(mesh::to_gmsh(sem::mesh_of(scenario, *e.model), *e.model), e.sizes.mesh, file);
    });
  const auto mesh = dg::mesh_of(scenario, *e.model, e.communicator);
  parallel::on_root(e.communicator, [&] {
    write(mesh::to_gmsh(*mesh, *e.model), e.sizes.mesh, file);
    for (const std::string& line : mesh::describe(mesh::quality_of(*mesh))) log::say("  {}", line);
    log::say("  {:<17} {:.4g} s; what limits it:", "largest step", e.largest_step);
    log::say("    {}", e.bound.words());
    for (const auto& [word, text] : e.sizes.remarks)
      if (word == "next steps" || word.empty()) log::say("    {}", text);
  });
}

}  // namespace unda::cli

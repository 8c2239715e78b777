// Makes the model that the scenario asks for: the list of kinds.
// A new kind is a file of its own and one line here.
#include "model/model.hpp"

#include <fmt/format.h>

#include "model/grid.hpp"
#include "model/layers.hpp"
#include "model/uniform.hpp"

namespace unda::model {

std::shared_ptr<const Model> make_model(const scenario::Scenario& scenario) {
  using scenario::ModelKind;
  switch (scenario.model.kind) {
    case ModelKind::uniform:
      return make_uniform_model(scenario);
    case ModelKind::layers:
      return make_layered_model(scenario);
    case ModelKind::grid:
      return make_grid_model(scenario);
    case ModelKind::radial:
    case ModelKind::regions:
      break;
  }
  if (scenario.model.kind == ModelKind::regions)
    scenario.fail("model.kind",
                  fmt::format("\"regions\" are those of a mesh file, for method = \"dg\" or \"sem\"; allowed for {}: "
                              "uniform, layers, grid",
                              scenario::name_of(scenario.solver.method)));
  scenario.fail("model.kind",
                "\"radial\" needs a method that works on a sphere, which this version of the program does not "
                "have; allowed here: uniform, layers, grid, and regions with method = \"dg\" or \"sem\"");
}

}  // namespace unda::model

// Makes the model that the scenario asks for: the list of kinds.
// A new kind is a file of its own and one line here.
#include "model/model.hpp"

#include <fmt/format.h>

#include "model/grid.hpp"
#include "model/layers.hpp"
#include "model/radial.hpp"
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
      return make_radial_model(scenario);
    case ModelKind::regions:
      break;
  }
  scenario.fail("model.kind",
                fmt::format("\"regions\" are those of a mesh file, for method = \"dg\" or \"sem\"; allowed for {}: "
                            "uniform, layers, grid",
                            scenario::name_of(scenario.solver.method)));
}

std::vector<LevelInterface> Model::level_interfaces() const {
  std::vector<LevelInterface> level;
  for (const Interface& i : interfaces()) {
    if (!i.boundary.is_level()) return {};
    level.push_back({i.boundary.level, i.above.properties, i.below.properties});
  }
  return level;
}

}  // namespace unda::model

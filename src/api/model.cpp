// Sections through the model of a scenario, without a run.
#include <memory>

#include "api/answer.hpp"
#include "api/result.hpp"
#include "api/scenario.hpp"
#include "run/experiment.hpp"
#include "run/model_file.hpp"

namespace unda::api {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

Json coordinates_of(const Vector& point, const scenario::Domain& domain) {
  Json all = Json::array();
  for (const int axis : domain.axes()) all.push_back(point[static_cast<std::size_t>(axis)]);
  return all;
}

/// The arrays of a section go into the result, its words are returned.
Json take(model::Section&& section, const scenario::Domain& domain, std::vector<ResultArray>& arrays) {
  std::vector<std::int64_t> shape;
  std::string axes;
  for (std::size_t a = 0; a < section.axes.size(); ++a) {
    const auto n = static_cast<std::int64_t>(section.coordinates[a].size());
    shape.push_back(n);
    axes += axis_names[section.axes[a]];
    arrays.push_back(
        {{"coordinate", section.name, axis_names[section.axes[a]]}, {n}, std::move(section.coordinates[a])});
  }
  for (const auto& [parameter, values] : {std::pair{"vp", &section.vp}, std::pair{"vs", &section.vs},
                                          std::pair{"rho", &section.rho}, std::pair{"height", &section.height}})
    if (!values->empty()) arrays.push_back({{"model", section.name, parameter}, shape, std::move(*values)});
  return {{"name", section.name}, {"axes", axes}, {"through", coordinates_of(section.through, domain)}};
}

Json model_facts(output::ModelFile&& model, std::vector<ResultArray>& arrays) {
  Json ends = Json::array(), sources = ends, sections = ends;
  for (const int axis : model.domain.axes()) {
    const scenario::Interval& side = model.domain.extent[static_cast<std::size_t>(axis)];
    ends.push_back({side.low, side.high});
  }
  for (const Vector& source : model.sources) sources.push_back(coordinates_of(source, model.domain));
  for (model::Section& section : model.sections) sections.push_back(take(std::move(section), model.domain, arrays));
  const model::Extremes& e = model.extremes;
  return {
      {"title", model.title},
      {"domain", ends},
      {"sources", sources},
      {"ranges",
       {{"vp", {e.vp_min, e.vp_max}}, {"vs", {e.any_fluid ? 0 : e.vs_min, e.vs_max}}, {"rho", {e.rho_min, e.rho_max}}}},
      {"sections", sections}};
}

}  // namespace
}  // namespace unda::api

using namespace unda;

unda_result* unda_model(const unda_scenario* scenario, char** answer) {
  auto result = std::make_unique<unda_result>();
  *answer = api::answered([&] {
    const api::Json model = api::model_facts(run::model_of(run::prepare(scenario->scenario)), result->arrays);
    api::Json facts = result->facts();
    facts["model"] = model;
    return facts;
  });
  return result->arrays.empty() ? nullptr : result.release();
}

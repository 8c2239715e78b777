// What goes into model.h5.
#include "run/model_file.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/surface.hpp"
#include "model/section.hpp"
#include "scenario/chunk.hpp"

namespace unda::run {

namespace {

/// Of the topography; a mesh from a file is taken for a box, as its elements are the model's own matter.
model::SectionTop top_of(const Experiment& e) {
  if (e.scenario->domain.chunk)
    return {[](double x, double y) {
      const double r = scenario::earth_radius, across = std::min(x * x + y * y, r * r);
      return -across / (r + std::sqrt(r * r - across));
    }};
  if (!e.scenario->domain.topography) return {};
  const auto surface = std::make_shared<const mesh::Surface>(*e.scenario);
  return {[surface](double x, double y) { return surface->height(x, y); }, surface->highest()};
}

}  // namespace

output::ModelFile model_of(const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  output::ModelFile contents{s.title, s.domain, {}, {}, e.model->extremes()};
  Vector through{0, 0, 0};
  for (const int axis : s.domain.axes()) {
    const scenario::Interval& side = s.domain.extent[static_cast<std::size_t>(axis)];
    through[static_cast<std::size_t>(axis)] = (side.low + side.high) / 2;
  }
  for (const method::PointSource& source : e.sources) contents.sources.push_back(source.position);
  if (!contents.sources.empty()) through = contents.sources.front();
  contents.sections = model::sections_through(through, *e.model, s.domain, top_of(e));
  return contents;
}

void write_model_file(const std::filesystem::path& file, const Experiment& e) {
  output::write_model(file, model_of(e));
}

}  // namespace unda::run

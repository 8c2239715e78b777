// What goes into model.h5.
#include "run/model_file.hpp"

#include "model/section.hpp"
#include "output/model_file.hpp"

namespace unda::run {

void write_model_file(const std::filesystem::path& file, const Experiment& e) {
  const scenario::Scenario& s = *e.scenario;
  output::ModelFile contents{s.title, s.domain, {}, {}};
  Vector through{0, 0, 0};
  for (const int axis : s.domain.axes()) {
    const scenario::Interval& side = s.domain.extent[static_cast<std::size_t>(axis)];
    through[static_cast<std::size_t>(axis)] = (side.low + side.high) / 2;
  }
  for (const method::PointSource& source : e.sources) contents.sources.push_back(source.position);
  if (!contents.sources.empty()) through = contents.sources.front();
  contents.sections = model::sections_through(through, *e.model, s.domain);
  output::write_model(file, contents);
}

}  // namespace unda::run

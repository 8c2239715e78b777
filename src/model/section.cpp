// Sampling a model along planes.
#include "model/section.hpp"

#include <cmath>

namespace unda::model {
namespace {

std::vector<double> points_along(int axis, const Model& model, const scenario::Domain& domain) {
  const scenario::Interval& side = domain.extent[static_cast<std::size_t>(axis)];
  std::vector<double> x(model.varies_along(axis) ? points_of_section : 2);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::lerp(side.low, side.high, static_cast<double>(i) / static_cast<double>(x.size() - 1));
  return x;
}

void sample(const Model& model, const Vector& x, Section& section) {
  const Properties here = model.at(x);
  section.vp.push_back(static_cast<float>(here.vp));
  section.vs.push_back(static_cast<float>(here.vs));
  section.rho.push_back(static_cast<float>(here.rho));
}

Section profile(const Vector& point, const Model& model, const scenario::Domain& domain) {
  Section section{"x", {0}, {points_along(0, model, domain)}, point, {}, {}, {}};
  Vector x = point;
  for (const double along : section.coordinates[0]) {
    x[0] = along;
    sample(model, x, section);
  }
  return section;
}

Section plane(std::string name, int slow, int fast, const Vector& point, const Model& model,
              const scenario::Domain& domain) {
  Section section{std::move(name), {slow, fast}, {}, point, {}, {}, {}};
  section.coordinates = {points_along(slow, model, domain), points_along(fast, model, domain)};
  Vector x = point;
  for (const double up : section.coordinates[0]) {
    x[static_cast<std::size_t>(slow)] = up;
    for (const double along : section.coordinates[1]) {
      x[static_cast<std::size_t>(fast)] = along;
      sample(model, x, section);
    }
  }
  return section;
}

}  // namespace

std::vector<Section> sections_through(const Vector& point, const Model& model, const scenario::Domain& domain) {
  if (domain.dim == 1) return {profile(point, model, domain)};
  std::vector<Section> sections{plane("xz", 2, 0, point, model, domain)};
  if (domain.dim == 3) sections.push_back(plane("xy", 1, 0, point, model, domain));
  return sections;
}

}  // namespace unda::model

// Sampling a model along planes.
#include "model/section.hpp"

#include <cmath>
#include <limits>

namespace unda::model {
namespace {

/// Samples one section after another of the same earth.
class Sampler {
 public:
  Sampler(const Vector& point, const Model& model, const scenario::Domain& domain, const SectionTop& top)
      : point_(point), model_(model), domain_(domain), top_(top) {
    if (top.height) domain_.extent[2].high = top.highest;
  }

  Section grid(std::string name, std::vector<int> axes, int n_points = points_of_section) const {
    Section section{std::move(name), std::move(axes), {}, point_, {}, {}, {}, {}};
    for (const int axis : section.axes) section.coordinates.push_back(points_along(axis, n_points));
    Vector x = point_;
    fill(section, 0, x);
    return section;
  }

  /// Over x, in 3-D over x and y.
  Section surface() const {
    Section section{"surface", {}, {}, point_, {}, {}, {}, {}};
    if (domain_.dim == 3) section.axes.push_back(1);
    section.axes.push_back(0);
    for (const int axis : section.axes) section.coordinates.push_back(points_along(axis, points_of_section));
    Vector x = point_;
    for (const double y : domain_.dim == 3 ? section.coordinates[0] : std::vector<double>{point_[1]})
      for (const double along : section.coordinates.back()) {
        x = {along, y, 0};
        x[2] = height(x);
        section.height.push_back(static_cast<float>(x[2]));
        add(section, model_.at(x));
      }
    return section;
  }

 private:
  std::vector<double> points_along(int axis, int n_points) const {
    const scenario::Interval& side = domain_.extent[static_cast<std::size_t>(axis)];
    std::vector<double> x(model_.varies_along(axis) || top_.height ? static_cast<std::size_t>(n_points) : 2);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = std::lerp(side.low, side.high, static_cast<double>(i) / static_cast<double>(x.size() - 1));
    return x;
  }

  double height(const Vector& x) const { return top_.height ? top_.height(x[0], x[1]) : domain_.extent[2].high; }

  static void add(Section& section, const Properties& here) {
    section.vp.push_back(static_cast<float>(here.vp));
    section.vs.push_back(static_cast<float>(here.vs));
    section.rho.push_back(static_cast<float>(here.rho));
  }

  /// The axes from number `a` on, slowest first.
  void fill(Section& section, std::size_t a, Vector& x) const {
    if (a == section.axes.size()) {
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      const bool in_the_air = top_.height && x[2] > height(x) + 1e-6 * domain_.extent[2].length();
      Properties air = in_the_air ? Properties{} : model_.at(x);
      if (in_the_air) air.vp = air.vs = air.rho = none;
      return add(section, air);
    }
    for (const double along : section.coordinates[a]) {
      x[static_cast<std::size_t>(section.axes[a])] = along;
      fill(section, a + 1, x);
    }
  }

  Vector point_;
  const Model& model_;
  scenario::Domain domain_;
  const SectionTop& top_;
};

}  // namespace

std::vector<Section> sections_through(const Vector& point, const Model& model, const scenario::Domain& domain,
                                      const SectionTop& top) {
  const Sampler sampler(point, model, domain, top);
  if (domain.dim == 1) return {sampler.grid("x", {0})};
  std::vector<Section> sections{sampler.grid("xz", {2, 0})};
  if (domain.dim == 3) sections.push_back(sampler.grid("xy", {1, 0}));
  sections.push_back(sampler.surface());
  if (domain.dim == 3) sections.push_back(sampler.grid("volume", {2, 1, 0}, points_of_volume));
  return sections;
}

}  // namespace unda::model

// Layer k holds for top_k+1(x, y) < z <= top_k(x, y), so that a point on an interface belongs to the layer below. The first goes on
// upwards and the last downwards without end.
#include "model/curved_layers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "model/properties.hpp"
#include "model/stiffness.hpp"
#include "scenario/checks.hpp"

namespace unda::model {
namespace {

class CurvedLayers final : public Model {
 public:
  CurvedLayers(const scenario::Domain& domain, std::vector<Interface> interfaces)
      : domain_(domain), interfaces_(std::move(interfaces)), extremes_(no_extremes()) {
    media_.push_back(interfaces_.front().above);
    for (const Interface& i : interfaces_) media_.push_back(i.below);
    for (const Medium& medium : media_) include(medium, extremes_);
    finish(extremes_);
  }

  std::shared_ptr<const Model> changed(const Change& change) const override {
    std::vector<Interface> interfaces = interfaces_;
    for (Interface& i : interfaces) {
      i.above = model::changed(i.above, change);
      i.below = model::changed(i.below, change);
    }
    return std::make_shared<CurvedLayers>(domain_, std::move(interfaces));
  }
  Properties at(const Vector& x) const override { return media_[index(x)].properties; }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return media_[index(x)].anisotropy;
  }

  CellMeans mean(const Vector& low, const Vector& high) const override {
    MeansSum sum;
    for_each_share(low, high, [&](std::size_t k, double share) { sum.add(media_[k].properties, share); });
    return sum.means();
  }
  /// As if the interfaces in the box were level.
  Stiffness stiffness(const Vector& low, const Vector& high) const override {
    Laminate layers(2);
    for_each_share(low, high, [&](std::size_t k, double share) { layers.add(stiffness_of(media_[k]), share); });
    return layers.stiffness();
  }
  /// Of the nearest layer of that side.
  Properties of_side(const Vector& x, bool solid) const override {
    const std::size_t here = index(x);
    const auto is_of_side = [&](std::size_t k) { return (media_[k].properties.vs > 0) == solid; };
    for (std::size_t away = 0; away < media_.size(); ++away) {
      if (here >= away && is_of_side(here - away)) return media_[here - away].properties;
      if (here + away < media_.size() && is_of_side(here + away)) return media_[here + away].properties;
    }
    return media_[here].properties;
  }
  bool has_interfaces() const override { return true; }
  std::vector<Interface> interfaces() const override { return interfaces_; }
  bool varies_along(int axis) const override { return axis != 1 || domain_.dim == 3; }
  Extremes extremes() const override { return extremes_; }

 private:
  std::array<double, 2> in_domain(const Vector& x) const {
    return {std::clamp(x[0], domain_.extent[0].low, domain_.extent[0].high),
            domain_.dim == 3 ? std::clamp(x[1], domain_.extent[1].low, domain_.extent[1].high) : 0.0};
  }
  std::size_t index(const Vector& x) const {
    const auto [nearest_x, nearest_y] = in_domain(x);
    std::size_t k = 0;
    while (k < interfaces_.size() && x[2] <= interfaces_[k].boundary.height(nearest_x, nearest_y)) ++k;
    return k;
  }
  /// f(layer, its share of a box), by columns, for shares that are more than rounding.
  template <class Function>
  void for_each_share(const Vector& low, const Vector& high, Function f) const {
    constexpr int n = 8;  // columns along a side
    std::vector<double> share(media_.size(), 0.0);
    const int n_y = domain_.dim == 3 ? n : 1;
    for (int j = 0; j < n_y; ++j)
      for (int i = 0; i < n; ++i) {
        const Vector column{low[0] + (high[0] - low[0]) * (i + 0.5) / n, low[1] + (high[1] - low[1]) * (j + 0.5) / n_y,
                            0};
        const auto [x, y] = in_domain(column);
        double top = high[2];
        for (std::size_t k = 0; k < media_.size(); ++k) {
          const double bottom =
              k < interfaces_.size() ? std::clamp(interfaces_[k].boundary.height(x, y), low[2], top) : low[2];
          share[k] += high[2] > low[2] ? (top - bottom) / (high[2] - low[2]) : 0.0;
          top = bottom;
        }
      }
    const double negligible = 1e-9 * n * n_y;
    if (!(high[2] > low[2])) share[index(0.5 * (low + high))] = 1;
    for (std::size_t k = 0; k < media_.size(); ++k)
      if (share[k] > negligible) f(k, share[k]);
  }

  scenario::Domain domain_;
  std::vector<Interface> interfaces_;  ///< from the top down, at least one
  std::vector<Medium> media_;
  Extremes extremes_;
};

std::string place_of(const scenario::Domain& domain, const Vector& x) {
  return fmt::format("x = {:.6g}{}", x[0], domain.dim == 3 ? fmt::format(", y = {:.6g}", x[1]) : "");
}

/// Within the domain, each below the one above.
void check(const scenario::Scenario& s, const std::vector<Interface>& interfaces) {
  const double slack = 1e-9 * s.domain.extent[2].length();
  Boundary above{{}, s.domain.extent[2].high};
  std::size_t layer_above = 0;
  for (const Interface& i : interfaces) {
    const std::string key = fmt::format("model.layer[{}].top", i.layer);
    if (!(i.boundary.lowest() > s.domain.extent[2].low))
      s.fail(key, fmt::format("reaches down to z = {:.6g}; must lie above the bottom of the domain, z = {:.6g}",
                              i.boundary.lowest(), s.domain.extent[2].low));
    const bool under_the_top = layer_above == 0;
    const Gap gap = gap_between(i.boundary, above, s.domain);
    // The top may be a topography, which meshes look at.
    if (gap.least < -slack && !(under_the_top && s.domain.topography))
      s.fail(key,
             fmt::format("at {} layer {} begins at z = {:.6g}, above {} at z = {:.6g}; surfaces may touch, not cross",
                         place_of(s.domain, gap.at), i.layer + 1, gap.at[2],
                         under_the_top ? "the top of the domain" : fmt::format("layer {}", layer_above + 1),
                         gap.at[2] + gap.least));
    above = i.boundary;
    layer_above = i.layer;
  }
}

void check_sources(const scenario::Scenario& s, const Model& model) {
  for (std::size_t n = 0; n < s.sources.size(); ++n)
    if (s.sources[n].kind == scenario::SourceKind::moment_tensor &&
        !(s.sources[n].depth && s.has_shaped_surface()) &&  // z is not known yet
        model.at(s.sources[n].position).vs == 0 && !scenario::is_isotropic_moment(s.sources[n].moment, s.domain.dim))
      s.fail(fmt::format("source[{}].{}", n, s.sources[n].file.empty() ? "moment" : "file"),
             "a deviatoric moment tensor stands in a fluid (vs = 0); only equal diagonal components are allowed there");
}

}  // namespace

std::shared_ptr<const Model> make_curved_layers(const scenario::Scenario& s) {
  std::vector<Interface> interfaces;
  const auto& layers = s.model.layers;
  Medium above;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const std::string key = fmt::format("model.layer[{}].", k);
    if (const auto mistake = find_mistake(layers[k].material, s.domain.dim))
      s.fail(key + mistake->name, mistake->message);
    Medium here = medium_of(layers[k].material, s.domain.dim);
    if (k == 0) {
      above = std::move(here);
      continue;
    }
    Interface next{{{}, layers[k].top}, std::exchange(above, here), here, k};
    if (layers[k].surface)
      next.boundary.surface = std::make_shared<const Elevations>(s, *layers[k].surface, key + "top");
    interfaces.push_back(std::move(next));
  }
  check(s, interfaces);
  const auto model = std::make_shared<const CurvedLayers>(s.domain, std::move(interfaces));
  check_sources(s, *model);
  return model;
}

}  // namespace unda::model

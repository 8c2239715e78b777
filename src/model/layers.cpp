// Horizontal layers: layer k holds for bottom_k < z <= top_k, so that a point on an interface belongs to the
// layer below. Only layers that the domain meets are kept; the first and the last of these go on without end.
#include "model/layers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/curved_layers.hpp"
#include "model/sampled_array.hpp"
#include "model/stiffness.hpp"

namespace unda::model {
namespace {

struct Slab {
  double bottom = 0, top = 0;
  Medium medium;
  CellMeans means;  ///< of a box that lies within

  Slab(double lower, double upper, Medium of)
      : bottom(lower), top(upper), medium(std::move(of)), means(homogeneous(medium.properties)) {}
};

class LayeredModel final : public Model {
 public:
  explicit LayeredModel(std::vector<Slab> slabs) : slabs_(std::move(slabs)), extremes_(no_extremes()) {
    for (const Slab& slab : slabs_) include(slab.medium, extremes_);
    finish(extremes_);
  }

  std::shared_ptr<const Model> changed(const Change& change) const override {
    std::vector<Slab> slabs;
    for (const Slab& slab : slabs_) slabs.emplace_back(slab.bottom, slab.top, model::changed(slab.medium, change));
    return std::make_shared<LayeredModel>(std::move(slabs));
  }

  Properties at(const Vector& x) const override { return slabs_[index(x[2])].medium.properties; }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return slabs_[index(x[2])].medium.anisotropy;
  }

  /// Exact: each slab counts with its share of the box's height.
  CellMeans mean(const Vector& low, const Vector& high) const override {
    const std::size_t first = index(high[2]), last = index(low[2]);
    if (first == last) return slabs_[first].means;
    // A share that is only rounding must not turn a cell next to a fluid into a fluid.
    const double negligible = 1e-9 * (high[2] - low[2]);
    MeansSum sum;
    for (std::size_t k = first; k <= last; ++k) {
      const double share = std::min(high[2], slabs_[k].top) - std::max(low[2], slabs_[k].bottom);
      if (share > negligible) sum.add(slabs_[k].medium.properties, share);
    }
    return sum.means();
  }

  Stiffness stiffness(const Vector& low, const Vector& high) const override {
    const std::size_t first = index(high[2]), last = index(low[2]);
    if (first == last) return stiffness_of(slabs_[first].medium);
    const double negligible = 1e-9 * (high[2] - low[2]);
    Laminate layers(2);
    for (std::size_t k = first; k <= last; ++k) {
      const double share = std::min(high[2], slabs_[k].top) - std::max(low[2], slabs_[k].bottom);
      if (share > negligible) layers.add(stiffness_of(slabs_[k].medium), share);
    }
    return layers.stiffness();
  }
  bool has_interfaces() const override { return slabs_.size() > 1; }

  std::vector<Interface> interfaces() const override {
    std::vector<Interface> interfaces;
    for (std::size_t k = 1; k < slabs_.size(); ++k)
      interfaces.push_back({{{}, slabs_[k].top}, slabs_[k - 1].medium, slabs_[k].medium, k});
    return interfaces;
  }

  bool varies_along(int axis) const override { return axis == 2 && slabs_.size() > 1; }
  Extremes extremes() const override { return extremes_; }

 private:
  std::size_t index(double z) const {
    const auto below =
        std::partition_point(slabs_.begin(), slabs_.end() - 1, [z](const Slab& s) { return s.bottom >= z; });
    return static_cast<std::size_t>(below - slabs_.begin());
  }

  std::vector<Slab> slabs_;  ///< from the top down, at least one
  Extremes extremes_;
};

void check(const scenario::Scenario& scenario) {
  const auto& layers = scenario.model.layers;
  if (layers.empty()) scenario.fail("model.layer", "there is none; allowed: one [[model.layer]] or more");
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const std::string key = fmt::format("model.layer[{}].", k);
    if (const auto mistake = find_mistake(layers[k].material, scenario.domain.dim))
      scenario.fail(key + mistake->name, mistake->message);
    if (!std::isfinite(layers[k].top)) scenario.fail(key + "top", fmt::format("{} is not finite", layers[k].top));
    if (k > 0 && layers[k].top >= layers[k - 1].top)
      scenario.fail(key + "top", fmt::format("{} is not below the top of the layer above, {}; layers come from the "
                                             "top down",
                                             layers[k].top, layers[k - 1].top));
  }
  if (!scenario.domain.has_axis(2) && layers.size() > 1)
    scenario.fail("model.layer", fmt::format("{} layers along z, but the domain has no z; allowed: one layer, or "
                                             "model.kind = \"grid\"",
                                             layers.size()));
  const double surface = scenario.domain.extent[2].high;
  if (scenario.domain.has_axis(2) && surface > layers.front().top)
    scenario.fail("model.layer[0].top", fmt::format("{} lies below the top of the domain, z = {}: the part between "
                                                    "has no material",
                                                    layers.front().top, surface));
}

/// Of the domain: a topography may rise above domain.z.
double highest_point(const scenario::Scenario& scenario) {
  double highest = scenario.domain.extent[2].high;
  if (!scenario.domain.topography) return highest;
  const SampledArray elevations = read_elevations(*scenario.domain.topography);
  for (const double z : elevations.samples())
    if (z > highest) highest = z;
  return highest;
}

}  // namespace

std::vector<scenario::Layer> layers_in_domain(const scenario::Scenario& scenario) {
  const auto& layers = scenario.model.layers;
  const double low = scenario.domain.extent[2].low, high = highest_point(scenario);
  std::vector<scenario::Layer> kept;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const bool is_last = k + 1 == layers.size();
    const bool above_domain = !is_last && layers[k + 1].top >= high, below_domain = k > 0 && layers[k].top < low;
    if (!above_domain && !below_domain) kept.push_back(layers[k]);
  }
  return kept;
}

std::shared_ptr<const Model> make_layered_model(const scenario::Scenario& scenario) {
  const auto& all = scenario.model.layers;
  if (std::any_of(all.begin(), all.end(), [](const auto& layer) { return layer.surface.has_value(); }))
    return make_curved_layers(scenario);
  check(scenario);
  constexpr double far = std::numeric_limits<double>::infinity();
  const std::vector<scenario::Layer> layers = layers_in_domain(scenario);
  std::vector<Slab> slabs;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const double top = k == 0 ? far : layers[k].top, bottom = k + 1 == layers.size() ? -far : layers[k + 1].top;
    slabs.emplace_back(bottom, top, medium_of(layers[k].material, scenario.domain.dim));
  }
  return std::make_shared<LayeredModel>(std::move(slabs));
}

}  // namespace unda::model

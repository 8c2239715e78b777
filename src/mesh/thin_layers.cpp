// How fast waves cross the boxes of each layer.
#include "mesh/thin_layers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace unda::mesh {
namespace {

constexpr double worth_telling = 1.2;

/// The boxes of one layer, and how often a wave crosses one in a second.
struct Boxes {
  bool are_flat = false;  ///< a single one from the floor to the roof, less than half as high as wide
  double crossings = 0;
  ThinLayer layer;
};

std::vector<Boxes> boxes_by_layer(const Levels& levels, const model::Model& model) {
  std::vector<Boxes> found;
  Vector x{};
  for (const int axis : {0, 1})
    x[axis] =
        0.5 * (levels.domain[static_cast<std::size_t>(axis)].low + levels.domain[static_cast<std::size_t>(axis)].high);
  const double per_area = std::pow(levels.edge(0), -2) + (levels.dim == 3 ? std::pow(levels.edge(1), -2) : 0);
  for (std::size_t n = 1; n < levels.anchors.size(); ++n) {
    const int first = levels.anchors[n - 1].plane, last = levels.anchors[n].plane;
    const double low = levels.height(first, x[0], x[1]), high = levels.height(last, x[0], x[1]);
    const double height = (high - low) / (last - first);
    x[2] = 0.5 * (low + high);
    const model::Properties medium = model.at(x);
    found.push_back({last - first == 1 && height < 0.5 * levels.edge(0),
                     medium.vp * std::sqrt(per_area + std::pow(height, -2)),
                     {low, high, medium, 1}});
  }
  return found;
}

}  // namespace

std::vector<ThinLayer> thin_layers(const Levels& levels, const model::Model& model) {
  if (!levels.has_interfaces()) return {};
  const std::vector<Boxes> all = boxes_by_layer(levels, model);
  double elsewhere = 0;
  for (const Boxes& boxes : all)
    if (!boxes.are_flat) elsewhere = std::max(elsewhere, boxes.crossings);
  std::vector<ThinLayer> thin;
  for (const Boxes& boxes : all) {
    if (!boxes.are_flat || elsewhere == 0 || boxes.crossings < worth_telling * elsewhere) continue;
    thin.push_back(boxes.layer);
    thin.back().times_as_many_steps = boxes.crossings / elsewhere;
  }
  return thin;
}

std::vector<std::array<std::string, 2>> thin_layers_remarks(const Levels& levels, const model::Model& model,
                                                            bool own_steps) {
  std::vector<std::array<std::string, 2>> remarks;
  for (const ThinLayer& layer : thin_layers(levels, model))
    remarks.push_back({"thin layer", fmt::format("z = {:.6g} to {:.6g} m (vp {:.6g}, vs {:.6g}), {:.4g} m thick, makes "
                                                 "the elements flat: {} about {:.2g} times as "
                                                 "many steps as {}",
                                                 layer.low, layer.high, layer.medium.vp, layer.medium.vs,
                                                 layer.high - layer.low, own_steps ? "they take" : "the run takes",
                                                 layer.times_as_many_steps, own_steps ? "others" : "without it")});
  return remarks;
}

}  // namespace unda::mesh

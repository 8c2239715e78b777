// What absorbing layers send back, and the line of the plan that tells it: the same words for every method.
#pragma once

#include <array>
#include <string>

#include "model/model.hpp"

namespace unda::method {

/// From 0, the fastest speed up to 4 times the slowest, to 1, from 8 times on; 0 in fluids. Soft layers on rock guide waves whose
/// group and phase velocities are opposite, and these grow in perfectly matched layers: those beside soft ground are gentler.
double softness(const model::Extremes& earth);

/// That of the earth along each face of the domain, as some thousand points of it have it: layers behind a side see soft ground on
/// rock, those below see the rock alone. [x, (y,) z][side]
using SoftnessByFace = std::array<std::array<double, 2>, 3>;
SoftnessByFace softness_by_face(const model::Model& model, const std::array<scenario::Interval, 3>& domain, int dim);

/// Parts of a wave that meets the layers.
struct ExpectedEcho {
  double up_to_60_degrees = 0;  ///< from the normal of the edge
  double at_75_degrees = 0;
  bool in_soft_ground = false;
};

/// "edges", and what it says. `layers`: "absorbing layers of 12 points"; `as_measured`: at least the default thickness.
std::array<std::string, 2> edges_remark(const std::string& layers, const ExpectedEcho& echo, bool as_measured);

/// The remark on layers that `key` makes thinner than the default, and the word by which runs know it as a warning.
inline constexpr const char* warning_word = "warning";
std::array<std::string, 2> thin_layers_remark(const std::string& key_with_place);

}  // namespace unda::method

// Softness of the ground, and the line of the plan about absorbing layers.
#include "method/expected_echo.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "physics/anisotropy.hpp"

namespace unda::method {

double softness(const model::Extremes& earth) {
  return earth.any_solid ? std::clamp(earth.vp_max / earth.slowest / 4 - 1, 0.0, 1.0) : 0.0;
}

namespace {

/// Points along a side of a face.
constexpr int n_points = 33;

double softness_of_face(const model::Model& model, const std::array<scenario::Interval, 3>& domain, int axis,
                        int side) {
  model::Extremes earth = model.extremes();
  earth.vp_max = 0;
  earth.slowest = INFINITY;
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  const auto along = [&](int a, int n) {
    const scenario::Interval& range = domain[a];
    return range.low + range.length() * (n + 0.5) / n_points;
  };
  Vector x{};
  x[axis] = side == 0 ? domain[axis].low : domain[axis].high;
  for (int m = 0; m < n_points; ++m)
    for (int n = 0; n < n_points; ++n) {
      x[b] = along(b, m);
      x[c] = along(c, n);
      model::Properties here = model.at(x);
      if (const auto anisotropy = model.anisotropy(x))
        here = {anisotropy->speeds.p_max, anisotropy->speeds.s_min, here.rho};
      earth.vp_max = std::max(earth.vp_max, here.vp);
      earth.slowest = std::min(earth.slowest, here.vs > 0 ? here.vs : here.vp);
    }
  return softness(earth);
}

}  // namespace

SoftnessByFace softness_by_face(const model::Model& model, const std::array<scenario::Interval, 3>& domain, int dim) {
  SoftnessByFace found{};
  for (int n = 0; n < dim; ++n)
    for (const int side : {0, 1}) found[n][side] = softness_of_face(model, domain, dim == 2 && n == 1 ? 2 : n, side);
  return found;
}

std::array<std::string, 2> thin_layers_remark(const std::string& key_with_place) {
  return {warning_word, key_with_place +
                            ": absorbing layers thinner than the default send more back, and waves may grow in them "
                            "over many steps; leave the key out for the default"};
}

std::array<std::string, 2> edges_remark(const std::string& layers, const ExpectedEcho& echo, bool as_measured) {
  return {
      "edges",
      fmt::format(
          "{}; expected echo {} {:.2g} % of a wave that meets them at up to 60 degrees from the normal, {:.2g} % at "
          "75 degrees{}{}",
          layers, as_measured ? "up to" : "above", 100 * echo.up_to_60_degrees, 100 * echo.at_75_degrees,
          echo.in_soft_ground ? " (soft ground)" : "", as_measured ? "" : "; these are thinner than the default")};
}

}  // namespace unda::method

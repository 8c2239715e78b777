// Sections through a model on a modest grid: what pictures of the earth are drawn from.
// Plain values, owned by whoever asked for them.
#pragma once

#include <string>
#include <vector>

#include "base/vector.hpp"
#include "model/model.hpp"

namespace unda::model {

/// Points evenly spaced over the domain, both ends included. Values are flat, slowest axis first.
struct Section {
  std::string name;                              ///< "x" (a profile), "xz" or "xy"
  std::vector<int> axes;                         ///< physical axes (0 x, 1 y, 2 z), slowest first
  std::vector<std::vector<double>> coordinates;  ///< along each of these axes, increasing, m
  Vector through{0, 0, 0};                       ///< a point of the section
  std::vector<float> vp, vs, rho;                ///< m/s, m/s, kg/m^3
};

inline constexpr int points_of_section = 401;

/// The profile of a 1-D model, the x-z plane of a 2-D one, in 3-D the x-z and the x-y plane through a point. An axis
/// along which the model does not vary has two points, any other one `points_of_section`.
std::vector<Section> sections_through(const Vector& point, const Model& model, const scenario::Domain& domain);

}  // namespace unda::model

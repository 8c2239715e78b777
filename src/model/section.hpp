// Sections through a model on a modest grid: what pictures of the earth are drawn from.
// Plain values, owned by whoever asked for them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "model/model.hpp"

namespace unda::model {

/// Points evenly spaced over the domain, both ends included. Values are flat, slowest axis first; above the surface NaN.
struct Section {
  std::string name;                              ///< "x" (a profile), "xz", "xy", "surface" or "volume"
  std::vector<int> axes;                         ///< physical axes (0 x, 1 y, 2 z), slowest first
  std::vector<std::vector<double>> coordinates;  ///< along each of these axes, increasing, m
  Vector through{0, 0, 0};                       ///< a point of the section
  std::vector<float> vp, vs, rho;                ///< m/s, m/s, kg/m^3
  std::vector<float> height{};                   ///< of "surface": z of each point, m
};

/// The top of the earth: z over (x, y), and the highest of it.
struct SectionTop {
  std::function<double(double x, double y)> height{};  ///< none: flat, at the top of the domain
  double highest = 0;
};

inline constexpr int points_of_section = 401;
inline constexpr int points_of_volume = 61;

/// The profile of a 1-D model, the x-z plane of a 2-D one, in 3-D the x-z and the x-y plane through a point; in 2-D and 3-D the
/// surface, in 3-D a coarse volume, from which other planes are cut. An axis along which neither the model nor the surface
/// varies has two points, any other one `points_of_section` (a volume: `points_of_volume`).
std::vector<Section> sections_through(const Vector& point, const Model& model, const scenario::Domain& domain,
                                      const SectionTop& top = {});

}  // namespace unda::model

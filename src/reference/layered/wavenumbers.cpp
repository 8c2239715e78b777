// The nodes of the wavenumber integrals.
#include "reference/layered/wavenumbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/jacobi.hpp"
#include "reference/layered/fade.hpp"

namespace unda::reference {
namespace {

using std::numbers::pi;

constexpr double decayed = 30;  // exp(-30): what a difference in depth leaves
constexpr int n_gauss = 24;

template <class Weight>
void add_panel(double low, double high, const Weight& weight, std::vector<Node>& nodes) {
  static const auto rule = numerics::gauss_jacobi(n_gauss, 0);
  for (int i = 0; i < n_gauss; ++i) {
    const double k = 0.5 * (low + high) + 0.5 * (high - low) * rule.points[i];
    const double w = 0.5 * (high - low) * rule.weights[i] * weight(k);
    if (w > 0) nodes.push_back({k, w});
  }
}

}  // namespace

double least_step_width(double period) { return 5 * fade_phase / period; }

Ending ending_of(double r, double dz, double period) {
  const double by_distance = std::max(fade_phase / std::max(r, 1e-300), least_step_width(period));
  const double by_depth = decayed / std::max(dz, 1e-300);
  if (by_distance <= by_depth) return {0, by_distance};
  return {by_depth, std::max(0.1 * by_depth, least_step_width(period))};
}

std::vector<Node> wavenumber_nodes(const WavenumberPlan& plan) {
  const double step = 2 * pi / plan.period, join = least_step_width(plan.period);
  // Near k = 0: Gauss' rule, fading out from 0 to `join`.
  const double near = plan.cylindrical ? join : 0;
  const auto near_part = [&](double k) { return near > 0 ? fade()(k / near) : 0.0; };
  // Even steps until `even`, fading out over `width`, where panels take over.
  const double width = std::max(join, 0.05 * plan.evanescent), even = plan.evanescent + width;
  const bool panels = plan.last > even + width;
  const auto even_part = [&](double k) { return panels ? fade()((k - even) / width) : 1.0; };

  std::vector<Node> nodes;
  if (near > 0) {
    const double longest = std::min(4 * plan.damping, 20 / std::max(plan.farthest, 1e-300));
    const int n = static_cast<int>(std::ceil(near / longest));
    for (int i = 0; i < n; ++i) add_panel(near * i / n, near * (i + 1) / n, near_part, nodes);
  }
  const double last_even = panels ? even + width : plan.last;
  for (std::size_t n = 0; static_cast<double>(n) * step <= last_even; ++n) {
    const double k = static_cast<double>(n) * step;
    const double weight = step * (n == 0 ? 0.5 : 1.0) * (1 - near_part(k)) * even_part(k);
    if (weight > 0) nodes.push_back({k, weight});
  }
  // A receiver that still counts at x beyond `evanescent` has a distance of at most about fade_phase/x.
  for (double x = width; panels && plan.evanescent + x < plan.last; x *= 1.5)
    add_panel(
        plan.evanescent + x, plan.evanescent + 1.5 * x, [&](double k) { return 1 - even_part(k); }, nodes);
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.k < b.k; });
  return nodes;
}

}  // namespace unda::reference

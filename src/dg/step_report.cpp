// What a plan says of the elements that limit the step.
#include "dg/step_report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace unda::dg {
namespace {

constexpr double near = 1.1;  // steps up to this many times the least count as limiting

/// The shortest and the longest edge of an element, m.
std::array<double, 2> edges(const mesh::Tetrahedra& mesh, std::size_t element) {
  std::array<double, 2> ends{INFINITY, 0};
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < a; ++b) {
      const double edge = norm(mesh.corner(element, a) - mesh.corner(element, b));
      ends = {std::min(ends[0], edge), std::max(ends[1], edge)};
    }
  return ends;
}

double worst_shape(const mesh::Tetrahedra& mesh) {
  double worst = 1;
  for (std::size_t e = 0; e < mesh.n_in_domain(); ++e)
    worst = std::min(worst, std::sqrt(24.0) * mesh.inradius(e) / edges(mesh, e)[1]);
  return worst;
}

}  // namespace

std::vector<SlowElement> slowest_elements(const std::vector<double>& step, std::size_t most) {
  std::vector<std::size_t> order(step.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return step[a] < step[b]; });
  std::vector<SlowElement> slowest;
  double begun = -INFINITY;  // the step of the last kind
  for (const std::size_t e : order) {
    if (step[e] <= begun * (1 + 1e-6)) {
      slowest.back().element = std::min(slowest.back().element, e);
      ++slowest.back().n_alike;
      continue;
    }
    if (slowest.size() == most) break;
    slowest.push_back({e, 1});
    begun = step[e];
  }
  return slowest;
}

std::vector<method::StepBound> step_bounds(const mesh::Tetrahedra& mesh, const Materials& materials,
                                           const std::vector<SlowElement>& slowest) {
  double fastest = 0, least_radius = INFINITY;
  for (std::size_t e = 0; e < mesh.size(); ++e) {
    fastest = std::max(fastest, materials[e].vp());
    least_radius = std::min(least_radius, mesh.inradius(e));
  }
  std::vector<method::StepBound> bounds;
  for (const SlowElement& slow : slowest) {
    method::StepBound& bound = bounds.emplace_back();
    bound.position = mesh.centre(slow.element);
    bound.speed = materials[slow.element].vp();
    bound.fastest = fastest;
    const auto [shortest, longest] = edges(mesh, slow.element);
    bound.shortest = shortest;
    bound.longest = longest;
    bound.is_smallest = mesh.inradius(slow.element) <= (1 + 1e-6) * least_radius;
    bound.is_in_layer = slow.element >= mesh.n_in_domain();
    bound.n_alike = static_cast<std::int64_t>(slow.n_alike);
  }
  return bounds;
}

std::vector<std::array<std::string, 2>> step_report(const mesh::Tetrahedra& mesh, const std::vector<double>& step,
                                                    const std::vector<SlowElement>& slowest,
                                                    const std::vector<method::StepBound>& bounds) {
  const double least = *std::min_element(step.begin(), step.end());
  std::vector<double> sorted = step;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(step.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const auto n_near = std::count_if(step.begin(), step.end(), [&](double s) { return s < near * least; });
  std::vector<std::array<std::string, 2>> lines{
      {"quality",
       fmt::format("worst shape {:.2f} (1: regular); {} of {} elements need a step within 10 % of the smallest, "
                   "half of all could take {:.2g} times it",
                   worst_shape(mesh), n_near, step.size(), *middle / least)}};
  for (std::size_t n = 1; n < slowest.size(); ++n)
    lines.push_back(
        {n == 1 ? "next steps" : "", fmt::format("{:.4g} s {}", step[slowest[n].element], bounds[n].words())});
  return lines;
}

}  // namespace unda::dg

// Stability and cost.
#include "dg/stable_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "dg/make_medium.hpp"
#include "dg/resolution.hpp"
#include "dg/step_growth.hpp"
#include "dg/step_report.hpp"
#include "exec/for_each.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

namespace {

/// Largest stable steps in units of 2 r / ((2 N + 1) vp), r the radius of the sphere inside an element and N the degree, by
/// order from 2 on: the least found by bisection on the growth of random fields in periodic boxes of several shapes, in fluids in cubes.
/// There are boxes of an even number of cells among them: at odd orders what grows first changes sign from cell to cell. Solids
/// are best with vs = 0.46 to 0.58 vp. What the shapes of a mesh take off is found on its worst elements (stable_share).
constexpr std::array<double, 7> in_fluids{0.600, 0.592, 0.595, 0.531, 0.506, 0.454, 0.428};
constexpr std::array<double, 7> in_solids{0.741, 0.721, 0.718, 0.642, 0.608, 0.546, 0.50};
constexpr double least_best_ratio = 0.46, most_best_ratio = 0.58;

double limit(int order, double ratio) {
  const double fluid = in_fluids[order - 2], solid = in_solids[order - 2];
  if (ratio > most_best_ratio) return solid * (1 - 0.5 * (ratio - most_best_ratio));
  const double part = std::min(1.0, ratio / least_best_ratio);
  return fluid + part * part * (solid - fluid);
}

/// An element that stands for all like it. Growth without absorbing layers is looked for in them where no element outside has the shape.
struct WorstKind {
  int element = 0;
  bool is_in_layers = false, has_new_shape = true;
};

/// Of elements whose steps are near the least two of each shape and medium, in absorbing layers and not: the first, which is often near a
/// boundary, and one from the middle of the mesh.
std::vector<WorstKind> worst_kinds(const mesh::Tetrahedra& mesh, const Materials& materials,
                                   const std::vector<RatesByAxis>& rates, const std::vector<double>& step) {
  constexpr double near = 1.3;
  constexpr std::size_t most = 12;
  const double least = *std::min_element(step.begin(), step.end());
  // Of steps that differ by rounding alone the element with the lower number comes first.
  const auto rank = [&](int e) { return std::lround(1e6 * std::log(step[static_cast<std::size_t>(e)] / least)); };
  std::vector<std::pair<long, int>> candidates;
  for (int e = 0; e < static_cast<int>(mesh.size()); ++e)
    if (step[static_cast<std::size_t>(e)] < near * least) candidates.emplace_back(rank(e), e);
  std::sort(candidates.begin(), candidates.end());
  struct Members {
    bool in_layers = false;
    std::array<int, 3> shape{};
    std::vector<int> elements;
  };
  std::vector<Members> kinds;
  std::map<std::pair<bool, std::array<int, 3>>, std::size_t> number_of;
  for (const auto& [unused, element] : candidates) {
    const auto e = static_cast<std::size_t>(element);
    const std::array<int, 3> shape{static_cast<int>(20 * materials[e].vs() / materials[e].vp()),
                                   static_cast<int>(20 * std::log(step[e] / least)),
                                   static_cast<int>(5 * std::log(mesh.volume(e) / std::pow(mesh.inradius(e), 3)))};
    const bool in_layers = is_in_layers(rates, e);
    const auto [known, is_new] = number_of.try_emplace({in_layers, shape}, kinds.size());
    if (is_new) kinds.push_back({in_layers, shape, {}});
    kinds[known->second].elements.push_back(element);
  }
  std::vector<WorstKind> chosen;
  for (const Members& kind : kinds) {
    const bool has_new_shape = !kind.in_layers || !number_of.contains({false, kind.shape});
    chosen.push_back({kind.elements.front(), kind.in_layers, has_new_shape});
    if (kind.elements.size() > 1 && !kind.in_layers)
      chosen.push_back({kind.elements[kind.elements.size() / 2], false, true});
    if (chosen.size() >= most) break;
  }
  return chosen;
}

/// The share of the least step with which nothing grows around the worst elements, by bisection. Where boxes are flat it is less than 1.
double stable_share(const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
                    int order, const std::vector<RatesByAxis>& rates, const LayerStrength& strength,
                    const std::vector<double>& step) {
  constexpr double smallest = 0.3, precision = 0.01;
  const double least = *std::min_element(step.begin(), step.end());
  double share = 1;
  for (const WorstKind& kind : worst_kinds(mesh, materials, rates, step)) {
    const auto grows = [&](double part) {
      const double dt = part * least;
      return (kind.has_new_shape && grows_around(order, mesh, materials, scenario, {}, kind.element, dt)) ||
             (kind.is_in_layers &&
              grows_in_layers_around(order, mesh, materials, scenario, rates, strength, {}, kind.element, dt));
    };
    if (!grows(share)) continue;
    double stable = smallest;
    while (share - stable > precision) {
      const double middle = (stable + share) / 2;
      (grows(middle) ? share : stable) = middle;
    }
    share = stable;
  }
  return share;
}

/// The edge of a box whose six elements are as good: by volume, or by their longest edge, which is the diagonal of a cube. Gmsh's elements are
/// shorter than a cube's of their volume. By volume traces on such meshes were foretold to be up to 20 times as far off as they were.
double edge_of_box(const mesh::Tetrahedra& mesh, std::size_t element) {
  double longest = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < a; ++b) longest = std::max(longest, norm(mesh.corner(element, a) - mesh.corner(element, b)));
  return std::min(std::cbrt(6 * mesh.volume(element)), longest / std::sqrt(3.0));
}

/// Waves pass many elements: what a large one among smaller ones does to them is its share of the mean, over elements of one medium that
/// touch, those that touch these, and so on. Errors go with a power of the edge.
double slowest_on_average(const mesh::Tetrahedra& mesh, const Materials& materials, const std::vector<double>& edge,
                          double power) {
  constexpr int rings = 6;
  constexpr double alike = 0.02;  // the part by which speeds within a medium may differ
  const double longest = *std::max_element(edge.begin(), edge.end());
  std::vector<double> error(edge.size()), before;
  exec::for_each(edge.size(), [&](std::size_t e) { error[e] = std::pow(edge[e] / longest, power); });
  for (int ring = 0; ring < rings; ++ring) {
    before = error;
    exec::for_each(edge.size(), [&](std::size_t e) {
      double volume = mesh.volume(e), sum = volume * before[e];
      for (const mesh::Neighbour& neighbour : mesh.neighbours[e]) {
        const auto other = static_cast<std::size_t>(neighbour.element);
        if (!neighbour.exists() || other >= edge.size()) continue;
        if (std::abs(materials[other].slowest() / materials[e].slowest() - 1) > alike) continue;
        volume += mesh.volume(other);
        sum += mesh.volume(other) * before[other];
      }
      error[e] = sum / volume;
    });
  }
  return longest * std::pow(*std::max_element(error.begin(), error.end()), 1 / power);
}

}  // namespace

double stable_step(const physics::Material& material, int order, double inradius) {
  return limit(order, material.vs() / material.vp()) * 2 * inradius / ((2 * order - 1) * material.vp());
}

double stable_step(const mesh::Tetrahedra& mesh, const Materials& materials, int order, std::size_t element) {
  return stable_step(materials[element], order, mesh.inradius(element));
}

StepLimit find_step_limit(const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
                          int order, const std::vector<RatesByAxis>& rates, const LayerStrength& strength) {
  std::vector<double> step(mesh.size());
  exec::for_each(mesh.size(), [&](std::size_t e) { step[e] = stable_step(mesh, materials, order, e); });
  const double share = stable_share(mesh, materials, scenario, order, rates, strength, step);
  for (double& s : step) s *= share;
  StepLimit limit;
  limit.step = *std::min_element(step.begin(), step.end());
  const std::vector<SlowElement> slowest = slowest_elements(step);
  const std::vector<method::StepBound> bounds = step_bounds(mesh, materials, slowest);
  limit.bound = bounds.front();
  limit.report = step_report(mesh, step, slowest, bounds);
  std::vector<double> edge(mesh.n_in_domain());
  exec::for_each(edge.size(), [&](std::size_t e) { edge[e] = edge_of_box(mesh, e) / materials[e].slowest(); });
  limit.slowest_edge = *std::max_element(edge.begin(), edge.end());
  limit.slowest_on_average = slowest_on_average(mesh, materials, edge, speed_error(order, 0).power);
  limit.of_element = std::move(step);
  return limit;
}

template <class Real>
double operations_per_update(const Operators<Real>& o) {
  double derivatives = 0, coefficients = 0, volume = 0, faces = 0;
  for (int order = o.order; order > 1; --order) {
    const int from = numerics::n_tetrahedral(order), to = numerics::n_tetrahedral(order - 1);
    for (const auto& matrix : o.stiffness)
      for (const Entry<Real>& e : matrix) derivatives += e.row < from && e.column < to ? 1 : 0;
    coefficients += to;
  }
  for (const auto& matrix : o.stiffness) volume += static_cast<double>(matrix.size());
  for (const auto& matrix : o.face) faces += static_cast<double>(matrix.size());
  const double inner = numerics::n_tetrahedral(o.order - 1);
  // A non-zero is a multiplication and an addition for each field it acts on; the other terms are the changes of coordinates,
  // the products with the moduli and the star states.
  return 2 * 9 * (derivatives + volume) + 2 * 2 * 6 * faces + coefficients * (18 * 5 + 26 + 18) +
         inner * (9 * 15 + 21) + 4.0 * o.n_basis * (3 * 5 + 27) + 4.0 * o.n_face * 84;
}

double operations_of_relaxation(int order, int n_mechanisms) {
  constexpr double law = 13, fields = 6;  // a stress of a strain; fields of a mechanism
  const double basis = numerics::n_tetrahedral(order);
  double rates = 0, pairs = 0;  // strain rates of the recursion, and how often earlier ones are needed
  for (int level = 0; level + 1 < order; ++level) {
    rates += numerics::n_tetrahedral(order - 1 - level);
    pairs += level * numerics::n_tetrahedral(order - 1 - level);
  }
  const double of_mechanism = basis * (law + fields)         // the strain of faces
                              + rates * 2 * fields           // in the recursion
                              + rates * 2 * fields           // what it loses
                              + basis * (law + 4 * fields);  // its step
  return n_mechanisms * of_mechanism + pairs * (law + fields) + basis * (law + fields);
}

template double operations_per_update(const Operators<float>&);
template double operations_per_update(const Operators<double>&);

}  // namespace unda::dg

// The fast step on a patch of elements.
#include "dg/step_growth.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "dg/host_step.hpp"
#include "dg/make_medium.hpp"
#include "exec/buffer.hpp"

namespace unda::dg {
namespace {

constexpr int n_rings = 2;
// Steps gone through. In absorbing layers growth is slower: layers of flat boxes that ended a run after 2,350 steps seemed stable
// after 150.
constexpr int n_steps = 150, n_steps_in_layers = 600;
constexpr int n_judged = 20;  // the last of them, when what grows stands out

std::vector<int> rings_around(const mesh::Tetrahedra& mesh, int element) {
  std::vector<int> elements{element};
  std::map<int, int> distance{{element, 0}};
  for (std::size_t n = 0; n < elements.size(); ++n) {
    const int here = distance[elements[n]];
    if (here == n_rings) continue;
    for (const mesh::Neighbour& next : mesh.neighbours[elements[n]])
      if (next.exists() && distance.emplace(next.element, here + 1).second) elements.push_back(next.element);
  }
  return elements;
}

/// The connections of some elements of a mesh among themselves.
mesh::Tetrahedra connections(const mesh::Tetrahedra& mesh, const std::vector<int>& elements) {
  std::map<int, int> number;
  for (std::size_t n = 0; n < elements.size(); ++n) number[elements[n]] = static_cast<int>(n);
  mesh::Tetrahedra part;
  for (const int e : elements) {
    part.corners.push_back(mesh.corners[static_cast<std::size_t>(e)]);
    part.neighbours.push_back(mesh.neighbours[static_cast<std::size_t>(e)]);
    for (mesh::Neighbour& next : part.neighbours.back())
      next = next.exists() && number.contains(next.element) ? mesh::Neighbour{number[next.element], next.face}
                                                            : mesh::Neighbour{};
  }
  return part;
}

/// Of the clusters of a mesh those that some elements are in, numbered from 0.
Clusters clusters_among(const Clusters& all, const std::vector<int>& elements) {
  Clusters clusters;
  if (all.n == 1) return clusters;
  int low = all.n, high = 0;
  for (const int e : elements) {
    low = std::min(low, all.cluster_of(static_cast<std::size_t>(e)));
    high = std::max(high, all.cluster_of(static_cast<std::size_t>(e)));
  }
  clusters.n = high - low + 1;
  for (const int e : elements)
    clusters.of.push_back(static_cast<signed char>(all.cluster_of(static_cast<std::size_t>(e)) - low));
  return clusters;
}

int largest_cluster(const Clusters& all, const std::vector<int>& elements) {
  int largest = 0;
  for (const int e : elements) largest = std::max(largest, all.cluster_of(static_cast<std::size_t>(e)));
  return largest;
}

class Patch {
 public:
  /// `dt`: of the run.
  Patch(int order, const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
        const std::vector<RatesByAxis>& rates, LayerStrength strength, const Clusters& clusters,
        const std::vector<int>& elements, double dt)
      : order_(order),
        dt_(dt / clusters.steps_of(largest_cluster(clusters, elements))),
        operators_(make_operators<double>(order)),
        is_anisotropic_(std::any_of(materials.begin(), materials.end(), [](const auto& m) { return m.anisotropy; })),
        kernels_(cpu_kernels<double>(order, is_anisotropic_)),
        part_(connections(mesh, elements)),
        clusters_(clusters_among(clusters, elements)),
        sharing_{part_, all_here_, 0, false},
        placement_(place_elements(sharing_, pack_size<double>, {}, clusters_)),
        plan_(plan_traces(sharing_, placement_, clusters_, trace_numbers<double>(order), 0)),
        step_(operators_, kernels_, {}),
        medium_(placement_.n_blocks * kernels_.n_medium),
        q_(placement_.n_blocks * block_numbers<double>(order) / pack_size<double>),
        traces_(plan_.n_traces * trace_numbers<double>(order)) {
    std::vector<RatesByAxis> own_rates;
    for (std::size_t n = 0; n < elements.size(); ++n) {
      const auto e = static_cast<std::size_t>(elements[n]);
      place(static_cast<std::size_t>(placement_.place_of[n]), materials[e],
            medium_numbers(mesh, materials, scenario, is_anisotropic_, e), jacobian(mesh, e));
      if (!rates.empty()) own_rates.push_back(rates[e]);
    }
    std::vector<double> steps;
    for (int c = 0; c < clusters_.n; ++c) steps.push_back(dt_ / clusters_.steps_of(c));
    strength.alpha = 0;  // sources, which tell it, come later; memories last longest without
    absorbing_layer_ = AbsorbingLayer<double>(operators_, placement_, own_rates, strength, 0, steps, pack_size<double>,
                                              {}, is_anisotropic_);
  }

  void advance() {
    const HostStep<double>::Arrays arrays{medium_.data(), q_.data(), traces_.data(), nullptr};
    for (int n = 0; n < clusters_.steps_of(0); ++n) {
      const StepPart part{n, clusters_.n};
      const BlockRange ending = placement_.inner(part.n_ending());
      step_.predict(placement_, plan_, placement_.inner(part.n_beginning()), part, dt_, arrays);
      step_.correct(placement_, plan_, ending, part, arrays);
      absorbing_layer_.apply(reinterpret_cast<const double*>(medium_.data()), reinterpret_cast<double*>(q_.data()),
                             ending);
    }
  }

  bool has_layers() const { return absorbing_layer_.exists(); }

  /// Of what the fields in an element weigh: kinetic energy and pressure, shear where it is.
  double energy() const {
    double sum = 0;
    const auto n_basis = static_cast<std::size_t>(operators_.n_basis);
    for (const Weights& w : weights_)
      for (std::size_t k = 0; k < n_fields * n_basis; ++k) {
        const double value = coefficients(w.place)[k * pack_size<double>];
        sum += value * value * (k < vx * n_basis ? w.stress : w.velocity);
      }
    return sum;
  }

 private:
  struct Weights {
    std::size_t place;
    double stress, velocity;
  };
  const double* coefficients(std::size_t n) const {
    return reinterpret_cast<const double*>(q_.data()) + n / pack_size<double> * block_numbers<double>(order_) +
           n % pack_size<double>;
  }

  /// One element with a rough field, of pressure alone in fluids.
  void place(std::size_t n, const physics::Material& m, const std::vector<double>& from, double volume) {
    auto* to =
        reinterpret_cast<double*>(medium_.data() + n / pack_size<double> * kernels_.n_medium) + n % pack_size<double>;
    for (std::size_t k = 0; k < from.size(); ++k) to[k * pack_size<double>] = from[k];
    weights_.push_back({n, volume / physics::p_modulus(m.moduli), volume / (1 / m.rho)});
    auto* q = const_cast<double*>(coefficients(n));
    const auto n_basis = static_cast<std::size_t>(operators_.n_basis);
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::size_t k = 0; k < n_basis; ++k) {
      for (int f = 0; f < n_fields; ++f)
        q[(f * n_basis + k) * pack_size<double>] =
            number(random_) / std::sqrt(f < vx ? weights_.back().stress : weights_.back().velocity);
      if (!m.is_fluid()) continue;
      for (int f = yy; f < vx; ++f) q[(f * n_basis + k) * pack_size<double>] = f <= zz ? q[k * pack_size<double>] : 0;
    }
  }

  int order_;
  double dt_;
  Operators<double> operators_;
  bool is_anisotropic_;
  StepKernels<double> kernels_;
  mesh::Tetrahedra part_;
  Clusters clusters_;
  std::vector<int> all_here_;
  Sharing sharing_;
  Placement placement_;
  TracePlan plan_;
  HostStep<double> step_;
  exec::Buffer<Pack<double>> medium_;
  exec::Buffer<Pack<double>> q_;
  exec::Buffer<double> traces_;
  std::vector<Weights> weights_;
  AbsorbingLayer<double> absorbing_layer_;
  std::mt19937 random_{1};
};

}  // namespace

bool grows_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                  const scenario::Scenario& scenario, const std::vector<RatesByAxis>& rates,
                  const LayerStrength& strength, const Clusters& clusters, int element, double dt) {
  Patch patch(order, mesh, materials, scenario, rates, strength, clusters, rings_around(mesh, element), dt);
  for (int n = 0; n < (patch.has_layers() ? n_steps_in_layers : n_steps) - n_judged; ++n) patch.advance();
  const double before = patch.energy();
  for (int n = 0; n < n_judged; ++n) patch.advance();
  return !(patch.energy() <= before);
}

}  // namespace unda::dg

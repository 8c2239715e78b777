// The fast step on a patch of elements.
#include "dg/step_growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "dg/host_step.hpp"
#include "dg/make_medium.hpp"
#include "exec/buffer.hpp"

namespace unda::dg {
namespace {

constexpr std::size_t n_elements = 64;  // of a patch
// What grows alternates from step to step: its factor is near -1, that of what is smooth near 1. From a rough field, differences of
// successive steps leave it alone; then it is stepped on.
constexpr int n_differences = 25, n_steps = 15, n_judged = 10;
constexpr int n_to_normalize = 5;  // differences after which numbers are still small
// In absorbing layers growth is slower, and of smooth parts too: layers of flat boxes that ended a run after 2,350 steps seemed stable
// after 150.
constexpr std::size_t n_elements_in_layers = 17;
constexpr int n_steps_in_layers = 600, n_judged_in_layers = 20;
constexpr double alike_within = 0.05;  // parts by which speeds of elements that are alike may differ
constexpr double congruent = 0.2;      // and radii by which their corners may

/// The first of them, those that touch it, those that touch these ...
std::vector<int> nearest_elements(const mesh::Tetrahedra& mesh, int element, std::size_t most) {
  std::vector<int> elements{element};
  std::set<int> known{element};
  for (std::size_t n = 0; n < elements.size(); ++n)
    for (const mesh::Neighbour& next : mesh.neighbours[static_cast<std::size_t>(elements[n])])
      if (elements.size() < most && next.exists() && known.insert(next.element).second)
        elements.push_back(next.element);
  return elements;
}

/// The connections of some elements of a mesh among themselves. Where the mesh repeats itself, what lies beyond the patch is what lies an
/// even number of periods away within: waves that are alike in all periods, or change sign from one to the next, go on as if there were
/// no end, and none but these have been seen to limit the step. Elsewhere nothing comes in.
class Connections {
 public:
  Connections(const mesh::Tetrahedra& mesh, const Materials& materials, const Clusters& clusters,
              const std::vector<int>& elements)
      : mesh_(mesh), materials_(materials), clusters_(clusters), elements_(elements) {
    for (std::size_t n = 0; n < elements.size(); ++n) number_[elements[n]] = static_cast<int>(n);
  }

  mesh::Tetrahedra among_themselves() const {
    mesh::Tetrahedra part;
    for (const int e : elements_) {
      part.corners.push_back(mesh_.corners[static_cast<std::size_t>(e)]);
      part.neighbours.push_back(mesh_.neighbours[static_cast<std::size_t>(e)]);
      for (mesh::Neighbour& next : part.neighbours.back())
        next = next.exists() && number_.contains(next.element) ? mesh::Neighbour{number_.at(next.element), next.face}
                                                               : mesh::Neighbour{};
    }
    return part;
  }
  mesh::Tetrahedra with_repetitions() const {
    mesh::Tetrahedra part = among_themselves();
    const std::vector<Vector> periods = all_periods();
    for (std::size_t n = 0; n < elements_.size(); ++n)
      for (std::size_t f = 0; f < 4; ++f) {
        const mesh::Neighbour beyond = mesh_.neighbours[static_cast<std::size_t>(elements_[n])][f];
        if (!beyond.exists() || number_.contains(beyond.element)) continue;
        const int like = repetition_of(beyond, elements_[n], periods);
        if (like >= 0) part.neighbours[n][f] = {number_.at(like), beyond.face};
      }
    return part;
  }

 private:
  double tolerance(int element) const { return congruent * mesh_.inradius(static_cast<std::size_t>(element)); }
  /// From one element to another that is like it.
  std::optional<Vector> period(int from, int to, double tolerance) const {
    const auto a = static_cast<std::size_t>(from), b = static_cast<std::size_t>(to);
    const Vector way = mesh_.corner(b, 0) - mesh_.corner(a, 0);
    for (int c = 1; c < 4; ++c)
      if (norm(mesh_.corner(b, c) - mesh_.corner(a, c) - way) > tolerance) return {};
    const physics::Material &one = materials_[a], &other = materials_[b];
    const double most = alike_within * one.vp();
    if (std::abs(other.vp() - one.vp()) > most || std::abs(other.vs() - one.vs()) > most) return {};
    return way;
  }
  std::vector<Vector> all_periods() const {
    std::vector<Vector> periods;
    for (const int a : elements_) {
      const double near = tolerance(a);
      for (const int b : elements_)
        if (a != b)
          if (const auto way = period(a, b, near)) periods.push_back(*way);
    }
    return periods;
  }
  /// The nearest element of the patch that repeats the one beyond a face of `element`; -1: there is none.
  int repetition_of(const mesh::Neighbour& beyond, int element, const std::vector<Vector>& periods) const {
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    const double near = tolerance(beyond.element);
    for (const int e : elements_) {
      const auto way = period(beyond.element, e, near);
      if (!way || norm(*way) >= least || !steps_alike(beyond, element, e)) continue;
      if (std::none_of(periods.begin(), periods.end(), [&](const Vector& p) { return norm(2 * p - *way) < near; }))
        continue;
      nearest = e;
      least = norm(*way);
    }
    return nearest;
  }
  /// Whether `like` hands over its traces as the one beyond does: to an element of the same cluster.
  bool steps_alike(const mesh::Neighbour& beyond, int element, int like) const {
    const auto cluster = [this](int e) { return clusters_.cluster_of(static_cast<std::size_t>(e)); };
    if (cluster(like) != cluster(beyond.element)) return false;
    if (cluster(element) == cluster(like)) return true;
    const mesh::Neighbour& own =
        mesh_.neighbours[static_cast<std::size_t>(like)][static_cast<std::size_t>(beyond.face)];
    return own.exists() && number_.contains(own.element) && cluster(own.element) == cluster(element);
  }

  const mesh::Tetrahedra& mesh_;
  const Materials& materials_;
  const Clusters& clusters_;
  const std::vector<int>& elements_;
  std::map<int, int> number_;
};

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
        const std::vector<int>& elements, mesh::Tetrahedra connections, double dt)
      : order_(order),
        dt_(dt / clusters.steps_of(largest_cluster(clusters, elements))),
        operators_(make_operators<double>(order)),
        is_anisotropic_(std::any_of(materials.begin(), materials.end(), [](const auto& m) { return m.anisotropy; })),
        kernels_(cpu_kernels<double>(order, is_anisotropic_)),
        part_(std::move(connections)),
        clusters_(clusters_among(clusters, elements)),
        sharing_{part_, all_here_, 0, false},
        placement_(place_elements(sharing_, pack_size<double>, {}, clusters_)),
        plan_(plan_traces(sharing_, placement_, clusters_, trace_numbers<double>(order), 0)),
        plan_of_one_step_(plan_traces(sharing_, placement_, {}, trace_numbers<double>(order), 0)),
        step_(operators_, kernels_, {}),
        medium_(placement_.n_blocks * kernels_.n_medium),
        q_(placement_.n_blocks * block_numbers<double>(order) / pack_size<double>),
        before_(q_.size()),
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
    for (int n = 0; n < clusters_.steps_of(0); ++n) {
      const StepPart part{n, clusters_.n};
      const BlockRange ending = placement_.inner(part.n_ending());
      step_.predict(placement_, plan_, placement_.inner(part.n_beginning()), part, dt_, arrays());
      step_.correct(placement_, plan_, ending, part, arrays());
      absorbing_layer_.apply(reinterpret_cast<const double*>(medium_.data()), reinterpret_cast<double*>(q_.data()),
                             ending);
    }
  }

  /// The field becomes what a step of each element by itself changes in it, all of them at once, whatever their lengths.
  void take_difference() {
    std::copy(q_.data(), q_.data() + q_.size(), before_.data());
    const StepPart part{0, clusters_.n};
    const BlockRange all = placement_.inner(clusters_.n);
    step_.predict(placement_, plan_of_one_step_, all, part, dt_, arrays());
    step_.correct(placement_, plan_of_one_step_, all, part, arrays());
    auto* q = reinterpret_cast<double*>(q_.data());
    const auto* before = reinterpret_cast<const double*>(before_.data());
    for (std::size_t n = 0; n < q_.size() * pack_size<double>; ++n) q[n] -= before[n];
  }
  /// Of energy 1.
  void normalize() {
    const double size = std::sqrt(energy());
    auto* q = reinterpret_cast<double*>(q_.data());
    for (std::size_t n = 0; n < q_.size() * pack_size<double>; ++n) q[n] /= size;
  }

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
  HostStep<double>::Arrays arrays() { return {medium_.data(), q_.data(), traces_.data(), nullptr}; }

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
  TracePlan plan_, plan_of_one_step_;
  HostStep<double> step_;
  exec::Buffer<Pack<double>> medium_;
  exec::Buffer<Pack<double>> q_, before_;
  exec::Buffer<double> traces_;
  std::vector<Weights> weights_;
  AbsorbingLayer<double> absorbing_layer_;
  std::mt19937 random_{1};
};

/// In the end, when what grows stands out.
bool grows(Patch& patch, int n, int judged) {
  for (int step = 0; step < n - judged; ++step) patch.advance();
  const double before = patch.energy();
  for (int step = 0; step < judged; ++step) patch.advance();
  return !(patch.energy() <= before);
}

}  // namespace

bool grows_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                  const scenario::Scenario& scenario, const Clusters& clusters, int element, double dt) {
  const std::vector<int> elements = nearest_elements(mesh, element, n_elements);
  Patch patch(order, mesh, materials, scenario, {}, {}, clusters, elements,
              Connections(mesh, materials, clusters, elements).with_repetitions(), dt);
  for (int n = 1; n <= n_differences; ++n) {
    patch.take_difference();
    if (n % n_to_normalize == 0) patch.normalize();
  }
  return grows(patch, n_steps, n_judged);
}

bool grows_in_layers_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                            const scenario::Scenario& scenario, const std::vector<RatesByAxis>& rates,
                            const LayerStrength& strength, const Clusters& clusters, int element, double dt) {
  const std::vector<int> elements = nearest_elements(mesh, element, n_elements_in_layers);
  Patch patch(order, mesh, materials, scenario, rates, strength, clusters, elements,
              Connections(mesh, materials, clusters, elements).among_themselves(), dt);
  return grows(patch, n_steps_in_layers, n_judged_in_layers);
}

}  // namespace unda::dg

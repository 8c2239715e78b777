// Planning a wavenumber integration, and telling what it costs.
#include "reference/layered/integration_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace unda::reference {
namespace {

using scenario::Quantity;

constexpr double beyond_guided = 1.4;    // wavenumbers count fully up to those of guided waves times this
constexpr double image_distance = 1.25;  // sources repeat farther away than waves come, times this
constexpr double same_place = 1e-9;      // of the distance at which sources repeat

/// Rounded up to a power of two, so that few groups come about.
double rounded_up(double x) { return x > 0 ? std::exp2(std::ceil(std::log2(x))) : 0; }

class Planner {
 public:
  explicit Planner(const LayeredProblem& problem) : p_(problem), plan_(problem.earth) {}

  IntegrationPlan plan(const Stack& stack) {
    std::vector<const numerics::TimeFunction*> functions;
    for (const LayeredSource& source : p_.sources) functions.push_back(source.time_function.get());
    Wrap wrap = has_attenuation(p_.earth) ? attenuated_wrap : elastic_wrap;
    wrap.remains = std::pow(wrap.remains, p_.damping_factor);
    plan_.frequencies = plan_frequencies(functions, p_.n_samples, p_.sample_interval, wrap);
    set_speeds();
    add_receivers();
    for (std::size_t n = 0; n < p_.sources.size(); ++n)
      for (const Excitation& e : excitations_of(p_.dim, p_.sources[n], stack.slab_below(p_.sources[n].position[2]))) {
        plan_.excitations.push_back(e);
        plan_.source_of.push_back(n);
      }
    const Complex highest = plan_.frequencies.s(plan_.frequencies.n_frequencies - 1);
    plan_.wavenumbers.evanescent = plan_.evanescent(highest);
    plan_.wavenumbers.last = plan_.wavenumbers.evanescent + plan_.longest;
    plan_.wavenumbers.damping = plan_.frequencies.eta / fastest_;
    plan_.wavenumbers.cylindrical = p_.dim == 3;
    plan_.nodes = wavenumber_nodes(plan_.wavenumbers);
    return std::move(plan_);
  }

 private:
  /// With attenuation waves of low frequency are slower and those of high frequency faster than vp and vs.
  void set_speeds() {
    double slowest_factor = 1, fastest_factor = 1;
    for (const EarthLayer& layer : p_.earth.layers)
      for (const double quality : {layer.quality.p, layer.quality.s})
        for (const std::size_t n : {std::size_t{0}, plan_.frequencies.n_frequencies - 1}) {
          const double factor =
              std::abs(physics::velocity_factor(quality, p_.earth.reference_frequency, plan_.frequencies.s(n)));
          slowest_factor = std::min(slowest_factor, factor);
          fastest_factor = std::max(fastest_factor, factor);
        }
    plan_.beyond_guided = p_.wavenumber_factor * beyond_guided / slowest_factor;
    fastest_ = fastest_velocity(p_.earth) * fastest_factor;
    double farthest = 0;
    for (const LayeredSource& source : p_.sources)
      for (const LayeredReceiver& receiver : p_.receivers)
        farthest = std::max(farthest, horizontal_distance(p_.dim, receiver.position - source.position));
    plan_.wavenumbers.farthest = farthest;
    plan_.wavenumbers.period = p_.period_factor * image_distance * (fastest_ * heard() + farthest);
  }

  /// For how long images of the source must stay away. Where what comes after T is not damped much: so long.
  double heard() const {
    return has_attenuation(p_.earth) ? plan_.frequencies.period() : plan_.frequencies.last_time();
  }

  void add_receivers() {
    std::map<std::tuple<std::size_t, std::size_t, double, double>, std::size_t> known;
    for (std::size_t r = 0; r < p_.receivers.size(); ++r) {
      const LayeredReceiver& receiver = p_.receivers[r];
      for (const Quantity q : receiver.quantities) {
        plan_.wanted.motion |= q != Quantity::pressure && q != Quantity::stress;
        plan_.wanted.pressure |= q == Quantity::pressure;
        plan_.wanted.stress |= q == Quantity::stress;
      }
      const std::size_t depth = depth_number(receiver.position[2]);
      for (std::size_t n = 0; n < p_.sources.size(); ++n) {
        const Vector offset = receiver.position - p_.sources[n].position;
        if (at_source(plan_, offset)) continue;
        Ending ending = ending_of(horizontal_distance(p_.dim, offset), std::abs(offset[2]), plan_.wavenumbers.period);
        ending = {rounded_up(ending.full), rounded_up(ending.width)};
        plan_.longest = std::max(plan_.longest, ending.length());
        const auto [found, is_new] = known.try_emplace({n, depth, ending.full, ending.width}, plan_.groups.size());
        if (is_new) plan_.groups.push_back({n, depth, ending, {}});
        plan_.groups[found->second].receivers.push_back(r);
      }
    }
  }

  std::size_t depth_number(double z) {
    const auto found = std::find(plan_.depths.begin(), plan_.depths.end(), z);
    const auto number = static_cast<std::size_t>(found - plan_.depths.begin());
    if (number == plan_.depths.size()) plan_.depths.push_back(z);
    return number;
  }

  const LayeredProblem& p_;
  IntegrationPlan plan_;
  double fastest_ = 0;
};

}  // namespace

double horizontal_distance(int dim, const Vector& offset) {
  return dim == 2 ? std::abs(offset[0]) : std::hypot(offset[0], offset[1]);
}

bool at_source(const IntegrationPlan& plan, const Vector& offset) {
  return norm(offset) <= same_place * plan.wavenumbers.period;
}

Stack stack_of(const LayeredProblem& problem) {
  std::vector<double> depths;
  for (const LayeredSource& source : problem.sources) depths.push_back(source.position[2]);
  return {problem.earth, depths};
}

IntegrationPlan plan_integration(const LayeredProblem& problem, const Stack& stack) {
  return Planner(problem).plan(stack);
}

double estimated_seconds(const LayeredProblem& problem) {
  const Stack stack = stack_of(problem);
  const IntegrationPlan plan = plan_integration(problem, stack);
  double solves = 0;
  for (std::size_t n = 0; n < plan.frequencies.n_frequencies; ++n) {
    const double end = plan.evanescent(plan.frequencies.s(n)) + plan.longest;
    solves += static_cast<double>(
        std::partition_point(plan.nodes.begin(), plan.nodes.end(), [&](const Node& node) { return node.k < end; }) -
        plan.nodes.begin());
  }
  const auto n_slabs = static_cast<double>(stack.slabs().size()), n_depths = static_cast<double>(plan.depths.size());
  const auto n_excitations = static_cast<double>(plan.excitations.size());
  const double n_sums = (plan.wanted.motion ? 3 : 0) + (plan.wanted.pressure ? 1 : 0) + (plan.wanted.stress ? 6 : 0);
  const double sh = problem.dim == 3 ? 1.5 : 1;
  const double solve = n_slabs * sh * (0.6e-6 + 0.1e-6 * n_excitations) + n_depths * (0.2e-6 + 0.1e-6 * n_excitations);
  const auto n_receivers = static_cast<double>(problem.receivers.size());
  const double sum = n_receivers * n_excitations * n_sums * 1e-9;
  const double rows = static_cast<double>(plan.nodes.size()) * n_receivers * (problem.dim == 3 ? 200e-9 : 40e-9);
  return solves * (solve + sum) + rows;
}

}  // namespace unda::reference

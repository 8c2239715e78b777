// The loops over frequencies and wavenumbers.
#include "reference/layered/seismograms.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <tuple>

#include "exec/for_each.hpp"
#include "reference/layered/fade.hpp"
#include "reference/layered/frequencies.hpp"
#include "reference/layered/synthesis.hpp"
#include "reference/layered/wavenumbers.hpp"

namespace unda::reference {
namespace {

using scenario::Quantity;

constexpr double beyond_guided = 1.4;    // wavenumbers count fully up to those of guided waves times this
constexpr double image_distance = 1.25;  // sources repeat farther away than waves come, times this
constexpr double largest_table = 256e6;  // bytes
constexpr double same_place = 1e-9;      // of the distances between sources and receivers

double horizontal_distance(int dim, const Vector& offset) {
  return dim == 2 ? std::abs(offset[0]) : std::hypot(offset[0], offset[1]);
}

/// Rounded up to a power of two, so that few groups come about.
double rounded_up(double x) { return x > 0 ? std::exp2(std::ceil(std::log2(x))) : 0; }

/// Receivers at one depth whose integrals end alike, for one source.
struct Group {
  std::size_t source = 0, depth = 0;
  Ending ending;
  std::vector<std::size_t> receivers;
};

/// Everything but the fields: which frequencies, wavenumbers, excitations and groups.
struct Plan {
  FrequencyPlan frequencies;
  WavenumberPlan wavenumbers;
  std::vector<Node> nodes;
  std::vector<double> depths;
  std::vector<Excitation> excitations;
  std::vector<std::size_t> source_of;  ///< by excitation
  std::vector<Group> groups;
  Wanted wanted;
  GuidedWaves guided;
  double beyond_guided = 0;  ///< wavenumbers count fully up to those of guided waves times this
  double longest = 0;        ///< ending

  explicit Plan(const LayeredEarth& earth) : guided(earth) {}
  double evanescent(Complex s) const { return beyond_guided * guided.largest_wavenumber(std::abs(s)); }
};

class Planner {
 public:
  explicit Planner(const LayeredProblem& problem) : p_(problem), plan_(problem.earth) {}

  Plan plan(const Stack& stack) {
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
      for (const double quality : {layer.qp, layer.qs})
        for (const std::size_t n : {std::size_t{0}, plan_.frequencies.n_frequencies - 1}) {
          const double factor =
              std::abs(velocity_factor(quality, p_.earth.reference_frequency, plan_.frequencies.s(n)));
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
        if (norm(offset) <= same_place * plan_.wavenumbers.period) continue;
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
  Plan plan_;
  double fastest_ = 0;
};

std::vector<double> source_depths(const LayeredProblem& problem) {
  std::vector<double> depths;
  for (const LayeredSource& source : problem.sources) depths.push_back(source.position[2]);
  return depths;
}

/// cos, sin or Bessel functions of a group: [node][row][receiver], as far as its nodes reach.
struct Table {
  std::vector<std::size_t> receivers;
  std::size_t n_nodes = 0;
  std::vector<double> rows;
};

class Integration {
 public:
  Integration(const LayeredProblem& problem, const std::function<void(double)>& progress)
      : p_(problem),
        progress_(progress),
        stack_(problem.earth, source_depths(problem)),
        plan_(Planner(problem).plan(stack_)),
        n_rows_(n_rows(problem.dim, plan_.wanted)) {
    for (const LayeredSource& source : p_.sources)
      source_spectra_.push_back(spectrum_of(*source.time_function, plan_.frequencies));
    for (const Excitation& e : plan_.excitations) slots_.push_back(slots_of(p_.dim, e.order, plan_.wanted));
  }

  LayeredTraces traces() {
    LayeredTraces traces(p_.receivers.size());
    const double row_bytes = 8.0 * static_cast<double>(plan_.nodes.size() * n_rows_ * p_.sources.size());
    const auto block = static_cast<std::size_t>(std::max(1.0, largest_table / row_bytes));
    for (std::size_t first = 0; first < p_.receivers.size(); first += block) {
      const std::size_t last = std::min(p_.receivers.size(), first + block);
      begin_ = first;
      fields_.assign((last - first) * plan_.frequencies.n_frequencies, {});
      make_tables(first, last);
      done_ = 0;
      const std::size_t n = plan_.frequencies.n_frequencies;
      exec::for_each_heavy(n, [&](std::size_t i) {
        add_frequency(n - 1 - i);  // the most work first
        report(first, last, n - 1 - i);
      });
      exec::for_each_heavy(last - first, [&](std::size_t r) { traces[first + r] = receiver_traces(first + r); });
    }
    return traces;
  }

 private:
  void make_tables(std::size_t first, std::size_t last) {
    tables_.assign(plan_.groups.size(), {});
    for (std::size_t g = 0; g < plan_.groups.size(); ++g) {
      const Group& group = plan_.groups[g];
      Table& table = tables_[g];
      for (const std::size_t r : group.receivers)
        if (r >= first && r < last) table.receivers.push_back(r);
      const double end = plan_.wavenumbers.evanescent + group.ending.length();
      while (table.n_nodes < plan_.nodes.size() && plan_.nodes[table.n_nodes].k < end) ++table.n_nodes;
      const std::size_t n = table.receivers.size();
      table.rows.resize(table.n_nodes * n_rows_ * n);
      exec::for_each_block(table.n_nodes, n * 16, [&](std::size_t j) {
        std::array<double, 5> rows{};
        for (std::size_t i = 0; i < n; ++i) {
          const Vector offset = p_.receivers[table.receivers[i]].position - p_.sources[group.source].position;
          const double distance = p_.dim == 2 ? offset[0] : horizontal_distance(3, offset);
          fill_rows(p_.dim, plan_.nodes[j].k, distance, n_rows_, rows.data());
          for (std::size_t row = 0; row < n_rows_; ++row) table.rows[(j * n_rows_ + row) * n + i] = rows[row];
        }
      });
    }
  }

  /// Sums of one group: [excitation][sum][receiver], real and imaginary parts apart.
  struct Accumulator {
    std::vector<double> re, im;
  };

  void add_frequency(std::size_t n) {
    const Complex s = plan_.frequencies.s(n);
    const double evanescent = plan_.evanescent(s);
    StackSolver solver(stack_, plan_.excitations, plan_.depths, p_.dim == 3);
    solver.set_frequency(s);
    std::vector<Accumulator> sums(plan_.groups.size());
    for (std::size_t g = 0; g < sums.size(); ++g) {
      const std::size_t size = plan_.excitations.size() * most_sums * tables_[g].receivers.size();
      sums[g].re.assign(size, 0.0);
      sums[g].im.assign(size, 0.0);
    }
    for (std::size_t j = 0; j < plan_.nodes.size() && plan_.nodes[j].k < evanescent + plan_.longest; ++j) {
      solver.solve(plan_.nodes[j].k);
      for (std::size_t g = 0; g < sums.size(); ++g) {
        const Ending& ending = plan_.groups[g].ending;
        const double weight = fade()((plan_.nodes[j].k - evanescent - ending.full) / ending.width);
        if (weight > 0 && j < tables_[g].n_nodes) add_node(solver, j, g, weight, sums[g]);
      }
    }
    for (std::size_t g = 0; g < sums.size(); ++g) keep(n, s, g, sums[g]);
  }

  void add_node(const StackSolver& solver, std::size_t j, std::size_t g, double weight, Accumulator& to) const {
    const Group& group = plan_.groups[g];
    const Table& table = tables_[g];
    const Node& node = plan_.nodes[j];
    const std::size_t n = table.receivers.size();
    weight *= node.weight * (p_.dim == 3 ? node.k : 1.0);
    Sums values;
    for (std::size_t e = 0; e < plan_.excitations.size(); ++e) {
      if (plan_.source_of[e] != group.source) continue;
      integrands(p_.dim, solver.response(group.depth, e), solver.medium(group.depth), node.k, plan_.wanted, values);
      for (const Slot& slot : slots_[e]) {
        const double re = weight * slot.sign * values[slot.sum].real(),
                     im = weight * slot.sign * values[slot.sum].imag();
        const double* row = table.rows.data() + (j * n_rows_ + slot.row) * n;
        double* to_re = to.re.data() + (e * most_sums + slot.sum) * n;
        double* to_im = to.im.data() + (e * most_sums + slot.sum) * n;
        for (std::size_t i = 0; i < n; ++i) to_re[i] += re * row[i];
        for (std::size_t i = 0; i < n; ++i) to_im[i] += im * row[i];
      }
    }
  }

  /// Adds what a source makes at the receivers of a group to their spectra.
  void keep(std::size_t n, Complex s, std::size_t g, const Accumulator& from) {
    const Group& group = plan_.groups[g];
    const LayeredSource& source = p_.sources[group.source];
    const Complex strength = source_spectra_[group.source][n] / (source.is_force ? Complex(1) : s);
    const std::size_t count = tables_[g].receivers.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t r = tables_[g].receivers[i];
      PointField field;
      for (std::size_t e = 0; e < plan_.excitations.size(); ++e) {
        if (plan_.source_of[e] != group.source) continue;
        Sums sums;
        for (std::size_t sum = 0; sum < most_sums; ++sum) {
          const std::size_t place = (e * most_sums + sum) * count + i;
          sums[sum] = {from.re[place], from.im[place]};
        }
        add_field(p_.dim, source, p_.receivers[r].position - source.position, plan_.excitations[e].order, sums, field);
      }
      PointField& to = fields_[(r - begin_) * plan_.frequencies.n_frequencies + n];
      for (std::size_t c = 0; c < 3; ++c) to.motion[c] += strength * field.motion[c];
      to.pressure += strength * field.pressure;
      for (std::size_t c = 0; c < 6; ++c) to.stress[c] += strength * field.stress[c];
    }
  }

  std::vector<std::vector<double>> receiver_traces(std::size_t r) const {
    const std::size_t nf = plan_.frequencies.n_frequencies;
    const PointField* fields = fields_.data() + (r - begin_) * nf;
    const bool at_source = std::any_of(p_.sources.begin(), p_.sources.end(), [&](const LayeredSource& source) {
      return norm(p_.receivers[r].position - source.position) <= same_place * plan_.wavenumbers.period;
    });
    std::vector<std::vector<double>> traces;
    std::vector<Complex> spectrum(nf);
    for (const Quantity q : p_.receivers[r].quantities) {
      std::vector<double>& all = traces.emplace_back();
      const int rates = q == Quantity::velocity ? 1 : q == Quantity::acceleration ? 2 : 0;
      for (const std::size_t c : components(q)) {
        for (std::size_t n = 0; n < nf; ++n) {
          const PointField& f = fields[n];
          spectrum[n] = q == Quantity::pressure ? f.pressure : q == Quantity::stress ? f.stress[c] : f.motion[c];
          for (int i = 0; i < rates; ++i) spectrum[n] *= plan_.frequencies.s(n);
        }
        std::vector<double> trace = trace_of(spectrum, plan_.frequencies);
        if (at_source) std::fill(trace.begin(), trace.end(), std::numeric_limits<double>::quiet_NaN());
        all.insert(all.end(), trace.begin(), trace.end());
      }
    }
    return traces;
  }

  std::vector<std::size_t> components(Quantity q) const {
    if (q == Quantity::pressure) return {0};
    if (q == Quantity::stress)
      return p_.dim == 3 ? std::vector<std::size_t>{0, 1, 2, 3, 4, 5} : std::vector<std::size_t>{0, 2, 4};
    return p_.dim == 3 ? std::vector<std::size_t>{0, 1, 2} : std::vector<std::size_t>{0, 2};
  }

  /// The work of a frequency grows with it.
  void report(std::size_t first, std::size_t last, std::size_t n) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    done_ += static_cast<double>(n + 1);
    const auto nf = static_cast<double>(plan_.frequencies.n_frequencies);
    const double part = done_ / (0.5 * nf * (nf + 1));
    const auto all = static_cast<double>(p_.receivers.size());
    progress_((static_cast<double>(first) + part * static_cast<double>(last - first)) / all);
  }

  const LayeredProblem& p_;
  const std::function<void(double)>& progress_;
  Stack stack_;
  Plan plan_;
  std::size_t n_rows_;
  std::vector<std::vector<Complex>> source_spectra_;
  std::vector<std::vector<Slot>> slots_;  ///< by excitation
  std::vector<Table> tables_;             ///< by group
  std::size_t begin_ = 0;                 ///< the first receiver of the block in hand
  std::vector<PointField> fields_;        ///< [receiver of the block][frequency]
  std::mutex mutex_;
  double done_ = 0;
};

}  // namespace

LayeredTraces layered_seismograms(const LayeredProblem& problem, const std::function<void(double)>& progress) {
  return Integration(problem, progress).traces();
}

double estimated_seconds(const LayeredProblem& problem) {
  const Stack stack(problem.earth, source_depths(problem));
  const Plan plan = Planner(problem).plan(stack);
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

// The loops over frequencies and wavenumbers.
#include "reference/layered/seismograms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "exec/for_each.hpp"
#include "reference/layered/fade.hpp"
#include "reference/layered/integration_plan.hpp"

namespace unda::reference {
namespace {

using scenario::Quantity;

constexpr double largest_table = 256e6;  // bytes

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
        stack_(stack_of(problem)),
        plan_(plan_integration(problem, stack_)),
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
      const ReceiverGroup& group = plan_.groups[g];
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
    const ReceiverGroup& group = plan_.groups[g];
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
    const ReceiverGroup& group = plan_.groups[g];
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
    const bool no_value = std::any_of(p_.sources.begin(), p_.sources.end(), [&](const LayeredSource& source) {
      return at_source(plan_, p_.receivers[r].position - source.position);
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
        if (no_value) std::fill(trace.begin(), trace.end(), std::numeric_limits<double>::quiet_NaN());
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
  IntegrationPlan plan_;
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

}  // namespace unda::reference

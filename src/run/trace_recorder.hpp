// Records the receivers: keeps what the simulation samples at its own steps and turns it into traces at the
// asked times, corrected for time dispersion where the method asks for that. Old steps are dropped as soon as
// no sample needs them.
#pragma once

#include <deque>

#include "output/traces.hpp"
#include "run/experiment.hpp"
#include "run/observer.hpp"

namespace unda::run {

class TraceRecorder final : public Observer {
 public:
  explicit TraceRecorder(const Experiment& experiment);

  void start(method::Simulation& simulation) override;
  std::optional<Stop> after_step(const TimeStep& now) override;
  void finish(const TimeStep& now) override;

  void transfer(method::State& state) override;

  /// The traces as far as they go and can be written, of all ranks, on rank 0. Collective.
  output::Traces traces() const;
  /// Samples done whose value, or a value before, is not finite in the precision of the run; over all ranks. Collective.
  std::int64_t n_unsound_samples() const;

 private:
  void take_starting_field();
  void take_samples();
  std::vector<std::vector<double>> values_of_all_ranks(std::size_t n_samples) const;
  void write_ready_samples(std::int64_t steps_done);
  bool write_sample(std::int64_t sample, std::int64_t steps_done);
  bool write_sample_of_polynomial(std::int64_t sample, std::int64_t steps_done);
  void drop_steps_before(std::int64_t step);
  std::int64_t n_common_samples() const;
  std::int64_t n_sound_samples() const;

  const Experiment& experiment_;
  method::Simulation* simulation_ = nullptr;
  std::size_t n_terms_ = 1;            ///< numbers of a sample: of a polynomial in time, or the value alone
  std::vector<std::size_t> first_of_;  ///< by channel, where its numbers of a step begin; and how many all are
  struct Clock {
    double offset = 0, interval = 0;  ///< as in method::Channel
    bool operator==(const Clock&) const = default;
  };
  std::vector<Clock> clocks_;                ///< those that the channels have
  std::vector<std::size_t> clock_of_;        ///< by channel
  std::deque<std::vector<double>> history_;  ///< by step, from first_step_ on; [channel][sample of the step][term]
  std::vector<double> zero_;                 ///< by channel, with a starting field: displacements count from t = 0
  std::int64_t first_step_ = 0;
  bool corrected_ = true;  ///< as long as the run goes on
  std::int64_t n_samples_ = 0, samples_done_ = 0;
  std::vector<std::vector<double>> values_;  ///< [channel][sample]
};

}  // namespace unda::run

// Checkpoints: when and of what.
#include "run/checkpoint_writer.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "parallel/together.hpp"
#include "run/input_files.hpp"
#include "run/progress.hpp"
#include "run/result_directory.hpp"
#include "scenario/differences.hpp"

namespace unda::run {
namespace {

constexpr std::int64_t clock_interval = 4;        // steps between two looks at the clock
constexpr double guessed_bytes_per_second = 2e8;  // to disk, before a checkpoint has been timed

}  // namespace

void check_restart(const scenario::Scenario& s, const Checkpointing& c, const parallel::Communicator& ranks) {
  parallel::on_root(ranks, [&] {
    std::error_code none;
    if (!std::filesystem::exists(c.file(), none))
      throw InputError(fmt::format("--restart: there is no checkpoint {}; {}", c.file().string(),
                                   s.output.checkpoint_every_steps
                                       ? fmt::format("the first comes after {} steps. Run with --overwrite instead",
                                                     *s.output.checkpoint_every_steps)
                                       : "set output.checkpoint.every_steps or --time-limit to have some, and run "
                                         "without --restart first"));
    const output::CheckpointFacts facts = output::read_checkpoint_facts(c.file());
    const std::string start = fmt::format("--restart: {} belongs to another run", c.file().string());
    const auto found =
        scenario::differences(facts.scenario, s.effective_text, {"output.checkpoint", "output.plots", "title"});
    if (!found.empty())
      throw InputError(fmt::format("{}: {}{}", start, found.front(),
                                   found.size() > 1 ? fmt::format(" (and {} more)", found.size() - 1) : ""));
    if (const std::string changed = changed_input(facts.inputs, checksums_of_input(s)); !changed.empty())
      throw InputError(fmt::format("{}: {}", start, changed));
    if (facts.version != UNDA_VERSION)
      throw InputError(fmt::format("{}: written by unda {}, this is {}", start, facts.version, UNDA_VERSION));
    if (facts.ranks != std::vector<std::int64_t>{ranks.size()})
      throw InputError(fmt::format("{}: written by {} rank(s), this run has {}; use as many", start,
                                   facts.ranks.empty() ? 0 : facts.ranks.front(), ranks.size()));
  });
}

std::int64_t restore(const Experiment& e, const Checkpointing& c, const output::TransferState& transfer) {
  const output::CheckpointFacts facts = output::read_checkpoint_facts(c.file());
  const std::string& mesh = e.sizes.mesh;
  if (facts.dt != e.dt || facts.mesh != mesh)
    throw InputError(fmt::format(
        "--restart: {} belongs to another run: {} in steps of {:.10g} s there, {} in steps of {:.10g} s here",
        c.file().string(), facts.mesh, facts.dt, mesh, e.dt));
  output::read_checkpoint(c.file(), transfer, e.communicator);
  const std::int64_t step = facts.step;
  log::say("going on from step {}, t = {:.4g} s", step, static_cast<double>(step) * e.dt);
  return step;
}

CheckpointWriter::CheckpointWriter(const Experiment& experiment, const Checkpointing& checkpointing,
                                   output::TransferState transfer)
    : experiment_(experiment), checkpointing_(checkpointing), transfer_(std::move(transfer)) {
  const method::Sizes& sizes = experiment.sizes;
  seconds_to_write_ =
      (sizes.memory_bytes + sizes.absorbing_bytes) * experiment.communicator.size() / guessed_bytes_per_second;
  parallel::on_root(experiment.communicator, [this] {
    inputs_ = checksums_of_input(*experiment_.scenario);
    std::error_code error;
    std::filesystem::create_directories(checkpointing_.folder, error);
    require(!error, "{}: cannot make this folder: {}", checkpointing_.folder.string(), error.message());
  });
}

std::optional<Stop> CheckpointWriter::after_step(const TimeStep& m) {
  ++steps_seen_;
  if (m.step >= m.n_steps) return {};
  const bool due = checkpointing_.every_steps && m.step % *checkpointing_.every_steps == 0;
  const bool up = checkpointing_.time_limit && steps_seen_ % clock_interval == 0 && time_is_up();
  if (!due && !up) return {};
  write(m);
  if (!up) return {};
  return Stop{fmt::format("the time limit of {} is near: stopped at step {} of {}, t = {:.4g} s; go on with --restart",
                          duration_text(*checkpointing_.time_limit), m.step, m.n_steps, m.time),
              true};
}

bool CheckpointWriter::time_is_up() const {
  // The clock of the first rank counts: the steps until the next look, the checkpoint, and the traces must still fit.
  const double step = since_first_step_.seconds() / static_cast<double>(steps_seen_);
  const double needed = (clock_interval + 1) * step + 1.5 * seconds_to_write_ + 0.5;
  const bool up = checkpointing_.since_start.seconds() + needed > *checkpointing_.time_limit;
  return experiment_.communicator.any(up && experiment_.communicator.is_root());
}

void CheckpointWriter::write(const TimeStep& m) {
  const Timer timer;
  const output::CheckpointFacts facts{UNDA_VERSION,   experiment_.scenario->effective_text,
                                      m.step,         {experiment_.communicator.size()},
                                      experiment_.dt, experiment_.sizes.mesh,
                                      inputs_};
  parallel::on_root(experiment_.communicator, [this] { claim_file(checkpointing_.file()); });
  output::write_checkpoint(checkpointing_.file(), facts, transfer_, experiment_.communicator);
  seconds_to_write_ = experiment_.communicator.max(timer.seconds());
  log::detail(fmt::format("checkpoint at step {} in {:.2g} s", m.step, seconds_to_write_));
}

}  // namespace unda::run

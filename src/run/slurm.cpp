// The lines of the job.
#include "run/slurm.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/memory_text.hpp"
#include "exec/machine.hpp"
#include "parallel/communicator.hpp"
#include "run/plan.hpp"
#include "run/result_directory.hpp"
#include "scenario/reader.hpp"

namespace unda::run {
namespace {

constexpr double least_seconds = 600;
constexpr double margin = 0.05, least_margin = 60, most_margin = 600;  // for the last checkpoint; of the limit, s, s
constexpr std::int64_t n_checkpoints = 20;

std::string shell_word(const std::string& text) {
  if (text.find_first_of(" \t\n'\"[]{}()*?$`\\&|;<>#~!") == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

struct Facts {
  scenario::Scenario scenario;
  std::vector<std::string> shots;
  double estimate = 0;  ///< s, on this machine
  double bytes = 0;
  std::int64_t n_steps = 0;
};

Facts facts_of(const SlurmOptions& o) {
  Facts facts;
  facts.shots = scenario::read_shots(o.scenario, o.overrides);
  facts.scenario = scenario::read_scenario(o.scenario, o.overrides);
  const Experiment e = prepare(facts.scenario);
  facts.estimate = estimated_seconds(e);
  facts.bytes = e.sizes.memory_bytes + e.sizes.absorbing_bytes;
  facts.n_steps = steps_for(e);
  return facts;
}

std::string header(const SlurmOptions& o, const Facts& facts, double limit) {
  const std::string name = o.scenario.stem().string();
  std::string text = fmt::format(
      "#!/bin/bash\n# {}: {} steps, {} in all; estimated at {:.3g} s on {} threads of the machine that wrote this\n",
      o.scenario.filename().string(), facts.n_steps, memory_text(facts.bytes), facts.estimate, exec::n_threads());
  const auto add = [&](const std::string& line) { text += "#SBATCH --" + line + "\n"; };
  add("job-name=" + shell_word(name));
  add(fmt::format("ntasks={}", o.ranks));
  add(fmt::format("cpus-per-task={}", o.threads));
  if (o.nodes > 0) add(fmt::format("nodes={}", o.nodes));
  if (o.gpus) add("gpus-per-task=1");
  add("time=" + slurm_time(limit));
  add(fmt::format("output={}-{}.log", shell_word(name), !facts.shots.empty() ? "%A_%a" : "%j"));
  add("open-mode=append");
  add("requeue");
  if (!facts.shots.empty())
    add(fmt::format("array=1-{}{}", facts.shots.size(), o.at_once > 0 ? fmt::format("%{}", o.at_once) : ""));
  if (!o.partition.empty()) add("partition=" + shell_word(o.partition));
  if (!o.account.empty()) add("account=" + shell_word(o.account));
  return text;
}

/// How the job starts or goes on, by what there is.
std::string start_of_run() {
  return "result=$out\nmore=()\n"
         "if [ -e \"$out/checkpoint/checkpoint.h5\" ]; then\n  more=(--restart)\n"
         "elif [ \"${SLURM_RESTART_COUNT:-0}\" -gt 0 ]; then\n  more=(--overwrite)  # ended before its first "
         "checkpoint\nfi\n";
}

std::string start_of_shot(const Facts& facts) {
  std::string names;
  for (const std::string& name : facts.shots) names += (names.empty() ? "" : " ") + shell_word(name);
  return fmt::format("shots=({})\nresult=$out/${{shots[$((SLURM_ARRAY_TASK_ID - 1))]}}\n", names) +
         "more=(--restart)  # leaves a shot alone that is done\n";
}

std::string command(const SlurmOptions& o, const Facts& facts, double limit) {
  const double rest = std::clamp(margin * limit, least_margin, most_margin);
  std::string text = fmt::format("srun {} run {} --out \"$out\" --time-limit {:.0f}", shell_word(o.program.string()),
                                 shell_word(std::filesystem::absolute(o.scenario).string()), limit - rest);
  if (!facts.shots.empty()) text += " --shot \"$SLURM_ARRAY_TASK_ID\"";
  for (const std::string& change : o.overrides) text += " --set " + shell_word(change);
  if (o.gpus) text += " --set solver.device=gpu";
  if (!facts.scenario.output.checkpoint_every_steps)
    text += fmt::format(" --set output.checkpoint.every_steps={}",
                        std::max<std::int64_t>(1, facts.n_steps / n_checkpoints));
  return text + " \"${more[@]}\"\n";
}

}  // namespace

double slurm_seconds(double estimate, int threads_here, int threads_of_job) {
  const double twice = 2 * estimate * threads_here / std::max(1, threads_of_job);
  return 60 * std::ceil(std::max(twice, least_seconds) / 60);
}

std::string slurm_time(double seconds) {
  const auto all = static_cast<std::int64_t>(std::ceil(seconds));
  const std::string clock = fmt::format("{:02}:{:02}:{:02}", all / 3600 % 24, all / 60 % 60, all % 60);
  return all >= 86400 ? fmt::format("{}-{}", all / 86400, clock) : clock;
}

std::string slurm_script(const SlurmOptions& o) {
  if (o.ranks < 1 || o.threads < 1)
    throw InputError(fmt::format("--ranks, --threads: found {} and {}; must be 1 or more", o.ranks, o.threads));
  if (o.ranks > 1 && !parallel::has_mpi())
    throw InputError(
        fmt::format("--ranks: found {}; this program is built without MPI and runs as one (-DUNDA_MPI=on)", o.ranks));
  const Facts facts = facts_of(o);
  const double limit = o.seconds ? *o.seconds : slurm_seconds(facts.estimate, exec::n_threads(), o.ranks * o.threads);
  if (limit < 2 * least_margin)
    throw InputError(fmt::format("--time: found {:g} s; a checkpoint needs {:g} s at least", limit, 2 * least_margin));
  const std::filesystem::path out = std::filesystem::absolute(result_path(facts.scenario, o.out));
  std::string text = header(o, facts, limit);
  text += "\nset -u\nexport OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK\n";
  text +=
      fmt::format("out={}\n", shell_word(out.string())) + (facts.shots.empty() ? start_of_run() : start_of_shot(facts));
  text += "\n# Stops with a checkpoint before the time limit; the job then goes back into the queue and continues.\n";
  text += command(o, facts, limit) + "code=$?\n";
  text += "if [ $code -eq 0 ] && grep -q '\"status\": \"paused\"' \"$result/report.json\"; then\n";
  text += fmt::format("  scontrol requeue \"{}\"\nfi\nexit $code\n",
                      facts.shots.empty() ? "$SLURM_JOB_ID" : "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID");
  return text;
}

}  // namespace unda::run

// Sharing shots among ranks.
#include "run/shots.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"
#include "parallel/task_queue.hpp"
#include "parallel/together.hpp"
#include "run/result_directory.hpp"
#include "run/result_lock.hpp"
#include "run/shot_index.hpp"
#include "scenario/reader.hpp"

namespace unda::run {
namespace {

using parallel::Communicator;

/// How many shots run at the same time.
int n_groups(const scenario::Scenario& s, std::size_t n_shots) {
  const int n_ranks = Communicator::world().size();
  if (!s.parallel.ranks.empty()) {
    std::int64_t each = 1;
    for (const std::int64_t n : s.parallel.ranks) each *= n;
    if (n_ranks % each != 0)
      s.fail("parallel.ranks", fmt::format("{} ranks a shot do not divide the ranks of this run: {}", each,
                                           parallel::ranks_in_words(n_ranks)));
    return static_cast<int>(n_ranks / each);
  }
  if (s.parallel.shots > n_ranks)
    s.fail("parallel.shots",
           fmt::format("found {}; the ranks of this run: {}", s.parallel.shots, parallel::ranks_in_words(n_ranks)));
  if (s.parallel.shots > 0) return static_cast<int>(s.parallel.shots);
  return static_cast<int>(std::min<std::size_t>(n_shots, static_cast<std::size_t>(n_ranks)));
}

/// Writes what became of the shots, and throws where some are not done.
void conclude(const std::filesystem::path& out, bool interrupted) {
  const ShotIndex index = finish_shot_index(out, !interrupted);
  const std::size_t n = index.shots.size();
  std::size_t n_failed = 0, n_left = 0;
  std::string failed;
  for (const ShotState& shot : index.shots) {
    if (shot.status == "waiting" || shot.status == "interrupted") ++n_left;
    if (shot.status != "failed" && shot.status != "stopped") continue;
    if (n_failed++ == 0) failed = fmt::format("{}{}{}", shot.name, shot.reason.empty() ? "" : ": ", shot.reason);
  }
  const std::size_t n_paused = index.n_with("paused");
  log::say("{} of {} shots done{}: {}", n - n_failed - n_left - n_paused, n,
           n_paused > 0 ? fmt::format(", {} paused", n_paused) : "", out.string());
  require(n_failed == 0, "{} of {} shots failed, the first {}", n_failed, n, failed);
  require(n_left == 0, "{} of {} shots are not done; --restart goes on with them", n_left, n);
}

void check_directories(const std::filesystem::path& out, const std::vector<std::string>& names,
                       const std::vector<scenario::Scenario>& shots, bool overwrite) {
  check_directory(out, overwrite, {"shots.json"});
  for (std::size_t n = 0; n < names.size(); ++n) check_result_directory(out / names[n], overwrite, shots[n]);
}

/// Makes the directory ready. Which shots are done already, by number: 1, else 0.
std::vector<double> begin(const std::filesystem::path& out, const std::filesystem::path& file,
                          const std::vector<std::string>& changes, const std::vector<std::string>& names,
                          const std::vector<scenario::Scenario>& shots, const RunOptions& options, ResultLock& lock) {
  std::vector<double> done(names.size(), 0);
  if (options.restart && std::filesystem::is_directory(out)) {
    lock.take(out);
    begin_shot_index(out, file, changes, names, true);
    const ShotIndex index = read_shot_index(out);
    for (std::size_t n = 0; n < names.size(); ++n) done[n] = index.shots[n].status == "done" ? 1 : 0;
    return done;
  }
  lock.take(out);
  if (!options.restart) check_directories(out, names, shots, options.overwrite);
  lock.make(out);
  if (!options.restart) check_directories(out, names, shots, options.overwrite);  // another may have been there first
  make_directory(out);
  begin_shot_index(out, file, changes, names, false);
  return done;
}

}  // namespace

void run_shots(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const std::vector<std::string>& names, const RunOptions& options) {
  const Communicator& world = Communicator::world();
  // All are read first, so that a mistake in the last is known before the first is run.
  std::vector<scenario::Scenario> shots;
  for (std::size_t n = 0; n < names.size(); ++n) shots.push_back(scenario::read_scenario(file, overrides, {}, n));
  const std::filesystem::path out = result_path(shots.front(), options.out);
  const int groups = n_groups(shots.front(), names.size());
  std::vector<double> done(names.size(), 0);
  ResultLock lock;
  parallel::on_root(world, [&] { done = begin(out, file, overrides, names, shots, options, lock); });
  world.broadcast(done);
  log::say("{} shots, {} at a time", names.size(), groups);

  const Communicator group =
      world.split(static_cast<int>(static_cast<std::int64_t>(world.rank()) * groups / world.size()));
  parallel::TaskQueue queue(world);
  bool interrupted = false;
  while (true) {
    double next = group.is_root() ? static_cast<double>(queue.next()) : 0;
    group.broadcast({&next, 1});
    const auto n = static_cast<std::size_t>(next);
    if (n >= names.size()) break;
    RunOptions own = options;
    own.out = out / names[n];
    if (options.restart) {
      std::error_code none;
      own.restart = std::filesystem::exists(own.out / "checkpoint" / "checkpoint.h5", none);
      own.overwrite = !own.restart;
      group.barrier();  // before a rank changes what another has yet to look at
      if (done[n] > 0) continue;
    }
    try {
      run_scenario(shots[n], own, group);
    } catch (const Interrupted& e) {
      log::line(e.what());
      interrupted = true;
      break;
    } catch (const RunError& e) {
      if (!parallel::all_agree_to_end(group)) throw;  // this rank alone: the others of its group wait for it
      log::say("shot {} failed: {}", names[n], e.what());
    }
  }
  interrupted = world.max(interrupted ? 1.0 : 0.0) > 0;
  parallel::on_root(world, [&] { conclude(out, interrupted); });
}

void run_one_shot(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                  const std::vector<std::string>& names, std::size_t number, const RunOptions& options) {
  const scenario::Scenario shot = scenario::read_scenario(file, overrides, {}, number);
  const std::filesystem::path out = result_path(shot, options.out);
  RunOptions own = options;
  own.out = out / names[number];
  std::vector<double> state(2, 0);  // done; has a checkpoint
  const Communicator& world = Communicator::world();
  ResultLock lock;
  parallel::on_root(world, [&] {
    lock.make(out, ResultLock::Hold::shared);
    std::error_code none;
    const bool is_there = std::filesystem::exists(out / "shots.json", none);
    if (!is_there) make_directory(out);
    begin_shot_index(out, file, overrides, names, is_there);
    const ShotIndex index = read_shot_index(out);
    state[0] = index.shots[number].status == "done" ? 1 : 0;
    state[1] = std::filesystem::exists(own.out / "checkpoint" / "checkpoint.h5", none) ? 1 : 0;
  });
  world.broadcast(state);
  if (options.restart && state[0] > 0) return log::say("shot {} is done: {}", names[number], own.out.string());
  if (options.restart) {
    own.restart = state[1] > 0;
    own.overwrite = !own.restart;
  }
  run_scenario(shot, own);
}

}  // namespace unda::run

// Sharing shots among ranks.
#include "run/shots.hpp"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "parallel/task_queue.hpp"
#include "parallel/together.hpp"
#include "run/result_directory.hpp"
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
      s.fail("parallel.ranks", fmt::format("{} ranks a shot do not divide the {} ranks of this run", each, n_ranks));
    return static_cast<int>(n_ranks / each);
  }
  if (s.parallel.shots > n_ranks)
    s.fail("parallel.shots", fmt::format("found {}; this run has {} ranks", s.parallel.shots, n_ranks));
  if (s.parallel.shots > 0) return static_cast<int>(s.parallel.shots);
  return static_cast<int>(std::min<std::size_t>(n_shots, static_cast<std::size_t>(n_ranks)));
}

std::string status_of(const std::filesystem::path& directory, std::string* reason = nullptr) {
  std::ifstream in(directory / "report.json");
  const auto report = nlohmann::json::parse(in, nullptr, false);
  if (report.is_discarded() || !report.contains("status")) return "failed";
  if (reason != nullptr && report.contains("reason")) *reason = report["reason"];
  return report["status"];
}

void write_index(const std::filesystem::path& out, const std::vector<std::string>& names) {
  nlohmann::ordered_json index;
  index["shots"] = nlohmann::ordered_json::array();
  std::string failed;
  std::size_t n_failed = 0;
  for (const std::string& name : names) {
    std::string reason;
    const std::string status = status_of(out / name, &reason);
    index["shots"].push_back({{"name", name}, {"directory", name}, {"status", status}});
    if (status == "done" || status == "paused") continue;
    if (n_failed++ == 0) failed = fmt::format("{}{}{}", name, reason.empty() ? "" : ": ", reason);
  }
  write_text(out / "shots.json", index.dump(2) + "\n");
  log::say("{} of {} shots done: {}", names.size() - n_failed, names.size(), out.string());
  require(n_failed == 0, "{} of {} shots failed, the first {}", n_failed, names.size(), failed);
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
  parallel::on_root(world, [&] {
    if (options.restart) return;
    check_directory(out, options.overwrite, {"shots.json"});
    for (std::size_t n = 0; n < names.size(); ++n) check_result_directory(out / names[n], options.overwrite, shots[n]);
    make_directory(out, {"shots.json"});
  });
  log::say("{} shots, {} at a time", names.size(), groups);

  const Communicator group =
      world.split(static_cast<int>(static_cast<std::int64_t>(world.rank()) * groups / world.size()));
  parallel::TaskQueue queue(world);
  while (true) {
    double next = group.is_root() ? static_cast<double>(queue.next()) : 0;
    group.broadcast({&next, 1});
    const auto n = static_cast<std::size_t>(next);
    if (n >= names.size()) break;
    RunOptions own = options;
    own.out = out / names[n];
    if (options.restart) {
      std::error_code none;
      const bool done = status_of(own.out) == "done";
      own.restart = std::filesystem::exists(own.out / "checkpoint" / "checkpoint.h5", none);
      own.overwrite = !own.restart;
      group.barrier();  // before a rank changes what another has yet to look at
      if (done) continue;
    }
    try {
      run_scenario(shots[n], own, group);
    } catch (const Interrupted& e) {
      log::line(e.what());
      break;
    } catch (const RunError& e) {
      if (!parallel::all_agree_to_end(group)) throw;  // this rank alone: the others of its group wait for it
      log::say("shot {} failed: {}", names[n], e.what());
    }
  }
  world.barrier();
  parallel::on_root(world, [&] { write_index(out, names); });
}

}  // namespace unda::run

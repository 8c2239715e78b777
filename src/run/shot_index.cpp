// Reading and writing shots.json.
#include "run/shot_index.hpp"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/utc.hpp"
#include "run/progress.hpp"
#include "run/result_directory.hpp"
#include "run/result_lock.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* name_of_index = "shots.json";

Json parsed(const fs::path& file) {
  std::ifstream in(file);
  Json document = Json::parse(in, nullptr, false);
  return document.is_object() ? document : Json::object();
}

std::string text_in(const Json& table, const char* key) {
  const auto found = table.find(key);
  return found != table.end() && found->is_string() ? found->get<std::string>() : "";
}

/// What the files of a shot tell; `noted` is what shots.json says of one that has no report.
void look_at(ShotState& shot, const std::string& started, const std::string& noted) {
  const Json report = parsed(shot.directory / "report.json");
  const std::string status = text_in(report, "status"), finished = text_in(report, "finished");
  std::error_code none;
  if (is_locked(shot.directory)) {
    shot.status = "running";
  } else if (!status.empty() && finished >= started) {
    shot.status = status;
    shot.reason = text_in(report, "reason");
    shot.finished = finished;
    if (const auto wall = report.find("wall_seconds"); wall != report.end() && wall->is_object())
      for (const auto& [phase, seconds] : wall->items())
        if (seconds.is_number()) shot.wall_seconds += seconds.get<double>();
  } else if (noted == "failed") {
    shot.status = noted;
  } else {
    shot.status = status.empty() && fs::exists(shot.directory / "scenario.toml", none) ? "interrupted" : "waiting";
  }
}

void write(const ShotIndex& index) {
  Json document;
  document["scenario"] = index.scenario;
  document["set"] = index.changes;
  document["started"] = index.started;
  document["shots"] = Json::array();
  for (const ShotState& shot : index.shots)
    document["shots"].push_back({{"name", shot.name}, {"directory", shot.name}, {"status", shot.status}});
  write_text(claim_file(index.directory / name_of_index), document.dump(2) + "\n");
}

}  // namespace

std::size_t ShotIndex::n_with(const std::string& status) const {
  return static_cast<std::size_t>(
      std::count_if(shots.begin(), shots.end(), [&](const ShotState& shot) { return shot.status == status; }));
}

bool holds_shots(const fs::path& directory) {
  std::error_code none;
  return fs::is_regular_file(directory / name_of_index, none) && !fs::exists(directory / "traces.h5", none);
}

ShotIndex read_shot_index(const fs::path& directory) {
  const fs::path file = directory / name_of_index;
  std::error_code none;
  if (!fs::is_regular_file(file, none))
    throw InputError(
        fmt::format("{}: is no directory of shots: it has no {}, which a run of a scenario with [[shot]] writes",
                    directory.string(), name_of_index));
  const Json document = parsed(file);
  ShotIndex index{directory, text_in(document, "scenario"), {}, text_in(document, "started"), {}};
  if (const auto changes = document.find("set"); changes != document.end() && changes->is_array())
    for (const Json& change : *changes)
      if (change.is_string()) index.changes.push_back(change.get<std::string>());
  const auto shots = document.find("shots");
  const bool right = shots != document.end() && shots->is_array() && !shots->empty() &&
                     std::all_of(shots->begin(), shots->end(), [](const Json& shot) {
                       return shot.is_object() && !text_in(shot, "name").empty() && !text_in(shot, "directory").empty();
                     });
  if (!right) throw InputError(fmt::format("{}: is damaged, or lists no shots", file.string()));
  for (const Json& listed : *shots) {
    ShotState shot;
    shot.number = index.shots.size() + 1;
    shot.name = text_in(listed, "name");
    shot.directory = directory / text_in(listed, "directory");
    look_at(shot, index.started, text_in(listed, "status"));
    index.shots.push_back(std::move(shot));
  }
  return index;
}

void begin_shot_index(const fs::path& directory, const fs::path& scenario, const std::vector<std::string>& changes,
                      const std::vector<std::string>& names, bool restart) {
  ShotIndex index{directory, scenario.string(), changes, utc_now(), {}};
  if (restart) index.started = text_in(parsed(directory / name_of_index), "started");
  for (const std::string& name : names) {
    ShotState shot;
    shot.name = name;
    shot.status = "waiting";
    index.shots.push_back(std::move(shot));
  }
  write(index);
}

ShotIndex finish_shot_index(const fs::path& directory, bool all_tried) {
  ShotIndex index = read_shot_index(directory);
  for (ShotState& shot : index.shots)
    if (all_tried && (shot.status == "waiting" || shot.status == "interrupted")) shot.status = "failed";
  write(index);
  return index;
}

void print_shots(const ShotIndex& index) {
  const std::size_t n_done = index.n_with("done");
  log::say("{}: {} of {} shots done", index.directory.string(), n_done, index.shots.size());
  std::size_t width = 4;
  for (const ShotState& shot : index.shots) width = std::max(width, shot.name.size());
  for (const ShotState& shot : index.shots) {
    std::string more = shot.wall_seconds > 0 ? duration_text(shot.wall_seconds) : "";
    if (!shot.reason.empty()) more += (more.empty() ? "" : ", ") + shot.reason;
    std::string line = fmt::format("{:>5}  {:<{}}  {:<11}  {}", shot.number, shot.name, width, shot.status, more);
    log::line(line.erase(line.find_last_not_of(' ') + 1));
  }
  std::string changes;
  for (const std::string& change : index.changes) changes += fmt::format(" --set '{}'", change);
  if (n_done < index.shots.size() && index.n_with("running") == 0 && !index.scenario.empty())
    log::say("go on with: unda run {} --out {}{} --restart", index.scenario, index.directory.string(), changes);
}

std::string shots_json(const ShotIndex& index) {
  Json document;
  document["directory"] = index.directory.string();
  document["scenario"] = index.scenario;
  document["started"] = index.started;
  document["done"] = index.n_with("done");
  document["shots"] = Json::array();
  for (const ShotState& shot : index.shots) {
    Json entry{{"number", shot.number}, {"name", shot.name}, {"directory", shot.directory.string()}};
    entry["status"] = shot.status;
    if (!shot.reason.empty()) entry["reason"] = shot.reason;
    if (!shot.finished.empty()) entry["finished"] = shot.finished;
    if (shot.wall_seconds > 0) entry["wall_seconds"] = shot.wall_seconds;
    document["shots"].push_back(std::move(entry));
  }
  return document.dump(2);
}

}  // namespace unda::run

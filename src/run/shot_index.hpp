// shots.json of a directory of shots: which shots there are, in the order of the scenario, and what has become of each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda::run {

struct ShotState {
  std::size_t number = 1;  ///< in the scenario, from 1
  std::string name;
  std::filesystem::path directory;
  /// done, paused (by its time limit), stopped (blown up, or by a signal), failed (no result), running, interrupted (a
  /// result was begun, and nobody is at work on it) or waiting.
  std::string status;
  std::string reason, finished;  ///< why it stopped; UTC; empty: not known
  double wall_seconds = 0;
};

struct ShotIndex {
  std::filesystem::path directory;
  std::string scenario;              ///< file, as it was named to the run
  std::vector<std::string> changes;  ///< --set of the run
  std::string started;               ///< UTC; results that are older belong to an earlier run
  std::vector<ShotState> shots;

  std::size_t n_with(const std::string& status) const;
};

/// True for a directory that a run of shots has written, not for that of one of its shots.
bool holds_shots(const std::filesystem::path& directory);

/// Looks at the directory of every shot, also while the run goes on. Throws InputError.
ShotIndex read_shot_index(const std::filesystem::path& directory);

/// Writes the names, all waiting; with `restart` the start of the run before stays.
void begin_shot_index(const std::filesystem::path& directory, const std::filesystem::path& scenario,
                      const std::vector<std::string>& changes, const std::vector<std::string>& names, bool restart);
/// Writes what became of each at the end of a run; `all_tried`: what has no result has failed. Returns what it wrote.
ShotIndex finish_shot_index(const std::filesystem::path& directory, bool all_tried);

/// unda shots: a line for each, and how to go on.
void print_shots(const ShotIndex& index);
std::string shots_json(const ShotIndex& index);

}  // namespace unda::run

// Finding traces.
#include "run/result_files.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/log.hpp"

namespace unda::run {

namespace fs = std::filesystem;

fs::path traces_file(const fs::path& given) {
  std::error_code error;
  fs::path file = fs::is_directory(given, error) ? given / "traces.h5" : given;
  if (!fs::is_regular_file(file, error))
    throw InputError(fmt::format(
        "{}: there is no such file; name a traces.h5, a result directory or a directory of shots", file.string()));
  return file;
}

std::vector<MadeOfTraces> made_of_traces(const fs::path& given, const std::string& name, const fs::path& out) {
  if (!holds_shots(given)) {
    const fs::path traces = traces_file(given);
    return {{traces, out.empty() ? traces.parent_path() / name : out}};
  }
  std::vector<MadeOfTraces> files;
  for (const ShotState& shot : shots_done(given)) {
    const fs::path traces = traces_file(shot.directory);
    files.push_back({traces, traces.parent_path() / name});
  }
  if (!out.empty()) throw InputError(fmt::format("-o: each shot has a {} beside its traces; leave -o out", name));
  return files;
}

std::vector<ShotState> shots_done(const fs::path& directory) {
  std::vector<ShotState> done;
  std::string others;
  for (const ShotState& shot : read_shot_index(directory).shots) {
    if (shot.status == "done")
      done.push_back(shot);
    else
      others += fmt::format("{}{} ({})", others.empty() ? "" : ", ", shot.name, shot.status);
  }
  if (done.empty()) throw InputError(fmt::format("{}: no shot is done: {}", directory.string(), others));
  if (!others.empty()) log::warn("left out, as they are not done: {}", others);
  return done;
}

}  // namespace unda::run

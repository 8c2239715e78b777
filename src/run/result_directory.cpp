// Making and clearing result directories.
#include "run/result_directory.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "base/error.hpp"
#include "run/manifest.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

/// Of the files in `directory`, those below it that are named like what a run would write, and were not written by one.
void refuse_foreign_files(const fs::path& directory, const std::vector<std::string>& names, const char* option) {
  const Manifest manifest(directory);
  Manifest planned("");
  planned.add(names);
  std::error_code none;
  for (fs::recursive_directory_iterator entry(directory, none), end; entry != end && !none; entry.increment(none)) {
    if (entry.depth() > 1) entry.disable_recursion_pending();
    const fs::path relative = entry->path().lexically_relative(directory);
    const std::string name = relative.generic_string();
    // The names of pictures are known after they are drawn.
    const bool in_the_way = planned.lists(name) || (name.starts_with("plots/") && name.ends_with(".png"));
    if (in_the_way && !manifest.lists(name))
      throw InputError(
          fmt::format("{}: {} was not written by a run of unda and would be replaced; move it away, or give "
                      "another --out",
                      option, entry->path().string()));
  }
}

/// The scenario and the files it names must not be among the files that are replaced.
void refuse_own_input(const fs::path& directory, const scenario::Scenario& scenario) {
  const Manifest manifest(directory);
  std::vector<fs::path> inputs{scenario.file};
  for (const scenario::InputFile& file : scenario.input_files) inputs.push_back(file.path);
  std::error_code none;
  const fs::path home = fs::weakly_canonical(directory, none);
  for (const fs::path& input : inputs) {
    const std::string name = fs::weakly_canonical(input, none).lexically_relative(home).generic_string();
    Manifest planned("");
    planned.add(names_of_result());
    if (planned.lists(name) || manifest.lists(name))
      throw InputError(fmt::format(
          "--out: {} is read by this run and would be replaced by its result; copy it elsewhere, or give another --out",
          input.string()));
  }
}

/// The directory whose manifest a file belongs to, and its name there.
std::optional<std::pair<fs::path, std::string>> listed_place(const fs::path& file) {
  const fs::path folder = file.parent_path();
  std::error_code none;
  for (const fs::path& directory : {folder, folder.parent_path(), folder.parent_path().parent_path()})
    if (fs::exists(directory / "manifest.txt", none))
      return std::pair{directory, file.lexically_relative(directory).generic_string()};
  return {};
}

}  // namespace

const std::vector<std::string>& names_of_result() {
  static const std::vector<std::string> names{"traces.h5",
                                              "report.json",
                                              "run.log",
                                              "scenario.toml",
                                              "model.h5",
                                              "snapshots/mesh.vtkhdf",
                                              "snapshots/index.json",
                                              "snapshots/snapshot.vtkhdf.series",
                                              "snapshots/snapshot_*.vtkhdf",
                                              "surface/mesh.vtkhdf",
                                              "surface/index.json",
                                              "surface/surface.vtkhdf.series",
                                              "surface/surface_*.vtkhdf",
                                              "checkpoint/checkpoint.h5"};
  return names;
}

fs::path result_path(const scenario::Scenario& scenario, const fs::path& wish) {
  return wish.empty() ? fs::path("results") / scenario.file.stem() : wish;
}

void check_directory(const fs::path& directory, bool overwrite, const std::vector<std::string>& names) {
  std::error_code error;
  for (fs::path p = directory; !p.empty(); p = p.parent_path()) {
    const fs::file_status status = fs::status(p, error);
    if (fs::exists(status) && !fs::is_directory(status))
      throw InputError(fmt::format("--out: {} cannot be a directory: {} is a file", directory.string(), p.string()));
    if (p == p.parent_path()) break;
  }
  if (overwrite) return refuse_foreign_files(directory, names, "--overwrite");
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.path().filename() != "run.lock")
      throw InputError(
          fmt::format("--out: {} is not empty; give another --out, or --overwrite to replace the result in it",
                      directory.string()));
}

void check_result_directory(const fs::path& directory, bool overwrite, const scenario::Scenario& scenario) {
  check_directory(directory, overwrite, names_of_result());
  refuse_own_input(directory, scenario);
}

void check_restart_directory(const fs::path& directory) {
  std::error_code none;
  if (fs::exists(directory / "manifest.txt", none)) refuse_foreign_files(directory, names_of_result(), "--restart");
}

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw InputError(fmt::format("--out: cannot make {}: {}", directory.string(), error.message()));
  Manifest(directory).remove_files();
  Manifest(directory).begin();
}

void note_file(const fs::path& file) {
  if (const auto place = listed_place(file)) Manifest(place->first).note(place->second);
}

const fs::path& claim_file(const fs::path& file) {
  const auto place = listed_place(file);
  if (!place) return file;
  Manifest manifest(place->first);
  std::error_code none;
  require(manifest.lists(place->second) || !fs::exists(fs::symlink_status(file, none)),
          "{}: this file was not written by the run and would be replaced; move it away", file.string());
  manifest.note(place->second);
  return file;
}

void clear_result(const fs::path& directory) {
  std::error_code ignored;
  Manifest(directory).remove_files();
  if (fs::is_directory(directory, ignored)) fs::remove(directory, ignored);  // succeeds where it is empty
}

void write_text(const fs::path& file, const std::string& text) {
  const fs::path partial = file.string() + ".partial";
  errno = 0;
  {
    std::ofstream out(partial, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      const int reason = errno;
      std::error_code ignored;
      fs::remove(partial, ignored);
      throw RunError(fmt::format("{}: cannot write this file: {}", file.string(), std::strerror(reason)));
    }
  }
  std::error_code error;
  fs::rename(partial, file, error);
  require(!error, "{}: cannot write this file: {}", file.string(), error.message());
}

}  // namespace unda::run

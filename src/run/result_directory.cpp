// Making and clearing result directories.
#include "run/result_directory.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

constexpr const char* our_files[] = {"traces.h5", "report.json", "run.log",   "scenario.toml",
                                     "model.h5",  "plots",       "snapshots", "checkpoint"};

void remove_our_files(const fs::path& directory) {
  std::error_code ignored;
  for (const char* name : our_files) fs::remove_all(directory / name, ignored);
}

}  // namespace

fs::path result_path(const scenario::Scenario& scenario, const fs::path& wish) {
  return wish.empty() ? fs::path("results") / scenario.file.stem() : wish;
}

void check_result_directory(const fs::path& directory, bool overwrite) {
  std::error_code error;
  for (fs::path p = directory; !p.empty(); p = p.parent_path()) {
    const fs::file_status status = fs::status(p, error);
    if (fs::exists(status) && !fs::is_directory(status))
      throw InputError(fmt::format("--out: {} cannot be a directory: {} is a file", directory.string(), p.string()));
    if (p == p.parent_path()) break;
  }
  if (!overwrite && fs::is_directory(directory, error) && !fs::is_empty(directory, error))
    throw InputError(fmt::format(
        "--out: {} is not empty; give another --out, or --overwrite to replace the result in it", directory.string()));
}

void make_result_directory(const fs::path& directory, const scenario::Scenario& scenario) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw InputError(fmt::format("--out: cannot make {}: {}", directory.string(), error.message()));
  remove_our_files(directory);
  write_text(directory / "scenario.toml", scenario.effective_text);
}

void clear_result(const fs::path& directory) {
  std::error_code ignored;
  remove_our_files(directory);
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

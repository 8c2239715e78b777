// Files that come into being together.
#include "output/export/new_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"

namespace unda::output {

namespace fs = std::filesystem;

NewFiles::~NewFiles() {
  std::error_code ignored;
  for (std::size_t i = n_committed_; i < files_.size(); ++i) fs::remove(files_[i].first, ignored);
}

fs::path NewFiles::add(const fs::path& target) {
  std::error_code error;
  const fs::file_status there = fs::status(target, error);
  if (fs::is_directory(there)) throw InputError(fmt::format("{}: is a directory; give a file name", target.string()));
  if (fs::exists(there) && !overwrite_)
    throw InputError(
        fmt::format("{}: is there already; give another name, or --overwrite to replace it", target.string()));
  const fs::path parent = target.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, error)) {
    fs::create_directories(parent, error);
    if (error) throw InputError(fmt::format("{}: cannot make this directory: {}", parent.string(), error.message()));
  }
  files_.emplace_back(target.string() + ".partial", target);
  return files_.back().first;
}

void NewFiles::write(const fs::path& target, const std::string& bytes) {
  const fs::path partial = add(target);
  errno = 0;
  std::ofstream out(partial, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.flush();
  require(static_cast<bool>(out), "{}: cannot write this file: {}", target.string(), std::strerror(errno));
}

void NewFiles::commit() {
  for (; n_committed_ < files_.size(); ++n_committed_) {
    std::error_code error;
    const auto& [partial, target] = files_[n_committed_];
    fs::rename(partial, target, error);
    require(!error, "{}: cannot write this file: {}", target.string(), error.message());
  }
}

std::vector<fs::path> NewFiles::targets() const {
  std::vector<fs::path> out;
  for (const auto& file : files_) out.push_back(file.second);
  return out;
}

}  // namespace unda::output

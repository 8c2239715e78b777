// Reading, writing and obeying manifests.
#include "run/manifest.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "run/result_directory.hpp"

namespace unda::run {

namespace fs = std::filesystem;

namespace {

constexpr const char* name_of_manifest = "manifest.txt";
constexpr const char* unfinished = ".partial";

bool matches(const std::string& pattern, const std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  const std::string head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  if (name.size() <= head.size() + tail.size() || !name.starts_with(head) || !name.ends_with(tail)) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(head.size()),
                     name.end() - static_cast<std::ptrdiff_t>(tail.size()),
                     [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Manifest::Manifest(fs::path directory) : directory_(std::move(directory)) {
  std::ifstream in(directory_ / name_of_manifest);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') names_.push_back(line);
}

bool Manifest::lists(const std::string& name) const {
  const std::string whole = name.ends_with(unfinished) ? name.substr(0, name.size() - 8) : name;
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& listed) { return matches(listed, whole); });
}

void Manifest::add(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
}

void Manifest::begin() const {
  write_text(directory_ / name_of_manifest,
             "# Files that runs of unda have written here; unda run --overwrite removes these and no others.\n");
}

void Manifest::note(const std::string& name) {
  if (lists(name)) return;
  add({name});
  std::ofstream out(directory_ / name_of_manifest, std::ios::binary | std::ios::app);
  out << name + "\n";
  out.flush();
  require(out.good(), "{}: cannot write this file; has the disk room?", (directory_ / name_of_manifest).string());
}

/// Regular files and links, at most one folder deep: a result has no more.
std::vector<fs::path> Manifest::files_below() const {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory_, none)) {
    if (entry.is_directory(none) && !entry.is_symlink(none)) {
      for (const auto& below : fs::directory_iterator(entry.path(), none))
        files.push_back(entry.path().filename() / below.path().filename());
    } else {
      files.push_back(entry.path().filename());
    }
  }
  return files;
}

void Manifest::remove_files() const {
  std::error_code ignored;
  for (const fs::path& file : files_below())
    if (lists(file.generic_string()) && !fs::is_directory(fs::symlink_status(directory_ / file, ignored)))
      fs::remove(directory_ / file, ignored);
  for (const std::string& name : names_)  // folders: remove() leaves those that are not empty
    if (const fs::path folder = fs::path(name).parent_path(); !folder.empty() && !folder.has_parent_path())
      if (fs::is_directory(fs::symlink_status(directory_ / folder, ignored))) fs::remove(directory_ / folder, ignored);
  fs::remove(directory_ / name_of_manifest, ignored);
}

}  // namespace unda::run

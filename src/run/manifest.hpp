// manifest.txt of a result directory: which of its files a run has written, or may write. Only these are ever removed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda::run {

class Manifest {
 public:
  /// Of a directory; empty where it has none.
  explicit Manifest(std::filesystem::path directory);

  /// Names below the directory, for instance snapshots/index.json; one * stands for digits.
  bool lists(const std::string& name) const;
  void add(const std::vector<std::string>& names);
  void write() const;

  /// Removes the files that are listed, their parts that were never finished, the manifest itself, and folders that are
  /// then empty.
  void remove_files() const;

 private:
  std::vector<std::filesystem::path> files_below() const;
  std::filesystem::path directory_;
  std::vector<std::string> names_;
};

}  // namespace unda::run

// manifest.txt of a result directory: which of its files runs have written. Each is noted before it is written, so that a run that is
// killed leaves none that is not listed. Only these are ever removed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unda::run {

class Manifest {
 public:
  /// Of a directory; empty where it has none.
  explicit Manifest(std::filesystem::path directory);

  /// Names below the directory, for instance snapshots/index.json; one * stands for digits (in lists of what a run may write).
  bool lists(const std::string& name) const;
  void add(const std::vector<std::string>& names);
  /// A manifest that lists nothing yet.
  void begin() const;
  /// Adds a name, at once and for good.
  void note(const std::string& name);

  /// Removes the files that are listed, their parts that were never finished, the manifest itself, and folders that are
  /// then empty.
  void remove_files() const;

 private:
  std::vector<std::filesystem::path> files_below() const;
  std::filesystem::path directory_;
  std::vector<std::string> names_;
};

}  // namespace unda::run

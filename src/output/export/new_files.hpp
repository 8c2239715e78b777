// Files that come into being together: written beside their places under other names, renamed at the end.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace unda::output {

class NewFiles {
 public:
  explicit NewFiles(bool overwrite) : overwrite_(overwrite) {}
  ~NewFiles();  ///< removes what was not renamed
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  /// The name under which to write what will be `target`; makes the directory. Throws InputError when the target is
  /// there already and must stay.
  std::filesystem::path add(const std::filesystem::path& target);
  /// Writes bytes under the name for `target`.
  void write(const std::filesystem::path& target, const std::string& bytes);
  /// Gives all files their names.
  void commit();

  std::vector<std::filesystem::path> targets() const;

 private:
  bool overwrite_;
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> files_;  ///< partial, target
  std::size_t n_committed_ = 0;
};

}  // namespace unda::output

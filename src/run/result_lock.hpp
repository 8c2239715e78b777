// One run at a time writes into a directory: of a result, of shots, of a verification. Processes that run single shots of one directory
// (job arrays) share it. The lock is the kernel's, on the file run.lock: it ends with the
// process that holds it, however that ends.
#pragma once

#include <filesystem>
#include <string>

#include "scenario/scenario.hpp"

namespace unda::run {

class ResultLock {
 public:
  enum class Hold { alone, shared };

  ResultLock() = default;
  ~ResultLock();
  ResultLock(const ResultLock&) = delete;
  ResultLock& operator=(const ResultLock&) = delete;

  /// Throws InputError, with process and host, where another run holds the directory. Nothing where it is held already or
  /// the directory does not exist.
  void take(const std::filesystem::path& directory, Hold hold = Hold::alone);
  /// Makes the directory first.
  void make(const std::filesystem::path& directory, Hold hold = Hold::alone);

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  Hold hold_ = Hold::alone;
};

/// Whether a run holds the directory now.
bool is_locked(const std::filesystem::path& directory);

/// Takes the lock and makes the directory of a result, with its manifest and its scenario. Checked again under the lock, because
/// another run may have been there since the first look.
void make_result_directory(const std::filesystem::path& directory, bool overwrite, const scenario::Scenario& scenario,
                           ResultLock& lock);

}  // namespace unda::run

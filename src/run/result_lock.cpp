// flock, with a note about who holds it.
#include "run/result_lock.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.hpp"
#include "run/result_directory.hpp"

namespace unda::run {
namespace {

std::string holder_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  return std::getline(in, line) && !line.empty() ? line : "another process";
}

/// Who removed the file between our opening and locking it holds no lock that counts, and neither do we.
bool is_still(int descriptor, const std::filesystem::path& file) {
  struct stat open {
  }, named{};
  return fstat(descriptor, &open) == 0 && stat(file.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

std::string own_name() {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  return fmt::format("process {} on {}\n", getpid(), host);
}

}  // namespace

void ResultLock::take(const std::filesystem::path& directory, Hold hold) {
  std::error_code none;
  if (descriptor_ >= 0 || !std::filesystem::is_directory(directory, none)) return;
  file_ = directory / "run.lock";
  hold_ = hold;
  while (true) {
    const int descriptor = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
      throw InputError(fmt::format("--out: cannot write {}: {}", file_.string(), std::strerror(errno)));
    if (flock(descriptor, (hold == Hold::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(descriptor);
      throw InputError(fmt::format("--out: {} is being written by {}; wait for its end, or give another --out",
                                   directory.string(), holder_of(file_)));
    }
    // File systems without locks have none to break: then the directory is as safe as it was.
    if (is_still(descriptor, file_)) {
      descriptor_ = descriptor;
      break;
    }
    close(descriptor);
  }
  const std::string name = own_name();
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, name.data(), name.size(), 0) < 0) return;  // only a note
}

void ResultLock::make(const std::filesystem::path& directory, Hold hold) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw InputError(fmt::format("--out: cannot make {}: {}", directory.string(), error.message()));
  take(directory, hold);
}

ResultLock::~ResultLock() {
  if (descriptor_ < 0) return;
  // The last of those who share it removes the file.
  if (hold_ == Hold::alone || flock(descriptor_, LOCK_EX | LOCK_NB) == 0) unlink(file_.c_str());
  close(descriptor_);
}

bool is_locked(const std::filesystem::path& directory) {
  const int descriptor = open((directory / "run.lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool held = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(descriptor);
  return held;
}

void make_result_directory(const std::filesystem::path& directory, bool overwrite, const scenario::Scenario& scenario,
                           ResultLock& lock) {
  lock.make(directory);
  check_result_directory(directory, overwrite, scenario);
  make_directory(directory);
  write_text(claim_file(directory / "scenario.toml"), scenario.effective_text);
}

}  // namespace unda::run

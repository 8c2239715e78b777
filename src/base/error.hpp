// Errors that reach the user: wrong input (exit code 2) and failures while running (exit code 1).
// For mistakes of ours there is assert().
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace unda {

enum ExitCode : int { exit_done = 0, exit_failed = 1, exit_bad_input = 2 };

/// The input is wrong. Holds one message per mistake found; each is printed on a line of its own.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : InputError(std::vector<std::string>{message}) {}
  explicit InputError(std::vector<std::string> messages)
      : std::runtime_error(messages.empty() ? "wrong input" : messages.front()), messages_(std::move(messages)) {}

  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

/// Something failed while running: a full disk, an unstable run, a lost device.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Always-on check of something that depends on the outside world; the message says what to do about it.
template <class... Args>
void require(bool condition, fmt::format_string<Args...> message, Args&&... args) {
  if (!condition) throw RunError(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace unda

// All that is wrong with a scenario, gathered so that the user sees every mistake at once.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace unda::scenario {

class Problems {
 public:
  /// The scenario's file and places give each message its head; it must outlive this.
  explicit Problems(const Scenario& scenario) : scenario_(scenario) {}

  /// `line` 0: where the key stands.
  void add(const std::string& key, const std::string& message, int line = 0);
  bool none() const { return found_.empty(); }
  /// True when nothing is wrong with the keys that start so.
  bool none_in(const std::string& prefix) const;
  /// Throws InputError with the messages in the order of the file, if there are any.
  void throw_if_any() const;

 private:
  struct Problem {
    int line;
    std::string key, message;
  };
  const Scenario& scenario_;
  std::vector<Problem> found_;
  std::size_t count_ = 0;  ///< with those that were not kept
};

}  // namespace unda::scenario

// All that is wrong with a scenario, gathered so that the user sees every mistake at once.
#include "scenario/problems.hpp"

#include <algorithm>

#include <climits>
#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::scenario {

namespace {
constexpr std::size_t most_kept = 1000;
}

void Problems::add(const std::string& key, const std::string& message, int line) {
  ++count_;
  if (found_.size() >= most_kept) return;
  const auto* place = scenario_.origin_of(key);
  const int own_line = place ? place->line : 0;
  const int at = line > 0 ? line : own_line > 0 ? own_line : INT_MAX;
  found_.push_back({at, key, scenario_.complaint(key, message, line)});
}

bool Problems::none_in(const std::string& prefix) const {
  return std::none_of(found_.begin(), found_.end(), [&](const Problem& p) { return p.key.starts_with(prefix); });
}

void Problems::throw_if_any() const {
  if (found_.empty()) return;
  constexpr std::size_t most_shown = 20;
  std::vector<Problem> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < std::min(most_shown, sorted.size()); ++i) messages.push_back(sorted[i].message);
  if (count_ > most_shown) messages.push_back(fmt::format("and {} more mistakes", count_ - most_shown));
  throw InputError(messages);
}

}  // namespace unda::scenario

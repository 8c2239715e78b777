// Small pieces of messages: lists of words, the nearest known word, long texts cut short.
#include "scenario/wording.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace unda::scenario {

namespace {

/// Least number of inserted, deleted, replaced and swapped neighbouring characters (optimal string
/// alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last.back();
}

}  // namespace

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return text;
  std::size_t end = longest - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string listed(const std::vector<std::string>& words, const std::string& quote) {
  std::string out;
  for (const std::string& word : words) out += fmt::format("{0}{1}{2}{1}", out.empty() ? "" : ", ", quote, word);
  return out;
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.size() > 60) return "";
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace unda::scenario

// Slots: what a key of the scenario may hold, and the variable it goes to.
// A slot describes its type and default for the reference page, and reads a Value into its variable.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "scenario/names.hpp"
#include "scenario/scenario.hpp"
#include "scenario/value.hpp"

namespace unda::scenario {

/// The numbers that are allowed.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;
  bool even = false;

  bool allow(double) const;
  std::string words() const;  ///< " greater than 0", or nothing
};

inline constexpr Limits any_number{};
inline constexpr Limits positive{.low = 0, .low_excluded = true};
inline constexpr Limits non_negative{.low = 0};
constexpr Limits between(double low, double high) { return {.low = low, .high = high}; }
constexpr Limits at_least(double low) { return {.low = low}; }

struct Slot {
  std::string type;                  ///< completes "must be ..."
  std::string fallback;              ///< the default as a file would give it; empty: none
  std::function<void(Value&)> read;  ///< throws Mistake
};

Slot number(double&, const Limits& = any_number);
Slot number(std::optional<double>&, const Limits& = any_number);
Slot integer(int&, const Limits& = any_number);
Slot integer(std::int64_t&, const Limits& = any_number);
Slot integer(std::uint64_t&, const Limits&);
Slot integer(std::optional<std::int64_t>&, const Limits& = any_number);
Slot boolean(bool&);
Slot text(std::string&);
Slot texts(std::vector<std::string>&);
/// [low, high] with low < high.
Slot interval(Interval&);
/// One number for each of the physical axes listed.
Slot components(Vector&, const std::vector<int>& axes, const Limits& = any_number);
/// Any number of points, each with one number for each of the axes.
Slot points(std::vector<Vector>&, const std::vector<int>& axes);
Slot numbers(std::vector<double>&, std::size_t count);
Slot integers(std::vector<std::int64_t>&, std::size_t count, const Limits&);
/// A file name; a relative one is taken from `directory` and made absolute, in the document as well;
/// `made_absolute` is then set.
Slot file(std::filesystem::path&, const std::filesystem::path& directory, bool& made_absolute);
/// Throws Mistake unless there is a file of that name that can be opened.
void require_file(const std::filesystem::path&);

Slot word_slot(std::span<const char* const> words, std::size_t current, const std::function<void(std::size_t)>& set);
Slot words_slot(std::span<const char* const> words, const std::function<void(const std::vector<std::size_t>&)>& set);

/// One of an enumeration's words.
template <class E>
Slot word(E& target) {
  return word_slot(names<E>, static_cast<std::size_t>(target), [&](std::size_t i) { target = static_cast<E>(i); });
}

/// Some of an enumeration's words, at least one, none twice.
template <class E>
Slot words(std::vector<E>& target) {
  return words_slot(names<E>, [&](const std::vector<std::size_t>& chosen) {
    target.clear();
    for (std::size_t i : chosen) target.push_back(static_cast<E>(i));
  });
}

}  // namespace unda::scenario

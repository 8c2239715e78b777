// The scenario's own small functions: names of enumerators, derived numbers, and places of keys for messages.
// Reading and checking live in reader.cpp and the files it uses.
#include "scenario/scenario.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "scenario/names.hpp"

namespace unda::scenario {

namespace {

template <class E>
const char* word_for(E e) {
  return names<E>.at(static_cast<std::size_t>(e));
}

/// "source[1].moment.xy" without its last step: "source[1].moment", then "source[1]", then "source", then "".
std::string enclosing(const std::string& key) {
  const auto cut = key.find_last_of(".[");
  return cut == std::string::npos ? std::string() : key.substr(0, cut);
}

std::string without_indices(const std::string& key) {
  std::string plain;
  bool inside = false;
  for (char c : key) {
    if (c == '[') inside = true;
    if (!inside) plain += c;
    if (c == ']') inside = false;
  }
  return plain;
}

/// " (source 2 of 3)" for "source[1].position"; nothing when the table stands alone.
std::string which_of_several(const std::string& key, const std::map<std::string, Scenario::KeyOrigin>& places) {
  const auto open = key.rfind('[');
  if (open == std::string::npos) return "";
  int index = -1, count = 0;
  std::from_chars(key.data() + open + 1, key.data() + key.size(), index);
  const std::string array = key.substr(0, open), name = array.substr(array.find_last_of('.') + 1);
  while (places.contains(fmt::format("{}[{}]", array, count))) ++count;
  return index < 0 || index >= count || count < 2 ? "" : fmt::format(" ({} {} of {})", name, index + 1, count);
}

}  // namespace

bool BoundaryPatch::contains(const Vector& x) const {
  for (std::size_t a = 0; a < 3; ++a)
    if (x[a] < extent[a].low || x[a] > extent[a].high) return false;
  return true;
}

BoundaryKind condition_at(const std::vector<BoundaryPatch>& patches, Face face, const Vector& x, BoundaryKind of_face) {
  BoundaryKind kind = of_face;
  for (const BoundaryPatch& patch : patches)
    if (patch.face == face && patch.contains(x)) kind = patch.kind;
  return kind;
}

bool has_patch(const std::vector<BoundaryPatch>& patches, Face face) {
  for (const BoundaryPatch& patch : patches)
    if (patch.face == face) return true;
  return false;
}

const char* name_of(ModelKind e) { return word_for(e); }
const char* name_of(BoundaryKind e) { return word_for(e); }
const char* name_of(SourceKind e) { return word_for(e); }
const char* name_of(TimeFunctionKind e) { return word_for(e); }
const char* name_of(Quantity e) { return word_for(e); }
const char* name_of(Method e) { return word_for(e); }
const char* name_of(Physics e) { return word_for(e); }
const char* name_of_order(Method e) { return e == Method::sem ? "degree" : "order"; }
const char* name_of(Precision e) { return word_for(e); }
const char* name_of(Device e) { return word_for(e); }
const char* name_of(TimeStepping e) { return word_for(e); }

int n_components(Quantity quantity, int dim) {
  if (quantity == Quantity::pressure) return 1;
  if (quantity == Quantity::stress) return dim == 3 ? 6 : 3;
  return dim;
}

std::vector<int> Domain::axes() const {
  if (dim == 1) return {0};
  if (dim == 2) return {0, 2};
  return {0, 1, 2};
}

std::int64_t TimeSpec::n_samples() const {
  return static_cast<std::int64_t>(std::floor(duration / sample_interval + 1e-9)) + 1;
}

const Scenario::KeyOrigin* Scenario::origin_of(const std::string& key) const {
  for (std::string k = key; !k.empty(); k = enclosing(k))
    if (const auto found = places.find(k); found != places.end()) return &found->second;
  return nullptr;
}

std::string Scenario::where(const std::string& key, int line) const {
  const KeyOrigin* place = origin_of(key);
  if (place && place->from_override) return fmt::format("{}: {}", place->override_text, without_indices(key));
  if (place && line == 0) line = place->line;
  if (file.empty()) return without_indices(key);
  const std::string at = line > 0 ? fmt::format(":{}", line) : "";
  return fmt::format("{}{}: {}", file.string(), at, without_indices(key));
}

std::string Scenario::complaint(const std::string& key, const std::string& message, int line) const {
  return fmt::format("{}: {}{}", where(key, line), message, which_of_several(key, places));
}

void Scenario::fail(const std::string& key, const std::string& message) const {
  throw InputError(complaint(key, message));
}

}  // namespace unda::scenario

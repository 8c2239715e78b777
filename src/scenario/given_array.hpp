// Numbers that a program which runs scenarios in its own process hands over in memory, where a document has the name of a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unda::scenario {

/// The memory belongs to whoever hands it over, for as long as the scenario is in use.
struct GivenArray {
  std::string name;                 ///< which stands in the document in place of a file's
  std::vector<std::int64_t> shape;  ///< slowest axis first; the last one is contiguous
  std::variant<std::span<const float>, std::span<const double>> values;
};

using GivenArrays = std::vector<std::shared_ptr<const GivenArray>>;

/// The array of that name; null where there is none.
std::shared_ptr<const GivenArray> array_named(const GivenArrays& arrays, const std::string& name);

}  // namespace unda::scenario

// Finding an array by its name.
#include "scenario/given_array.hpp"

#include <algorithm>

namespace unda::scenario {

std::shared_ptr<const GivenArray> array_named(const GivenArrays& arrays, const std::string& name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const auto& array) { return array->name == name; });
  return found == arrays.end() ? nullptr : *found;
}

}  // namespace unda::scenario

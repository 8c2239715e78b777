// In words: how well the elements of a mesh are shaped, and which of them hold the step of all others down.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/tetrahedra.hpp"

namespace unda::dg {

/// An element with a small step, and how many have the same.
struct SlowElement {
  std::size_t element = 0, n_alike = 1;
};

/// Those with the smallest steps, `most` at most, from the smallest on; of elements with the same step the first.
std::vector<SlowElement> slowest_elements(const std::vector<double>& step, std::size_t most);

/// Lines of a plan: a word, and what it says. `step`: the largest of each element, s.
std::vector<std::array<std::string, 2>> step_report(const mesh::Tetrahedra& mesh, const std::vector<double>& step);

}  // namespace unda::dg

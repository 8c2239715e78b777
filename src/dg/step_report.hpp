// In words: how well the elements of a mesh are shaped, and which of them hold the step of all others down.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "dg/make_medium.hpp"
#include "mesh/tetrahedra.hpp"
#include "method/step_bound.hpp"

namespace unda::dg {

/// An element with a small step, and how many have the same.
struct SlowElement {
  std::size_t element = 0, n_alike = 1;
};

/// Those with the smallest steps, `most` at most, from the smallest on; of elements with the same step the first.
std::vector<SlowElement> slowest_elements(const std::vector<double>& step, std::size_t most = 5);

/// How each of them bounds the step.
std::vector<method::StepBound> step_bounds(const mesh::Tetrahedra& mesh, const Materials& materials,
                                           const std::vector<SlowElement>& slowest);

/// Lines of a plan: a word, and what it says. `step`: the largest of each element, s; `bounds`: of the slowest elements. The first of
/// these is what bounds the step and is told elsewhere.
std::vector<std::array<std::string, 2>> step_report(const mesh::Tetrahedra& mesh, const std::vector<double>& step,
                                                    const std::vector<SlowElement>& slowest,
                                                    const std::vector<method::StepBound>& bounds);

}  // namespace unda::dg

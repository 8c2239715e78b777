// What unda compare prints: a table for people, or one JSON document.
#pragma once

#include <string>
#include <vector>

#include "verify/compare.hpp"

namespace unda::verify {

/// `all`: every row; otherwise the worst ones where there are many.
std::string comparison_table(const Comparison& comparison, bool all);

/// Where most of a receiver's misfit is.
const ComponentMisfit& worst_component(const ReceiverMisfit& receiver);

/// "worst: surface3 velocity: misfit 0.034, most of it in z".
std::string worst_line(const Comparison& comparison);

/// The comparison with the largest misfit.
const Comparison& worst_of(const std::vector<Comparison>& comparisons);

/// Figures that do not exist (weak components) and infinite ones are null.
std::string comparisons_json(const std::vector<Comparison>& comparisons, std::optional<double> tolerance);

}  // namespace unda::verify

// From an SRF or FSP file to a finite fault in the scenario's frame.
#pragma once

#include "scenario/ground.hpp"

namespace unda::scenario {

/// Whether the file is a finite fault.
bool is_fault_file(const std::filesystem::path& file);

/// Reads the file of source `i` into its fault. What is wrong goes to `problems`, with the lines of the file.
void resolve_fault(Scenario& scenario, std::size_t i, const Ground& ground, Problems& problems);

}  // namespace unda::scenario

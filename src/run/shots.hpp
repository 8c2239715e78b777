// The shots of a scenario: independent simulations, taken from a queue by groups of ranks.
#pragma once

#include "run/run.hpp"

namespace unda::run {

/// Runs every shot into a directory of its own below the result directory, and writes shots.json there: what became of
/// each. A shot that fails does not keep the others from running; at the end RunError tells which did. With
/// options.restart, shots that are done are left alone and those with a checkpoint go on from it. Collective over all
/// ranks.
void run_shots(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const std::vector<std::string>& names, const RunOptions& options);

/// Shot `number` (from 0) alone, into the directory where run_shots() would put it: for job arrays, whose jobs may do this side by
/// side. With options.restart a shot that is done is left alone, and one without a checkpoint starts anew.
void run_one_shot(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                  const std::vector<std::string>& names, std::size_t number, const RunOptions& options);

}  // namespace unda::run

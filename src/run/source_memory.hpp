// What many point sources, those of a finite fault, take of the memory beside the wavefield.
#pragma once

#include "run/experiment.hpp"

namespace unda::run {

/// The most of them that are kept at a time: all, or those that act in the steps of one table.
std::size_t sources_at_a_time(const std::vector<method::PointSource>& sources, double seconds_of_table);

/// Adds a remark to the plan; throws InputError, naming the source, where they have no room. Nothing where sources are few.
void tell_source_memory(Experiment& experiment);

}  // namespace unda::run

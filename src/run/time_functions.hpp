// The time functions that a scenario asks for.
#pragma once

#include <string>

#include "numerics/calibration.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// Throws InputError (through fail) when a file of samples cannot be used. `key` is "source[i].time_function".
std::shared_ptr<const numerics::TimeFunction> make_time_function(const scenario::TimeFunctionSpec& spec,
                                                                 const scenario::Scenario& scenario,
                                                                 const std::string& key);

/// The moment rate of an explosion that is given by its pressure, for a source of moment 1. Throws InputError also when the
/// pulse cannot be used.
std::shared_ptr<const numerics::TimeFunction> make_calibrated_time_function(const scenario::Calibration& calibration,
                                                                            const scenario::TimeFunctionSpec& spec,
                                                                            const numerics::SourceMedium& medium,
                                                                            const scenario::Scenario& scenario,
                                                                            const std::string& key);

}  // namespace unda::run

// The point sources of a finite fault: each point of the file and each direction in which it slips is one.
#pragma once

#include "method/propagator.hpp"
#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace unda::run {

/// Appends the sources of [[source]] `table`, which has a fault. The moment of a metre of slip is mu area, with vs and density of
/// the file where it has them, else of the model. Throws InputError with the line of the file for points in fluids.
void add_fault_sources(const scenario::Scenario& scenario, std::size_t table, const model::Model& model,
                       std::vector<method::PointSource>& sources);

/// "12000 points of 2 faults, 1.3e+19 N m in all (Mw 6.68)"; nothing without faults.
std::string describe_faults(const scenario::Scenario& scenario, const std::vector<method::PointSource>& sources);

}  // namespace unda::run

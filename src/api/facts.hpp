// What is told about scenarios, plans and keys.
#pragma once

#include "api/answer.hpp"
#include "scenario/scenario.hpp"

namespace unda::api {

Json facts_of(const scenario::Scenario& scenario, const std::vector<std::string>& shots);
Json plan_of(const scenario::Scenario& scenario);
Json declared_keys();
Json program_facts();

}  // namespace unda::api

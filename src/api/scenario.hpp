// A scenario in the hands of a caller, with the arrays that it was given.
#pragma once

#include <string>
#include <vector>

#include "api/unda.h"
#include "scenario/scenario.hpp"

struct unda_scenario {
  unda::scenario::Scenario scenario;
  std::vector<std::string> shots;  ///< of the document that it is of
  int threads = 0;                 ///< 0: as many as the program would take
};

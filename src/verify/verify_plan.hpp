// What unda verify will run: a scenario for each method and resolution that can be run, a reason for each that cannot.
#pragma once

#include "verify/verification.hpp"
#include "verify/verify.hpp"

namespace unda::verify {

struct PlannedRun {
  VerifiedRun run;
  std::optional<scenario::Scenario> scenario;  ///< nothing: not to be run
  std::vector<std::string> mistakes;           ///< then: why
};

struct VerifyPlan {
  std::vector<PlannedRun> runs;  ///< as given, then the fine ones: each may serve as a reference for those before it
  std::optional<std::string> closed_form;  ///< in words
};

/// Checks all that a run would check before it starts. Throws InputError where nothing can be run, or where a single run
/// would have nothing to be compared with.
VerifyPlan plan_verification(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                             const VerifyOptions& options);

}  // namespace unda::verify

// verify.json: everything that unda verify found, for programs and for the report.
#pragma once

#include <filesystem>
#include <string>

#include "verify/verification.hpp"

namespace unda::verify {

/// What the document tells beside the findings.
struct VerificationContext {
  std::filesystem::path scenario, out;
  std::string title, command;
  int n_ranks = 1;
};

/// The report.json of each run, from its directory below context.out, is part of it.
std::string verification_json(const Verification& verification, const VerificationContext& context);

}  // namespace unda::verify

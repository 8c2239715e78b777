// What unda verify found: runs, comparisons of all pairs, and what follows from them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/resolution.hpp"
#include "verify/compare.hpp"

namespace unda::verify {

enum class RunStatus { done, failed, not_run };

/// One method at one resolution.
struct VerifiedRun {
  std::string name;  ///< "fd", "fd-fine": also of its directory
  scenario::Method method{};
  bool fine = false;  ///< at half the spacing
  RunStatus status = RunStatus::not_run;
  std::string reason;         ///< why it failed or was not run
  run::ExpectedMisfit known;  ///< the expected misfit at the farthest receiver
};

inline constexpr const char* closed_form_name = "closed form";

/// What runs are measured against beside each other.
struct Reference {
  std::string name;       ///< in tables: "closed form", or the file
  std::string words;      ///< what the closed form is of; empty for a file
  std::string directory;  ///< of its traces beside the runs; empty: they stand in those of a run
};

struct VerifiedPair {
  std::string trace, reference;
  std::optional<Comparison> comparison;
  std::string reason;  ///< why there is none
};

struct Verification {
  double tolerance = 0;
  std::vector<VerifiedRun> runs;
  std::vector<Reference> references;
  std::vector<VerifiedPair> pairs;
  std::vector<std::string> notes;
};

enum class Verdict { agree, disagree, incomplete };

/// Agree: every run that was begun ended, every pair could be compared, and no receiver's misfit exceeds the tolerance.
/// Incomplete: what could be compared agrees, but something failed, or nothing could be compared.
Verdict verdict_of(const Verification& verification);
const char* name_of(Verdict verdict);

/// The pair with the largest misfit; null where nothing was compared.
const VerifiedPair* worst_pair(const Verification& verification);

/// Over all receivers and quantities; of an even number the mean of the middle two.
double median_misfit(const Comparison& comparison);

/// The verdict in one sentence, with the worst misfit: pair, receiver, quantity, component; what failed; and, of a pair that
/// disagrees, whose expected misfit is half the tolerance or more.
std::string verdict_sentence(const Verification& verification);

/// A row a pair, then the runs that were not run or failed.
std::string verification_table(const Verification& verification);

}  // namespace unda::verify

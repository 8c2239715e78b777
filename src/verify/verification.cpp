// The summary of unda verify.
#include "verify/verification.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "verify/compare_report.hpp"

namespace unda::verify {
namespace {

double worst_misfit(const VerifiedPair& pair) { return pair.comparison->worst_receiver().misfit; }

bool within(const Verification& v, const VerifiedPair& pair) { return worst_misfit(pair) <= v.tolerance; }

bool something_failed(const Verification& v) {
  return std::any_of(v.runs.begin(), v.runs.end(), [](const auto& run) { return run.status == RunStatus::failed; }) ||
         std::any_of(v.pairs.begin(), v.pairs.end(), [](const auto& pair) { return !pair.comparison; });
}

/// "fd against the closed form".
std::string pair_words(const VerifiedPair& pair) {
  return fmt::format("{} against {}{}", pair.trace, pair.reference == closed_form_name ? "the " : "", pair.reference);
}

/// "line3, velocity, most of it in x".
std::string place_words(const Comparison& c) {
  const ReceiverMisfit& worst = c.worst_receiver();
  const std::string component =
      worst.components.size() > 1 ? fmt::format(", most of it in {}", worst_component(worst).name) : "";
  return fmt::format("{}, {}{}", worst.label, scenario::name_of(worst.quantity), component);
}

std::string failures(const Verification& v) {
  std::string text;
  for (const VerifiedRun& run : v.runs)
    if (run.status == RunStatus::failed) text += fmt::format(" {} failed: {}.", run.name, run.reason);
  for (const VerifiedPair& pair : v.pairs)
    if (!pair.comparison) text += fmt::format(" {} could not be compared: {}.", pair_words(pair), pair.reason);
  return text;
}

std::string what_resolution_explains(const Verification& v, const VerifiedPair& worst) {
  std::string text;
  for (const VerifiedRun& run : v.runs) {
    const bool in_pair = run.name == worst.trace || run.name == worst.reference;
    if (!in_pair || run.known.misfit < 0.5 * v.tolerance) continue;
    text += fmt::format(
        " At the resolution of {} expect about {:.2g} after {:.0f} wavelengths, the farthest receiver: {}take a "
        "smaller "
        "mesh.{}.spacing or a higher order.",
        run.name, run.known.misfit, run.known.wavelengths, run.fine ? "" : "see --refine, or ",
        scenario::name_of(run.method));
  }
  return text;
}

}  // namespace

const VerifiedPair* worst_pair(const Verification& v) {
  const VerifiedPair* worst = nullptr;
  for (const VerifiedPair& pair : v.pairs)
    if (pair.comparison && (!worst || worst_misfit(pair) > worst_misfit(*worst))) worst = &pair;
  return worst;
}

Verdict verdict_of(const Verification& v) {
  const VerifiedPair* worst = worst_pair(v);
  if (worst && !within(v, *worst)) return Verdict::disagree;
  return !worst || something_failed(v) ? Verdict::incomplete : Verdict::agree;
}

const char* name_of(Verdict verdict) {
  return verdict == Verdict::agree ? "agree" : verdict == Verdict::disagree ? "disagree" : "incomplete";
}

double median_misfit(const Comparison& comparison) {
  std::vector<double> misfits;
  for (const ReceiverMisfit& receiver : comparison.receivers) misfits.push_back(receiver.misfit);
  std::sort(misfits.begin(), misfits.end());
  const std::size_t middle = misfits.size() / 2;
  return misfits.size() % 2 == 1 ? misfits[middle] : (misfits[middle - 1] + misfits[middle]) / 2;
}

std::string verdict_sentence(const Verification& v) {
  const VerifiedPair* worst = worst_pair(v);
  if (!worst) return "Nothing could be compared." + failures(v);
  const std::string start = verdict_of(v) == Verdict::agree      ? "The seismograms agree within"
                            : verdict_of(v) == Verdict::disagree ? "The seismograms do not agree within"
                                                                 : "What could be compared agrees within";
  return fmt::format("{} {:.3g}: the worst misfit is {:.3g}, {} ({}).{}{}", start, v.tolerance, worst_misfit(*worst),
                     pair_words(*worst), place_words(*worst->comparison), failures(v),
                     within(v, *worst) ? "" : what_resolution_explains(v, *worst));
}

std::string verification_table(const Verification& v) {
  std::size_t width = 8;
  for (const VerifiedPair& pair : v.pairs) width = std::max(width, pair_words(pair).size());
  std::string table = fmt::format("{:<{}}  {:>9}  {:>9}  {:<7}  {}\n", "compared", width, "worst", "median", "", "at");
  for (const VerifiedPair& pair : v.pairs) {
    if (pair.comparison)
      table += fmt::format("{:<{}}  {:>9.3g}  {:>9.3g}  {:<7}  {}\n", pair_words(pair), width, worst_misfit(pair),
                           median_misfit(*pair.comparison), within(v, pair) ? "within" : "beyond",
                           place_words(*pair.comparison));
    else
      table += fmt::format("{:<{}}  not compared: {}\n", pair_words(pair), width, pair.reason);
  }
  for (const VerifiedRun& run : v.runs)
    if (run.status != RunStatus::done)
      table +=
          fmt::format("{}: {}: {}\n", run.name, run.status == RunStatus::failed ? "failed" : "not run", run.reason);
  table.pop_back();
  return table;
}

}  // namespace unda::verify

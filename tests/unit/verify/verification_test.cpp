// The summary of unda verify: verdicts, the worst pair, medians, and what the sentence and the table name.
#include "verify/verification.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace unda::verify::verification_test {
namespace {

using scenario::Quantity;

ReceiverMisfit receiver(const std::string& label, double misfit) {
  ReceiverMisfit r{"line", label, {}, Quantity::velocity, misfit, false, {}};
  r.components = {{"x", 0.1 * misfit, {}, {}, {}, {}}, {"z", 0.9 * misfit, {}, {}, {}, {}}};
  return r;
}

VerifiedPair pair(const std::string& trace, const std::string& reference, const std::vector<double>& misfits) {
  VerifiedPair p{trace, reference, Comparison{}, ""};
  for (const double misfit : misfits) {
    p.comparison->receivers.push_back(receiver("line" + std::to_string(p.comparison->receivers.size() + 1), misfit));
    if (misfit >= p.comparison->worst_receiver().misfit) p.comparison->worst = p.comparison->receivers.size() - 1;
  }
  return p;
}

Verification two_runs() {
  Verification v;
  v.tolerance = 0.05;
  v.runs = {{"fd", scenario::Method::fd, false, RunStatus::done, "", {}},
            {"sem", scenario::Method::sem, false, RunStatus::not_run, "not part of this version", {}},
            {"fd-fine", scenario::Method::fd, true, RunStatus::done, "", {}}};
  v.pairs = {pair("fd", "fd-fine", {0.01, 0.03, 0.02}), pair("fd", closed_form_name, {0.01, 0.04, 0.02, 0.03}),
             pair("fd-fine", closed_form_name, {0.001, 0.002, 0.003})};
  return v;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Verification, AllWithinTheToleranceAgree) {
  const Verification v = two_runs();
  EXPECT_EQ(verdict_of(v), Verdict::agree);
  ASSERT_EQ(worst_pair(v), &v.pairs[1]);
  EXPECT_EQ(verdict_sentence(v),
            "The seismograms agree within 0.05: the worst misfit is 0.04, fd against the closed form (line2, velocity, "
            "most of it in z).");
}

TEST(Verification, TheToleranceItselfIsWithin) {
  Verification v = two_runs();
  v.tolerance = 0.04;
  EXPECT_EQ(verdict_of(v), Verdict::agree);
  v.tolerance = 0.0399;
  EXPECT_EQ(verdict_of(v), Verdict::disagree);
  EXPECT_TRUE(has(verdict_sentence(v), "do not agree within 0.0399: the worst misfit is 0.04"));
}

TEST(Verification, TellsWhatTheResolutionLetsExpect) {
  Verification v = two_runs();
  v.runs[0].known = {58, 0.021, ""};
  EXPECT_FALSE(has(verdict_sentence(v), "resolution"));
  v.tolerance = 0.0399;
  EXPECT_TRUE(has(verdict_sentence(v), "At the resolution of fd expect about 0.021 after 58 wavelengths"));
  EXPECT_TRUE(has(verdict_sentence(v), "see --refine, or take a smaller mesh.fd.spacing"));
  v.runs[0].known.misfit = 0.019;
  EXPECT_FALSE(has(verdict_sentence(v), "resolution"));
}

TEST(Verification, AnInfiniteMisfitIsTheWorst) {
  Verification v = two_runs();
  v.pairs.push_back(pair("fd", "file", {0.01, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(verdict_of(v), Verdict::disagree);
  EXPECT_EQ(worst_pair(v)->reference, "file");
}

TEST(Verification, AFailedRunOrPairIsNoAgreement) {
  Verification v = two_runs();
  v.runs[2].status = RunStatus::failed;
  v.runs[2].reason = "unstable";
  v.pairs = {v.pairs[1]};
  EXPECT_EQ(verdict_of(v), Verdict::incomplete);
  EXPECT_TRUE(has(verdict_sentence(v), "What could be compared agrees within 0.05")) << verdict_sentence(v);
  EXPECT_TRUE(has(verdict_sentence(v), "fd-fine failed: unstable."));

  Verification other = two_runs();
  other.pairs[0].comparison.reset();
  other.pairs[0].reason = "too coarse";
  EXPECT_EQ(verdict_of(other), Verdict::incomplete);
  EXPECT_TRUE(has(verdict_sentence(other), "fd against fd-fine could not be compared: too coarse."));
  other.tolerance = 0.001;
  EXPECT_EQ(verdict_of(other), Verdict::disagree);
}

TEST(Verification, NothingComparedIsIncomplete) {
  Verification v = two_runs();
  v.pairs.clear();
  EXPECT_EQ(verdict_of(v), Verdict::incomplete);
  EXPECT_EQ(worst_pair(v), nullptr);
  EXPECT_EQ(verdict_sentence(v), "Nothing could be compared.");
}

TEST(Verification, Median) {
  const Verification v = two_runs();
  EXPECT_DOUBLE_EQ(median_misfit(*v.pairs[0].comparison), 0.02);
  EXPECT_DOUBLE_EQ(median_misfit(*v.pairs[1].comparison), 0.025);
}

TEST(Verification, TheTableHasEveryPairAndWhatWasNotRun) {
  Verification v = two_runs();
  v.tolerance = 0.035;
  const std::string table = verification_table(v);
  EXPECT_TRUE(has(table, "fd against the closed form            0.04      0.025  beyond   line2, velocity")) << table;
  EXPECT_TRUE(has(table, "fd-fine against the closed form      0.003      0.002  within")) << table;
  EXPECT_TRUE(has(table, "sem: not run: not part of this version")) << table;
}

}  // namespace
}  // namespace unda::verify::verification_test

// Comparisons of traces whose misfits are known: scaled, shifted, with weak parts, with other samplings.
// A 2 Hz Ricker wavelet shifted by 20 ms has a phase misfit of 0.0795 and an envelope misfit of 0.028.
#include "verify/compare.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "unit/verify/traces.hpp"
#include "verify/compare_report.hpp"

namespace unda::verify::compare_test {
namespace {

using namespace testing;
using output::Traces;
using scenario::Quantity;

Comparison compared(const Traces& a, const Traces& b, const CompareOptions& options = {}) {
  return compare({a, "A"}, {b, "B"}, options);
}

std::string refusal(const Traces& a, const Traces& b, const CompareOptions& options = {}) {
  try {
    compared(a, b, options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Traces ricker_line(double factor, double shift, const TimeAxis& axis = {}) {
  return line_of(1, 1, axis, [=](int, int, double t) { return factor * ricker(2, t - 5 - shift); });
}

TEST(Compare, ScaledTrace) {
  const Comparison result = compared(ricker_line(1.1, 0), ricker_line(1, 0));
  const ReceiverMisfit& r = result.receivers.at(0);
  EXPECT_NEAR(r.misfit, 0.1, 1e-12);
  EXPECT_NEAR(r.components.at(0).misfit, 0.1, 1e-12);
  EXPECT_NEAR(r.components[0].own_misfit.value(), 0.1, 1e-12);
  EXPECT_NEAR(r.components[0].shift.value(), 0, 1e-9);
  EXPECT_NEAR(r.components[0].envelope.value(), 0.1, 1e-10);
  EXPECT_NEAR(r.components[0].phase.value(), 0, 1e-7);
  EXPECT_NEAR(result.groups.at(0).misfit, 0.1, 1e-12);
}

TEST(Compare, ShiftedTrace) {
  const Comparison result = compared(ricker_line(1, 0.02), ricker_line(1, 0));
  const ComponentMisfit& c = result.receivers.at(0).components.at(0);
  EXPECT_NEAR(c.shift.value(), 0.02, 1e-8);
  EXPECT_NEAR(c.phase.value(), 0.0795, 0.0001);
  EXPECT_NEAR(c.envelope.value(), 0.028, 0.0005);
  // |a - b|^2/|b|^2 = 2 (1 - C), C the wavelet's autocorrelation: the fourth derivative of exp(-s^2/2), s = pi f shift.
  const double s = std::numbers::pi * 2 * 0.02, s2 = s * s;
  EXPECT_NEAR(c.misfit, std::sqrt(2 * (1 - (1 - 2 * s2 + s2 * s2 / 3) * std::exp(-s2 / 2))), 1e-6);
  EXPECT_NEAR(compared(ricker_line(1, -0.0137), ricker_line(1, 0)).receivers[0].components[0].shift.value(), -0.0137,
              1e-8);
}

TEST(Compare, ComponentsAreMeasuredAgainstTheWholeReceiver) {
  const auto signal = [](double wrong) {
    return [wrong](int, int c, double t) { return (c == 0 ? 3 * wrong : 4) * ricker(2, t - 5 - 0.3 * c); };
  };
  const Comparison result = compared(line_of(2, 2, {}, signal(1.1)), line_of(2, 2, {}, signal(1)));
  const ReceiverMisfit& r = result.receivers.at(1);
  EXPECT_EQ(r.label, "line2");
  EXPECT_EQ(r.components.at(0).name, "x");
  EXPECT_EQ(r.components.at(1).name, "z");
  EXPECT_NEAR(r.components[0].misfit, 0.1 * 3 / 5, 1e-9);
  EXPECT_NEAR(r.components[0].own_misfit.value(), 0.1, 1e-12);
  EXPECT_EQ(r.components[1].misfit, 0);
  EXPECT_NEAR(r.misfit, 0.1 * 3 / 5, 1e-9);
  EXPECT_TRUE(has(worst_line(result), "velocity: misfit 0.06, most of it in x")) << worst_line(result);
}

TEST(Compare, AComponentWithoutSignalIsNotTheWorst) {
  const auto signal = [](double noise) {
    return [noise](int, int c, double t) { return c == 1 ? noise * std::sin(40 * t) : ricker(2, t - 5); };
  };
  const Comparison result = compared(line_of(1, 3, {}, signal(1e-6)), line_of(1, 3, {}, signal(-1e-6)));
  const ComponentMisfit& y = result.receivers.at(0).components.at(1);
  EXPECT_LT(y.misfit, 1e-4);
  EXPECT_GT(y.misfit, 0);
  EXPECT_FALSE(y.own_misfit || y.shift || y.envelope || y.phase);
  EXPECT_LT(result.worst_receiver().misfit, 1e-4);
}

TEST(Compare, AReceiverWithoutSignalIsMeasuredAgainstTheFloor) {
  const auto signal = [](double last) {
    return [last](int r, int, double t) { return (r == 2 ? last : 1.0) * ricker(2, t - 5); };
  };
  const Traces reference = line_of(3, 1, {}, signal(1e-9));
  const Comparison quiet = compared(line_of(3, 1, {}, signal(3e-9)), reference);
  EXPECT_TRUE(quiet.receivers.at(2).weak);
  EXPECT_FALSE(quiet.receivers[1].weak);
  EXPECT_NEAR(quiet.receivers[2].misfit, 2e-9 / weak_receiver, 1e-12);
  // A signal where there should be none is not overlooked.
  const Comparison loud = compared(line_of(3, 1, {}, signal(0.01)), reference);
  EXPECT_EQ(loud.worst, 2U);
  EXPECT_NEAR(loud.worst_receiver().misfit, 100, 0.1);
}

TEST(Compare, ZeroTraces) {
  const Traces zero = ricker_line(0, 0), one = ricker_line(1, 0);
  EXPECT_EQ(compared(zero, zero).worst_receiver().misfit, 0);
  EXPECT_EQ(compared(zero, one).worst_receiver().misfit, 1);
  EXPECT_EQ(compared(one, zero).worst_receiver().misfit, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(has(comparisons_json({compared(one, zero)}, 0.1), "\"within_tolerance\": false"));
}

TEST(Compare, OtherSamplingAndDuration) {
  const Traces coarse = ricker_line(1, 0, {0.02, 501}), fine = ricker_line(1, 0, {0.007, 1200});
  for (const Comparison& result : {compared(fine, coarse), compared(coarse, fine)}) {
    EXPECT_LT(result.worst_receiver().misfit, 1e-4);
    EXPECT_EQ(result.common.times.interval, 0.02);
    EXPECT_LE(result.common.times.end(), 8.393 + 1e-9);
    EXPECT_GT(result.common.times.end(), 8.3);
    EXPECT_EQ(result.notes.size(), 2U);
  }
  EXPECT_TRUE(has(compared(fine, coarse).notes.at(0), "A is interpolated"));
  // Whole multiples need no interpolation.
  const Comparison exact = compared(ricker_line(1, 0, {0.005, 2001}), coarse);
  EXPECT_LT(exact.worst_receiver().misfit, 1e-12);
  EXPECT_EQ(exact.common.times.n, 501U);
  // The same interval, other times.
  EXPECT_LT(compared(ricker_line(1, 0, {0.02, 500, 0.007}), coarse).worst_receiver().misfit, 1e-4);
}

TEST(Compare, RefusesWhatTheCoarserSamplesDoNotHold) {
  const auto both = [](int, int, double t) { return ricker(2, t - 5) + ricker(40, t - 5); };
  const auto slow = [](int, int, double t) { return ricker(2, t - 5); };
  const Traces fine = line_of(1, 1, {0.002, 5001}, both), coarse = line_of(1, 1, {0.02, 501}, slow);
  EXPECT_TRUE(has(refusal(fine, coarse), "25 Hz")) << refusal(fine, coarse);
  EXPECT_TRUE(has(refusal(fine, coarse), "--lowpass"));
  CompareOptions filtered;
  filtered.corners = {0, 6};
  // What a Ricker of 40 Hz has below 6 Hz, relative to the other, is little.
  EXPECT_LT(compared(fine, coarse, filtered).worst_receiver().misfit, 0.02);
  filtered.corners = {0, 30};
  EXPECT_TRUE(has(refusal(fine, coarse, filtered), "frequencies below 25 Hz"));
}

TEST(Compare, FilterActsOnBothSides) {
  const auto signal = [](double high) {
    return [high](int, int, double t) { return ricker(1, t - 5) + high * ricker(15, t - 5); };
  };
  const Traces a = line_of(1, 1, {}, signal(0.5)), b = line_of(1, 1, {}, signal(-0.5));
  EXPECT_GT(compared(a, b).worst_receiver().misfit, 0.2);
  CompareOptions low;
  low.corners = {0, 3};
  EXPECT_LT(compared(a, b, low).worst_receiver().misfit, 0.02);
  CompareOptions band;
  band.corners = {10, 30};
  EXPECT_NEAR(compared(a, b, band).worst_receiver().misfit, 2, 0.01);
}

TEST(Compare, FilterOfATraceThatIsCutInItsMiddle) {
  const auto signal = [](int, int, double t) { return ricker(2, t - 4); };
  const Traces fine = line_of(1, 1, {0.0037, 1082}, signal), coarse = line_of(1, 1, {0.02, 251}, signal);
  for (const numerics::Corners corners : {numerics::Corners{0, 3}, numerics::Corners{1, 6}}) {
    CompareOptions options;
    options.corners = corners;
    EXPECT_LT(compared(fine, coarse, options).worst_receiver().misfit, 1e-3);
    EXPECT_LT(compared(coarse, fine, options).worst_receiver().misfit, 1e-3);
  }
}

TEST(Compare, ReceiversAreKnownByLabelAndPlace) {
  const auto signal = [](int r, int, double t) { return (r + 1) * ricker(2, t - 5); };
  const Traces a = line_of(3, 3, {}, signal);
  Traces b = a;
  std::swap(b.groups[0].labels[0], b.groups[0].labels[2]);
  EXPECT_TRUE(has(refusal(a, b), "receiver line/line1: at (0, 0, 0) in A, but at (200, 0, 0) in B")) << refusal(a, b);
  CompareOptions lenient;
  lenient.position_tolerance = 300;
  EXPECT_EQ(refusal(a, b, lenient), "accepted");

  b.groups[0].labels = {"p", "q", "r"};
  EXPECT_TRUE(has(refusal(a, b), "no receivers in common: A has line (line1 ... line3); B has line (p ... r)"))
      << refusal(a, b);
  // Files without groups are matched by place where no label is known.
  b.groups[0].name.clear();
  std::swap(b.groups[0].positions[0], b.groups[0].positions[1]);
  const Comparison placed = compared(a, b);
  EXPECT_NEAR(placed.receivers.at(0).misfit, 0.5, 1e-12);
  EXPECT_NEAR(placed.receivers.at(1).misfit, 1, 1e-12);
  EXPECT_EQ(placed.receivers.at(2).misfit, 0);

  b = a;
  b.groups[0].labels[1] = "elsewhere";
  const Comparison partly = compared(a, b);
  EXPECT_EQ(partly.receivers.size(), 2U);
  EXPECT_EQ(partly.notes.size(), 2U);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
  const Traces one = ricker_line(1, 0);
  Traces other = one;
  other.groups[0].quantities[Quantity::velocity].values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(has(refusal(one, other), "B: the velocity of line1 has samples that are not finite"))
      << refusal(one, other);
  other = one;
  auto& quantities = other.groups[0].quantities;
  quantities[Quantity::pressure] = quantities.at(Quantity::velocity);
  quantities.erase(Quantity::velocity);
  EXPECT_TRUE(has(refusal(one, other), "no quantities in common: A has velocity; B has pressure"));
  other = one;
  other.groups[0].name = "well";
  EXPECT_TRUE(has(refusal(one, other), "no receivers in common"));
  CompareOptions named;
  named.group = "well";
  EXPECT_TRUE(has(refusal(one, one, named), "--receivers well: A has no such group"));
  const auto zero = [](int, int, double) { return 0.0; };
  EXPECT_TRUE(has(refusal(one, line_of(1, 2, {}, zero)), "A is 1-D, B is 2-D"));
  EXPECT_TRUE(has(refusal(one, ricker_line(1, 0, {0.01, 100, 50})), "common times"));
  EXPECT_TRUE(has(refusal(one, ricker_line(1, 0, {0.01, 5})), "5 samples"));
  other = one;
  other.time[500] += 0.005;
  EXPECT_TRUE(has(refusal(one, other), "B: its times are not evenly spaced"));
}

TEST(Compare, TablesShowTheWorstFirstWhereThereAreMany) {
  const auto signal = [](double error) {
    return [error](int r, int, double t) { return (1 + error * r) * ricker(2, t - 2); };
  };
  CompareOptions options;
  options.most_detailed = 5;
  const Comparison c =
      compared(line_of(50, 1, {0.01, 401}, signal(0.001)), line_of(50, 1, {0.01, 401}, signal(0)), options);
  EXPECT_EQ(c.worst, 49U);
  EXPECT_TRUE(c.receivers[45].components[0].envelope && !c.receivers[44].components[0].envelope);
  const std::string few = comparison_table(c, false), all = comparison_table(c, true);
  EXPECT_TRUE(has(few, "the worst 30 of 50; --all shows all")) << few;
  EXPECT_TRUE(has(few, "line50") && !has(few, "line10 "));
  EXPECT_TRUE(has(all, "line10 ") && has(all, "worst: line50 velocity: misfit 0.049"));
}

}  // namespace
}  // namespace unda::verify::compare_test

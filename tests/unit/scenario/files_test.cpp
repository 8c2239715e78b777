// STATIONS, CMTSOLUTION and FORCESOLUTION: what they become in a scenario.
#include <cmath>
#include <numbers>

#include "base/utc.hpp"
#include "scenario/projection.hpp"
#include "scenario/solution_file.hpp"
#include "solution_files.hpp"

namespace unda::scenario::test::files_test {
namespace {

TEST_F(SolutionFiles, StationsThroughTheProjection) {
  const Scenario s = read_scenario(write("s.toml", geographic), {});
  ASSERT_EQ(s.receivers.size(), 1u);
  EXPECT_EQ(s.receivers[0].labels, (std::vector<std::string>{"JP.AAA", "JP.BBB"}));
  const LocalProjection map({37, 140});
  const auto a = map.to_map(37.05, 140.05), b = map.to_map(36.95, 139.93);
  ASSERT_EQ(s.receivers[0].positions.size(), 2u);
  EXPECT_EQ(s.receivers[0].positions[0], (Vector{a->x, a->y, 100}));  // the top, whatever the elevation
  EXPECT_EQ(s.receivers[0].positions[1], (Vector{b->x, b->y, 90}));   // 10 m below it
  EXPECT_NE(all(s.notes).find("transverse Mercator projection about 37, 140"), std::string::npos) << all(s.notes);
  EXPECT_NE(all(s.notes).find("elevations are not used"), std::string::npos) << all(s.notes);
}

TEST_F(SolutionFiles, StationsInMetres) {
  write("STATIONS", "A X 3000 -2000 0 0\r\nB X 1.5d3 +2.5E3 0. 5 # near the fault\n\n");
  write("CMTSOLUTION", replaced(replaced(cmt, "37.02", "1000."), "140.03", "-2000."));
  const Scenario s = read_scenario(write("s.toml", replaced(geographic, origin, "")), {});
  EXPECT_EQ(s.receivers[0].positions[0], (Vector{-2000, 3000, 100}));  // y before x
  EXPECT_EQ(s.receivers[0].positions[1], (Vector{2500, 1500, 95}));
  EXPECT_EQ(s.sources[0].position, (Vector{-2000, 1000, -4900}));
  EXPECT_NE(all(s.notes).find("x and y in m as they stand in the file"), std::string::npos) << all(s.notes);
}

TEST(Moment, FromUpSouthEast) {
  // r is z, t is -y, p is x; 1e7 dyne cm are 1 N m.
  EXPECT_EQ(moment_from_cmt({1e7, 0, 0, 0, 0, 0}), (std::array<double, 6>{0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(moment_from_cmt({0, 1e7, 0, 0, 0, 0}), (std::array<double, 6>{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(moment_from_cmt({0, 0, 1e7, 0, 0, 0}), (std::array<double, 6>{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(moment_from_cmt({0, 0, 0, 1e7, 0, 0}), (std::array<double, 6>{0, 0, 0, 0, 0, -1}));
  EXPECT_EQ(moment_from_cmt({0, 0, 0, 0, 1e7, 0}), (std::array<double, 6>{0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(moment_from_cmt({0, 0, 0, 0, 0, 1e7}), (std::array<double, 6>{0, 0, 0, -1, 0, 0}));
}

TEST(Moment, OfAFault) {
  // Strike 30, dip 60, rake 90 degrees: a thrust, M = d n + n d with the fault's normal n and the slip d.
  const double s = 30 * std::numbers::pi / 180, d = 60 * std::numbers::pi / 180;
  const Vector normal{std::cos(s) * std::sin(d), -std::sin(s) * std::sin(d),
                      std::cos(d)};  // east, north, up: hanging wall
  const Vector slip{-std::cos(s) * std::cos(d), std::sin(s) * std::cos(d), std::sin(d)};  // up the dip
  EXPECT_NEAR(dot(normal, slip), 0, 1e-15);
  const auto m = [&](std::size_t i, std::size_t j) { return slip[i] * normal[j] + slip[j] * normal[i]; };
  // Up-south-east of the same tensor: r = z, t = -y, p = x.
  const std::array<double, 6> cmt{1e7 * m(2, 2),  1e7 * m(1, 1), 1e7 * m(0, 0),
                                  -1e7 * m(2, 1), 1e7 * m(2, 0), -1e7 * m(1, 0)};
  const std::array<double, 6> ours = moment_from_cmt(cmt);
  const std::array<double, 6> expected{m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(ours[i], expected[i], 1e-14) << i;
  EXPECT_NEAR(ours[2], std::sin(2 * d), 1e-14);
}

TEST_F(SolutionFiles, CmtBecomesAMomentTensor) {
  const Scenario s = read_scenario(write("s.toml", geographic), {});
  ASSERT_EQ(s.sources.size(), 1u);
  const SourceSpec& source = s.sources[0];
  EXPECT_EQ(source.kind, SourceKind::moment_tensor);
  const std::array<double, 6> expected{-1.449e17, -2.81e16, 1.73e17, 6.57e16, 4.55e17, -2.12e17};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(source.moment[i] / expected[i], 1, 1e-12) << i;
  const auto p = LocalProjection({37, 140}).to_map(37.02, 140.03);
  EXPECT_EQ(source.position, (Vector{p->x, p->y, -4900}));  // 5 km below the top at 100 m
  EXPECT_EQ(source.time_function.kind, TimeFunctionKind::gaussian);
  // SPECFEM: exp(-(t/h)^2) / (h sqrt pi), h = hdur / 1.628; at t = h it has fallen to 1/e, and so has ours at sqrt(2) sigma.
  EXPECT_NEAR(source.time_function.sigma * std::sqrt(2.0), 1.0 / 1.628, 1e-12);
  EXPECT_NEAR(source.time_function.delay, 6 * source.time_function.sigma, 1e-12);
  // The centroid, 1.5 s after the origin time, is the peak.
  ASSERT_TRUE(s.time_zero);
  const double peak = static_cast<double>(*s.time_zero) * 1e-6 + source.time_function.delay;
  EXPECT_NEAR(peak, static_cast<double>(*parse_utc("2011-03-11T05:46:24.5")) * 1e-6, 2e-6);
  EXPECT_NE(all(s.notes).find("sigma = 0.434341 s"), std::string::npos) << all(s.notes);
}

TEST_F(SolutionFiles, SeveralEventsKeepTheirTimesAndPlaces) {
  const std::string second =
      replaced(replaced(replaced(cmt, "1.5000", "4.0000"), "depth:           5.0", "depth: 7.25"),
               "half duration:    1.0000", "half duration: 2");
  write("CMTSOLUTION", second + "\n" + cmt);
  const Scenario s = read_scenario(write("s.toml", geographic + force_source), {});
  ASSERT_EQ(s.sources.size(), 3u);  // the later event, the force of the scenario, the earlier event
  EXPECT_EQ(s.sources[1].kind, SourceKind::force);
  EXPECT_EQ(s.sources[0].position[2], -7150);
  EXPECT_EQ(s.sources[2].position[2], -4900);
  const double lead = 6 * 2 / (1.628 * std::sqrt(2.0));  // of the widest
  EXPECT_NEAR(s.sources[2].time_function.delay, lead, 1e-9);
  EXPECT_NEAR(s.sources[0].time_function.delay, lead + 2.5, 1e-9);
}

TEST_F(SolutionFiles, ATimeFunctionBesideTheFileIsTaken) {
  write("CMTSOLUTION", replaced(cmt, "half duration:    1.0000", "half duration:    0.0000"));
  const Scenario s = read_scenario(
      write("s.toml",
            replaced(geographic, cmt_line, cmt_line + "time_function = { kind = \"ricker\", frequency = 2 }\n")),
      {});
  EXPECT_EQ(s.sources[0].time_function.kind, TimeFunctionKind::ricker);
  EXPECT_EQ(s.sources[0].time_function.delay, 0.75);
  EXPECT_EQ(utc_text(*s.time_zero), "2011-03-11T05:46:23.750000");
}

TEST_F(SolutionFiles, ForceSolutions) {
  write("CMTSOLUTION", force);
  const SourceSpec ricker = read_scenario(write("s.toml", geographic), {}).sources.at(0);
  EXPECT_EQ(ricker.kind, SourceKind::force);
  EXPECT_NEAR(ricker.force[0], 3e12, 1);  // the direction (3, 0, -4) has length 5, the factor is 5e12 N
  EXPECT_EQ(ricker.force[1], 0);
  EXPECT_NEAR(ricker.force[2], -4e12, 1);
  EXPECT_EQ(ricker.position[2], 100);
  EXPECT_EQ(ricker.time_function.kind, TimeFunctionKind::ricker);
  EXPECT_EQ(ricker.time_function.frequency, 0.4);
  EXPECT_EQ(ricker.time_function.delay, 1.5 / 0.4);

  write("CMTSOLUTION", replaced(force, "factor", "source time function: 0\nfactor"));
  const SourceSpec gaussian = read_scenario(write("s.toml", geographic), {}).sources.at(0);
  EXPECT_EQ(gaussian.time_function.kind, TimeFunctionKind::gaussian);
  EXPECT_NEAR(gaussian.time_function.sigma, 0.4 / (1.628 * std::sqrt(2.0)), 1e-12);
}

TEST_F(SolutionFiles, TheScenarioAsRunReadsTheSame) {
  const Scenario first = read_scenario(write("s.toml", geographic), {});
  fs::create_directory(directory_ / "elsewhere");
  const Scenario again = read_scenario(write("elsewhere/s.toml", first.effective_text), {});
  EXPECT_EQ(first.sources[0].position, again.sources[0].position);
  EXPECT_EQ(first.receivers[0].positions, again.receivers[0].positions);
}

TEST_F(SolutionFiles, TwoClocksAreWarnedOf) {
  write("OTHER", replaced(cmt, "46 23.00", "47 23.00"));
  const Scenario s = read_scenario(write("s.toml", geographic + "[[source]]\nfile = \"OTHER\"\n"), {});
  EXPECT_NE(all(s.warnings).find("the time between their events is lost"), std::string::npos) << all(s.warnings);
}

}  // namespace
}  // namespace unda::scenario::test::files_test

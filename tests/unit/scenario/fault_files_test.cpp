// SRF and FSP: units, mechanisms, places, and what is wrong in which line.
#include <cmath>

#include <gtest/gtest.h>

#include "solution_files.hpp"

namespace unda::scenario::fault_files_test {

using namespace test;

const std::string flat =
    "[domain]\nx = [-10000, 10000]\ny = [-10000, 10000]\nz = [-15000, 100]\n[model]\nvp = 6000\nvs = 3464\nrho = "
    "2700\n[time]\nduration = 8\n[mesh]\nmax_frequency = 2\n[[source]]\nfile = \"FAULT\"\n";

const std::string plane = "PLANE 1\n  0.0 0.0 2 1 2.0 1.0\n  90 60 2.0 0.0 1.0\n";
const std::string srf_1 = "1.0\n# a comment\n" + plane +
                          "POINTS 2\n"
                          " 1000 -500 2.5 90 60 1.0e10 0.5 0.1\n"
                          " 45 150 4 0 0 0 0\n 0 500 700 300\n"
                          " 2000 -500 2.5 90 60 1.0e10 0.9 0.1\n"
                          " 45 150 3 30 2 0 0\n 0 500\n 1000\n 100 200\n";
const std::string srf_2 =
    "2.0\n" + plane + "POINTS 1\n 1000 -500 2.5 90 60 1.0e10 0.5 0.1 3.0e5 2.8\n 45 150 3 0 0 0 0\n 0 1500 0\n";

class FaultFiles : public SolutionFiles {
 protected:
  Scenario reading(const std::string& fault, const std::string& text = flat) const {
    write("FAULT", fault);
    return read_scenario(write("s.toml", text), {});
  }
  std::string mistake(const std::string& fault, const std::string& text = flat) const {
    write("FAULT", fault);
    const auto found = mistakes_in(write("s.toml", text));
    return found.empty() ? "" : found.front();
  }
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(FaultFiles, SrfInCentimetresComesInMetres) {
  const Scenario s = reading(srf_1);
  ASSERT_EQ(s.sources.size(), 1U);
  const FiniteFault& fault = *s.sources[0].fault;
  ASSERT_EQ(fault.points.size(), 2U);
  const FaultPoint& p = fault.points[1];
  EXPECT_EQ(p.position[0], 2000);
  EXPECT_EQ(p.position[1], -500);
  EXPECT_EQ(p.position[2], 100 - 2500);
  EXPECT_DOUBLE_EQ(p.area, 1e6);
  EXPECT_DOUBLE_EQ(p.start, 0.9);
  EXPECT_DOUBLE_EQ(p.interval, 0.1);
  EXPECT_DOUBLE_EQ(p.slip[0], 1.5);
  EXPECT_DOUBLE_EQ(p.slip[1], 0.3);
  EXPECT_EQ(p.line, 10);
  EXPECT_EQ(p.first_sample, 4U);
  EXPECT_EQ(fault.rates, (std::vector<float>{0, 5, 7, 3, 0, 5, 10, 1, 2}));
  EXPECT_EQ(p.rho, 0);
  EXPECT_EQ(s.sources[0].position[0], 1000);  // the point that slips first
}

TEST_F(FaultFiles, SecondVersionHasItsMedium) {
  const FaultPoint p = reading(srf_2).sources[0].fault->points[0];
  EXPECT_DOUBLE_EQ(p.vs, 3000);
  EXPECT_DOUBLE_EQ(p.rho, 2800);
}

TEST_F(FaultFiles, LatitudesGoThroughTheMap) {
  const Scenario s = reading("1.0\nPOINTS 1\n140.05 37.03 5 0 90 1e10 0 0.1\n0 100 2 0 0 0 0\n0 1000\n",
                             replaced(flat, "[model]", origin + "[model]"));
  EXPECT_NEAR(s.sources[0].fault->points[0].position[0], 4448, 5);
  EXPECT_NEAR(s.sources[0].fault->points[0].position[1], 3329, 5);
}

/// Against Aki and Richards (2002), eq. 4.91 (Box 4.4), with x north, y east, z down.
TEST(MomentOfSlip, IsThatOfTheTextbook) {
  FaultPoint p;
  p.strike = 33;
  p.dip = 52;
  p.rake = -71;
  p.area = 2;
  const double rad = M_PI / 180, phi = p.strike * rad, delta = p.dip * rad, lambda = p.rake * rad;
  const double sd = std::sin(delta), cd = std::cos(delta), sl = std::sin(lambda), cl = std::cos(lambda);
  const double xx = -(sd * cl * std::sin(2 * phi) + std::sin(2 * delta) * sl * std::pow(std::sin(phi), 2));
  const double xy = sd * cl * std::cos(2 * phi) + 0.5 * std::sin(2 * delta) * sl * std::sin(2 * phi);
  const double xz = -(cd * cl * std::cos(phi) + std::cos(2 * delta) * sl * std::sin(phi));
  const double yy = sd * cl * std::sin(2 * phi) - std::sin(2 * delta) * sl * std::pow(std::cos(phi), 2);
  const double yz = -(cd * cl * std::sin(phi) - std::cos(2 * delta) * sl * std::cos(phi));
  const double zz = std::sin(2 * delta) * sl;
  const auto m = moment_of_slip(p, 0, 5, 3);
  const std::array<double, 6> exact{yy, xx, zz, xy, -yz, -xz};  // x east, y north, z up
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(m[i], 6 * exact[i], 1e-12);
  // Opening: lambda I + 2 mu n n.
  const auto open = moment_of_slip(p, 2, 5, 3);
  EXPECT_NEAR(open[0] + open[1] + open[2], 2 * (3 * 5 + 2 * 3), 1e-12);
}

TEST_F(FaultFiles, WhatIsWrongNamesItsLine) {
  EXPECT_HAS(mistake(replaced(srf_1, " 2000 -500 2.5", " 2000 -500 -0.5")),
             "FAULT:10: the point lies 0.5 km above the surface");
  EXPECT_HAS(mistake(replaced(srf_1, " 2000 -500 2.5", " 20000 -500 2.5")), "FAULT:10: the point at x = 20000");
  EXPECT_HAS(mistake(replaced(srf_1, " 2000 -500 2.5", " 2000 -500 25")), "FAULT:10: the point at x = 2000");
  EXPECT_HAS(mistake(replaced(srf_1, "0 500 700 300", "0 500 x 300")),
             "FAULT:9: found 'x'; must be a number, a slip rate");
  EXPECT_HAS(mistake(replaced(srf_1, " 100 200", "100")), "the file ends where a slip rate");
  EXPECT_HAS(mistake(replaced(srf_1, "POINTS 2", "POINTS -1")), "FAULT:6: found -1; the number of points");
  EXPECT_HAS(mistake(replaced(srf_1, "1.0\n", "3.0\n")), "known are 1.0 and 2.0");
  EXPECT_HAS(mistake(replaced(srf_1, "1.0e10 0.9 0.1", "1.0e10 0.9 0")), "0 s between samples");
  EXPECT_HAS(mistake(replaced(srf_1, "1.0e10 0.9 0.1", "0 0.9 0.1")), "area of 0 cm^2");
  EXPECT_HAS(mistake(replaced(srf_1, "45 150 3 30 2 0 0", "45 150 3 30 2 7 0")), "slip3 is 7 cm, but has no samples");
  EXPECT_HAS(mistake(srf_1, flat + "time_function = { kind = \"brune\", rise = 1 }\n"), "has slip rates of its own");
  EXPECT_HAS(mistake("1.0\nPOINTS 1\n0 0 1 0 90 1e10 0 0.1\n0 0 0 0 0 0 0\n"), "no point of the fault slips");
  EXPECT_HAS(mistake(srf_1, replaced(flat, "y = [-10000, 10000]\n", "")), "a finite fault needs a 3-D domain");
}

TEST_F(FaultFiles, RatesThatDoNotSumUpAreTold) {
  const Scenario s = reading(replaced(srf_1, " 45 150 4 0 0 0 0", " 45 300 4 0 0 0 0"));
  ASSERT_FALSE(s.warnings.empty());
  EXPECT_HAS(s.warnings.front(), "differ from those stated");
  EXPECT_TRUE(reading(srf_1).warnings.empty() || reading(srf_1).warnings.front().find("differ") == std::string::npos);
}

const std::string fsp =
    "% ---------- FINITE-SOURCE RUPTURE MODEL ---------\n"
    "% Event : TEST 01/01/2000 [Unda]\n"
    "% Loc  : LAT = 37.0  LON = 140.0  DEP = 5.0\n"
    "% Size : LEN = 4.0 km  WID = 2.0 km  Mw = 6.0  Mo = 1.0e18 Nm\n"
    "% Mech : STRK = 90  DIP = 30  RAKE = 45  Htop = 4.0 km\n"
    "% Rupt : HypX = 1.0 km  HypZ = 1.0 km  avTr = 1.5 s  avVr = 2.5 km/s\n"
    "% Invs : Nx = 2  Nz = 1  Fmin = 0.01 Hz  Fmax = 1 Hz\n"
    "% Invs : Dx = 2.0 km  Dz = 2.0 km\n"
    "% Invs : Ntw = 1  Nsg = 1 (# of time-windows,# of fault segments)\n"
    "% Invs : LEN = 2.0 s  SHF = 1.0 s (time-window length and time-shift)\n"
    "% Nsbfs = 2 subfaults\n"
    "% Coordinates are given for center of each subfault or segment: |'|\n"
    "% LAT LON X==EW Y==NS Z SLIP RAKE TRUP RISE\n"
    "% ----------\n"
    " 1000 2000 2.0 1.0 5.0 1.25 40 0.5 0.8\n"
    " 1000 4000 4.0 1.0 5.0 0.75 50 1.5 0.9\n";

TEST_F(FaultFiles, FspInKilometresComesInMetres) {
  const FiniteFault fault = *reading(fsp).sources[0].fault;
  ASSERT_EQ(fault.points.size(), 2U);
  const FaultPoint& p = fault.points[0];
  EXPECT_EQ(p.position[0], 2000);
  EXPECT_EQ(p.position[1], 1000);
  EXPECT_EQ(p.position[2], 100 - 5000);
  EXPECT_DOUBLE_EQ(p.area, 4e6);
  EXPECT_DOUBLE_EQ(p.slip[0], 1.25);
  EXPECT_EQ(p.strike, 90);
  EXPECT_EQ(p.dip, 30);
  EXPECT_EQ(p.rake, 40);
  EXPECT_EQ(p.start, 0.5);
  EXPECT_EQ(p.rise, 0.8);
}

TEST_F(FaultFiles, FspWithTopCentresMovesToCentres) {
  const FiniteFault fault = *reading(replaced(fsp, "for center", "for top-center")).sources[0].fault;
  // Half a width of 2 km down a dip of 30 degrees: strike east, dip towards the south.
  EXPECT_NEAR(fault.points[0].position[0], 2000, 1e-9);
  EXPECT_NEAR(fault.points[0].position[1], 1000 - 1000 * std::cos(M_PI / 6), 1e-9);
  EXPECT_NEAR(fault.points[0].depth, 5000 + 500, 1e-9);
}

TEST_F(FaultFiles, FspWithoutTimesTakesThoseOfTheHeader) {
  std::string text = replaced(fsp, "RAKE TRUP RISE\n", "RAKE\n");
  text = replaced(replaced(text, " 40 0.5 0.8", " 40"), " 50 1.5 0.9", " 50");
  const FiniteFault fault = *reading(text).sources[0].fault;
  EXPECT_NEAR(fault.points[1].start, std::hypot(4, 1) / 2.5, 1e-12);
  EXPECT_EQ(fault.points[1].rise, 1.5);
  const std::string without = replaced(text, "avTr = 1.5 s", "avTr = 999 s");
  EXPECT_HAS(mistake(without), "FAULT:15: the file does not tell how long slip takes");
  EXPECT_EQ(mistake(without, flat + "time_function = { kind = \"brune\", rise = 1 }\n"), "");
  EXPECT_HAS(mistake(replaced(text, "avVr = 2.5", "avVr = 999")), "tells when slip starts");
}

TEST_F(FaultFiles, FspWithSegmentsHasTheirMechanisms) {
  const std::string segments =
      replaced(fsp, "% Coordinates",
               "% SEGMENT # 1: STRIKE = 10 deg  DIP = 80 deg\n% LEN = 3 km WID = 2 km\n% Nsbfs = 2 "
               "subfaults\n% Coordinates");
  const FaultPoint p = reading(segments).sources[0].fault->points[0];
  EXPECT_EQ(p.strike, 10);
  EXPECT_EQ(p.dip, 80);
  EXPECT_DOUBLE_EQ(p.area, 3e6);
}

TEST_F(FaultFiles, FspThatIsWrongNamesItsLine) {
  EXPECT_HAS(mistake(replaced(fsp, "5.0 1.25", "5.0 a")), "FAULT:15: column SLIP: found 'a'");
  EXPECT_HAS(mistake(replaced(fsp, "STRK = 90", "")), "FAULT:15: the header has no strike");
  EXPECT_HAS(mistake(replaced(fsp, " 1000 4000 4.0 1.0 5.0", " 1000 4000 4.0 1.0 -1.0")),
             "FAULT:16: the subfault lies 1 km above");
  EXPECT_HAS(mistake("% nothing\n"), "holds no subfault");
}

}  // namespace unda::scenario::fault_files_test

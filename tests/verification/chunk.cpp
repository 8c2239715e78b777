// A chunk of the earth: a double couple in uniform rock against the full space, with its static offset, and on a finer mesh; under the free
// surface against the exact seismograms of a half-space; the vertical of places by symmetry; both laws of PREM.
#include "scenario/chunk.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "method/layered_problem.hpp"
#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::chunk_test {
namespace {

const std::string solver = "[solver]\nmethod = 'sem'\nprecision = 'double'\n";

std::string uniform_chunk(double width, double depth, const std::string& top) {
  return fmt::format(
      "[domain]\nkind = 'chunk'\ncentre = {{ lat = 40, lon = 20 }}\nwidth = [{0}, {0}]\nrotation = 20\ndepth = {1}\n"
      "[model]\nvp = 8000\nvs = 4600\nrho = 3300\n[boundary]\ntop = '{2}'\n",
      width, depth, top);
}

/// A double couple 300 km deep, and receivers around it that the sides disturb later than the end.
std::string deep_case() {
  return uniform_chunk(6, 600e3, "absorbing") + solver +
         "[[source]]\nkind = 'moment_tensor'\nlat = 40.1\nlon = 20.2\ndepth = 300e3\n"
         "moment = { xx = 0.8e20, yy = -1.1e20, zz = 0.3e20, xy = 0.5e20, xz = -0.7e20, yz = 0.9e20 }\n"
         "time_function = { kind = 'gaussian', sigma = 4 }\n"
         "[[receivers]]\nplace = [{ lat = 40.7, lon = 20.9, depth = 250e3 }, { lat = 39.5, lon = 20.7, depth = 370e3 "
         "}, "
         "{ lat = 40.3, lon = 19.2, depth = 300e3 }]\nquantities = ['displacement', 'velocity']\n"
         "[time]\nduration = 68\nsample_interval = 1\n";
}

/// Aki and Richards (2002), 4.29, long after all waves:
/// 4 pi rho r^2 u = A^N/2 (1/vs^2 - 1/vp^2) + A^IP/vp^2 + A^IS/vs^2.
Vector static_offset(const std::array<double, 6>& m, const Vector& offset) {
  const double r = norm(offset), vp = 8000, vs = 4600, rho = 3300;
  const Vector g = (1 / r) * offset;
  const Vector mg{m[0] * g[0] + m[3] * g[1] + m[4] * g[2], m[3] * g[0] + m[1] * g[1] + m[5] * g[2],
                  m[4] * g[0] + m[5] * g[1] + m[2] * g[2]};
  const double gmg = dot(g, mg), trace = m[0] + m[1] + m[2];
  const Vector near = (15 * gmg - 3 * trace) * g - 6 * mg, p = (6 * gmg - trace) * g - 2 * mg,
               s = (trace - 6 * gmg) * g + 3 * mg;
  const double scale = 1 / (4 * std::numbers::pi * rho * r * r);
  return scale * (0.5 * (1 / (vs * vs) - 1 / (vp * vp)) * near + (1 / (vp * vp)) * p + (1 / (vs * vs)) * s);
}

TEST(Chunk, DoubleCoupleInAFullSpace) {
  double before = 0;
  for (const double spacing : {50e3, 34e3}) {
    const scenario::Scenario s = scenario_from(deep_case() + fmt::format("[mesh]\nspacing = {}\n", spacing));
    run::Experiment e = run::prepare(s);
    output::Traces traces = run::simulate(e).traces;
    const auto report = run::add_closed_form(e, traces);
    ASSERT_TRUE(report);
    if (spacing == 34e3) {
      EXPECT_LT(report->worst, 0.02) << report->worst_label;
      EXPECT_LT(report->worst, before / 4);
    }
    before = report->worst;
    if (spacing != 34e3) continue;
    const scenario::ChunkFrame frame(*s.domain.chunk);
    const auto& group = traces.groups.at(0);
    const auto& u = group.quantities.at(scenario::Quantity::displacement);
    const std::size_t nt = traces.time.size();
    for (std::size_t r = 0; r < group.positions.size(); ++r) {
      const Vector exact =
          scenario::to_place(frame.compass(group.positions[r]),
                             static_offset(s.sources[0].moment, group.positions[r] - s.sources[0].position));
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(u.values[(r * 3 + c) * nt + nt - 1], exact[c], 0.02 * norm(exact)) << group.labels[r] << ", " << c;
    }
  }
}

/// The same rock as a flat half-space: over 30 km the earth bends by 70 m.
TEST(Chunk, UnderTheFreeSurface) {
  const std::string source =
      "kind = 'moment_tensor'\nmoment = { xx = 1e18, zz = -1e18, xy = 0.5e18 }\n"
      "time_function = { kind = 'gaussian', sigma = 0.9 }\n";
  const std::string time = "[time]\nduration = 19\nsample_interval = 0.1\n";
  const scenario::Scenario chunk =
      scenario_from(uniform_chunk(0.9, 60e3, "free") + solver + time +
                    "[mesh]\nspacing = 9000\n[[source]]\nlat = 40\nlon = 20\ndepth = 15e3\n" + source +
                    "[[receivers]]\nplace = [{ lat = 40.12, lon = 20.1 }, { lat = 39.85, lon = 20.05 }]\nquantities = "
                    "['displacement']\n");
  const auto& places = chunk.receivers[0].positions;
  const scenario::Scenario flat = scenario_from(
      "[domain]\nx = [-50e3, 50e3]\ny = [-50e3, 50e3]\nz = [-60e3, 0]\n[boundary]\ntop = 'free'\n"
      "[model]\nkind = 'layers'\n[[model.layer]]\ntop = 0\nvp = 8000\nvs = 4600\nrho = 3300\n" +
      time + "[mesh]\nspacing = 10000\n" + solver + "[[source]]\nposition = [0, 0, -15e3]\n" + source +
      fmt::format("[[receivers]]\npositions = [[{}, {}, 0], [{}, {}, 0]]\nquantities = ['displacement']\n",
                  places[0][0], places[0][1], places[1][0], places[1][1]));
  const run::Experiment of_flat = run::prepare(flat);
  const method::LayeredForm form = method::layered_form(flat, of_flat.sources);
  ASSERT_TRUE(form.problem) << form.reason;
  const reference::LayeredTraces exact = reference::layered_seismograms(*form.problem);
  const output::Traces traces = traces_of(chunk);
  const auto& u = traces.groups.at(0).quantities.at(scenario::Quantity::displacement);
  const std::size_t length = 3 * traces.time.size();
  for (std::size_t r = 0; r < 2; ++r)
    EXPECT_LT(reference::l2_misfit(std::span(u.values.data() + r * length, length), exact[r][0]), 0.02) << r;
}

/// An explosion under the middle of PREM: what stations as far to the north, east, south and west feel is the same, up, outwards and across,
/// though the axes of the frame differ; with quality factors, with anisotropy and with both. The surface of a chunk of 4 x 4 elements.
TEST(Chunk, PremIsTheSameInAllDirections) {
  for (const std::string law :
       {"anisotropic = true\nattenuates = false", "attenuates = true", "anisotropic = true\nattenuates = true"}) {
    const scenario::Scenario s = scenario_from(
        "[domain]\nkind = 'chunk'\ncentre = { lat = 0, lon = 0 }\nwidth = [16, 16]\ndepth = 500e3\n"
        "[model]\nkind = 'radial'\n" +
        law + "\n[boundary]\ntop = 'free'\n" + solver +
        "[[source]]\nkind = 'explosion'\nlat = 0\nlon = 0\ndepth = 150e3\nmoment = 1e20\n"
        "time_function = { kind = 'gaussian', sigma = 20 }\n"
        "[[receivers]]\nplace = [{ lat = 3.02018, lon = 0 }, { lat = 0, lon = 3 }, { lat = -3.02018, lon = 0 }, { lat "
        "= 0, lon = -3 }]\n"
        "quantities = ['velocity', 'stress']\n[time]\nduration = 200\nsample_interval = 2\n[mesh]\nspacing = 450e3\n");
    ASSERT_NEAR(scenario::geocentric_latitude(3.02018), 3, 1e-5);
    const output::Traces traces = traces_of(s);
    const auto& v = traces.groups.at(0).quantities.at(scenario::Quantity::velocity).values;
    const std::size_t nt = traces.time.size();
    const auto trace = [&](int station, int component) {
      return v.data() + (static_cast<std::size_t>(station) * 3 + component) * nt;
    };
    const int outwards[4] = {1, 0, 1, 0};
    const double sign[4] = {1, 1, -1, -1};
    double largest = 0;
    for (std::size_t j = 0; j < nt; ++j) largest = std::max(largest, std::abs(trace(0, 2)[j]));
    ASSERT_GT(largest, 0);
    const double* stress = traces.groups.at(0).quantities.at(scenario::Quantity::stress).values.data();
    const auto stress_of = [&](int station, int component) {
      return stress + (static_cast<std::size_t>(station) * 6 + component) * nt;
    };
    double strongest = 0;
    for (std::size_t j = 0; j < nt; ++j) strongest = std::max(strongest, std::abs(stress_of(1, 0)[j]));
    for (int station = 0; station < 4; ++station)
      for (std::size_t j = 0; j < nt; ++j) {
        const int out = outwards[station];
        EXPECT_NEAR(trace(station, 2)[j], trace(1, 2)[j], 2e-3 * largest);
        EXPECT_NEAR(sign[station] * trace(station, out)[j], trace(1, 0)[j], 2e-3 * largest);
        EXPECT_NEAR(trace(station, 1 - out)[j], 0, 2e-3 * largest);
        EXPECT_NEAR(stress_of(station, out)[j], stress_of(1, 0)[j], 2e-3 * strongest) << "outwards";
        EXPECT_NEAR(stress_of(station, 1 - out)[j], stress_of(1, 1)[j], 2e-3 * strongest) << "across";
        EXPECT_NEAR(sign[station] * stress_of(station, 4 + out)[j], stress_of(1, 4)[j], 2e-3 * strongest) << "shear";
      }
  }
}

}  // namespace
}  // namespace unda::verification::chunk_test

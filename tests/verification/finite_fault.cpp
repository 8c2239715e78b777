// A finite fault from an SRF: one point is the moment tensor with the same samples; many are the sum of single ones, in the forms
// for few sources and for many, on the host and on the simulated device.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::finite_fault_test {
namespace {

namespace fs = std::filesystem;

/// Strike 30, dip 60, rake 20; 4000 m/s, 2300 m/s, 2600 kg/m^3: mu = 1.37540e10 Pa.
const std::string earth =
    "[domain]\nx = [-700, 900]\ny = [-700, 900]\nz = [-1400, 0]\n[model]\nvp = 4000\nvs = 2300\nrho = 2600\n"
    "[boundary]\ntop = \"free\"\n"
    "[[receivers]]\nname = \"r\"\npositions = [[600, 500, 0], [-300, 700, -400]]\nquantities = [\"velocity\"]\n"
    "[time]\nduration = 0.6\nsample_interval = 0.02\n"
    "[mesh]\nspacing = 100\n[mesh.sem]\nspacing = 300\n[mesh.dg]\nspacing = 400\n"
    "[solver.dg]\norder = 2\nabsorbing_elements = 0\n[solver.sem]\nabsorbing_elements = 0\n"
    "[solver.fd]\nabsorbing_points = 10\n";

class FiniteFault : public ::testing::Test {
 protected:
  FiniteFault() {
    std::string pattern = (fs::temp_directory_path() / "unda-fault-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  ~FiniteFault() override { fs::remove_all(directory_); }

  /// The points of a patch in a rupture from the west to the east, with samples of 0.05 s.
  static std::vector<std::string> points(int n_along, int n_down) {
    std::vector<std::string> all;
    for (int j = 0; j < n_down; ++j)
      for (int i = 0; i < n_along; ++i)
        all.push_back(fmt::format("{} {} {} 30 60 1e8 {} 0.05\n20 15 5 5 3 0 0\n0 60 120 90 0 0 100 0\n",
                                  -200 + 37.0 * i, 80 + 11.0 * i - 20 * j, 0.6 + 0.05 * j, 0.013 * i + 0.02 * j));
    return all;
  }
  output::Traces run(const std::vector<std::string>& parts, const std::vector<std::string>& overrides) const {
    std::string srf = fmt::format("1.0\nPOINTS {}\n", parts.size());
    for (const std::string& part : parts) srf += part;
    std::ofstream(directory_ / "fault.srf") << srf;
    return traces_of(scenario_from(
        earth + fmt::format("[[source]]\nfile = \"{}\"\n", (directory_ / "fault.srf").string()), overrides));
  }
  fs::path directory_;
};

std::vector<double> values(const output::Traces& traces) {
  return traces.groups.at(0).quantities.at(scenario::Quantity::velocity).values;
}

double misfit(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  return std::sqrt(difference / size);
}

const std::vector<std::string> methods{"fd", "sem", "dg"};

/// In double precision what is left is the rounding of an SRF's samples to single.
std::vector<std::string> in_double(const std::string& method) {
  return {"solver.method=" + method, "solver.precision=double"};
}

TEST_F(FiniteFault, OnePointIsTheMomentTensor) {
  std::ofstream(directory_ / "s.txt") << "0.1 0\n0.15 0.6\n0.2 1.2\n0.25 0.9\n0.3 0\n";
  // mu A (d n + n d) for 1e4 m^2, by the formulas of Aki and Richards.
  const double rad = M_PI / 180, phi = 30 * rad, delta = 60 * rad, lambda = 20 * rad, m0 = 2600.0 * 2300 * 2300 * 1e4;
  const double sd = std::sin(delta), cd = std::cos(delta), sl = std::sin(lambda), cl = std::cos(lambda);
  const double nn = -(sd * cl * std::sin(2 * phi) + std::sin(2 * delta) * sl * std::pow(std::sin(phi), 2));
  const double ne = sd * cl * std::cos(2 * phi) + 0.5 * std::sin(2 * delta) * sl * std::sin(2 * phi);
  const double nd = -(cd * cl * std::cos(phi) + std::cos(2 * delta) * sl * std::sin(phi));
  const double ee = sd * cl * std::sin(2 * phi) - std::sin(2 * delta) * sl * std::pow(std::cos(phi), 2);
  const double ed = -(cd * cl * std::sin(phi) - std::cos(2 * delta) * sl * std::cos(phi));
  const double dd = std::sin(2 * delta) * sl;
  const std::string moment = fmt::format("{{ xx = {}, yy = {}, zz = {}, xy = {}, xz = {}, yz = {} }}", m0 * ee, m0 * nn,
                                         m0 * dd, m0 * ne, -m0 * ed, -m0 * nd);
  for (const std::string& method : methods) {
    const std::vector<std::string> by = in_double(method);
    const auto fault = values(run({"130 -40 0.7 30 60 1e8 0.1 0.05\n20 13.5 5 0 0 0 0\n0 60 120 90 0\n"}, by));
    const auto tensor = values(traces_of(scenario_from(
        earth + "[[source]]\nkind = \"moment_tensor\"\nposition = [130, -40, -700]\nmoment = " + moment +
            fmt::format("\ntime_function = {{ kind = \"samples\", file = \"{}\" }}\n", (directory_ / "s.txt").string()),
        by)));
    std::printf("%s: one point against its moment tensor: %.1e\n", method.c_str(), misfit(fault, tensor));
    EXPECT_LT(misfit(fault, tensor), 1e-6) << method;
  }
}

/// Two halves, each in the form for few sources, against the whole in the form for many.
TEST_F(FiniteFault, ManyPointsAreTheSumOfFew) {
  const std::vector<std::string> all = points(10, 2);  // two directions of slip each: 40 sources
  const std::vector<std::string> first(all.begin(), all.begin() + 10), second(all.begin() + 10, all.end());
  for (const std::string& method : methods) {
    const std::vector<std::string> by = in_double(method);
    std::vector<double> sum = values(run(first, by));
    const std::vector<double> other = values(run(second, by)), whole = values(run(all, by));
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
    std::printf("%s: many points against the sum of few: %.1e\n", method.c_str(), misfit(whole, sum));
    EXPECT_LT(misfit(whole, sum), 1e-7) << method;
  }
}

TEST_F(FiniteFault, DevicesHaveTheSameSums) {
  for (const std::string& method : methods) {
    const std::vector<double> host = values(run(points(10, 2), {"solver.method=" + method}));
    const std::vector<double> device = values(run(points(10, 2), {"solver.method=" + method, "solver.device=debug"}));
    EXPECT_LT(misfit(device, host), method == "fd" ? 1e-12 : 1e-5) << method;
  }
}

TEST_F(FiniteFault, MomentIsOfTheMediumThatTheFileOrTheModelHas) {
  const auto of_model = values(run({"130 -40 0.7 30 60 1e8 0.1 0.05\n20 13.5 5 0 0 0 0\n0 60 120 90 0\n"}, {}));
  // Version 2.0 with a shear modulus twice that of the model.
  std::ofstream(directory_ / "two.srf") << fmt::format(
      "2.0\nPOINTS 1\n130 -40 0.7 30 60 1e8 0.1 0.05 {} 2.6\n20 13.5 5 0 0 0 0\n0 60 120 90 0\n",
      2.3e5 * std::sqrt(2.0));
  auto of_file = values(
      traces_of(scenario_from(earth + fmt::format("[[source]]\nfile = \"{}\"\n", (directory_ / "two.srf").string()))));
  for (double& v : of_file) v /= 2;
  EXPECT_LT(misfit(of_file, of_model), 1e-5);
}

}  // namespace
}  // namespace unda::verification::finite_fault_test

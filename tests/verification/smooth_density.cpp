// In a smooth fluid the acoustic scheme keeps the buoyancy once, on the nodes, and takes means; the elastic scheme with
// vs = 0 keeps it on every velocity's own point. Both must tell the same story.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference/misfit.hpp"
#include "support.hpp"

namespace unda::verification::smooth_density_test {
namespace {

constexpr int n_samples = 9;
constexpr double step = 150;

/// Density and speed that vary by a tenth over 300 m along both axes, as arrays of float64 in the .npy format.
void write_npy(const std::filesystem::path& file, double base, double swing) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", n_samples, n_samples);
  header.append(63 - (10 + header.size()) % 64, ' ').append("\n");
  std::ofstream out(file, std::ios::binary);
  const auto length = static_cast<std::uint16_t>(header.size());
  out.write("\x93NUMPY\x01\x00", 8).write(reinterpret_cast<const char*>(&length), 2);
  out << header;
  for (int k = 0; k < n_samples; ++k)
    for (int i = 0; i < n_samples; ++i) {
      const double value = base + swing * std::sin(0.9 * i) * std::cos(0.7 * k);
      out.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
}

std::string basin(const std::filesystem::path& folder) {
  write_npy(folder / "vp.npy", 2000, 100);
  write_npy(folder / "rho.npy", 2000, 100);
  return fmt::format(
      "[domain]\nx = [0, 1200]\nz = [-1200, 0]\n[boundary]\ntop = 'free'\n[model]\nkind = 'grid'\n"
      "vp = '{0}/vp.npy'\nvs = 0\nrho = '{0}/rho.npy'\norigin = [0, -1200]\nspacing = [{1}, {1}]\naxes = 'zx'\n"
      "[[source]]\nkind = 'explosion'\nposition = [403, -611]\nmoment = 1e9\n"
      "time_function = {{ kind = 'ricker', frequency = 10, delay = 0.12 }}\n"
      "[[receivers]]\nname = 'r'\npositions = [[801, -300], [150, -900], [1100, -1000]]\nquantities = ['pressure']\n"
      "[time]\nduration = 0.7\nsample_interval = 0.002\n[mesh]\nspacing = 8\n",
      folder.string(), step);
}

TEST(SmoothDensity, MeansOfNodesServeAsWellAsPointsOfTheirOwn) {
  const auto folder = std::filesystem::temp_directory_path() / ("unda_smooth_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string text = basin(folder);
  const output::Traces means = traces_of(scenario_from(text, {"solver.physics=acoustic"}));
  const output::Traces own = traces_of(scenario_from(text, {"solver.physics=elastic"}));
  std::filesystem::remove_all(folder);
  const auto& a = means.groups[0].quantities.at(scenario::Quantity::pressure).values;
  const auto& b = own.groups[0].quantities.at(scenario::Quantity::pressure).values;
  const std::size_t nt = means.time.size();
  for (std::size_t r = 0; r < 3; ++r)
    EXPECT_LT(reference::l2_misfit({a.data() + r * nt, nt}, {b.data() + r * nt, nt}), 2e-3) << "receiver " << r;
}

}  // namespace
}  // namespace unda::verification::smooth_density_test

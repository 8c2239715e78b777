// Results do not depend on the number of threads: every method gives the same bits.
#include <gtest/gtest.h>
#include <omp.h>

#include "support.hpp"

namespace unda::verification::threads_test {
namespace {

std::vector<double> all_values(const scenario::Scenario& s, int threads) {
  omp_set_num_threads(threads);
  const output::Traces traces = traces_of(s);
  std::vector<double> values;
  for (const auto& group : traces.groups)
    for (const auto& [quantity, array] : group.quantities)
      values.insert(values.end(), array.values.begin(), array.values.end());
  return values;
}

void same_for_any_number_of_threads(const std::string& example, std::vector<std::string> overrides) {
  overrides.emplace_back("output.plots=false");
  const auto s = example_scenario(std::string("verification/") + example, overrides);
  const std::vector<double> one = all_values(s, 1);
  // Many threads get slabs too thin for the fused sweep: the two ways through a step agree too.
  for (const int threads : {3, 12}) EXPECT_EQ(all_values(s, threads), one) << example << ", " << threads << " threads";
}

TEST(Threads, GiveTheSameBitsBySpectralElements) {
  same_for_any_number_of_threads("explosion_solid_2d.toml",
                                 {"time.duration=0.15", "solver.method=sem", "mesh.sem.spacing=50"});
  same_for_any_number_of_threads("full_space_3d.toml",
                                 {"time.duration=0.1", "solver.method=sem", "mesh.sem.spacing=220"});
}

TEST(Threads, GiveTheSameBitsByDiscontinuousGalerkin) {
  same_for_any_number_of_threads("full_space_3d.toml",
                                 {"time.duration=0.2", "solver.method=dg", "mesh.dg.spacing=400", "solver.dg.order=3"});
}

TEST(Threads, GiveTheSameBitsByFiniteDifferences) {
  same_for_any_number_of_threads("free_surface_2d.toml", {"time.duration=0.15"});
  same_for_any_number_of_threads("free_surface_3d.toml", {"time.duration=0.12", "mesh.spacing=14"});
  same_for_any_number_of_threads("free_surface_3d.toml",
                                 {"time.duration=0.12", "mesh.spacing=14", "solver.physics=acoustic_second_order"});
  same_for_any_number_of_threads("lamb_3d.toml", {"time.duration=0.2", "mesh.spacing=32"});
  same_for_any_number_of_threads("lamb_3d.toml",
                                 {"time.duration=0.2", "mesh.spacing=40", "model.qp=50", "model.qs=30"});
  same_for_any_number_of_threads("full_space_3d.toml", {"time.duration=0.2", "mesh.spacing=50", "solver.fd.order=16"});
}

}  // namespace
}  // namespace unda::verification::threads_test

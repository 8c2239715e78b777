// The stiffness kernels against the plain operator: every degree, flat and deformed, uniform and varying elements.
#include <gtest/gtest.h>

#include "sem/blocks.hpp"
#include "sem/kernels/degrees.hpp"
#include "sem/kernels/stiffness_reference.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::kernels_test {
namespace {

class Kernels : public SemTest {
 protected:
  template <class Real>
  double difference(const Case& c, int degree) {
    const scenario::Scenario s = scenario(c);
    const auto model = model::make_model(s);
    const Mesh m = mesh(s, *model, degree);
    const Physics physics = c.physics();
    const int nc = c.solid ? c.dim : 1;
    const std::vector<double> u = random_field(m, nc);
    std::vector<double> plain(u.size(), 0.0);
    add_forces_plainly(m, physics, *model, u, plain);

    const ElementTables<Real> tables =
        make_tables<Real>(m, physics, Materials(m, *model, elements_are_uniform(s, *model)));
    const auto kernels = stiffness_kernels<Real>(physics, c.dim, degree);
    exec::Buffer<Real> field(u.size()), forces(u.size());
    std::copy(u.begin(), u.end(), field.begin());
    const ElementArrays<Real> arrays = tables.arrays();
    for (const auto& colour : make_blocks(m, 1).inner)
      for (const Block& block : colour)
        for (int layer = block.layers.first; layer < block.layers.last; ++layer)
          (block.deformed ? kernels.deformed : kernels.flat)(arrays, field.data(), forces.data(), layer,
                                                             block.rows.first * m.row(), block.rows.last * m.row() - 1);
    double largest = 0, worst = 0;
    for (std::size_t n = 0; n < u.size(); ++n) {
      largest = std::max(largest, std::abs(plain[n]));
      worst = std::max(worst, std::abs(plain[n] - static_cast<double>(forces[n])));
    }
    return worst / largest;
  }
};

TEST_F(Kernels, AllDegreesInBothPrecisions) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true})
      for (const bool hill : {false, true})
        for (int degree = 1; degree <= (dim == 3 ? 6 : max_degree); ++degree) {
          if (!has_kernels(degree)) continue;
          const Case c{dim, solid, hill, false, "", ""};
          EXPECT_LT(difference<float>(c, degree), 3e-6) << dim << solid << hill << " degree " << degree;
          EXPECT_LT(difference<double>(c, degree), 1e-13) << dim << solid << hill << " degree " << degree;
        }
}

TEST_F(Kernels, SolidsWithTiltedAxes) {
  for (const int dim : {2, 3})
    for (const bool grid : {false, true})
      for (const int degree : {1, 4, 5}) {
        const Case c{dim, true, true, grid, "", tilted(dim)}, flat{dim, true, false, grid, "", tilted(dim)};
        EXPECT_LT(difference<float>(c, degree), 3e-6) << dim << grid << " degree " << degree;
        EXPECT_LT(difference<double>(c, degree), 1e-13) << dim << grid << " degree " << degree;
        EXPECT_LT(difference<double>(flat, degree), 1e-13) << dim << grid << " degree " << degree;
      }
}

TEST_F(Kernels, HighDegreesIn3D) {
  for (const int degree : {7, 8, 9, 10})
    if (has_kernels(degree)) {
      EXPECT_LT(difference<float>({3, true, true, false, "", ""}, degree), 1e-5) << degree;
    }
}

TEST_F(Kernels, ModelsThatVaryInElements) {
  for (const int dim : {2, 3})
    for (const bool solid : {false, true}) {
      EXPECT_LT(difference<float>({dim, solid, true, true, "", ""}, 4), 3e-6);
      EXPECT_LT(difference<double>({dim, solid, true, true, "", ""}, 5), 1e-13);
    }
}

}  // namespace
}  // namespace unda::sem::test::kernels_test

// The GPU's kernels of elements, on threads of the host, against the plain operator: flat and deformed, uniform and varying elements,
// blocks that go up through several layers and leave the planes between them to each other.
#include <cuda_runtime.h>  // tests/gpu_on_host

#include <gtest/gtest.h>

#include "sem/device/domain_forces.hpp"
#include "sem/device/march.cuh"
#include "sem/kernels/stiffness_reference.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::gpu_kernels_test {
namespace {

/// The arrays that columns of layers write to, for columns of a height.
template <class Real>
struct Arrays {
  Assembly<Real> a;
  std::vector<DevicePart> parts;
  std::vector<int> levels;  ///< between columns of layers
  std::vector<Real> f, side, top;

  Arrays(const DeviceDomainForces<Real>& of, int n_layers, int height)
      : a(of.assembly()), parts(of.parts()), f(static_cast<std::size_t>(a.n_components * a.component)) {
    for (DevicePart& part : parts) {
      part.layers_of_column = height;
      part.first_slot = static_cast<int>(levels.size());
      for (int up = part.first_layer + height; up < part.last_layer + height; up += height)
        if (std::min(up, part.last_layer) < n_layers) levels.push_back(a.degree * std::min(up, part.last_layer));
    }
    side.resize(a.side_size());
    top.resize(a.top_size(levels.size()));
    a.f = f.data();
    a.side = side.data();
    a.top = top.data();
  }
  void fold(const Motion<Real>& motion, const unsigned char* moves) {
    const FoldSides<Real> sides{a, motion, moves};
    for (std::size_t row = 0; row < sides.n_rows(); ++row)
      for (std::size_t e = 0; e < static_cast<std::size_t>(a.plane); ++e) sides(e, row);
    const FoldTops<Real> tops{a, levels.data()};
    for (std::size_t row = 0; row < tops.n_rows(levels.size()); ++row)
      for (std::size_t e = 0; e < static_cast<std::size_t>(a.plane); ++e) tops(e, row);
  }
};

template <int max_n, class Real>
Line<max_n, Real> line_for(const Line<max_degree + 1, Real>& from) {
  Line<max_n, Real> line{};
  line.n = from.n;
  std::copy_n(from.d, from.n * from.n, line.d);
  std::copy_n(from.weighted, from.n * from.n, line.weighted);
  std::copy_n(from.weight, from.n, line.weight);
  std::copy_n(from.height, from.n, line.height);
  return line;
}

class GpuKernels : public SemTest {
 protected:
  template <class Law, int Degree, class Real, bool deformed, bool varying>
  void run_part(const DeviceDomainForces<Real>& of, const Arrays<Real>& arrays, const DevicePart& part, const Real* u,
                const Motion<Real>& motion, const RelaxationArrays<Real>& relaxation = {}) {
    constexpr int lanes = elements_of_block<Law, 3, Real>(points_in_line<Degree>);
    const int n = of.line().n;
    DeviceElements<Real> elements = of.elements();
    elements.relaxation = relaxation;
    const DomainElements<Law, 3, Degree, Real, deformed, varying, lanes> kernel{
        elements, line_for<points_in_line<Degree>>(of.line()), arrays.a, part, u, motion};
    const int height = part.layers_of_column, n_layers = part.last_layer - part.first_layer;
    const dim3 grid{static_cast<unsigned>((part.last - part.first + lanes - 1) / lanes),
                    static_cast<unsigned>((n_layers + height - 1) / height), 1};
    gpu_on_host::launch<Real>(grid, {static_cast<unsigned>(lanes), static_cast<unsigned>(n * n), 1},
                              static_cast<std::size_t>(lanes * shared_numbers<Law, 3, Real>(n)), kernel);
  }

  /// The largest difference between the forces of the kernels and the plain ones, over the largest force. `varying`: with a grid model.
  template <class Law, int Degree, class Real, bool varying = false>
  double difference(const Case& c, int degree, int height) {
    EXPECT_EQ(c.grid, varying);
    const scenario::Scenario s = scenario(c);
    const auto model = model::make_model(s);
    const Mesh m = mesh(s, *model, degree);
    const Physics physics = c.solid ? Physics::elastic : Physics::acoustic;
    const std::vector<double> u = random_field(m, Law::n_components);
    std::vector<double> plain(u.size(), 0.0);
    add_forces_plainly(m, physics, *model, u, plain);

    const ElementTables<Real> tables =
        make_tables<Real>(m, physics, Materials(m, *model, elements_are_uniform(s, *model)));
    const exec::Queue queue{exec::Device{exec::DeviceKind::simulated, 0}};
    const DeviceDomainForces<Real> forces(m, physics, tables, queue);
    const exec::SimulatedAccess access;
    const std::vector<Real> field(u.begin(), u.end());
    Arrays<Real> arrays(forces, m.n(2), height);
    for (const DevicePart& part : arrays.parts) {
      part.deformed ? run_part<Law, Degree, Real, true, varying>(forces, arrays, part, field.data(), {})
                    : run_part<Law, Degree, Real, false, varying>(forces, arrays, part, field.data(), {});
    }
    arrays.fold({}, nullptr);
    double largest = 0, worst = 0;
    for_each_point(m, [&](const Index& point) {
      for (int k = 0; k < Law::n_components; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * m.size() + static_cast<std::size_t>(m.place(point));
        largest = std::max(largest, std::abs(plain[at]));
        const double off = std::abs(plain[at] - static_cast<double>(arrays.f[at]));
        if (!(off <= worst)) worst = off;
      }
    });
    return worst / largest;
  }
};

TEST_F(GpuKernels, ColumnsOfAnyHeight) {
  for (const int height : {1, 2, 3, 20})
    EXPECT_LT((difference<ElasticStress<3>, 4, float>({3, true, true, false, ""}, 4, height)), 3e-6) << height;
}

TEST_F(GpuKernels, FlatAndVaryingElements) {
  EXPECT_LT((difference<ElasticStress<3>, 4, float>({3, true, false, false, ""}, 4, 3)), 3e-6);
  EXPECT_LT((difference<ElasticStress<3>, 4, float, true>({3, true, true, true, ""}, 4, 3)), 3e-6);
  EXPECT_LT((difference<ElasticStress<3>, 4, double, true>({3, true, false, true, ""}, 4, 3)), 1e-13);
  EXPECT_LT((difference<AcousticStress, 4, float>({3, false, true, false, ""}, 4, 2)), 3e-6);
}

/// Random mechanisms of a mesh.
template <class Real>
struct Mechanisms {
  std::vector<std::vector<Real>> moduli;
  std::vector<Real> memory;
  RelaxationArrays<Real> arrays;

  Mechanisms(const Mesh& m, std::size_t n_moduli, int n, bool in_blocks) {
    std::mt19937 random(7);
    std::uniform_real_distribution<Real> number(0, 1);
    const auto fill = [&](std::size_t count) {
      std::vector<Real> values(count);
      for (Real& value : values) value = number(random);
      return values;
    };
    arrays.n_mechanisms = n;
    for (int k = 0; k < 2 * n; ++k) moduli.push_back(fill(n_moduli));
    const int n_line = m.degree() + 1;
    memory.resize(arrays.lay_out(6, m.n(2), n_line, n_line * n_line, m.plane(), in_blocks));
    arrays.memory = memory.data();
    for_each_number(m, [&](const Index&, int, int, int, Real& value) { value = number(random); });
    for (std::size_t l = 0; l < static_cast<std::size_t>(n); ++l) {
      arrays.modulus[l] = {moduli[2 * l].data(), moduli[2 * l + 1].data()};
      arrays.step[l] = mechanism_step<Real>(3.0 + 10.0 * static_cast<double>(l), 0.02);
    }
  }
  /// f(element, plane, column, number, value), in the same order wherever they lie.
  template <class Function>
  void for_each_number(const Mesh& m, Function f) const {
    const int n_line = m.degree() + 1;
    for_each_element(m, [&](const Index& e) {
      for (int plane = 0; plane < n_line; ++plane)
        for (int column = 0; column < n_line * n_line; ++column)
          for (int n = 0; n < arrays.n_mechanisms * 6; ++n)
            f(e, plane, column, n,
              arrays.memory_at(e[2], plane, column, m.element_place({e[0], e[1], 0}))[n * arrays.memory_stress]);
    });
  }
};

/// Against the plain elements of a device: forces, and memory variables after two steps.
TEST_F(GpuKernels, MemoryVariables) {
  for (const Case& c : {Case{3, true, true, false, ""}, Case{3, true, false, true, ""}}) {
    const scenario::Scenario s = scenario(c);
    const auto model = model::make_model(s);
    const Mesh m = mesh(s, *model, 4);
    const ElementTables<double> tables =
        make_tables<double>(m, Physics::elastic, Materials(m, *model, elements_are_uniform(s, *model)));
    DeviceDomainForces<double> forces(m, Physics::elastic, tables,
                                      exec::Queue{exec::Device{exec::DeviceKind::simulated, 0}});
    const std::size_t n_moduli = tables.moduli().values[0].size();
    Mechanisms<double> plain(m, n_moduli, 2, false), fast(m, n_moduli, 2, true);
    const std::vector<double> u = random_field(m, 3);
    std::vector<double> right(u.size());
    Arrays<double> found(forces, m.n(2), 2);
    forces.set_relaxation(plain.arrays);
    for (int step = 0; step < 2; ++step) {
      {
        const exec::SimulatedAccess access;
        for (const DevicePart& part : found.parts)
          c.grid ? run_part<RelaxingStress<3>, 4, double, false, true>(forces, found, part, u.data(), {}, fast.arrays)
          : part.deformed
              ? run_part<RelaxingStress<3>, 4, double, true, false>(forces, found, part, u.data(), {}, fast.arrays)
              : run_part<RelaxingStress<3>, 4, double, false, false>(forces, found, part, u.data(), {}, fast.arrays);
      }
      forces.find(u.data(), right.data());
    }
    found.fold({}, nullptr);
    double largest = 0, worst = 0, changed = 0;
    for_each_point(m, [&](const Index& point) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t at = k * m.size() + static_cast<std::size_t>(m.place(point));
        largest = std::max(largest, std::abs(right[at]));
        worst = std::max(worst, std::abs(right[at] - found.f[at]));
      }
    });
    EXPECT_LT(worst, 1e-12 * largest);
    const Mechanisms<double> before(m, n_moduli, 2, false);
    largest = worst = 0;
    plain.for_each_number(m, [&](const Index& e, int plane, int column, int n, double right_value) {
      if (m.in_absorbing_layer(e)) return;
      const auto in = [&](const Mechanisms<double>& of) {
        return of.arrays.memory_at(e[2], plane, column, m.element_place({e[0], e[1], 0}))[n * of.arrays.memory_stress];
      };
      largest = std::max(largest, std::abs(right_value));
      worst = std::max(worst, std::abs(right_value - in(fast)));
      changed = std::max(changed, std::abs(right_value - in(before)));
    });
    EXPECT_LT(worst, 1e-12 * largest);
    EXPECT_GT(changed, 0.1 * largest);
  }
}

TEST_F(GpuKernels, OtherDegrees) {
  const Case hill{3, true, true, false, ""};
  EXPECT_LT((difference<ElasticStress<3>, 2, float>(hill, 2, 3)), 3e-6);
  EXPECT_LT((difference<ElasticStress<3>, 5, float>(hill, 5, 3)), 3e-6);
  EXPECT_LT((difference<ElasticStress<3>, 0, double>(hill, 1, 2)), 1e-13);
  EXPECT_LT((difference<ElasticStress<3>, 0, float>(hill, 3, 2)), 3e-6);
}

}  // namespace
}  // namespace unda::sem::test::gpu_kernels_test

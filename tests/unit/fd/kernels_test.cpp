// The fast row kernels against the plain ones, for every order of the build, dimension and precision, on random fields.
#include "fd/kernels/kernels.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/energy_row.hpp"
#include "fd/kernels/orders.hpp"
#include "fd/kernels/update_reference.hpp"
#include "fd/schemes/acoustic.hpp"
#include "fd/schemes/acoustic_second_order.hpp"
#include "fd/schemes/elastic.hpp"

namespace unda::fd::kernels_test {
namespace {

/// A small grid of a scheme filled with random numbers, twice: one for each kernel.
template <class Scheme, class Real>
struct Playground {
  Grid grid;
  std::vector<Array<Real>> fields, medium;
  View<Real> view;

  explicit Playground(int radius, unsigned seed = 7) {
    grid.dim = Scheme::dim;
    const std::array<int, 3> n{37, 6, 5};
    for (int a = 0; a < Scheme::dim; ++a) {
      grid.axis[a].n_nodes = n[a];
      grid.axis[a].spacing = 0.5 + a;
    }
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const Layout layout = make_layout(grid, radius);
    const Layout medium_layout = make_layout(grid, 0);
    view.stride = layout.stride;
    view.row_length = layout.row_length;
    view.dt = Real(0.1);
    for (int a = 0; a < 3; ++a) {
      view.n[a] = grid.axis[a].n_nodes;
      view.inverse_spacing[a] = static_cast<Real>(1 / grid.axis[a].spacing);
    }
    for (std::size_t f = 0; f < Scheme::fields.size(); ++f) {
      fields.emplace_back(layout, static_cast<int>(f));
      Real* values = fields.back().values.host(exec::Access::write);
      for (std::size_t i = 0; i < fields.back().values.size(); ++i) values[i] = static_cast<Real>(uniform(random));
      view.field[f] = fields.back().origin();
    }
    for (std::size_t m = 0; m < Scheme::medium.size(); ++m) {
      medium.emplace_back(medium_layout, static_cast<int>(m));
      for (int k = 0; k < view.n[2]; ++k)
        for (int j = 0; j < view.n[1]; ++j)
          for (int i = 0; i < view.n[0]; ++i)
            medium.back().origin()[i + j * medium_layout.stride[1] + k * medium_layout.stride[2]] =
                static_cast<Real>(2 + uniform(random));
      view.parameter[m] = medium.back().origin();
      view.parameter_stride[m] = medium_layout.stride;
    }
  }
};

/// All updates of a stage of the scheme, by the plain kernels.
template <class Scheme, class Real, class... Update>
void plain_row(Stage<Update...>, const View<Real>& view, int radius, int j, int k) {
  (update_row_reference<Scheme, Update>(view, radius, j, k), ...);
}

template <class Scheme, class Real, std::size_t Number>
void compare_stage(int radius) {
  Playground<Scheme, Real> fast(radius), plain(radius);
  const auto kernels = kernels_for<Scheme, Real>(radius);
  for (int k = 0; k < fast.view.n[2]; ++k) {
    for (int j = 0; j < fast.view.n[1]; ++j) {
      for (const auto& update : kernels[Number]) update.update_row(fast.view, {}, 0, j, k);
      plain_row<Scheme>(std::tuple_element_t<Number, typename Scheme::Stages>{}, plain.view, radius, j, k);
    }
  }
  const double tolerance = sizeof(Real) == 4 ? 2e-5 : 1e-13;
  for (std::size_t f = 0; f < Scheme::fields.size(); ++f)
    for (int k = 0; k < fast.view.n[2]; ++k)
      for (int j = 0; j < fast.view.n[1]; ++j)
        for (int i = 0; i < fast.view.n[0]; ++i)
          ASSERT_NEAR(fast.view.row(static_cast<int>(f), j, k)[i], plain.view.row(static_cast<int>(f), j, k)[i],
                      tolerance)
              << Scheme::dim << "-D, order " << 2 * radius << ", field " << f << " at " << i << " " << j << " " << k;
}

template <class Scheme, class Real, int... Order>
void compare_orders(std::integer_sequence<int, Order...>) {
  for (const int order : {Order...}) {
    compare_stage<Scheme, Real, 0>(order / 2);
    compare_stage<Scheme, Real, 1>(order / 2);
  }
}

template <class Scheme, class Real>
void compare_all_orders() {
  compare_orders<Scheme, Real>(HostOrders{});
}

TEST(Kernels, AcousticEqualsThePlainVersion) {
  compare_all_orders<Acoustic<1>, float>();
  compare_all_orders<Acoustic<2>, float>();
  compare_all_orders<Acoustic<3>, float>();
  compare_all_orders<Acoustic<1>, double>();
  compare_all_orders<Acoustic<2>, double>();
  compare_all_orders<Acoustic<3>, double>();
}

TEST(Kernels, SecondOrderAcousticEqualsThePlainVersion) {
  compare_all_orders<AcousticSecondOrder<1>, float>();
  compare_all_orders<AcousticSecondOrder<2>, double>();
  compare_all_orders<AcousticSecondOrder<3>, float>();
}

TEST(Kernels, ElasticEqualsThePlainVersion) {
  compare_all_orders<Elastic<2>, float>();
  compare_all_orders<Elastic<3>, float>();
  compare_all_orders<Elastic<2>, double>();
  compare_all_orders<Elastic<3>, double>();
  compare_all_orders<Elastic<2, true>, float>();
  compare_all_orders<Elastic<3, true>, double>();
}

/// The plain energy: one point after another.
template <class Scheme, class Real>
double energy_row_reference(const View<Real>& view, const EnergyShares& share, int j, int k) {
  double sum = 0;
  for (int i = 0; i < view.n[0]; ++i) {
    double f[Scheme::fields.size()], m[Scheme::medium.size()];
    for (int n = 0; n < static_cast<int>(Scheme::fields.size()); ++n)
      f[n] = static_cast<double>(view.row(n, j, k)[i]) * (share[n][0][i] * share[n][1][j] * share[n][2][k]);
    for (int n = 0; n < static_cast<int>(Scheme::medium.size()); ++n)
      m[n] = static_cast<double>(view.parameter_value(n, i, j, k));
    sum += Scheme::energy_density(f, m);
  }
  return sum;
}

/// To the last bit, also where some points are fluid and where parameters are means of neighbours.
template <class Scheme, class Real>
void compare_energies() {
  Playground<Scheme, Real> p(4);
  for (std::size_t m = 0; m < Scheme::medium.size(); ++m) p.view.parameter_step[m] = m % 2 == 0 ? 0 : 1;
  if constexpr (Scheme::dim > 1 && Scheme::fields.size() > 3)
    for (int i = 5; i < 12; ++i)
      for (std::size_t m = 2; m < Scheme::medium.size(); ++m) p.medium[m].origin()[i] = m + 1 < Scheme::medium.size();
  std::vector<std::vector<double>> roots;
  EnergyShares share{};
  for (std::size_t f = 0; f < Scheme::fields.size(); ++f)
    for (int a = 0; a < 3; ++a) {
      roots.emplace_back();
      for (int i = 0; i < p.view.n[a] + row_unit; ++i) roots.back().push_back(i == 0 ? std::sqrt(0.5) : 1 + 0.01 * i);
    }
  for (std::size_t n = 0; n < roots.size(); ++n) share[n / 3][n % 3] = roots[n].data();
  for (int k = 0; k < p.view.n[2]; ++k)
    for (int j = 0; j < p.view.n[1]; ++j) {
      const double energy = energy_row<Scheme, Real>(p.view, share, j, k);
      EXPECT_NE(energy, 0);
      EXPECT_EQ(energy, (energy_row_reference<Scheme, Real>(p.view, share, j, k)));
    }
}

TEST(Kernels, EnergyEqualsThePlainVersion) {
  compare_energies<Acoustic<1>, float>();
  compare_energies<Acoustic<3>, float>();
  compare_energies<Acoustic<2>, double>();
  compare_energies<AcousticSecondOrder<2>, float>();
  compare_energies<Elastic<2>, float>();
  compare_energies<Elastic<3>, double>();
  compare_energies<Elastic<2, true>, double>();
  compare_energies<Elastic<3, true>, float>();
}

TEST(Kernels, OrdersThatABuildLacksAreRefused) {
  EXPECT_THROW((kernels_for<Acoustic<1>, float>(max_radius + 1)), RunError);
}

TEST(Kernels, PaddingWithoutMediumStaysUntouched) {
  Playground<Acoustic<2>, float> p(4);
  const auto before = p.view.row(0, 2, 0)[p.view.n[0]];
  kernels_for<Acoustic<2>, float>(4)[1][0].update_row(p.view, {}, 0, 2, 0);
  EXPECT_EQ(p.view.row(0, 2, 0)[p.view.n[0]], before);
}

}  // namespace
}  // namespace unda::fd::kernels_test

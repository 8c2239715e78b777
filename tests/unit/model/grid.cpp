// Models from sample files: interpolation, means and extremes, for every order of axes and direction of
// sampling.
#include "model/grid.hpp"

#include <algorithm>
#include <random>

#include "unit/model/support.hpp"

namespace unda::model::test::grid_test {
namespace {

/// A field that linear interpolation must give exactly; every coefficient is a number that float holds.
double linear(double x, double y, double z) { return 4000 + 2 * x - 0.5 * y + 0.25 * z; }

struct Samples {
  std::array<int, 3> n{5, 4, 6};
  Vector origin{-10, 20, 8}, spacing{10, -5, -4};

  double position(int axis, int i) const { return origin[axis] + i * spacing[axis]; }
  scenario::Interval range(int axis) const {
    const double a = position(axis, 0), b = position(axis, n[axis] - 1);
    return {std::min(a, b), std::max(a, b)};
  }
  /// The field in the order of `axes`, slowest first, as a .npy file.
  template <class Field>
  std::string npy_of(const std::string& axes, Field field) const {
    std::vector<float> values;
    std::string shape = "(";
    std::vector<int> order;
    for (const char c : axes) {
      order.push_back(c - 'x');
      shape += std::to_string(n[c - 'x']) + ",";
    }
    std::int64_t total = 1;
    for (const int axis : order) total *= n[axis];
    for (std::int64_t k = 0; k < total; ++k) {
      Vector p{0, 0, 0};
      std::int64_t rest = k;
      for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        p[*axis] = position(*axis, static_cast<int>(rest % n[*axis]));
        rest /= n[*axis];
      }
      values.push_back(static_cast<float>(field(p[0], p[1], p[2])));
    }
    return npy_float(shape + ")", values);
  }
};

TEST(GridModel, LinearFieldsAreExactForAllAxesAndDirections) {
  const Folder folder;
  for (std::string axes : {"xyz", "xz", "x"}) {
    do {
      for (int signs = 0; signs < 8; ++signs) {
        Samples samples;
        for (int axis = 0; axis < 3; ++axis) samples.spacing[axis] *= signs >> axis & 1 ? -1 : 1;
        std::vector<scenario::Interval> extent;
        for (const int axis : {0, 1, 2})
          if (axes.find(axis_names[axis]) != axes.npos) extent.push_back(samples.range(axis));
        const int dim = static_cast<int>(axes.size());
        scenario::Scenario s =
            grid_scenario(dim, extent, from_file(folder.write("vp.npy", samples.npy_of(axes, linear))), samples.origin,
                          samples.spacing);
        s.model.grid.axes = axes;
        const auto model = make_model(s);
        std::mt19937 random(7);
        for (int i = 0; i < 50; ++i) {
          Vector p{0, 0, 0};
          for (const int axis : {0, 1, 2})
            if (s.domain.has_axis(axis))
              p[axis] = std::uniform_real_distribution(s.domain.extent[axis].low, s.domain.extent[axis].high)(random);
          EXPECT_NEAR(model->at(p).vp, linear(p[0], p[1], p[2]), 1e-9) << axes << signs;
          EXPECT_EQ(model->at(p).rho, 1000);
        }
      }
    } while (std::next_permutation(axes.begin(), axes.end()));
  }
}

TEST(GridModel, DefaultAxesOfNpy) {
  const Folder folder;
  const Samples samples;
  const auto vp = from_file(folder.write("vp.npy", samples.npy_of("zyx", linear)));
  const auto model = make_model(
      grid_scenario(3, {samples.range(0), samples.range(1), samples.range(2)}, vp, samples.origin, samples.spacing));
  EXPECT_NEAR(model->at({3, 7, -1}).vp, linear(3, 7, -1), 1e-9);
  for (const int axis : {0, 1, 2}) EXPECT_TRUE(model->varies_along(axis));
}

TEST(GridModel, OutsideTheDomainTheEdgeGoesOn) {
  const Folder folder;
  const Samples samples;
  const auto vp = from_file(folder.write("vp.npy", samples.npy_of("zyx", linear)));
  const auto model = make_model(grid_scenario(3, {{-3, 14}, {7, 12}, {-5, 2}}, vp, samples.origin, samples.spacing));
  EXPECT_NEAR(model->at({-100, 1000, 50}).vp, linear(-3, 12, 2), 1e-9);
  EXPECT_NEAR(model->at({20, 8, -7}).vp, linear(14, 8, -5), 1e-9);
  const CellMeans m = model->mean({100, 100, 100}, {110, 110, 110});
  EXPECT_NEAR(m.kappa / (1000 * std::pow(linear(14, 12, 2), 2)), 1, 1e-12);
  // Samples that can influence the domain: x -10..20, y 5..15, z -8..4.
  const Extremes e = model->extremes();
  EXPECT_EQ(e.vp_min, linear(-10, 15, -8));
  EXPECT_EQ(e.vp_max, linear(20, 5, 4));
  EXPECT_EQ(e.slowest, e.vp_min);
  EXPECT_TRUE(e.any_fluid);
}

TEST(GridModel, DomainEdgesOnSamplesTakeNoNeighbours) {
  const Folder folder;
  const auto vp = from_file(folder.write("vp.npy", npy_float("(5,)", {9000, 1500, 1600, 1700, 100})));
  const double h = 0.1;
  const auto model = make_model(grid_scenario(1, {{3 * h, 5 * h}}, vp, {2 * h, 0, 0}, {h, 1, 1}));
  EXPECT_EQ(model->extremes().vp_min, 1500);
  EXPECT_EQ(model->extremes().vp_max, 1700);
  EXPECT_NEAR(model->at({0, 0, 0}).vp, 1500, 1e-9);
  EXPECT_NEAR(model->at({9, 0, 0}).vp, 1700, 1e-9);
}

TEST(GridModel, MeansConvergeToTheIntegral) {
  // vp = 0 is not allowed, so rho varies: the mean of a linear density over any box is its value at the
  // middle.
  const Folder folder;
  const Samples samples;
  scenario::Scenario s = grid_scenario(3, {samples.range(0), samples.range(1), samples.range(2)}, number(2000),
                                       samples.origin, samples.spacing);
  s.model.grid.rho = from_file(folder.write("rho.npy", samples.npy_of("zyx", linear)));
  s.model.grid.vs = number(1000);
  const auto model = make_model(s);
  for (const double size : {0.5, 3.0, 8.0}) {
    const Vector middle{5, 12, -3};
    const Vector half{size / 2, size / 2, size / 2};
    const CellMeans m = model->mean(middle - half, middle + half);
    EXPECT_NEAR(m.rho, linear(middle[0], middle[1], middle[2]), 1e-8);
    EXPECT_GT(m.mu, 0);
    EXPECT_LT(m.mu, 1e6 * m.rho);
    EXPECT_NEAR(m.mu / (1e6 * m.rho), 1, 1e-4);
    EXPECT_NEAR(m.p_modulus / m.mu, 4, 1e-12);
    EXPECT_NEAR(m.kappa / m.mu, 4 - 4.0 / 3, 1e-12);
  }
}

TEST(GridModel, MeansOfLargeBoxesSeeEverySample) {
  const Folder folder;
  std::vector<float> zigzag;
  for (int i = 0; i < 41; ++i) zigzag.push_back(i % 2 ? 3000 : 1000);
  scenario::Scenario s = grid_scenario(1, {{0, 40}}, number(1500), {0, 0, 0}, {1, 1, 1});
  s.model.grid.rho = from_file(folder.write("rho.npy", npy_float("(41,)", zigzag)));
  EXPECT_NEAR(make_model(s)->mean({4, 0, 0}, {36, 0, 0}).rho, 2000, 1e-9);
}

/// Solids with some samples of water, uneven everywhere but for a uniform corner.
std::shared_ptr<const Model> uneven_model(const Folder& folder, int dim, std::uint64_t seed) {
  const Samples samples;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> noise(0, 1);
  const std::string axes = dim == 3 ? "zyx" : "zx";
  const bool with_water = seed % 2 == 1;
  const auto field = [&](double low, double high, double in_corner, bool may_be_water) {
    return samples.npy_of(axes, [&, low, high, in_corner, may_be_water](double x, double, double z) {
      const double value = low + noise(random) * (high - low);
      if (may_be_water && with_water && noise(random) < 0.1) return 0.0;
      return x <= 0 && z <= -4 ? in_corner : value;
    });
  };
  const auto file = [&](const char* name, const std::string& bytes) {
    return from_file(folder.write(name + std::to_string(seed) + ".npy", bytes));
  };
  std::vector<scenario::Interval> extent{samples.range(0), samples.range(2)};
  if (dim == 3) extent.insert(extent.begin() + 1, samples.range(1));
  scenario::Scenario s =
      grid_scenario(dim, extent, file("vp", field(4000, 6000, 5000, false)), samples.origin, samples.spacing);
  s.model.grid.vs = file("vs", field(2000, 3000, 2500, true));
  s.model.grid.rho = file("rho", field(2000, 2800, 2500, false));
  return make_model(s);
}

TEST(GridModel, PartsOfMeansAreThoseOfTheWhole) {
  const Folder folder;
  for (const int dim : {2, 3}) {
    // Boxes of two models in turn: what one has found out about a box is not taken for the other's.
    const std::array models{uneven_model(folder, dim, 2), uneven_model(folder, dim, 3)};
    std::mt19937 random(5);
    for (int n = 0; n < 400; ++n) {
      Vector low{0, 0, 0}, high{0, 0, 0};
      for (const int axis : {0, 1, 2}) {
        if (axis == 1 && dim == 2) continue;
        const scenario::Interval range = Samples().range(axis);
        const double margin = 0.2 * (range.high - range.low);
        low[axis] = std::uniform_real_distribution(range.low - margin, range.high)(random);
        high[axis] = low[axis] + std::uniform_real_distribution(0.1, 25.0)(random);
      }
      for (const auto& model : models) {
        EXPECT_DOUBLE_EQ(model->mean_density(low, high), model->mean(low, high).rho);
        for (const int pair : {0, 1, 2}) {
          const double expected = model->stiffness(low, high).shear[static_cast<std::size_t>(pair)];
          EXPECT_NEAR(model->shear_stiffness(low, high, pair), expected, 1e-13 * expected) << dim << n << pair;
        }
      }
    }
  }
}

TEST(GridModel, FluidAndSolidSamples) {
  const Folder folder;
  scenario::Scenario s = grid_scenario(1, {{0, 3}}, number(3000), {0, 0, 0}, {1, 1, 1});
  s.model.grid.vs = from_file(folder.write("vs.npy", npy_float("(4,)", {0, 0, 1000, 1200})));
  const auto model = make_model(s);
  EXPECT_EQ(model->at({0.7, 0, 0}).vs, 0);
  EXPECT_NEAR(model->at({1.5, 0, 0}).vs, 500, 1e-9);
  EXPECT_EQ(model->mean({0.1, 0, 0}, {1.9, 0, 0}).mu, 0);
  EXPECT_GT(model->mean({2.1, 0, 0}, {2.9, 0, 0}).mu, 0);
  const Extremes e = model->extremes();
  EXPECT_TRUE(e.any_fluid && e.any_solid);
  EXPECT_EQ(e.vs_min, 1000);
  EXPECT_EQ(e.vs_max, 1200);
  EXPECT_EQ(e.slowest, 1000);
}

/// 1/Q is linear between samples; a fluid has no share of a solid's.
TEST(GridModel, QualityFactors) {
  const Folder folder;
  scenario::Scenario s = grid_scenario(1, {{0, 3}}, number(3000), {0, 0, 0}, {1, 1, 1});
  s.model.grid.vs = from_file(folder.write("vs.npy", npy_float("(4,)", {0, 0, 1000, 1200})));
  s.model.grid.qp = from_file(folder.write("qp.npy", npy_float("(4,)", {0, 0, 100, 50})));
  s.model.grid.qs = number(30);
  const auto model = make_model(s);
  EXPECT_EQ(model->at({0.5, 0, 0}).qp, 0);
  EXPECT_EQ(model->at({0.5, 0, 0}).qs, 0);
  EXPECT_NEAR(model->at({2.5, 0, 0}).qp, 1 / 0.015, 1e-4);
  EXPECT_NEAR(model->at({2.5, 0, 0}).qs, 30, 1e-4);
  EXPECT_NEAR(model->at({1.5, 0, 0}).qp, 100, 1e-4);
  EXPECT_EQ(model->of_side({1.5, 0, 0}, false).qp, 0);
  EXPECT_NEAR(model->extremes().qp_min, 50, 1e-4);
  EXPECT_NEAR(model->extremes().qs_min, 30, 1e-4);
  EXPECT_TRUE(model->extremes().attenuates());
  const auto faster = model->changed([](const Properties& p) {
    Properties other = p;
    other.vs *= 1 + (p.qs > 0 ? 1 / p.qs : 0);
    return other;
  });
  EXPECT_NEAR(faster->at({2, 0, 0}).vs, 1000 * (1 + 1 / 30.0), 1e-3);
  EXPECT_EQ(faster->at({0, 0, 0}).vp, 3000);
  EXPECT_NEAR(faster->at({2.5, 0, 0}).qp, 1 / 0.015, 1e-4);
}

TEST(GridModel, SidesOfAContactAreNotBlended) {
  const Folder folder;
  scenario::Scenario s = grid_scenario(1, {{0, 3}}, number(3000), {0, 0, 0}, {1, 1, 1});
  s.model.grid.vs = from_file(folder.write("vs.npy", npy_float("(4,)", {0, 0, 1000, 1200})));
  const auto model = make_model(s);
  EXPECT_FALSE(model->is_solid({1.4, 0, 0}));
  EXPECT_TRUE(model->is_solid({1.6, 0, 0}));
  EXPECT_EQ(model->of_side({1.4, 0, 0}, false).vs, 0);
  EXPECT_NEAR(model->of_side({1.6, 0, 0}, true).vs, 1000, 1e-9);
  EXPECT_NEAR(model->of_side({2.5, 0, 0}, true).vs, 1100, 1e-9);
  EXPECT_TRUE(model->blends_sides({0.5, 0, 0}, {1.2, 0, 0}));
  EXPECT_FALSE(model->blends_sides({0.2, 0, 0}, {0.9, 0, 0}));
  EXPECT_FALSE(model->blends_sides({2.1, 0, 0}, {2.9, 0, 0}));
}

TEST(GridModel, KnowsAlongWhichAxesItVaries) {
  const Folder folder;
  const Samples samples;
  const auto only_z = [](double, double, double z) { return 2000 + z; };
  const auto vp = from_file(folder.write("vp.npy", samples.npy_of("zyx", only_z)));
  const auto model = make_model(
      grid_scenario(3, {samples.range(0), samples.range(1), samples.range(2)}, vp, samples.origin, samples.spacing));
  EXPECT_FALSE(model->varies_along(0));
  EXPECT_FALSE(model->varies_along(1));
  EXPECT_TRUE(model->varies_along(2));
}

TEST(GridModel, NumbersAloneAreAUniformModel) {
  const auto model = make_model(grid_scenario(2, {{0, 1}, {0, 1}}, number(1500), {0, 0, 0}, {0, 0, 0}));
  EXPECT_EQ(model->at({0.5, 0, 0.5}).vp, 1500);
}

TEST(GridModel, FormatsWithOtherAxesMix) {
  // vp as .npy (z, x), rho as RSF (x slow, z fast), whose header alone tells where the samples lie.
  const Folder folder;
  Samples samples;
  samples.n = {5, 1, 6};
  const auto field = [](double x, double, double z) { return linear(x, 0, z); };
  std::vector<float> columns;
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 6; ++k)
      columns.push_back(static_cast<float>(field(samples.position(0, i), 0, samples.position(2, k))));
  folder.write("rho.bin", bytes_of(columns));
  const auto rho = folder.write("rho.rsf", "n1=6 o1=8 d1=-4 n2=5 o2=-10 d2=10 in=rho.bin\n");
  scenario::Scenario s = grid_scenario(2, {samples.range(0), samples.range(2)},
                                       from_file(folder.write("vp.npy", samples.npy_of("zx", field))), {}, {});
  s.model.grid.rho = from_file(rho);
  s.model.grid.geometry_given = false;
  const auto model = make_model(s);
  for (const double x : {-10.0, 3.0, 29.0})
    for (const double z : {8.0, -1.0, -11.5}) {
      EXPECT_NEAR(model->at({x, 0, z}).vp, field(x, 0, z), 1e-9);
      EXPECT_NEAR(model->at({x, 0, z}).rho, field(x, 0, z), 1e-9);
    }
}

}  // namespace
}  // namespace unda::model::test::grid_test

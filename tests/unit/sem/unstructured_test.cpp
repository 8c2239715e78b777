// Spectral elements on meshes of any hexahedra and quadrilaterals: numbers of points, kernels against the plain operator.
#include <algorithm>

#include <gtest/gtest.h>

#include "mesh/gmsh_writer.hpp"
#include "mesh/hexahedra_file.hpp"
#include "physics/fluid.hpp"
#include "sem/kernels/degrees.hpp"
#include "sem/unstructured/mesh_elements.hpp"
#include "unit/mesh/hexahedra_boxes.hpp"
#include "unit/model/counting_model.hpp"
#include "unit/model/support.hpp"
#include "unit/scenario/support.hpp"

namespace unda::sem::test::unstructured_test {
namespace {

/// Bends a box a little, all its points but those that keep the extent.
Vector bent(const Vector& x) {
  const double bump = x[0] * (1 - x[0]) * x[2] * (1 - x[2]) * (0.3 + x[1] * (1 - x[1]));
  return {x[0] + 0.6 * bump, x[1] + 0.5 * bump * x[1] * (1 - x[1]), x[2] - 0.7 * bump};
}

class Unstructured : public scenario::test::ScenarioFiles {
 protected:
  scenario::Scenario scenario(const mesh::HexahedraBox& box, int degree, const std::string& model) {
    mesh::write_gmsh(gmsh_of(box), directory_ / "box.msh");
    const std::string y = box.dim == 3 ? "y = [0, 1]\n" : "";
    return scenario::read_scenario(
        write("case.toml", "[domain]\nx = [0, 1]\n" + y + "z = [0, 1]\n[model]\n" + model +
                               "[mesh]\nfile = 'box.msh'\n[time]\nduration = 1\n[solver]\nmethod = 'sem'\ndegree = " +
                               std::to_string(degree) + "\n[[receivers]]\npositions = [" +
                               (box.dim == 3 ? "[0.5, 0.5, 0.5]" : "[0.5, 0.5]") + "]\n"),
        {});
  }
  static std::shared_ptr<const WholeMesh> whole(const scenario::Scenario& s) {
    return std::make_shared<const WholeMesh>(s, std::make_shared<const mesh::Hexahedra>(mesh::read_hexahedra(s)),
                                             model::make_model(s), parallel::Communicator::world());
  }

  /// Of K u by the kernel against plain sums, over the largest.
  template <class Real>
  double difference(const scenario::Scenario& s, Physics physics) {
    const auto mesh = whole(s);
    const MeshRegion<Real> region(mesh, physics, parallel::Communicator::world(), nullptr);
    const Elements& elements = region.mesh();
    const int dim = mesh->dim(), n = mesh->degree() + 1, nc = region.n_components();
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    exec::Buffer<Real> u(region.n_numbers()), f(region.n_numbers());
    for (Real& value : u) value = static_cast<Real>(number(random));
    region.apply_stiffness(u.data(), f.data());
    std::vector<double> plain(region.n_numbers(), 0.0);
    const auto at = [&](int c, std::size_t slot, int p) {
      return static_cast<std::size_t>(c) * elements.size() + static_cast<std::size_t>(elements.place(slot, p));
    };
    for (std::size_t slot = 0; slot < elements.n_slots(); ++slot) {
      if (elements.element(slot) < 0) continue;
      const auto e = static_cast<std::size_t>(elements.element(slot));
      const auto tangents = mesh->tangents(e);
      const auto materials = mesh->materials(e);
      for (int p = 0; p < mesh->points_of_an_element(); ++p) {
        const LocalMetric metric = metric_of(tangents[static_cast<std::size_t>(p)]);
        const Index point = point_of(p, mesh->degree());
        double weight = metric.volume;
        for (int a = 0; a < dim; ++a) weight *= mesh->gll().weight[static_cast<std::size_t>(point[a])];
        std::vector<std::array<double, 3>> gradient(static_cast<std::size_t>(nc));
        const auto for_each_term = [&](auto term) {
          int stride = 1;
          for (int b = 0; b < dim; ++b, stride *= n)
            for (int m = 0; m < n; ++m)
              for (int a = 0; a < dim; ++a)
                term(p + (m - point[b]) * stride, a, mesh->gll().d(point[b], m) * metric.inverse[b][mesh->physical(a)]);
        };
        for (int c = 0; c < nc; ++c)
          for_each_term([&](int other, int a, double d) {
            gradient[static_cast<std::size_t>(c)][static_cast<std::size_t>(a)] +=
                d * static_cast<double>(u[at(c, slot, other)]);
          });
        const auto stress =
            stress_at(dim, physics, materials[materials.size() > 1 ? static_cast<std::size_t>(p) : 0], gradient);
        for (int c = 0; c < nc; ++c)
          for_each_term([&](int other, int a, double d) {
            plain[at(c, slot, other)] -= weight * d * stress[static_cast<std::size_t>(a)][static_cast<std::size_t>(c)];
          });
      }
    }
    double largest = 0, worst = 0;
    for (std::size_t k = 0; k < plain.size(); ++k) {
      largest = std::max(largest, std::abs(plain[k]));
      worst = std::max(worst, std::abs(plain[k] - static_cast<double>(f[k])));
    }
    return worst / largest;
  }
};

const std::string fluid = "kind = 'uniform'\nvp = 2\nvs = 0\nrho = 1\n",
                  solid = "kind = 'uniform'\nvp = 2\nvs = 1\nrho = 1\n";

TEST_F(Unstructured, PointsHaveOneNumberFromAllElements) {
  for (const int dim : {2, 3})
    for (const int degree : {1, 2, 3, 4, 5, 10}) {
      if (dim == 3 && degree > 5) continue;
      const auto mesh =
          whole(scenario({.dim = dim, .n = {3, 2, 2}, .curved = true, .map = bent, .turned = true}, degree, solid));
      std::map<std::int64_t, Vector> place;
      std::int64_t largest = 0;
      for (std::size_t e = 0; e < mesh->elements().size(); ++e)
        for (int p = 0; p < mesh->points_of_an_element(); ++p) {
          const Index point = point_of(p, degree);
          const std::int64_t number = mesh->numbers()(e, point);
          const auto [found, is_new] = place.emplace(number, mesh->position(e, point));
          ASSERT_LT(norm(found->second - mesh->position(e, point)), 1e-12) << dim << " degree " << degree;
          largest = std::max(largest, number);
        }
      EXPECT_LT(largest, mesh->numbers().count());
      const std::size_t points = static_cast<std::size_t>((3 * degree + 1) * (2 * degree + 1)) *
                                 static_cast<std::size_t>(dim == 3 ? 2 * degree + 1 : 1);
      EXPECT_EQ(place.size(), points) << dim << " degree " << degree;
    }
}

/// Numbers of 32 bits: more would wrap around without a word.
TEST_F(Unstructured, MoreThanCanBeNumberedIsRefused) {
  const auto s = scenario(mesh::HexahedraBox{}, 4, solid);
  const auto refusal = [&](double n_elements, int degree, int n_ranks) -> std::string {
    try {
      check_counts(s, n_elements, degree, n_ranks);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(3e7, 4, 1), "");
  EXPECT_NE(refusal(3.1e7, 4, 1).find("mesh.file: makes 2.18e+09 points of degree 4 a rank"), std::string::npos)
      << refusal(3.1e7, 4, 1);
  EXPECT_EQ(refusal(3.1e7, 4, 2), "");
  EXPECT_EQ(refusal(3.57e8, 1, 1), "");
  EXPECT_NE(refusal(3.58e8, 1, 1).find("mesh.file: has 3.58e+08 elements"), std::string::npos);
}

TEST_F(Unstructured, KernelsOfAllDegrees) {
  for (const int dim : {2, 3})
    for (const Physics physics : {Physics::acoustic, Physics::elastic})
      for (int degree = 1; degree <= (dim == 3 ? 6 : max_degree); ++degree) {
        if (!has_kernels(degree)) continue;
        const auto s =
            scenario({.dim = dim, .n = {5, 4, 3}, .curved = true, .map = bent, .turned = true, .shuffled = true},
                     degree, physics == Physics::acoustic ? fluid : solid);
        EXPECT_LT(difference<double>(s, physics), 1e-13) << dim << " degree " << degree;
        EXPECT_LT(difference<float>(s, physics), 3e-6) << dim << " degree " << degree;
      }
}

TEST_F(Unstructured, KernelsInOrderAndOfHighDegree) {
  EXPECT_LT(difference<float>(scenario({.n = {18, 4, 3}, .map = bent}, 4, solid), Physics::elastic), 3e-6);
  EXPECT_LT(difference<double>(scenario({.n = {18, 4, 3}, .map = bent}, 4, solid), Physics::elastic), 1e-13);
  if (has_kernels(max_degree)) {
    EXPECT_LT(difference<double>(scenario({.n = {2, 2, 2}, .map = bent}, max_degree, solid), Physics::elastic), 1e-13);
  }
}

/// Of the points of packs the part that is loaded whole.
double part_in_runs(const WholeMesh& whole) {
  constexpr int pack = pack_size<float>;
  const Elements elements(whole, false, parallel::Communicator::world(), pack);
  const MeshTables<float> tables(elements, Physics::elastic);
  const std::size_t n = elements.n_slots() / pack * static_cast<std::size_t>(whole.points_of_an_element());
  const std::int32_t* run = tables.arrays().run;
  return static_cast<double>(std::count_if(run, run + n, [](std::int32_t first) { return first >= 0; })) /
         static_cast<double>(n);
}

TEST_F(Unstructured, PacksOfRegularMeshesFindPointsSideBySide) {
  for (const bool turned : {false, true}) {
    const double part = part_in_runs(
        *whole(scenario({.n = {36, 12, 10}, .map = bent, .turned = turned, .shuffled = turned}, 4, solid)));
    std::printf("%s: %.3f\n", turned ? "turned and shuffled" : "in order", part);
    EXPECT_GT(part, 0.8) << turned;
  }
}

TEST_F(Unstructured, AnisotropicKernels) {
  for (const int dim : {2, 3}) {
    const std::string tilted =
        solid + "epsilon = 0.2\ndelta = -0.1\ngamma = 0.15\ntilt = 35\n" + (dim == 3 ? "azimuth = 50\n" : "");
    const auto s = scenario({.dim = dim, .n = {4, 3, 3}, .curved = true, .map = bent, .turned = true}, 4, tilted);
    EXPECT_LT(difference<double>(s, Physics::anisotropic), 1e-13) << dim;
    EXPECT_LT(difference<float>(s, Physics::anisotropic), 3e-6) << dim;
  }
}

/// In the lower, thinner elements.
TEST_F(Unstructured, TheStepIsBoundByTheThinnestElements) {
  const auto squeezed = [](const Vector& x) { return Vector{x[0], x[1], x[2] * x[2]}; };
  for (const int dim : {2, 3}) {
    const auto s = scenario({.dim = dim, .n = {3, 2, 2}, .map = squeezed}, 2, solid);
    MeshElements<double> elements(s, whole(s), parallel::Communicator::world());
    const method::StepBound bound = elements.max_step().bound;
    EXPECT_NEAR(bound.position[2], 0.125, 1e-9);
    EXPECT_NEAR(bound.shortest, 0.25, 1e-9);
    EXPECT_NEAR(bound.longest, dim == 3 ? 0.5 : 1 / 3.0, 1e-9);
    EXPECT_TRUE(bound.is_smallest);
    EXPECT_EQ(bound.speed, 2);
    EXPECT_EQ(bound.fastest, 2);
    EXPECT_EQ(std::isnan(bound.position[1]), dim == 2);
  }
}

/// Elements are fluid or solid by their middles; both parts take the rest from one answer a point.
TEST_F(Unstructured, ModelsAreAskedOnceAPoint) {
  for (const int dim : {2, 3})
    for (const int degree : {3, 4}) {
      const std::string layers =
          "kind = 'layers'\n[[model.layer]]\ntop = 1\nvp = 1.5\nvs = 0\nrho = 1\n"
          "[[model.layer]]\ntop = 0.5\nvp = 3\nvs = 1.5\nrho = 2\n";
      const auto s = scenario({.dim = dim, .n = {3, 2, 2}, .map = {}}, degree, layers);
      const auto model = std::make_shared<model::test::CountingModel>(model::make_model(s));
      model->forget();
      const auto& ranks = parallel::Communicator::world();
      const auto mesh = std::make_shared<const WholeMesh>(
          s, std::make_shared<const mesh::Hexahedra>(mesh::read_hexahedra(s)), model, ranks);
      const std::size_t n = mesh->elements().size();
      EXPECT_EQ(model->n_points(), n);
      EXPECT_EQ(model->most(), 1);
      const MeshElements<double> elements(s, mesh, ranks);
      elements.sizes();
      // Odd degrees have no point in the middle.
      EXPECT_EQ(model->n_points(),
                n * static_cast<std::size_t>(mesh->points_of_an_element() + (degree % 2 == 1 ? 1 : 0)));
      EXPECT_EQ(model->most(), 1) << dim << " degree " << degree;
    }
}

}  // namespace
}  // namespace unda::sem::test::unstructured_test

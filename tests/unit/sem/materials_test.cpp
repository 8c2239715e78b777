// A model is asked once for an element, or once for a point of it, whoever needs to know: step limit, tables, faces between parts.
#include "sem/materials.hpp"

#include <map>
#include <mutex>

#include <gtest/gtest.h>

#include "model/stiffness.hpp"
#include "sem/region.hpp"
#include "sem/worst_patches.hpp"
#include "unit/sem/support.hpp"

namespace unda::sem::test::materials_test {
namespace {

/// Counts the questions about each point.
class CountingModel final : public model::Model {
 public:
  explicit CountingModel(std::shared_ptr<const Model> earth) : earth_(std::move(earth)) {}
  std::shared_ptr<const Model> changed(const Change& change) const override { return earth_->changed(change); }
  model::Properties at(const Vector& x) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++asked_[x];
    return earth_->at(x);
  }
  model::CellMeans mean(const Vector& low, const Vector& high) const override { return earth_->mean(low, high); }
  model::Stiffness stiffness(const Vector& low, const Vector& high) const override {
    return earth_->stiffness(low, high);
  }
  bool has_interfaces() const override { return earth_->has_interfaces(); }
  bool varies_along(int axis) const override { return earth_->varies_along(axis); }
  model::Extremes extremes() const override { return earth_->extremes(); }

  std::size_t n_points() const { return asked_.size(); }
  /// The most often that one was asked.
  int most() const {
    int most = 0;
    for (const auto& [x, n] : asked_) most = std::max(most, n);
    return most;
  }
  void forget() { asked_.clear(); }

 private:
  std::shared_ptr<const Model> earth_;
  mutable std::mutex mutex_;
  mutable std::map<Vector, int> asked_;
};

class MaterialsTest : public SemTest {
 protected:
  static std::vector<Box> worst(const Mesh& mesh, const Materials& materials) {
    return worst_patches(mesh, mesh.dim(), scenario::BoundaryKind::free, materials, parallel::Communicator::world(),
                         {0, 2000, 2});
  }
};

TEST_F(MaterialsTest, AreAskedOnceAPoint) {
  for (const int dim : {2, 3})
    for (const bool grid : {false, true})
      for (const int degree : {1, 4}) {
        const scenario::Scenario s = scenario({dim, true, true, grid, "default = 'free'"});
        CountingModel model(model::make_model(s));
        const RankMesh whole{mesh(s, model, degree), {}, parallel::Communicator::world()};
        model.forget();
        Region<double> region(whole, Physics::elastic, model, elements_are_uniform(s, model));
        EXPECT_FALSE(worst(region.mesh(), region.materials()).empty());
        const auto n_elements = static_cast<std::size_t>(whole.mesh.n_elements());
        const auto n_points = static_cast<std::size_t>(whole.mesh.points_of_an_element());
        EXPECT_EQ(model.most(), 1) << dim << grid << degree;
        region.build();
        EXPECT_EQ(model.n_points(), (grid ? n_points : 1) * n_elements);
        EXPECT_EQ(model.most(), 1) << dim << grid << degree;
        EXPECT_EQ(region.materials().bytes() == 0, grid);
      }
}

}  // namespace
}  // namespace unda::sem::test::materials_test

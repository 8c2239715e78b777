// One medium everywhere.
// See uniform.hpp.
#include "model/uniform.hpp"

#include <utility>

#include "model/stiffness.hpp"

namespace unda::model {
namespace {

class UniformModel final : public Model {
 public:
  explicit UniformModel(Medium medium)
      : medium_(std::move(medium)), means_(homogeneous(medium_.properties)), extremes_(no_extremes()) {
    include(medium_, extremes_);
    finish(extremes_);
  }

  std::shared_ptr<const Model> changed(const Change& change) const override {
    return std::make_shared<UniformModel>(model::changed(medium_, change));
  }
  Properties at(const Vector&) const override { return medium_.properties; }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector&) const override { return medium_.anisotropy; }
  CellMeans mean(const Vector&, const Vector&) const override { return means_; }
  Stiffness stiffness(const Vector&, const Vector&) const override { return stiffness_of(medium_); }
  bool has_interfaces() const override { return false; }
  bool varies_along(int) const override { return false; }
  Extremes extremes() const override { return extremes_; }

 private:
  Medium medium_;
  CellMeans means_;
  Extremes extremes_;
};

}  // namespace

std::shared_ptr<const Model> make_uniform_model(const Properties& properties,
                                                std::shared_ptr<const physics::Anisotropy> anisotropy) {
  return std::make_shared<UniformModel>(Medium{properties, std::move(anisotropy)});
}

std::shared_ptr<const Model> make_uniform_model(const scenario::Scenario& scenario) {
  const scenario::Material& material = scenario.model.uniform;
  if (const auto mistake = find_mistake(material, scenario.domain.dim))
    scenario.fail("model." + mistake->name, mistake->message);
  return make_uniform_model(properties_of(material), anisotropy_of(material, scenario.domain.dim));
}

}  // namespace unda::model

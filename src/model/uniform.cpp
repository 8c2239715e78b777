// One medium everywhere.
// See uniform.hpp.
#include "model/uniform.hpp"

#include "model/stiffness.hpp"

namespace unda::model {
namespace {

class UniformModel final : public Model {
 public:
  explicit UniformModel(const Properties& properties)
      : properties_(properties), means_(homogeneous(properties)), extremes_(no_extremes()) {
    include(properties, extremes_);
    finish(extremes_);
  }

  std::shared_ptr<const Model> changed(const Change& change) const override {
    return std::make_shared<UniformModel>(change(properties_));
  }
  Properties at(const Vector&) const override { return properties_; }
  CellMeans mean(const Vector&, const Vector&) const override { return means_; }
  Stiffness stiffness(const Vector&, const Vector&) const override { return isotropic(properties_); }
  bool has_interfaces() const override { return false; }
  bool varies_along(int) const override { return false; }
  Extremes extremes() const override { return extremes_; }

 private:
  Properties properties_;
  CellMeans means_;
  Extremes extremes_;
};

}  // namespace

std::shared_ptr<const Model> make_uniform_model(const Properties& properties) {
  return std::make_shared<UniformModel>(properties);
}

std::shared_ptr<const Model> make_uniform_model(const scenario::Scenario& scenario) {
  const Properties properties = properties_of(scenario.model.uniform);
  if (const auto mistake = find_mistake(properties)) scenario.fail("model." + mistake->name, mistake->message);
  return make_uniform_model(properties);
}

}  // namespace unda::model

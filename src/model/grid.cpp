// The model from samples in files. Each file is read, checked and copied into place before the next one is
// read, so that memory never holds more than the model and one file. Only samples that can influence the
// domain are kept.
#include "model/grid.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "model/grid_geometry.hpp"
#include "model/interpolated.hpp"
#include "model/properties.hpp"
#include "model/sampled_array.hpp"
#include "model/uniform.hpp"

namespace unda::model {
namespace {

using scenario::GridSource;
using scenario::Scenario;

const GridSource& source_of(const Scenario& scenario, Parameter parameter) {
  const scenario::GridModel& grid = scenario.model.grid;
  switch (parameter) {
    case Parameter::vp:
      return grid.vp;
    case Parameter::vs:
      return grid.vs;
    case Parameter::rho:
      return grid.rho;
    case Parameter::qp:
      return *grid.qp;
    default:
      return *grid.qs;
  }
}

/// Those that the scenario gives.
std::vector<Parameter> parameters_of(const Scenario& scenario) {
  std::vector<Parameter> parameters{Parameter::vp, Parameter::vs, Parameter::rho};
  if (scenario.model.grid.qp) parameters.push_back(Parameter::qp);
  if (scenario.model.grid.qs) parameters.push_back(Parameter::qs);
  return parameters;
}

bool is_quality(Parameter parameter) { return parameter == Parameter::qp || parameter == Parameter::qs; }

std::string key_of(Parameter parameter) {
  return fmt::format("model.{}", parameter_names[static_cast<int>(parameter)]);
}

class GridAssembly {
 public:
  explicit GridAssembly(const Scenario& scenario) : scenario_(scenario) {}

  void add_file(Parameter parameter) {
    const std::string key = key_of(parameter);
    const GridSource& source = source_of(scenario_, parameter);
    const SampledArray array = read(key, source);
    const ArrayAxes axes = array_axes(scenario_, key, source.file, array.shape);
    if (samples_.empty()) {
      full_ = place(scenario_, key, source.file, array, axes);
      kept_ = influencing_part(full_, scenario_.domain);
      samples_.resize(3 * static_cast<std::size_t>(kept_.grid.size()));
      if (scenario_.model.grid.qp) losses_.resize(2 * static_cast<std::size_t>(kept_.grid.size()));
    } else {
      check_same(scenario_, key, source.file, full_, array, axes);
    }
    axes_[static_cast<int>(parameter)] = axes;
    check_values(parameter, array, axes);
    copy(parameter, array, axes);
  }

  void add_number(Parameter parameter) {
    const auto value = static_cast<float>(source_of(scenario_, parameter).value);
    const Target to = target(parameter);
    for (std::int64_t i = 0; i < kept_.grid.size(); ++i) to.first[i * to.stride] = kept_value(parameter, value);
  }

  std::shared_ptr<const Model> finish() {
    check_bulk_modulus();
    for (std::size_t i = 0; i < losses_.size(); i += 2)
      if (samples_[i / 2 * 3 + 1] == 0) losses_[i + 1] = 0;  // water in a model of one qs
    check_quality();
    return std::make_shared<InterpolatedModel>(scenario_.domain, kept_.grid, std::move(samples_), std::move(losses_));
  }

 private:
  SampledArray read(const std::string& key, const GridSource& source) const {
    try {
      return read_samples(source);
    } catch (const InputError& error) {
      scenario_.fail(key, error.what());
    }
  }

  /// Every sample of the file, also beyond the domain.
  void check_values(Parameter parameter, const SampledArray& array, const ArrayAxes& axes) const {
    const auto bad =
        std::find_if(array.data.begin(), array.data.end(), [=](float v) { return !allowed(parameter, v); });
    if (bad == array.data.end()) return;
    const auto place = describe_sample(full_, axes, axes.index(bad - array.data.begin()));
    scenario_.fail(key_of(parameter),
                   fmt::format("'{}': {} is {}; allowed: {}", source_of(scenario_, parameter).file.string(), place,
                               *bad, allowed_range(parameter)));
  }

  /// In words, by its place among the samples that are kept.
  std::string describe(Parameter parameter, std::int64_t sample) const {
    const auto& n = kept_.grid.n;
    const std::array<std::int64_t, 3> index{kept_.first[0] + sample % n[0], kept_.first[1] + sample / n[0] % n[1],
                                            kept_.first[2] + sample / (n[0] * n[1])};
    return describe_sample(full_, axes_[static_cast<int>(parameter)], index);
  }

  void check_quality() const {
    for (std::size_t i = 0; i < losses_.size(); i += 2) {
      if (losses_[i] > 0 || losses_[i + 1] == 0) continue;
      const GridSource& source = source_of(scenario_, Parameter::qp);
      if (source.file.empty()) scenario_.fail("model.qp", "found no attenuation of P where qs attenuates S; give qp");
      scenario_.fail("model.qp",
                     fmt::format("'{}': at {}: found no attenuation of P where qs attenuates S; give qp",
                                 source.file.string(), describe(Parameter::qp, static_cast<std::int64_t>(i / 2))));
    }
  }

  void check_bulk_modulus() const {
    for (std::size_t i = 0; i < samples_.size(); i += 3) {
      const double vp = samples_[i], vs = samples_[i + 1];
      if (bulk_modulus_positive(vp, vs)) continue;
      const auto sample = static_cast<std::int64_t>(i / 3);
      const Parameter named = source_of(scenario_, Parameter::vs).file.empty() ? Parameter::vp : Parameter::vs;
      const GridSource& source = source_of(scenario_, named);
      if (source.file.empty()) scenario_.fail("model.vs", bulk_modulus_message(vp, vs));
      scenario_.fail(key_of(named), fmt::format("'{}': at {}: {}", source.file.string(), describe(named, sample),
                                                bulk_modulus_message(vp, vs)));
    }
  }

  void copy(Parameter parameter, const SampledArray& array, const ArrayAxes& axes) {
    const auto& n = kept_.grid.n;
    Target to = target(parameter);
    for (std::int64_t k = 0; k < n[2]; ++k)
      for (std::int64_t j = 0; j < n[1]; ++j) {
        const float* from = array.data.data() + axes.offset({kept_.first[0], kept_.first[1] + j, kept_.first[2] + k});
        for (std::int64_t i = 0; i < n[0]; ++i, to.first += to.stride)
          *to.first = kept_value(parameter, from[i * axes.stride[0]]);
      }
  }

  struct Target {
    float* first;
    std::int64_t stride;
  };
  Target target(Parameter parameter) {
    if (is_quality(parameter)) return {losses_.data() + (parameter == Parameter::qs ? 1 : 0), 2};
    return {samples_.data() + static_cast<int>(parameter), 3};
  }
  static float kept_value(Parameter parameter, float value) {
    return !is_quality(parameter) ? value : value > 0 ? 1 / value : 0;
  }

  const Scenario& scenario_;
  SampleGrid full_;  ///< as in the files
  GridPart kept_;    ///< what can influence the domain
  std::array<ArrayAxes, 5> axes_;
  std::vector<float> samples_;  ///< [z][y][x][vp vs rho] of the part that is kept
  std::vector<float> losses_;   ///< likewise [1/qp 1/qs]; empty: no attenuation
};

}  // namespace

std::shared_ptr<const Model> make_grid_model(const Scenario& scenario) {
  std::vector<Parameter> files, numbers;
  for (const Parameter parameter : parameters_of(scenario)) {
    const GridSource& source = source_of(scenario, parameter);
    if (source.file.empty() && !allowed(parameter, source.value))
      scenario.fail(key_of(parameter), fmt::format("{} is not allowed; allowed: {}, or the name of a file",
                                                   source.value, allowed_range(parameter)));
    (source.file.empty() ? numbers : files).push_back(parameter);
  }
  if (files.empty()) {
    const scenario::GridModel& grid = scenario.model.grid;
    const Properties uniform{grid.vp.value, grid.vs.value, grid.rho.value, grid.qp ? grid.qp->value : 0,
                             grid.qs ? grid.qs->value : 0};
    if (const auto mistake = find_mistake(uniform)) scenario.fail("model." + mistake->name, mistake->message);
    return make_uniform_model(uniform);
  }
  // Files that tell where their samples lie come first where the scenario does not tell.
  if (!scenario.model.grid.geometry_given)
    std::stable_partition(files.begin(), files.end(), [&](Parameter parameter) {
      return format_of(source_of(scenario, parameter).file) == SampleFormat::rsf;
    });

  GridAssembly assembly(scenario);
  for (const Parameter parameter : files) assembly.add_file(parameter);
  for (const Parameter parameter : numbers) assembly.add_number(parameter);
  return assembly.finish();
}

}  // namespace unda::model

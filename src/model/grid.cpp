// The model from samples in files. Each file is read, checked and copied into place before the next one is
// read, so that memory never holds more than the model and one file. Only samples that can influence the
// domain are kept.
#include "model/grid.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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

/// Parameters of anisotropy that are not given are 0.
const GridSource& source_of(const Scenario& scenario, Parameter parameter) {
  static const GridSource none;
  const scenario::GridModel& grid = scenario.model.grid;
  const std::array<const GridSource*, 3> isotropic{&grid.vp, &grid.vs, &grid.rho};
  const std::array<const std::optional<GridSource>*, 7> others{&grid.qp,    &grid.qs,   &grid.epsilon, &grid.delta,
                                                               &grid.gamma, &grid.tilt, &grid.azimuth};
  const auto n = static_cast<std::size_t>(parameter);
  if (n < isotropic.size()) return *isotropic[n];
  const std::optional<GridSource>& given = *others[n - isotropic.size()];
  return given ? *given : none;
}

bool is_quality(Parameter parameter) { return parameter == Parameter::qp || parameter == Parameter::qs; }
bool is_of_anisotropy(Parameter parameter) { return parameter > Parameter::qs; }

bool is_anisotropic(const Scenario& scenario) {
  const scenario::GridModel& grid = scenario.model.grid;
  return grid.epsilon || grid.delta || grid.gamma;
}

/// Those that the model has.
std::vector<Parameter> parameters_of(const Scenario& scenario) {
  std::vector<Parameter> parameters{Parameter::vp, Parameter::vs, Parameter::rho};
  if (scenario.model.grid.qp) parameters.insert(parameters.end(), {Parameter::qp, Parameter::qs});
  if (is_anisotropic(scenario))
    parameters.insert(parameters.end(),
                      {Parameter::epsilon, Parameter::delta, Parameter::gamma, Parameter::tilt, Parameter::azimuth});
  return parameters;
}

std::string key_of(Parameter parameter) {
  return fmt::format("model.{}", parameter_names[static_cast<int>(parameter)]);
}

class GridAssembly {
 public:
  explicit GridAssembly(const Scenario& scenario) : scenario_(scenario) {}

  void add_file(Parameter parameter) {
    const std::string key = key_of(parameter);
    const GridSource& source = source_of(scenario_, parameter);
    const SampledArray array = read(parameter, source);
    const ArrayAxes axes = array_axes(scenario_, key, source.file, array.shape);
    if (samples_.empty()) {
      full_ = place(scenario_, key, source.file, array, axes);
      kept_ = influencing_part(full_, scenario_.domain);
      samples_.resize(3 * static_cast<std::size_t>(kept_.grid.size()));
      if (scenario_.model.grid.qp) losses_.resize(2 * static_cast<std::size_t>(kept_.grid.size()));
      if (is_anisotropic(scenario_)) anisotropy_.resize(5 * static_cast<std::size_t>(kept_.grid.size()));
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
    if (!anisotropy_.empty()) check_anisotropy();
    return std::make_shared<InterpolatedModel>(scenario_.domain, kept_.grid, std::move(samples_), std::move(losses_),
                                               anisotropy_);
  }

 private:
  SampledArray read(Parameter parameter, const GridSource& source) const {
    try {
      return read_samples(source, parameter_names[static_cast<std::size_t>(parameter)]);
    } catch (const InputError& error) {
      scenario_.fail(key_of(parameter), error.what());
    }
  }

  /// Every sample of the file, also beyond the domain.
  void check_values(Parameter parameter, const SampledArray& array, const ArrayAxes& axes) const {
    const auto samples = array.samples();
    const auto bad = std::find_if(samples.begin(), samples.end(), [=](float v) { return !allowed(parameter, v); });
    if (bad == samples.end()) return;
    const auto place = describe_sample(full_, axes, axes.index(bad - samples.begin()));
    scenario_.fail(key_of(parameter),
                   fmt::format("'{}': {} is {}; allowed: {}", source_of(scenario_, parameter).file.string(), place,
                               *bad, allowed_range(parameter)));
  }

  std::array<std::int64_t, 3> index_of(std::int64_t sample) const {
    const auto& n = kept_.grid.n;
    return {kept_.first[0] + sample % n[0], kept_.first[1] + sample / n[0] % n[1],
            kept_.first[2] + sample / (n[0] * n[1])};
  }

  /// Where a sample of a parameter lies; a number is the same everywhere, and the place is then that in another file.
  std::string place_of_sample(Parameter parameter, std::int64_t sample) const {
    for (const Parameter of_file : {parameter, Parameter::vp, Parameter::vs, Parameter::rho, Parameter::epsilon,
                                    Parameter::delta, Parameter::gamma, Parameter::tilt, Parameter::azimuth}) {
      const GridSource& source = source_of(scenario_, of_file);
      if (!source.file.empty())
        return fmt::format("'{}': at {}: ", source.file.string(),
                           describe_sample(full_, axes_[static_cast<int>(of_file)], index_of(sample)));
    }
    return "";
  }

  void check_quality() const {
    for (std::size_t i = 0; i < losses_.size(); i += 2)
      if (!(losses_[i] > 0) && losses_[i + 1] != 0)
        scenario_.fail("model.qp", place_of_sample(Parameter::qp, static_cast<std::int64_t>(i / 2)) +
                                       "found no attenuation of P where qs attenuates S; give qp");
  }

  /// Where S waves lose no less than P waves they all decay.
  bool decays(std::size_t sample) const {
    const float *p = samples_.data() + 3 * sample, *a = anisotropy_.data() + 5 * sample,
                *loss = losses_.data() + 2 * sample;
    if (loss[1] >= loss[0]) return true;
    const physics::Thomsen medium{p[0], p[1], p[2], a[0], a[1], a[2]};
    return physics::waves_decay(physics::moduli_of(medium), physics::shear_moduli_of(medium, {0, 0, 1}),
                                {1 / loss[0], loss[1] > 0 ? 1 / loss[1] : 0}, 3);
  }

  void check_anisotropy() const {
    for (std::size_t i = 0; 3 * i < samples_.size(); ++i) {
      const float *p = samples_.data() + 3 * i, *a = anisotropy_.data() + 5 * i;
      const auto sample = static_cast<std::int64_t>(i);
      if (a[0] == 0 && a[1] == 0 && a[2] == 0) continue;
      if (!(p[1] > 0))
        scenario_.fail(key_of(Parameter::epsilon),
                       place_of_sample(Parameter::vs, sample) +
                           "vs = 0 with epsilon, delta or gamma other than 0; a fluid is isotropic");
      if (const auto mistake = find_mistake(physics::Thomsen{p[0], p[1], p[2], a[0], a[1], a[2]}))
        scenario_.fail("model." + mistake->name, place_of_sample(mistake->name == "delta"     ? Parameter::delta
                                                                 : mistake->name == "epsilon" ? Parameter::epsilon
                                                                                              : Parameter::gamma,
                                                                 sample) +
                                                     mistake->message);
      if (!losses_.empty() && !decays(i))
        scenario_.fail(key_of(Parameter::qs),
                       place_of_sample(Parameter::qs, sample) +
                           "with these epsilon and delta waves of some directions would grow; give a qs of at most qp");
      const auto is_multiple = [](double angle) { return std::abs(std::remainder(angle, 180)) < 1e-4; };
      if (scenario_.domain.dim == 2 && !is_multiple(a[3]) && !is_multiple(a[4]))
        scenario_.fail(key_of(Parameter::azimuth),
                       fmt::format("{}found {}; in 2-D the axis lies in the plane of x and z: 0 or 180",
                                   place_of_sample(Parameter::azimuth, sample), a[4]));
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
      scenario_.fail(key_of(named), place_of_sample(named, sample) + bulk_modulus_message(vp, vs));
    }
  }

  void copy(Parameter parameter, const SampledArray& array, const ArrayAxes& axes) {
    const auto& n = kept_.grid.n;
    Target to = target(parameter);
    for (std::int64_t k = 0; k < n[2]; ++k)
      for (std::int64_t j = 0; j < n[1]; ++j) {
        const float* from =
            array.samples().data() + axes.offset({kept_.first[0], kept_.first[1] + j, kept_.first[2] + k});
        for (std::int64_t i = 0; i < n[0]; ++i, to.first += to.stride)
          *to.first = kept_value(parameter, from[i * axes.stride[0]]);
      }
  }

  /// Where a parameter goes: interleaved, three in one array, others in arrays of their own.
  struct Target {
    float* first;
    std::int64_t stride;
  };
  Target target(Parameter parameter) {
    const auto behind = [parameter](Parameter first) { return static_cast<int>(parameter) - static_cast<int>(first); };
    if (is_quality(parameter)) return {losses_.data() + behind(Parameter::qp), 2};
    if (is_of_anisotropy(parameter)) return {anisotropy_.data() + behind(Parameter::epsilon), 5};
    return {samples_.data() + behind(Parameter::vp), 3};
  }
  static float kept_value(Parameter parameter, float value) {
    return !is_quality(parameter) ? value : value > 0 ? 1 / value : 0;
  }

  const Scenario& scenario_;
  SampleGrid full_;  ///< as in the files
  GridPart kept_;    ///< what can influence the domain
  std::array<ArrayAxes, parameter_names.size()> axes_;
  std::vector<float> samples_;     ///< [z][y][x][vp vs rho] of the part that is kept
  std::vector<float> losses_;      ///< likewise [1/qp 1/qs]; empty: no attenuation
  std::vector<float> anisotropy_;  ///< none, or [z][y][x][epsilon delta gamma tilt azimuth]
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
    scenario::Material uniform;
    const std::array<double*, parameter_names.size()> values{
        &uniform.vp,      &uniform.vs,    &uniform.rho,   &uniform.qp,   &uniform.qs,
        &uniform.epsilon, &uniform.delta, &uniform.gamma, &uniform.tilt, &uniform.azimuth};
    for (const Parameter parameter : numbers)
      *values[static_cast<std::size_t>(parameter)] = source_of(scenario, parameter).value;
    if (const auto mistake = find_mistake(uniform, scenario.domain.dim))
      scenario.fail("model." + mistake->name, mistake->message);
    return make_uniform_model(properties_of(uniform), anisotropy_of(uniform, scenario.domain.dim));
  }
  // Files that tell where their samples lie come first where the scenario does not tell.
  if (!scenario.model.grid.geometry_given)
    std::stable_partition(files.begin(), files.end(), [&](Parameter parameter) {
      return tells_geometry(format_of(source_of(scenario, parameter).file));
    });

  GridAssembly assembly(scenario);
  for (const Parameter parameter : files) assembly.add_file(parameter);
  for (const Parameter parameter : numbers) assembly.add_number(parameter);
  return assembly.finish();
}

}  // namespace unda::model

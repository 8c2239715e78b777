// The waves that come to the receivers are those of the exact seismograms, each with the errors it has on the mesh.
#include "sem/misfit_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "method/expected_echo.hpp"
#include "method/layered_problem.hpp"
#include "numerics/gll.hpp"
#include "reference/layered/disturbed_waves.hpp"
#include "sem/dispersion.hpp"

namespace unda::sem {
namespace {

using method::MisfitPart;
using reference::Complex;
using std::numbers::pi;

constexpr std::size_t most_example_sources = 4;  // that are asked: they stand for the others

/// An element, in wavelengths, for which errors are found; they are carried to others by their powers.
double usual_element(int degree) { return 0.15 * degree; }

/// Between the points of an element of length h a wave of wavenumber k is off by this times (k h)^(degree + 1): the root of the mean
/// square of what polynomials through the points make of it.
double interpolation_factor(int degree) {
  constexpr int n = 64;
  const numerics::Gll gll = numerics::gll(degree);
  const double half_phase = pi * usual_element(degree);
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    const double x = (2 * j + 1.0) / n - 1;
    const std::vector<double> value = gll.values(x);
    Complex wave = 0;
    for (std::size_t i = 0; i < value.size(); ++i) wave += value[i] * std::polar(1.0, half_phase * gll.point[i]);
    sum += std::norm(wave - std::polar(1.0, half_phase * x));
  }
  return std::sqrt(sum / n) / std::pow(2 * half_phase, degree + 1);
}

/// Likewise of its slope, over k, times (k h)^degree: at a point of the element, and the root of the mean square.
double slope_error(int degree, double x) {
  const numerics::Gll gll = numerics::gll(degree);
  const double half_phase = pi * usual_element(degree);
  const std::vector<double> slope = gll.slopes(x);
  Complex wave = 0;
  for (std::size_t i = 0; i < slope.size(); ++i) wave += slope[i] * std::polar(1.0, half_phase * gll.point[i]);
  const Complex exact = Complex(0, half_phase) * std::polar(1.0, half_phase * x);
  return std::abs(wave - exact) / half_phase / std::pow(2 * half_phase, degree);
}
double slope_factor(int degree) {
  constexpr int n = 64;
  double sum = 0;
  for (int j = 0; j < n; ++j) sum += std::pow(slope_error(degree, (2 * j + 1.0) / n - 1), 2);
  return std::sqrt(sum / n);
}

bool is_motion(scenario::Quantity quantity) {
  return quantity != scenario::Quantity::pressure && quantity != scenario::Quantity::stress;
}

/// Heights at which motion of a fluid is read, which is a slope of the potential.
std::vector<double> heights_of_slopes(const reference::LayeredProblem& problem) {
  std::vector<double> heights;
  for (const reference::LayeredReceiver& receiver : problem.receivers) {
    const auto& layers = problem.earth.layers;
    std::size_t n = 0;  // a point on an interface belongs to the layer below
    while (n + 1 < layers.size() && layers[n + 1].top >= receiver.position[2]) ++n;
    if (layers[n].medium.vs == 0 && std::any_of(receiver.quantities.begin(), receiver.quantities.end(), is_motion))
      heights.push_back(receiver.position[2]);
  }
  return heights;
}

double slowest(const reference::LayeredEarth& earth) {
  double speed = INFINITY;
  for (const reference::EarthLayer& l : earth.layers)
    speed = std::min(speed, l.medium.vs > 0 ? l.medium.vs : l.medium.vp);
  return speed;
}

/// The element around a point of the vertical axis.
struct AxisElement {
  double height = 0;   ///< m
  double into = 0;     ///< distance from its nearer face, in heights
  int n_elements = 3;  ///< that the polynomials of a source there reach over along z
};

AxisElement element_around(const mesh::Levels& levels, const std::vector<reference::EarthLayer>& layers, double z) {
  const auto above = std::upper_bound(levels.plane.begin() + 1, levels.plane.end() - 1, z);
  const double high = *above, low = *(above - 1), height = high - low;
  auto is_end = [&](double plane) {
    return std::any_of(layers.begin(), layers.end(),
                       [&](const auto& l) { return std::abs(l.top - plane) < 1e-6 * height; }) ||
           plane <= levels.domain[2].low;
  };
  const bool ends_below = is_end(low), ends_above = is_end(high), lower_half = z - low < high - z;
  const int n = !ends_below && !ends_above ? 3 : (ends_below ? ends_above || lower_half : !lower_half) ? 1 : 2;
  return {height, std::min(z - low, high - z) / height, n};
}

class ElementErrors final : public reference::MeshErrors {
 public:
  ElementErrors(const reference::LayeredProblem& problem, const mesh::Levels& levels, int degree, double frequency)
      : levels_(levels),
        earth_(problem.earth),
        heights_of_slopes_(heights_of_slopes(problem)),
        degree_(degree),
        hx_(levels.edge(0)),
        dispersion_(degree, hx_ * frequency / slowest(problem.earth)) {
    const reference::LayeredEarth& earth = problem.earth;
    for (std::size_t n = 0; n < earth.layers.size(); ++n) {
      const double top = earth.layers[n].top,
                   bottom = n + 1 < earth.layers.size() ? earth.layers[n + 1].top : levels.domain[2].low;
      const reference::Medium& m = earth.layers[n].medium;
      layers_.push_back(
          {element_around(levels, earth.layers, 0.5 * (top + std::max(bottom, levels.domain[2].low))).height,
           m.vs > 0 ? m.vp / m.vs : 0});
    }
  }

  reference::SpeedErrors speeds(std::size_t layer, double k, Complex kz2_p, Complex kz2_s) const override {
    const Layer& l = layers_[layer];
    return dispersion_.errors(hx_, l.height, l.ratio, k, kz2_p, kz2_s);
  }

  /// Faces of elements have points all along.
  double reading(double z, double k, Complex kz2) const override {
    const AxisElement element = element_around(levels_, earth_.layers, z);
    if (std::find(heights_of_slopes_.begin(), heights_of_slopes_.end(), z) != heights_of_slopes_.end()) {
      const double along_z = std::sqrt(std::max(0.0, kz2.real())), size = std::hypot(k, along_z);
      const double at_z = slope_error(degree_, 1 - 2 * element.into);
      return std::hypot(k * misread_slope_ * std::pow(k * hx_, degree_),
                        along_z * at_z * std::pow(along_z * element.height, degree_)) /
             size;
    }
    const double kz = element.into < 0.02 ? 0 : std::sqrt(std::max(0.0, kz2.real()));
    return misread_ * std::hypot(std::pow(k * hx_, degree_ + 1), std::pow(kz * element.height, degree_ + 1));
  }

  /// A wave of wavenumber k in the element of the source.
  double at_source(const AxisElement& element, double k) const {
    return misread_ * std::hypot(std::pow(k * hx_, degree_ + 1), std::pow(k * element.height, degree_ + 1));
  }

  double shear(double frequency) const override { return shear_ * std::pow(frequency / highest_, shear_order_); }
  /// What S waves on the mesh have of divergence where the source is: of its polynomials, by the same analysis.
  void set_shear(const AxisElement& element, double k, double frequency) {
    const double elements =
        k * std::max(hx_, element.height) / (0.4 * pi * degree_);  // over 0.8 wavelengths at degree 4
    highest_ = frequency;
    shear_order_ = element.n_elements == 1 ? degree_ : degree_ + 1;
    shear_ = (element.n_elements == 1   ? 0.024
              : element.n_elements == 2 ? 0.015
                                        : 0.009) *
             std::pow(elements, shear_order_);
  }

 private:
  struct Layer {
    double height = 0;  ///< of its elements, m
    double ratio = 0;   ///< vp/vs; 0 in fluids
  };
  const mesh::Levels& levels_;
  const reference::LayeredEarth& earth_;
  std::vector<double> heights_of_slopes_;
  int degree_;
  double hx_;
  ElementDispersion dispersion_;
  double misread_ = interpolation_factor(degree_), misread_slope_ = slope_factor(degree_);
  double shear_ = 0, shear_order_ = 1, highest_ = 1;
  std::vector<Layer> layers_;
};

/// What comes back from the nearest absorbing edge, weaker than the wave itself by the longer way.
double echo(const scenario::Scenario& s, const reference::LayeredProblem& p, const model::Extremes& earth) {
  const Vector& source = p.sources.front().position;
  double strongest = 0;
  for (const reference::LayeredReceiver& receiver : p.receivers)
    for (const int axis : s.domain.axes())
      for (int side = 0; side < 2; ++side) {
        if (s.boundary[2 * axis + side] != scenario::BoundaryKind::absorbing) continue;
        Vector image = source;
        image[axis] = 2 * (side == 0 ? s.domain.extent[axis].low : s.domain.extent[axis].high) - source[axis];
        const double way = norm(receiver.position - image), direct = norm(receiver.position - source);
        if (way / earth.vp_max > static_cast<double>(p.n_samples) * p.sample_interval) continue;
        strongest = std::max(strongest, std::pow(direct / way, 0.5 * (p.dim - 1)));
      }
  return strongest * std::lerp(0.0035, 0.01, method::softness(earth));
}

/// For the one source of a problem.
std::vector<MisfitPart> parts_of(const method::PointSource& source, const scenario::Scenario& s,
                                 const mesh::Levels& levels, const model::Model& model,
                                 const reference::LayeredProblem& problem) {
  const double highest = source.time_function->highest_frequency();
  const model::Properties earth = model.at(source.position);
  const bool is_explosion = source.kind == scenario::SourceKind::explosion;
  const double speed = is_explosion || earth.vs == 0 ? earth.vp : earth.vs;
  const AxisElement element = element_around(levels, problem.earth.layers, source.position[2]);
  ElementErrors errors(problem, levels, s.solver.sem.degree, highest);
  if (is_explosion && earth.vs > 0) errors.set_shear(element, 2 * pi * highest / earth.vs, highest);
  const reference::DisturbedMisfit misfit = disturbed_misfit(problem, errors);
  std::vector<MisfitPart> parts;
  auto add = [&](const char* cause, double value) {
    parts.push_back({});
    parts.back().cause = cause;
    parts.back().misfit = value;
  };
  add("", misfit.by_speeds);
  add("waves between the points of elements", misfit.by_reading);
  add("the explosion's shear on this mesh", misfit.by_shear);
  add(by_edges, echo(s, problem, model.extremes()));
  add("the element around the source", 0);
  parts.back().wavelengths = 1 / (2 * pi);  // an error of the amplitude, as one of the phase
  parts.back().speed_error =
      (element.n_elements == 1 ? 1.1 : 0.6) * errors.at_source(element, 2 * pi * highest / speed);
  parts.back().error_order = s.solver.sem.degree;
  return parts;
}

}  // namespace

std::vector<MisfitPart> misfit_parts(const scenario::Scenario& s, const mesh::Levels& levels, const model::Model& model,
                                     const std::vector<method::PointSource>& sources) {
  std::vector<MisfitPart> parts, own;
  const method::LayeredForm form = method::layered_form(s, sources);
  if (!form.problem) return parts;
  const std::size_t step = (sources.size() + most_example_sources - 1) / most_example_sources;
  std::size_t next = 0;  // example
  for (std::size_t n = 0; n < sources.size(); n += method::step_between_examples(sources.size())) {
    if (!(sources[n].time_function->highest_frequency() > 0)) continue;
    if (own.empty() || n >= next) {
      next = (n / step + 1) * step;
      reference::LayeredProblem problem = *form.problem;
      problem.sources = {problem.sources[n]};
      own = parts_of(sources[n], s, levels, model, problem);
    }
    for (MisfitPart& part : own) part.source = n;
    parts.insert(parts.end(), own.begin(), own.end());
  }
  return parts;
}

}  // namespace unda::sem

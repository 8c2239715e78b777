// Moments and time functions of the points of a fault.
#include "run/fault_sources.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "run/time_functions.hpp"

namespace unda::run {
namespace {

using scenario::FaultPoint;
using scenario::FiniteFault;

class FaultSources {
 public:
  FaultSources(const scenario::Scenario& s, std::size_t table, const model::Model& model)
      : s_(s), table_(table), model_(model), spec_(s.sources[table]), fault_(spec_.fault) {
    // The samples live as long as the fault does.
    pool_ = std::shared_ptr<const std::vector<float>>(fault_, &fault_->rates);
    const bool by_scenario = std::any_of(fault_->points.begin(), fault_->points.end(),
                                         [](const FaultPoint& p) { return !(p.interval > 0) && p.rise == 0; });
    if (by_scenario)
      of_scenario_ = make_time_function(spec_.time_function, s, fmt::format("source[{}].time_function", table));
  }

  void add(const FaultPoint& p, std::vector<method::PointSource>& sources) const {
    const model::Properties here = model_.at(p.position);
    if (here.vs == 0) fail(p, "the point stands in a fluid (vs = 0), which cannot slip");
    if (p.rho == 0 && model_.anisotropy(p.position))
      fail(p,
           "the shear modulus along the fault is not one number in an anisotropic medium; an SRF of version 2.0 has vs "
           "and density of its own");
    const double mu = p.rho > 0 ? p.rho * p.vs * p.vs : here.rho * here.vs * here.vs;
    const double lambda = here.rho * (here.vp * here.vp - 2 * here.vs * here.vs);
    std::size_t sample = p.first_sample;
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t first = sample;
      sample += p.n_samples[d];
      if (!p.slips(d)) continue;
      method::PointSource source;
      source.kind = scenario::SourceKind::moment_tensor;
      source.position = p.position;
      source.moment = moment_of_slip(p, d, lambda, mu);
      if (p.interval > 0) {
        source.time_function = numerics::pooled_time_function(pool_, first, p.n_samples[d], p.start, p.interval);
      } else {
        for (double& m : source.moment) m *= p.slip[d];
        source.time_function =
            p.rise > 0 ? numerics::raised_cosine(p.start, p.rise) : numerics::delayed(of_scenario_, p.start);
      }
      source.table = table_;
      if (source.time_function->peak() > 0) sources.push_back(std::move(source));
    }
  }

 private:
  [[noreturn]] void fail(const FaultPoint& p, const std::string& text) const {
    s_.fail(fmt::format("source[{}].file", table_), fmt::format("{}:{}: {}", spec_.file.string(), p.line, text));
  }

  const scenario::Scenario& s_;
  std::size_t table_;
  const model::Model& model_;
  const scenario::SourceSpec& spec_;
  std::shared_ptr<const FiniteFault> fault_;
  std::shared_ptr<const std::vector<float>> pool_;
  std::shared_ptr<const numerics::TimeFunction> of_scenario_;
};

}  // namespace

void add_fault_sources(const scenario::Scenario& s, std::size_t table, const model::Model& model,
                       std::vector<method::PointSource>& sources) {
  const FaultSources fault(s, table, model);
  for (const FaultPoint& p : s.sources[table].fault->points) fault.add(p, sources);
}

std::string describe_faults(const scenario::Scenario& s, const std::vector<method::PointSource>& sources) {
  std::size_t n_points = 0, n_faults = 0;
  for (const scenario::SourceSpec& spec : s.sources) {
    if (!spec.fault) continue;
    ++n_faults;
    n_points += spec.fault->points.size();
  }
  if (n_faults == 0) return "";
  double moment = 0;
  for (const method::PointSource& source : sources) {
    if (!s.sources[source.table].fault) continue;
    const auto& m = source.moment;
    const double size =
        std::sqrt(0.5 * (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) + m[3] * m[3] + m[4] * m[4] + m[5] * m[5]);
    moment += size * std::abs(source.time_function->integral(source.time_function->end()));
  }
  return fmt::format("{} point{} of {} fault{}, {:.4g} N m in all (Mw {:.2f})", n_points, n_points == 1 ? "" : "s",
                     n_faults, n_faults == 1 ? "" : "s", moment, (std::log10(moment) - 9.1) / 1.5);
}

}  // namespace unda::run

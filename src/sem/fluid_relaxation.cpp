// Mechanisms of the points of a fluid.
#include "sem/fluid_relaxation.hpp"

#include <cmath>

#include "exec/run.hpp"

namespace unda::sem {

using exec::Access;

template <class Real>
FluidRelaxation<Real>::FluidRelaxation(const std::vector<std::vector<double>>& masses, const Real* inverse_mass,
                                       const exec::Queue& queue)
    : queue_(queue), n_mechanisms_(static_cast<int>(masses.size())), n_places_(masses.front().size()) {
  defect_ = exec::Twin<Real>(masses.size() * n_places_, queue_);
  Real* defect = defect_.host(Access::write);
  for (std::size_t l = 0; l < masses.size(); ++l)
    for (std::size_t p = 0; p < n_places_; ++p)
      defect[l * n_places_ + p] = static_cast<Real>(masses[l][p] * static_cast<double>(inverse_mass[p]));
}

template <class Real>
void FluidRelaxation<Real>::set_step(const model::RelaxationLaw& law, double dt) {
  for (std::size_t l = 0; l < law.rates().size(); ++l) step_[l] = mechanism_step<Real>(law.rates()[l], dt);
  memory_ = exec::Twin<Real>(defect_.size(), queue_);
}

template <class Real>
void FluidRelaxation<Real>::relax(Real* forces) {
  if (!exists()) return;
  exec::run(queue_, n_places_,
            RelaxPotential<Real>{n_mechanisms_, step_, n_places_, defect_.device(Access::read),
                                 memory_.device(Access::read_write), forces});
}

template <class Real>
std::vector<double> FluidRelaxation<Real>::before_relaxation(const std::vector<double>& s, std::ptrdiff_t place) const {
  std::vector<double> samples, memory(static_cast<std::size_t>(n_mechanisms_), 0.0);
  for (const double wanted : s) {
    double sum = wanted, factor = 1;
    for (int l = 0; l < n_mechanisms_; ++l) {
      sum += memory[static_cast<std::size_t>(l)];
      factor -= defect_at(l, place) * static_cast<double>(step_[static_cast<std::size_t>(l)].now);
    }
    samples.push_back(sum / factor);
    for (int l = 0; l < n_mechanisms_; ++l)
      relaxed_part(step_[static_cast<std::size_t>(l)], defect_at(l, place) * samples.back(),
                   memory[static_cast<std::size_t>(l)]);
  }
  return samples;
}

template <class Real>
std::vector<long long> FluidRelaxation<Real>::kind_of(std::ptrdiff_t place) const {
  std::vector<long long> kind;
  for (int l = 0; l < n_mechanisms_; ++l) kind.push_back(std::llround(1e6 * defect_at(l, place)));
  return kind;
}

template class FluidRelaxation<float>;
template class FluidRelaxation<double>;

}  // namespace unda::sem

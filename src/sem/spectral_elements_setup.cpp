// Making the parts of a mesh ready; sizes and the largest step.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "exec/for_each.hpp"
#include "method/backward_waves.hpp"
#include "numerics/time_error.hpp"
#include "sem/dispersion.hpp"
#include "sem/memory.hpp"
#include "sem/misfit_parts.hpp"
#include "sem/spectral_elements.hpp"
#include "sem/worst_patches.hpp"

namespace unda::sem {

using scenario::Quantity;

template <class Real>
SpectralElements<Real>::SpectralElements(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model,
                                         Physics physics, Mesh mesh, const parallel::Cartesian& cuts,
                                         const parallel::Communicator& communicator, const exec::Queue& queue)
    : scenario_(scenario),
      model_(std::move(model)),
      rank_mesh_{std::move(mesh), cuts, communicator, queue},
      mesh_(rank_mesh_.mesh),
      materials_(mesh_, *model_, elements_are_uniform(scenario, *model_)),
      least_height_(communicator.min(check_shapes(scenario, mesh_))) {
  regions_.emplace_back(rank_mesh_, parallel::Range{0, mesh_.n(mesh_.up())}, physics);
}

template <class Real>
void SpectralElements<Real>::build() {
  for (Region<Real>& region : regions_) region.build(materials_);
}

template <class Real>
double SpectralElements<Real>::max_step() const {
  largest_step_ = HUGE_VAL;
  for (const Region<Real>& region : regions_) largest_step_ = std::min(largest_step_, step_in_patches(region));
  return largest_step_;
}

template <class Real>
double SpectralElements<Real>::step_in_patches(const Region<Real>& region) const {
  const parallel::Communicator& ranks = rank_mesh_.communicator;
  const parallel::Communicator alone = ranks.split(ranks.rank());
  const std::vector<Box> boxes = worst_patches(mesh_, region.layers(), region.n_components(), materials_, ranks);
  std::vector<double> step(boxes.size());
  auto find = [&](std::size_t n) {
    SpectralElements patch(scenario_, model_, region.physics(), mesh_.patch(boxes[n], held_face(region.physics())), {},
                           alone);
    step[n] = held_sides_factor(patch.mesh_) * patch.step_of_all_elements();
  };
  // Several are shared among the threads; the loops of one alone are.
  if (boxes.size() == 1)
    find(0);
  else
    exec::for_each_heavy(boxes.size(), find);
  return *std::min_element(step.begin(), step.end());
}

template <class Real>
double SpectralElements<Real>::step_of_all_elements() {
  build();
  double step = HUGE_VAL;
  for (const Region<Real>& region : regions_) step = std::min(step, region.stable_step());
  return step;
}

template <class Real>
method::Sizes SpectralElements<Real>::sizes() const {
  method::Sizes s;
  const int dim = mesh_.dim(), degree = mesh_.degree(), n = degree + 1;
  s.mesh = mesh_.levels().describe("elements");
  if (least_height_ < 1) s.mesh += fmt::format(", the lowest {:.2g} of its height under a flat top", least_height_);
  s.order = degree;
  s.cells = 1;
  double points_of_mesh = 1;
  for (int a = 0; a < dim; ++a) {
    s.cells *= mesh_.levels().n_in_domain(mesh_.physical(a));
    points_of_mesh *= static_cast<double>(degree) * mesh_.n_whole(a) + (mesh_.is_periodic(a) ? 0 : 1);
  }
  for (const Region<Real>& region : regions_) {
    s.dofs += std::llround(region.share() * 2 * region.n_components() * points_of_mesh);
    if (region.is_built()) {
      s.memory_bytes += static_cast<double>(region.bytes());
      s.absorbing_bytes += static_cast<double>(region.absorbing_bytes());
    } else {
      const Memory memory = memory_for<Real>(mesh_, region.physics(), !materials_.by_point(), device());
      s.memory_bytes += region.share() * memory.domain;
      s.absorbing_bytes += region.share() * memory.absorbing;
    }
  }
  if (regions_.front().is_built()) s.memory_bytes += static_cast<double>(materials_.bytes());
  if (const std::int64_t n_outside = mesh_.levels().n_absorbing_boxes(); n_outside > 0) {
    int thickness = 0;
    for (int a = 0; a < dim; ++a) thickness = std::max({thickness, mesh_.absorbing(a, 0), mesh_.absorbing(a, 1)});
    const bool as_measured = thickness * degree >= default_layer_points(model_->extremes());
    if (!as_measured) s.remarks.push_back(method::thin_layers_remark(scenario_.where("solver.sem.absorbing_elements")));
    if (const auto remark = method::backward_waves_remark(scenario_, *model_)) s.remarks.push_back(*remark);
    s.remarks.push_back(method::edges_remark(
        fmt::format("absorbing layers of {} elements, {} in all outside the domain", thickness, n_outside),
        expected_echo(model_->extremes()), as_measured));
  }
  // Displacement and velocity are read and written, forces written and read, masses and moduli read.
  const double points = std::pow(degree, dim), in_element = std::pow(n, dim);
  for (const Region<Real>& region : regions_) {
    const int nc = region.n_components(), n_law = n_moduli(region.physics(), dim);
    s.bytes_per_update += region.share() * static_cast<double>(sizeof(Real)) *
                          (points * (6 * nc + 1) + (materials_.by_point() ? in_element : 1) * n_law);
    // Derivatives there and back, the law at every point, the step.
    const double general = dim == 2 ? 16.0 : 69.0;  // products and sums of strains and moduli
    const double law = region.physics() == Physics::anisotropic ? general : nc == 1 ? dim : dim == 2 ? 12.0 : 25.0;
    const double slant = mesh_.levels().is_deformed() ? (4.0 * dim - 2) * nc + 3 * dim : 0;
    s.flops_per_update +=
        region.share() *
        (points * 5 * nc + in_element * (2.0 * nc * dim * (2 * n - 1) + nc * dim + law + n_law + slant));
  }
  const double f = method::highest_frequency(sources_);
  if (f > 0) {
    double wavelengths = 0;  // of the slowest wave, along the longest edge
    const double wavelength = model_->extremes().slowest / f;
    for (int a = 0; a < mesh_.up(); ++a) wavelengths = std::max(wavelengths, mesh_.edge(a) / wavelength);
    s.points_per_wavelength = degree / wavelengths;
    s.dispersion_error = phase_error(degree, wavelengths);
    s.dispersion_order = 2 * degree;
    if (!misfit_parts_) misfit_parts_ = misfit_parts(scenario_, mesh_.levels(), *model_, sources_);
    s.misfit_parts = *misfit_parts_;
  }
  return s;
}

template <class Real>
void SpectralElements<Real>::add(const method::Receiver& receiver) {
  // Velocity stands half a step before all else.
  const double offset = receiver.quantity == Quantity::velocity ? -0.5 : 0;
  for (int c = 0; c < scenario::n_components(receiver.quantity, mesh_.dim()); ++c)
    all_channels_.push_back({receivers_.size(), c, offset, all_channels_.size()});
  receivers_.push_back(receiver);
}

template <class Real>
void SpectralElements<Real>::set_step(double dt, std::int64_t n_steps) {
  build();
  step_ = 0;
  for (method::Channel& channel : all_channels_) channel.interval = dt;
  const double f = method::highest_frequency(sources_);
  accuracy_ = {scenario_.solver.sem.time_dispersion_correction && numerics::time_error_matters(f, dt, n_steps),
               numerics::passband_for(f, dt, sizeof(Real) == sizeof(double))};
  owned_channels_.clear();
  for (Region<Real>& region : regions_) {
    region.set_step({dt, n_steps, largest_step_, f, accuracy_}, sources_, materials_);
    region.set_receivers(materials_, receivers_, all_channels_);
    const std::vector<method::Channel>& owned = region.channels().owned();
    owned_channels_.insert(owned_channels_.end(), owned.begin(), owned.end());
    forces_are_recorded_ = rank_mesh_.communicator.any(region.channels().read_forces()) || forces_are_recorded_;
  }
  find_forces();
}

template class SpectralElements<float>;
template class SpectralElements<double>;

}  // namespace unda::sem

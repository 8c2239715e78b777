// Making the parts of a mesh ready; sizes and the largest step.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "exec/for_each.hpp"
#include "mesh/thin_layers.hpp"
#include "method/backward_waves.hpp"
#include "method/refusals.hpp"
#include "numerics/time_error.hpp"
#include "sem/coupled_eigenvalue.hpp"
#include "sem/crossing.hpp"
#include "sem/dispersion.hpp"
#include "sem/memory.hpp"
#include "sem/misfit_parts.hpp"
#include "sem/spectral_elements.hpp"

namespace unda::sem {

template <class Real>
SpectralElements<Real>::SpectralElements(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model,
                                         Mesh mesh, const parallel::Cartesian& cuts,
                                         const parallel::Communicator& communicator, const exec::Queue& queue,
                                         std::shared_ptr<const model::RelaxationLaw> law)
    : scenario_(scenario),
      model_(std::move(model)),
      law_(std::move(law)),
      rank_mesh_{std::move(mesh), cuts, communicator, queue},
      mesh_(rank_mesh_.mesh),
      least_height_(communicator.min(check_shapes(scenario, mesh_))) {
  std::vector<Part> parts = parts_of_mesh(mesh_.levels(), *model_);
  std::stable_partition(parts.begin(), parts.end(), [](const Part& p) { return p.physics == Physics::acoustic; });
  const bool uniform = elements_are_uniform(scenario, *model_);
  for (const Part& part : parts) {
    slabs_.push_back({mesh_.slab(part.layers, loose_face(part.physics)), cuts, communicator, queue});
    regions_.emplace_back(slabs_.back(), part.physics, *model_, uniform, part.attenuates ? law_ : nullptr);
  }
}

template <class Real>
void SpectralElements<Real>::build() {
  if (regions_.front().is_built()) return;
  for (Region<Real>& region : regions_) region.build();
  for (std::size_t fluid = 0; fluid < regions_.size(); ++fluid)
    for (std::size_t solid = fluid + 1; solid < regions_.size(); ++solid) {
      const parallel::Range &a = regions_[fluid].mesh().layers(), &b = regions_[solid].mesh().layers();
      if (a.last == b.first || b.last == a.first)
        couplings_.emplace_back(fluid, solid, a.last == b.first ? a.last : b.last, regions_, slabs_[solid]);
    }
}

/// Those around the worst elements of each part, and of the layers beside faces between parts.
template <class Real>
std::vector<Box> SpectralElements<Real>::boxes_of_largest_step(PatchLimits limits) const {
  const parallel::Communicator& ranks = rank_mesh_.communicator;
  const int n_components = regions_.back().n_components();
  PatchLimits beside_faces = limits;
  beside_faces.n_patches = 2;
  if (regions_.size() > 1) limits.n_patches = 3;
  std::vector<Box> boxes;
  auto add = [&](const std::vector<Box>& more) {
    for (const Box& box : more) {
      const auto is_same = [&](const Box& other) {
        return std::equal(box.begin(), box.end(), other.begin(),
                          [](const auto& a, const auto& b) { return a.first == b.first && a.last == b.last; });
      };
      if (std::none_of(boxes.begin(), boxes.end(), is_same)) boxes.push_back(box);
    }
  };
  for (const Region<Real>& region : regions_) {
    add(worst_patches(region.mesh(), n_components, loose_face(region.physics()), region.materials(), ranks, limits));
    const int plane = region.mesh().layers().last;
    if (plane == mesh_.n_whole(mesh_.up())) continue;
    const Mesh beside = mesh_.slab({plane - 1, plane + 1}, loose_face(region.physics()));
    const auto above = std::find_if(regions_.begin(), regions_.end(),
                                    [&](const Region<Real>& other) { return other.mesh().layers().first == plane; });
    add(worst_patches(beside, n_components, loose_face(region.physics()),
                      Materials(beside, region.materials(), above->materials()), ranks, beside_faces));
  }
  return boxes;
}

template <class Real>
method::StepBound SpectralElements<Real>::bound_here() const {
  std::optional<Crossing> worst;
  const Mesh* of = nullptr;
  for (const Region<Real>& region : regions_) {
    std::optional<Crossing> worst_of_part;
    for_each_element(region.mesh(), [&](const Index& e) {
      const Crossing found = crossing_of(region.mesh(), region.materials(), e, loose_face(region.physics()));
      if (!worst_of_part || comes_before(region.mesh(), *model_, found, *worst_of_part)) worst_of_part = found;
    });
    if (!worst_of_part || (worst && worst_of_part->rate <= worst->rate)) continue;
    worst = worst_of_part;
    of = &region.mesh();
  }
  return worst ? step_bound(*of, *model_, *worst) : method::StepBound{};
}

template <class Real>
method::LargestStep SpectralElements<Real>::step_in_patches(const PatchLimits& limits) const {
  const parallel::Communicator alone = rank_mesh_.communicator.split(rank_mesh_.communicator.rank());
  const std::vector<Box> boxes = boxes_of_largest_step(limits);
  std::vector<method::LargestStep> steps(boxes.size());
  auto find = [&](std::size_t n) {
    SpectralElements patch(scenario_, model_, mesh_.patch(boxes[n]), {}, alone);
    steps[n].bound = patch.bound_here();  // before the materials are let go
    steps[n].dt = held_sides_factor(patch.mesh_) * patch.step_of_all_elements();
  };
  // Several are shared among the threads; the loops of one alone are.
  if (boxes.size() == 1)
    find(0);
  else
    exec::for_each_heavy(boxes.size(), find);
  method::LargestStep least =
      *std::min_element(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.dt < b.dt; });
  least.bound.fastest = model_->extremes().vp_max;
  const double shortest = rank_mesh_.communicator.min(shortest_edge(mesh_));
  least.bound.is_smallest = least.bound.shortest <= (1 + 1e-6) * shortest;
  return least;
}

template <class Real>
method::LargestStep SpectralElements<Real>::max_step() const {
  const method::LargestStep found = step_in_patches({});
  largest_step_ = found.dt;
  return found;
}

template <class Real>
double SpectralElements<Real>::step_of_all_elements() {
  build();
  if (regions_.size() > 1) {
    std::vector<const Region<Real>*> parts;
    for (const Region<Real>& region : regions_) parts.push_back(&region);
    return 2 / std::sqrt(coupled_eigenvalue(parts, couplings_, rank_mesh_.communicator));
  }
  return regions_.front().stable_step();
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
    const int layers = region.mesh().layers().count(), of_all = mesh_.n_whole(mesh_.up());
    s.dofs +=
        std::llround(2 * region.n_components() * points_of_mesh * (degree * layers + 1.0) / (degree * of_all + 1.0));
    if (region.is_built()) {
      s.memory_bytes +=
          static_cast<double>(region.bytes(keeps_forces(scenario_, regions_.size())) + region.materials().bytes());
      s.absorbing_bytes += static_cast<double>(region.absorbing_bytes());
    } else {
      const Memory memory = memory_for<Real>(region.mesh(), region.physics(), uniform_elements(),
                                             region.attenuates() ? law_->n_mechanisms() : 0, device(),
                                             keeps_forces(scenario_, regions_.size()));
      s.memory_bytes += memory.domain;
      s.absorbing_bytes += memory.absorbing;
    }
  }
  if (regions_.front().is_built())
    for (const Coupling<Real>& coupling : couplings_) s.memory_bytes += coupling.bytes();
  else
    s.memory_bytes += static_cast<double>(regions_.size() - 1) * Coupling<Real>::bytes_for(mesh_);
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
  for (auto& remark : mesh::thin_layers_remarks(mesh_.levels(), *model_)) s.remarks.push_back(std::move(remark));
  if (!scenario_.patches.empty()) s.remarks.push_back(patch_faces(scenario_, mesh_).remark());
  if (const std::string shares = describe_shares(); !shares.empty()) s.remarks.push_back({"ranks", shares});
  // Displacement and velocity are read and written, forces written and read, masses and moduli read.
  const double points = std::pow(degree, dim), in_element = std::pow(n, dim);
  for (const Region<Real>& region : regions_) {
    const int nc = region.n_components(), n_law = n_moduli(region.physics(), dim);
    const double share = static_cast<double>(region.mesh().layers().count()) / mesh_.n_whole(mesh_.up());
    s.bytes_per_update += share * static_cast<double>(sizeof(Real)) *
                          (points * (6 * nc + 1) + (uniform_elements() ? 1 : in_element) * n_law);
    if (region.attenuates() && region.is_solid()) {  // memories are read and written
      const double n_stresses = dim * (dim + 1) / 2.0, mechanisms = law_->n_mechanisms();
      s.bytes_per_update += share * static_cast<double>(sizeof(Real)) * mechanisms *
                            (2 * n_stresses * in_element + 2 * (uniform_elements() ? 1 : in_element));
      s.flops_per_update += share * mechanisms * in_element * (6 * n_stresses + 10);
    }
    if (region.attenuates() && !region.is_solid()) {  // likewise, those of points, and their parts of the modulus
      s.bytes_per_update += share * static_cast<double>(sizeof(Real)) * 3 * law_->n_mechanisms() * points;
      s.flops_per_update += share * law_->n_mechanisms() * points * 7;
    }
    // Derivatives there and back, the law at every point, the step.
    const double general = dim == 2 ? 16.0 : 69.0;  // products and sums of strains and moduli
    const double law = region.physics() == Physics::anisotropic ? general : nc == 1 ? dim : dim == 2 ? 12.0 : 25.0;
    const double slant = mesh_.levels().is_deformed() ? (4.0 * dim - 2) * nc + 3 * dim : 0;
    s.flops_per_update +=
        share * (points * 5 * nc + in_element * (2.0 * nc * dim * (2 * n - 1) + nc * dim + law + n_law + slant));
  }
  const double f = method::highest_frequency(sources_);
  if (f > 0) {
    double wavelengths = 0;  // of the slowest wave, along the longest edge
    const double wavelength = model_->extremes().slowest / f;
    for (int a = 0; a < mesh_.up(); ++a) wavelengths = std::max(wavelengths, mesh_.edge(a) / wavelength);
    s.extent_of_source = 2 * wavelengths * wavelength;  // sources act over three elements
    s.bytes_of_source = std::pow(3, dim) * std::pow(n, dim) * bytes_of_weights<Real>(dim);
    s.sources_in_turn = true;
    s.points_per_wavelength = degree / wavelengths;
    s.dispersion_error = phase_error(degree, wavelengths);
    s.dispersion_order = 2 * degree;
    if (!misfit_parts_) misfit_parts_ = misfit_parts(scenario_, mesh_.levels(), *model_, sources_);
    s.misfit_parts = *misfit_parts_;
  }
  return s;
}

/// On a device, where the elements beside cuts have loops of their own.
template <class Real>
std::string SpectralElements<Real>::describe_shares() const {
  double ratio = 0;
  for (const Region<Real>& region : regions_)
    ratio = std::max(ratio, region.is_built() ? region.outer_to_inner() : 0.0);
  ratio = rank_mesh_.communicator.max(ratio);
  if (ratio == 0) return "";
  if (rank_mesh_.communicator.size() > 1) return fmt::format("outer to inner elements up to {:.3g}", ratio);
  return fmt::format("one, which sends to itself; outer to inner elements {:.3g}", ratio);
}

template <class Real>
void SpectralElements<Real>::add(const method::Receiver& receiver) {
  add_channels(receiver, mesh_.dim(), receivers_, all_channels_);
}

template <class Real>
void SpectralElements<Real>::add_probe(const method::Receiver& probe) {
  add_channels(probe, mesh_.dim(), probe_points_, all_probes_);
}

template <class Real>
void SpectralElements<Real>::set_step(double dt, std::int64_t n_steps) {
  build();
  step_ = 0;
  probes_.clear();
  for (auto* channels : {&all_channels_, &all_probes_})
    for (method::Channel& channel : *channels) channel.interval = dt;
  const double f = method::highest_frequency(sources_);
  accuracy_ = {scenario_.solver.sem.time_dispersion_correction && numerics::time_error_matters(f, dt, n_steps),
               numerics::passband_for(f, dt, sizeof(Real) == sizeof(double))};
  double highest_speed = 0;
  for (const Region<Real>& region : regions_)
    highest_speed = std::max(highest_speed, region.absorbing_layer().highest_speed());
  highest_speed = rank_mesh_.communicator.max(highest_speed);
  for (Region<Real>& region : regions_) {
    region.set_step({dt, n_steps, largest_step_, f, highest_speed, accuracy_}, sources_);
    region.set_receivers(receivers_, all_channels_);
    forces_are_recorded_ = rank_mesh_.communicator.any(region.channels().read_forces()) || forces_are_recorded_;
    region.set_probes(probe_points_, all_probes_);
    probes_read_forces_ = rank_mesh_.communicator.any(region.probes().read_forces()) || probes_read_forces_;
    const auto& own = region.probes().owned();
    probes_.insert(probes_.end(), own.begin(), own.end());
  }
  channels_ = OrderedChannels::of(channels_of_parts());
  for (Coupling<Real>& coupling : couplings_) coupling.set_step(regions_[coupling.solid()]);
  find_forces();
}

template class SpectralElements<float>;
template class SpectralElements<double>;

}  // namespace unda::sem

// Making a part of any mesh ready, and its step.
#include "sem/unstructured/mesh_region.hpp"

#include <cmath>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "physics/fluid.hpp"
#include "sem/largest_eigenvalue.hpp"
#include "sem/step_items.hpp"

namespace unda::sem {

template <class Real>
MeshRegion<Real>::MeshRegion(std::shared_ptr<const WholeMesh> whole, Physics physics,
                             const parallel::Communicator& communicator,
                             std::shared_ptr<const model::RelaxationLaw> law)
    : whole_(std::move(whole)),
      physics_(physics),
      communicator_(communicator),
      law_(std::move(law)),
      elements_(*whole_, !sem::is_solid(physics), communicator_, pack_size<Real>),
      space_(elements_, !sem::is_solid(physics)),
      kernels_(stiffness_kernels<Real>(physics, whole_->dim(), whole_->degree())),
      relaxing_kernels_(attenuates() ? relaxing_kernels<Real>(physics, whole_->dim(), whole_->degree())
                                     : StiffnessKernels<Real>{}),
      tables_(elements_, physics_) {
  build();
}

template <class Real>
void MeshRegion<Real>::add_mass(std::size_t slot, std::span<const physics::Material> materials,
                                std::vector<double>& mass) const {
  for (int p = 0; p < whole_->points_of_an_element(); ++p) {
    const physics::Material& m = materials[materials.size() > 1 ? static_cast<std::size_t>(p) : 0];
    mass[static_cast<std::size_t>(elements_.place(slot, p))] +=
        (is_solid() ? m.rho : physics::potential_mass(m)) * tables_.volume(slot, p);
  }
}

template <class Real>
void MeshRegion<Real>::build() {
  const auto n_mechanisms = static_cast<std::size_t>(law_ ? law_->n_mechanisms() : 0);
  if (attenuates())
    relaxation_ = RelaxationTables<Real>(whole_->dim(), physics_, whole_->points_of_an_element(), elements_.n_slots(),
                                         !whole_->is_uniform(), *law_);
  std::vector<double> mass(elements_.size(), 0.0);
  std::vector<std::vector<double>> relaxing_mass(is_solid() ? 0 : n_mechanisms,
                                                 std::vector<double>(elements_.size(), 0.0));
  MeshFaces faces;
  faces.held.assign(elements_.size(), false);
  for (std::size_t slot = 0; slot < elements_.n_slots(); ++slot) {
    if (elements_.element(slot) < 0) continue;
    const auto element = static_cast<std::size_t>(elements_.element(slot));
    const std::vector<physics::Material> materials = whole_->materials(element);
    crossing_.include(*whole_, element, materials);
    tables_.take(slot, materials);
    add_mass(slot, materials, mass);
    if (attenuates()) relaxation_.take(*law_, slot, materials);
    for (std::size_t l = 0; l < relaxing_mass.size(); ++l) {
      std::vector<physics::Material> relaxing = materials;
      for (physics::Material& m : relaxing)
        m.moduli.lambda *= m.moduli.lambda / law_->moduli_of(m, static_cast<int>(l)).lambda;
      add_mass(slot, relaxing, relaxing_mass[l]);
    }
    const auto on_face = [&](int point) {
      const physics::Material& m = materials[materials.size() > 1 ? static_cast<std::size_t>(point) : 0];
      return law_ ? law_->in_mid_band(m) : m;
    };
    add_faces(elements_, physics_, slot, on_face, faces);
  }
  const std::vector<PlacesTowards> others = elements_.towards(1);
  add_up(others, communicator_, mass.data());
  std::vector<double> held(faces.held.begin(), faces.held.end());
  add_up(others, communicator_, held.data());
  inverse_mass_ = exec::Buffer<Real>(elements_.size());
  for (std::size_t place = 0; place < mass.size(); ++place)
    inverse_mass_[place] = held[place] > 0 ? Real(0) : static_cast<Real>(1 / mass[place]);
  for (std::vector<double>& of_mechanism : relaxing_mass) add_up(others, communicator_, of_mechanism.data());
  if (!relaxing_mass.empty()) fluid_relaxation_ = FluidRelaxation<Real>(relaxing_mass, inverse_mass_.data(), {});
  add_up_damping(faces.damping);
}

template <class Real>
std::size_t MeshRegion<Real>::bytes() const {
  return (3 * n_numbers() + elements_.size()) * sizeof(Real) + tables_.bytes() +
         (attenuates() ? relaxation_.bytes() : 0) + fluid_relaxation_.bytes() + elements_.bytes();
}

/// Matrices of [place] as components of a field.
template <class Real>
void MeshRegion<Real>::add_up_damping(const std::vector<double>& own) {
  if (!communicator_.any(!own.empty())) return;
  const auto nc = static_cast<std::size_t>(n_components()), n = nc * nc;
  const std::size_t size = elements_.size();
  std::vector<double> by_component(n * size, 0.0);
  for (std::size_t at = 0; at < own.size(); ++at) by_component[at % n * size + at / n] = own[at];
  add_up(elements_.towards(static_cast<int>(n)), communicator_, by_component.data());
  damping_.resize(n * size);
  for (std::size_t at = 0; at < damping_.size(); ++at) damping_[at] = by_component[at % n * size + at / n];
}

template <class Real>
void MeshRegion<Real>::add_forces(const SlotColours& colours, bool relaxing, const Real* u, Real* f) const {
  ElementArrays<Real> arrays = tables_.arrays();
  if (relaxing) arrays.relaxation = &relaxation_.arrays();
  const StiffnessKernel<Real> kernel = (relaxing ? relaxing_kernels_ : kernels_).general;
  for (const std::vector<SlotBlock>& blocks : colours)
    exec::for_each_heavy(blocks.size(),
                         [&](std::size_t n) { kernel(arrays, u, f, 0, blocks[n].first, blocks[n].last); });
}

template <class Real>
void MeshRegion<Real>::apply_stiffness(const Real* u, Real* f) const {
  add_forces(elements_.outer(), false, u, f);
  add_forces(elements_.inner(), false, u, f);
  add_up(elements_.towards(n_components()), communicator_, f);
}

template <class Real>
double MeshRegion<Real>::stable_step() const {
  const auto apply = [this](const Real* u, Real* f) { apply_stiffness(u, f); };
  return 2 / std::sqrt(largest_eigenvalue<Real>(elements_, n_components(), inverse_mass_.data(), communicator_, apply));
}

template <class Real>
void MeshRegion<Real>::set_step(const StepSettings& settings, const std::vector<method::PointSource>& sources) {
  dt_ = settings.dt;
  if (attenuates()) relaxation_.set_step(*law_, dt_, {});
  if (fluid_relaxation_.exists()) fluid_relaxation_.set_step(*law_, dt_);
  for (exec::Buffer<Real>* field : {&displacement_, &velocity_, &forces_}) *field = exec::Buffer<Real>(n_numbers());
  shared_ = SharedPoints<Real>(elements_.towards(n_components()), communicator_, forces_.data());
  set_communication(mode_);
  sources_.set(ground(), sources, settings, {});
  absorbing_ = AbsorbingFaces<Real>(damping_, inverse_mass_.data(), n_components(), dt_);
}

/// Stresses of solids that attenuate are read with their memories.
template <class Real>
void MeshRegion<Real>::set_receivers(const std::vector<method::Receiver>& receivers,
                                     const std::vector<method::Channel>& all) {
  channels_ = Channels(space_, physics_, receivers, all, law_.get(), dt_, {});
}

template <class Real>
void MeshRegion<Real>::set_probes(const std::vector<method::Receiver>& probes,
                                  const std::vector<method::Channel>& all) {
  probes_ = Channels(space_, physics_, probes, all, nullptr, dt_, {});
}

template <class Real>
void MeshRegion<Real>::set_communication(parallel::CommunicationMode mode) {
  mode_ = mode;
  shared_.halo().set_mode(mode);
}

template <class Real>
void MeshRegion<Real>::move() {
  const auto with = [&]<int n>(std::integral_constant<int, n>) {
    exec::run({}, elements_.size(),
              MovePoint<Real, n, true>{displacement_.data(), velocity_.data(), forces_.data(), inverse_mass_.data(),
                                       elements_.size(), static_cast<Real>(dt_)});
  };
  n_components() == 1   ? with(std::integral_constant<int, 1>{})
  : n_components() == 2 ? with(std::integral_constant<int, 2>{})
                        : with(std::integral_constant<int, 3>{});
}

template <class Real>
void MeshRegion<Real>::add_outer_forces(std::int64_t step) {
  add_forces(elements_.outer(), attenuates(), displacement_.data(), forces_.data());
  sources_.add(ground(), step, forces_.data());
}

template <class Real>
void MeshRegion<Real>::add_up_forces() {
  const bool overlap = mode_ == parallel::CommunicationMode::overlap;
  if (overlap) shared_.begin();
  add_forces(elements_.inner(), attenuates(), displacement_.data(), forces_.data());
  if (!overlap) shared_.begin();
  shared_.finish();
  if (fluid_relaxation_.exists()) fluid_relaxation_.relax(forces_.data());
  absorbing_.damp(velocity_.data(), forces_.data(), static_cast<std::ptrdiff_t>(elements_.size()));
}

template <class Real>
std::vector<double> MeshRegion<Real>::read_probes() {
  probes_.note(fields());
  return probes_.take();
}

template class MeshRegion<float>;
template class MeshRegion<double>;

}  // namespace unda::sem

// Making a part ready: tables of the kernels, masses, faces, the step.
#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "exec/upload.hpp"
#include "sem/largest_eigenvalue.hpp"
#include "sem/region.hpp"

namespace unda::sem {

using exec::Access;
using scenario::BoundaryKind;

template <class Real>
Region<Real>::Region(const RankMesh& slab, Physics physics, const model::Model& model, bool uniform_elements,
                     std::shared_ptr<const model::RelaxationLaw> law)
    : mesh_(slab.mesh),
      cuts_(slab.cuts),
      communicator_(slab.communicator),
      queue_(slab.queue),
      ahead_(queue_.device().is_host() ? queue_ : exec::Queue(queue_.device(), true)),
      physics_(physics),
      materials_(mesh_, model, uniform_elements),
      law_(std::move(law)),
      kernels_(stiffness_kernels<Real>(physics, mesh_.dim(), mesh_.degree())),
      relaxing_kernels_(elements_relax() ? relaxing_kernels<Real>(physics, mesh_.dim(), mesh_.degree())
                                         : StiffnessKernels<Real>{}) {}

/// What absorbing layers and faces take for media that attenuate.
template <class Real>
std::vector<physics::Material> Region<Real>::in_mid_band(std::span<const physics::Material> materials) const {
  std::vector<physics::Material> found;
  for (const physics::Material& m : materials) found.push_back(law_->in_mid_band(m));
  return found;
}

/// The part of a fluid's masses that a mechanism relaxes.
template <class Real>
void Region<Real>::add_relaxing_mass(const Index& e, std::span<const physics::Material> materials, int mechanism,
                                     std::vector<double>& mass) const {
  if (mesh_.in_absorbing_layer(e)) return;
  std::vector<physics::Material> relaxing(materials.begin(), materials.end());
  for (physics::Material& m : relaxing) m.moduli.lambda *= m.moduli.lambda / law_->moduli_of(m, mechanism).lambda;
  add_mass(mesh_, physics_, e, relaxing, mass);
}

template <class Real>
void Region<Real>::build() {
  if (std::exchange(is_built_, true)) return;
  blocks_ = make_blocks(mesh_);
  tables_ = ElementTables<Real>(mesh_, physics_, materials_.by_point());
  if (elements_relax()) relaxation_ = RelaxationTables<Real>(mesh_, physics_, materials_.by_point(), *law_, queue_);
  absorbing_layer_ =
      AbsorbingLayer<Real>(mesh_, physics_, materials_.model(), tables_.arrays(), !materials_.by_point(), queue_);
  // Either all absorbing faces have layers or none.
  const bool faces_absorb = mesh_.levels().n_absorbing_boxes() == 0;
  std::vector<double> mass(mesh_.size(), 0.0), damping(faces_absorb ? n_numbers() : 0, 0.0);
  std::vector<std::vector<double>> relaxing_mass(
      law_ && !is_solid() ? static_cast<std::size_t>(law_->n_mechanisms()) : 0, std::vector<double>(mesh_.size(), 0.0));
  materials_.for_each_element([&](const Index& e, std::span<const physics::Material> of_element) {
    tables_.take(mesh_, e, of_element);
    if (elements_relax()) relaxation_.take(mesh_, *law_, e, of_element);
    for (std::size_t l = 0; l < relaxing_mass.size(); ++l)
      add_relaxing_mass(e, of_element, static_cast<int>(l), relaxing_mass[l]);
    const bool without_memory = !relaxing_mass.empty() && mesh_.in_absorbing_layer(e);
    add_mass(mesh_, physics_, e, without_memory ? in_mid_band(of_element) : of_element, mass);
    const auto at_edges = [&](std::span<const physics::Material> materials) {
      absorbing_layer_.take(mesh_, physics_, e, materials);
      if (faces_absorb) add_damping(mesh_, physics_, e, materials, damping);
    };
    if (law_)
      at_edges(in_mid_band(of_element));
    else
      at_edges(of_element);
  });
  materials_.forget_points();
  make_masses(std::move(mass));
  for (std::vector<double>& of_mechanism : relaxing_mass) add_up(mesh_, cuts_, communicator_, of_mechanism.data(), 1);
  if (!relaxing_mass.empty())
    fluid_relaxation_ = FluidRelaxation<Real>(relaxing_mass, inverse_mass_.host(Access::read), queue_);
  make_damping(std::move(damping));
  if (!is_on_host()) device_forces_ = DeviceDomainForces<Real>(mesh_, physics_, tables_, queue_);
}

template <class Real>
std::size_t Region<Real>::bytes(bool keeps_forces) const {
  const std::size_t n_fields = is_on_host() || (is_solid() && !keeps_forces) ? 3 : 4;
  return n_fields * n_numbers() * sizeof(Real) + inverse_mass_.bytes() + (elements_relax() ? relaxation_.bytes() : 0) +
         fluid_relaxation_.bytes() + (is_on_host() ? tables_.bytes() : device_forces_.bytes());
}

template <class Real>
void Region<Real>::make_masses(std::vector<double> mass) {
  add_up(mesh_, cuts_, communicator_, mass.data(), 1);
  inverse_mass_ = exec::Twin<Real>(mesh_.size(), queue_);
  Real* inverse_mass = inverse_mass_.host(Access::write);
  // Any field is zero at the end of an absorbing layer.
  const BoundaryKind held = held_face(physics_);
  auto is_held = [&](int axis, int side) {
    return mesh_.is_held(axis, side) || mesh_.has_face(axis, side, held) ||
           (mesh_.absorbing(axis, side) > 0 && mesh_.has_face(axis, side, BoundaryKind::absorbing));
  };
  const auto holds = [&](int axis, int side, const Index& point) {
    return mesh_.has_patches(axis, side) ? mesh_.touches(axis, side, point, held) : is_held(axis, side);
  };
  const int n_rows = mesh_.n_points(1);
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * mesh_.n_points(2), [&](std::size_t r) {
    for (int i = 0; i < mesh_.n_points(0); ++i) {
      const Index point{i, static_cast<int>(r) % n_rows, static_cast<int>(r) / n_rows};
      const auto place = static_cast<std::size_t>(mesh_.place(point));
      inverse_mass[place] = mass[place] > 0 ? static_cast<Real>(1 / mass[place]) : 0;
      for (int a = 0; a < mesh_.dim(); ++a)
        if ((point[a] == 0 && holds(a, 0, point)) || (point[a] == mesh_.n_points(a) - 1 && holds(a, 1, point)))
          inverse_mass[place] = 0;
    }
  });
}

template <class Real>
void Region<Real>::make_damping(std::vector<double> on_faces) {
  const Real* inverse_mass = inverse_mass_.host(Access::read);
  auto add = [&](std::size_t n, double damping) {
    if (!(damping > 0 && inverse_mass[n % mesh_.size()] > 0)) return;
    damped_places_.push_back(static_cast<std::ptrdiff_t>(n));
    damping_.push_back(damping);
  };
  if (is_on_host())
    absorbing_layer_.for_each_rate([&](std::size_t place, double rate) {
      for (int c = 0; c < n_components(); ++c)
        add(static_cast<std::size_t>(c) * mesh_.size() + place, rate / static_cast<double>(inverse_mass[place]));
    });
  if (on_faces.empty()) return;
  add_up(mesh_, cuts_, communicator_, on_faces.data(), n_components());
  for (std::size_t n = 0; n < on_faces.size(); ++n) add(n, on_faces[n]);
}

template <class Real>
void Region<Real>::apply_stiffness(const Real* u, Real* f) const {
  add_all_forces(u, f);
  absorbing_layer_.add_unstretched_forces(u, f);
  add_up(mesh_, cuts_, communicator_, f, n_components());
}

template <class Real>
double Region<Real>::stable_step() const {
  const auto apply = [this](const Real* u, Real* f) { apply_stiffness(u, f); };
  return 2 / std::sqrt(largest_eigenvalue<Real>(mesh_, n_components(), inverse_mass_.host(), communicator_, apply));
}

template <class Real>
void Region<Real>::set_step(const StepSettings& settings, const std::vector<method::PointSource>& sources) {
  const double dt = settings.dt;
  absorbing_layer_.set_highest_speed(settings.highest_speed);
  if (dt_ == 0) absorbing_layer_.stretch_masses(inverse_mass_.host(Access::read_write));
  dt_ = dt;
  if (elements_relax()) relaxation_.set_step(*law_, dt, queue_);
  if (fluid_relaxation_.exists()) fluid_relaxation_.set_step(*law_, dt);
  for (exec::Twin<Real>* field : {&displacement_, &velocity_, &forces_}) *field = exec::Twin<Real>(n_numbers(), queue_);
  shared_ = SharedPoints<Real>(mesh_, cuts_, communicator_, forces_.device(Access::read_write), n_components(), ahead_);
  set_communication(mode_);
  const std::span<const std::ptrdiff_t> beside_cuts =
      is_on_host() || shared_.places().empty()  // on the host all are added at the same time
          ? std::span<const std::ptrdiff_t>()
          : std::span<const std::ptrdiff_t>(shared_.places().host(), shared_.places().size());
  sources_.set({space(), physics_, fluid_relaxation_}, sources, settings, queue_, beside_cuts);
  const Real* inverse_mass = inverse_mass_.host(Access::read);
  std::vector<Damped<Real>> damped;
  for (std::size_t n = 0; n < damping_.size(); ++n) {
    const double inverse = inverse_mass[static_cast<std::size_t>(damped_places_[n]) % mesh_.size()];
    damped.push_back({damped_places_[n], static_cast<Real>(damping_[n]),
                      static_cast<Real>(1 / (1 + 0.5 * dt * damping_[n] * inverse))});
  }
  damped_ = exec::upload(damped, queue_);
  absorbing_layer_.set_step(mesh_, dt, std::max(1.0, settings.largest_step / dt), settings.highest_frequency,
                            inverse_mass);
  if (!is_on_host())
    device_forces_.leave(mesh_, sources_.places(),
                         [&](std::ptrdiff_t place) { return absorbing_layer_.on_device().has(place); });
}

template <class Real>
void Region<Real>::set_receivers(const std::vector<method::Receiver>& receivers,
                                 const std::vector<method::Channel>& all) {
  channels_ = Channels(space(), physics_, receivers, all, law_.get(), dt_, queue_);
}

/// Without memories: what is read now and then cannot take them a step on.
template <class Real>
void Region<Real>::set_probes(const std::vector<method::Receiver>& probes, const std::vector<method::Channel>& all) {
  probes_ = Channels(space(), physics_, probes, all, nullptr, dt_, queue_);
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

// Making a propagator ready: tables of the kernels, masses, faces, sources.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "exec/for_each.hpp"
#include "numerics/time_error.hpp"
#include "physics/fluid.hpp"
#include "sem/dispersion.hpp"
#include "sem/largest_eigenvalue.hpp"
#include "sem/memory.hpp"
#include "sem/spectral_elements.hpp"
#include "sem/worst_patches.hpp"

namespace unda::sem {

using scenario::BoundaryKind;
using scenario::Quantity;
using scenario::SourceKind;

template <class Real>
SpectralElements<Real>::SpectralElements(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model,
                                         Physics physics, Mesh mesh, const parallel::Cartesian& cuts,
                                         const parallel::Communicator& communicator)
    : scenario_(scenario),
      model_(std::move(model)),
      physics_(physics),
      cuts_(cuts),
      communicator_(communicator),
      mesh_(std::move(mesh)),
      materials_(mesh_, *model_, elements_are_uniform(scenario, *model_)),
      least_height_(communicator.min(check_shapes(scenario, mesh_))),
      kernels_(stiffness_kernels<Real>(physics, mesh_.dim(), mesh_.degree())) {}

template <class Real>
void SpectralElements<Real>::build() {
  if (std::exchange(is_built_, true)) return;
  blocks_ = make_blocks(mesh_);
  tables_ = ElementTables<Real>(mesh_, physics_, materials_.by_point());
  absorbing_layer_ = AbsorbingLayer<Real>(mesh_, physics_, *model_, tables_.arrays(), !materials_.by_point());
  // Either all absorbing faces have absorbing layers or none.
  const bool faces_absorb = mesh_.levels().n_absorbing_boxes() == 0;
  std::vector<double> mass(mesh_.size(), 0.0), damping(faces_absorb ? n_numbers() : 0, 0.0);
  materials_.for_each_element([&](const Index& e, std::span<const physics::Material> materials) {
    tables_.take(mesh_, e, materials);
    absorbing_layer_.take(mesh_, physics_, e, materials);
    add_mass(mesh_, physics_, e, materials, mass);
    if (faces_absorb) add_damping(mesh_, physics_, e, materials, damping);
  });
  absorbing_layer_.set_highest_speed(communicator_.max(absorbing_layer_.highest_speed()));
  make_masses(std::move(mass));
  make_damping(std::move(damping));
}

template <class Real>
void SpectralElements<Real>::make_masses(std::vector<double> mass) {
  add_up(mesh_, cuts_, communicator_, mass.data(), 1);
  inverse_mass_ = exec::Buffer<Real>(mesh_.size());
  // The displacement is zero on a rigid face, the potential on a free one, either at the end of an absorbing layer.
  const BoundaryKind held = physics_ == Physics::elastic ? BoundaryKind::rigid : BoundaryKind::free;
  auto is_held = [&](int axis, int side) {
    return mesh_.has_face(axis, side, held) ||
           (mesh_.absorbing(axis, side) > 0 && mesh_.has_face(axis, side, BoundaryKind::absorbing));
  };
  const int n_rows = mesh_.n_points(1);
  exec::for_each_heavy(static_cast<std::size_t>(n_rows) * mesh_.n_points(2), [&](std::size_t r) {
    for (int i = 0; i < mesh_.n_points(0); ++i) {
      const Index point{i, static_cast<int>(r) % n_rows, static_cast<int>(r) / n_rows};
      const auto place = static_cast<std::size_t>(mesh_.place(point));
      inverse_mass_[place] = static_cast<Real>(1 / mass[place]);
      for (int a = 0; a < mesh_.dim(); ++a)
        if ((point[a] == 0 && is_held(a, 0)) || (point[a] == mesh_.n_points(a) - 1 && is_held(a, 1)))
          inverse_mass_[place] = 0;
    }
  });
}

template <class Real>
void SpectralElements<Real>::make_damping(std::vector<double> on_faces) {
  auto add = [&](std::size_t n, double damping) {
    if (!(damping > 0 && inverse_mass_[n % mesh_.size()] > 0)) return;
    damped_places_.push_back(static_cast<std::ptrdiff_t>(n));
    damping_.push_back(damping);
  };
  absorbing_layer_.for_each_rate([&](std::size_t place, double rate) {
    for (int c = 0; c < n_components(); ++c)
      add(static_cast<std::size_t>(c) * mesh_.size() + place, rate / static_cast<double>(inverse_mass_[place]));
  });
  if (on_faces.empty()) return;
  add_up(mesh_, cuts_, communicator_, on_faces.data(), n_components());
  for (std::size_t n = 0; n < on_faces.size(); ++n) add(n, on_faces[n]);
}

template <class Real>
double SpectralElements<Real>::max_step() const {
  const parallel::Communicator alone = communicator_.split(communicator_.rank());
  const BoundaryKind held = physics_ == Physics::elastic ? BoundaryKind::rigid : BoundaryKind::free;
  const std::vector<Box> boxes = worst_patches(mesh_, n_components(), materials_, communicator_);
  std::vector<double> step(boxes.size());
  auto find = [&](std::size_t n) {
    SpectralElements patch(scenario_, model_, physics_, mesh_.patch(boxes[n], held), {}, alone);
    step[n] = held_sides_factor(patch.mesh_) * patch.step_of_all_elements();
  };
  // Several are shared among the threads; the loops of one alone are.
  if (boxes.size() == 1)
    find(0);
  else
    exec::for_each_heavy(boxes.size(), find);
  largest_step_ = *std::min_element(step.begin(), step.end());
  return largest_step_;
}

template <class Real>
double SpectralElements<Real>::step_of_all_elements() {
  build();
  const auto apply = [this](const Real* u, Real* f) {
    add_all_forces(u, f);
    absorbing_layer_.add_unstretched_forces(u, f);
    add_up(mesh_, cuts_, communicator_, f, n_components());
  };
  return 2 / std::sqrt(largest_eigenvalue<Real>(mesh_, n_components(), inverse_mass_, communicator_, apply));
}

template <class Real>
method::Sizes SpectralElements<Real>::sizes() const {
  method::Sizes s;
  const int nc = n_components(), dim = mesh_.dim(), degree = mesh_.degree(), n = degree + 1;
  s.mesh = mesh_.levels().describe("elements");
  if (least_height_ < 1) s.mesh += fmt::format(", the lowest {:.2g} of its height under a flat top", least_height_);
  s.order = degree;
  s.cells = s.dofs = 1;
  for (int a = 0; a < dim; ++a) {
    s.cells *= mesh_.levels().n_in_domain(mesh_.physical(a));
    s.dofs *= static_cast<std::int64_t>(degree) * mesh_.n_whole(a) + (mesh_.is_periodic(a) ? 0 : 1);
  }
  s.dofs *= 2 * nc;
  if (is_built_) {
    s.memory_bytes = static_cast<double>(3 * n_numbers() * sizeof(Real) + inverse_mass_.bytes() + tables_.bytes() +
                                         materials_.bytes());
    s.absorbing_bytes = static_cast<double>(damped_places_.size() * (sizeof(Damped) + 16) + absorbing_layer_.bytes());
  } else {
    const Memory memory = memory_for<Real>(mesh_, physics_, !materials_.by_point());
    s.memory_bytes = memory.domain;
    s.absorbing_bytes = memory.absorbing;
  }
  if (const std::int64_t n_outside = mesh_.levels().n_absorbing_boxes(); n_outside > 0) {
    int thickness = 0;
    for (int a = 0; a < dim; ++a) thickness = std::max({thickness, mesh_.absorbing(a, 0), mesh_.absorbing(a, 1)});
    s.remarks.push_back(method::edges_remark(
        fmt::format("absorbing layers of {} elements, {} in all outside the domain", thickness, n_outside),
        expected_echo(model_->extremes()), thickness * degree >= default_layer_points(model_->extremes())));
  }
  // Displacement and velocity are read and written, forces written and read, masses and moduli read.
  const double points = std::pow(degree, dim), in_element = std::pow(n, dim), n_moduli = nc == 1 ? 1 : 2;
  s.bytes_per_update =
      static_cast<double>(sizeof(Real)) * (points * (6 * nc + 1) + (materials_.by_point() ? in_element : 1) * n_moduli);
  // Derivatives there and back, the law at every point, the step.
  const double law = nc == 1 ? dim : dim == 2 ? 12.0 : 25.0;
  const double slant = mesh_.levels().is_deformed() ? (4.0 * dim - 2) * nc + 3 * dim : 0;
  s.flops_per_update =
      in_element * (2.0 * nc * dim * (2 * n - 1) + nc * dim + law + n_moduli + slant) + points * 5 * nc;
  const double f = method::highest_frequency(sources_);
  if (f > 0) {
    double wavelengths = 0;  // of the slowest wave, along the longest edge
    const double wavelength = model_->extremes().slowest / f;
    for (int a = 0; a < mesh_.up(); ++a) wavelengths = std::max(wavelengths, mesh_.edge(a) / wavelength);
    s.points_per_wavelength = degree / wavelengths;
    s.dispersion_error = phase_error(degree, wavelengths);
    s.dispersion_order = 2 * degree;
    s.misfit_parts = source_misfits();
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
  if (dt_ == 0) absorbing_layer_.stretch_masses(inverse_mass_);
  dt_ = dt;
  step_ = 0;
  for (method::Channel& channel : all_channels_) channel.interval = dt;
  displacement_ = exec::Buffer<Real>(n_numbers());
  velocity_ = exec::Buffer<Real>(n_numbers());
  forces_ = exec::Buffer<Real>(n_numbers());
  shared_ = SharedPoints<Real>(mesh_, cuts_, communicator_, forces_.data(), n_components());
  set_communication(mode_);
  const double f = method::highest_frequency(sources_);
  accuracy_ = {scenario_.solver.sem.time_dispersion_correction && numerics::time_error_matters(f, dt, n_steps),
               numerics::passband_for(f, dt, sizeof(Real) == sizeof(double))};
  placed_sources_.clear();
  for (const method::PointSource& source : sources_) place_source(source, n_steps);
  damped_.clear();
  for (std::size_t n = 0; n < damping_.size(); ++n) {
    const double inverse = inverse_mass_[static_cast<std::size_t>(damped_places_[n]) % mesh_.size()];
    damped_.push_back({damped_places_[n], static_cast<Real>(damping_[n]),
                       static_cast<Real>(1 / (1 + 0.5 * dt * damping_[n] * inverse))});
  }
  absorbing_layer_.set_step(dt, std::max(1.0, largest_step_ / dt), f, inverse_mass_);
  channels_ = Channels(mesh_, physics_, materials_, receivers_, all_channels_);
  samples_.clear();
  find_forces();
}

/// s at the steps, for forces; its sums over time for moments, and in fluids, whose potential is that of the displacement,
/// once more for either.
template <class Real>
std::vector<double> SpectralElements<Real>::source_samples(const method::PointSource& source,
                                                           std::int64_t n_steps) const {
  const bool is_force = source.kind == SourceKind::force;
  const double offset = is_force ? 0 : 0.5;
  const numerics::TimeFunction& s = *source.time_function;
  std::vector<double> samples;
  if (accuracy_.corrected) {
    samples = numerics::corrected_source([&s](double t) { return s.value(t); }, s.end(), dt_, offset,
                                         static_cast<std::size_t>(n_steps) + 1, accuracy_.band);
  } else {
    for (std::int64_t k = 0; k <= n_steps; ++k) samples.push_back(s.value((static_cast<double>(k) + offset) * dt_));
  }
  // Leapfrog sums: from whole to half steps and on to whole ones.
  auto sum_before = [&](std::vector<double>& values) {
    double sum = 0;
    for (double& value : values) {
      const double next = sum + dt_ * value;
      value = sum;
      sum = next;
    }
  };
  auto sum_with = [&](std::vector<double>& values) {
    double sum = 0;
    for (double& value : values) value = sum += dt_ * value;
  };
  if (!is_force) sum_before(samples);
  if (is_force && physics_ == Physics::acoustic) {
    sum_with(samples);
    sum_before(samples);
  }
  return samples;
}

/// Explosions in solids: what the mesh makes of them is not quite without shear, and S waves are stronger by (vp/vs)^3. Measured in
/// layered models against exact seismograms (bench/layered_models) at degree 4.
template <class Real>
std::vector<method::MisfitPart> SpectralElements<Real>::source_misfits() const {
  std::vector<method::MisfitPart> parts;
  for (std::size_t n = 0; n < sources_.size(); ++n) {
    const model::Properties earth = model_->at(sources_[n].position);
    const double f = sources_[n].time_function->highest_frequency();
    if (sources_[n].kind != SourceKind::explosion || earth.vs == 0 || !(f > 0)) continue;
    const double points = earth.vs / (f * mesh_.edge(0)) * mesh_.degree();
    method::MisfitPart part;
    part.source = n;
    part.cause = "the explosion's shear on this mesh";
    part.misfit = 0.0012 * std::pow(earth.vp / earth.vs, 3) * std::pow(5 / points, 4);
    parts.push_back(part);
  }
  return parts;
}

template <class Real>
void SpectralElements<Real>::place_source(const method::PointSource& source, std::int64_t n_steps) {
  const int dim = mesh_.dim();
  const std::array<std::array<int, 3>, 3> moment_index{{{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}};  // in xx yy zz xy xz yz
  PlacedSource placed;
  for (const PointBasis& basis : source_bases(mesh_, *model_, source.position)) {
    const physics::Material earth = materials_.near(basis.element, source.position);
    const std::ptrdiff_t first = mesh_.first_place(basis.element);
    int p = 0;
    for_each_point_of_element(mesh_, [&](const Index& point) {
      const double value = basis.value[0][point[0]] * basis.value[1][point[1]] * basis.value[2][point[2]];
      std::array<double, 3> slope{}, gradient{};
      for (int a = 0; a < dim; ++a)
        slope[a] = (a == 0 ? basis.slope : basis.value)[0][point[0]] *
                   (a == 1 ? basis.slope : basis.value)[1][point[1]] *
                   (a == 2 ? basis.slope : basis.value)[2][point[2]];
      for (int a = 0; a < dim; ++a) gradient[a] = basis.along[a] * slope[a] + basis.up[a] * slope[dim - 1];
      for (int c = 0; c < n_components(); ++c) {
        double weight = 0;
        if (physics_ == Physics::acoustic && source.kind != SourceKind::force) {
          weight = -source.moment[0] * physics::potential_mass(earth) * value;
        } else if (physics_ == Physics::acoustic) {
          for (int a = 0; a < dim; ++a)
            weight -= physics::displacement_of_potential(1 / earth.rho, source.force[mesh_.physical(a)] * gradient[a]);
        } else if (source.kind == SourceKind::force) {
          weight = source.force[mesh_.physical(c)] * value;
        } else {
          for (int a = 0; a < dim; ++a)
            weight += source.moment[moment_index[mesh_.physical(c)][mesh_.physical(a)]] * gradient[a];
        }
        placed.place.push_back(c * static_cast<std::ptrdiff_t>(mesh_.size()) + first +
                               tables_.offset()[static_cast<std::size_t>(p)]);
        placed.weight.push_back(static_cast<Real>(basis.share * weight));
      }
      ++p;
    });
  }
  if (placed.place.empty()) return;
  placed.s = source_samples(source, n_steps);
  placed_sources_.push_back(std::move(placed));
}

template class SpectralElements<float>;
template class SpectralElements<double>;

}  // namespace unda::sem

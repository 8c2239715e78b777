// Making a finite-difference propagator ready: medium, step, sources, receivers, exchanges.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "exec/upload.hpp"
#include "fd/finite_differences.hpp"
#include "fd/misfit_parts.hpp"
#include "fd/resolution.hpp"
#include "fd/solids_differ.hpp"
#include "fd/thin_layers_remarks.hpp"
#include "method/backward_waves.hpp"
#include "method/expected_echo.hpp"
#include "model/properties.hpp"
#include "numerics/difference_table.hpp"
#include "numerics/one_sided_difference.hpp"
#include "numerics/time_dispersion.hpp"
#include "numerics/time_error.hpp"

namespace unda::fd {

using scenario::Quantity;

template <class Real>
auto FiniteDifferences<Real>::derived_from(Motion motion, Quantity quantity) -> Derived {
  const bool by_acceleration = motion == Motion::acceleration;
  if (quantity == Quantity::displacement) return by_acceleration ? Derived::double_integral : Derived::time_integral;
  if (quantity == Quantity::velocity && by_acceleration) return Derived::time_integral;
  if (quantity == Quantity::acceleration && !by_acceleration) return Derived::time_difference;
  return Derived::value;
}

template <class Real>
FiniteDifferences<Real>::FiniteDifferences(const scenario::Scenario& scenario,
                                           std::shared_ptr<const model::Model> model, SchemeDescription scheme,
                                           SchemeKernels<Real> kernels, EnergyRowKernel<Real> energy_row,
                                           const Grid& whole, const parallel::Cartesian& cuts,
                                           const parallel::Communicator& communicator, const DeviceChoice<Real>& device,
                                           const Attenuation& attenuation)
    : scenario_(scenario),
      model_(std::move(model)),
      speeds_(attenuation.law ? attenuation.speeds : model_),
      interfaces_(model_->level_interfaces()),
      scheme_(std::move(scheme)),
      kernels_(std::move(kernels)),
      energy_row_(energy_row),
      whole_(whole),
      cuts_(cuts),
      communicator_(communicator),
      grid_(part_of(whole, cuts)),
      radius_(scenario.solver.fd.order / 2),
      queue_(device.queue),
      device_kernels_(device.kernels),
      grid_sources_(scheme_.stages.size()) {
  for (int a = 0; a < 3; ++a) {
    view_.n[a] = grid_.axis[a].n_nodes;
    view_.inverse_spacing[a] = static_cast<Real>(1 / grid_.axis[a].spacing);
  }
  for (std::size_t n = 0; n < scheme_.fields.size(); ++n) {
    images_.push_back(images_of(scheme_, grid_, static_cast<int>(n), radius_));
    whole_images_.push_back(images_of(scheme_, whole_, static_cast<int>(n), radius_));
  }
  for (int axis = 0; axis < grid_.dim; ++axis)
    for (int side = 0; side < 2; ++side)
      if (is_one_sided(images_[0].mirror[axis][side]))
        faces_.push_back(make_one_sided_face<Real>(grid_, axis, side == 1, radius_));
  if (scheme_.slip_role != nullptr) {
    slip_interfaces_ = SlipInterfaces(*model_, whole_, radius_);
    slips_ = slip_interfaces_.faces<Real>(scheme_, grid_);
    cut_contacts_ = CutContacts(*model_, grid_, radius_);
  }
  medium_ = Medium<Real>(*model_, grid_, scheme_.medium, communicator_, queue_, slip_interfaces_, cut_contacts_);
  medium_.show_to(view_);
  if (attenuation.law) {
    if (!cut_contacts_.empty())
      scenario_.fail(
          "model.qp",
          "finite differences have no attenuation beside a sea floor that is not level; leave qp and qs out, or take a "
          "level floor; methods that have both, with the floor as the top of a layer: sem, dg");
    relaxation_ = Relaxation<Real>(*model_, *attenuation.law, grid_, scheme_, communicator_, queue_, slip_interfaces_);
  }
}

template <class Real>
method::LargestStep FiniteDifferences<Real>::max_step() const {
  // Gershgorin's bound of stiffness D b D^T: no eigenvalue exceeds the largest sum of absolute values of a
  // row. Beside slip interfaces moduli differ along and across: there it is the sum over the axes of their products.
  const std::vector<double> c = numerics::staggered_coefficients(radius_);
  const double norm = numerics::staggered_norm(radius_);
  double second_norm = 0;
  for (const double w : numerics::second_coefficients(radius_)) second_norm += 2 * std::abs(w);
  second_norm -= std::abs(numerics::second_coefficients(radius_)[0]);
  Layout shape = parameter_layout(*model_, grid_);
  shape.stride[0] = model_->varies_along(grid_.axis[0].physical) ? 1 : 0;
  if (!cut_contacts_.empty()) shape.stride = {1, 1, 1};
  const int n_rows = shape.stride[1] != 0 ? view_.n[1] : 1;
  const int n_planes = shape.stride[2] != 0 ? view_.n[2] : 1;
  struct OfRow {
    double bound = 0;
    std::array<int, 3> node{};
    bool in_domain = false;
    bool operator<(const OfRow& other) const {
      return bound < other.bound || (bound == other.bound && !in_domain && other.in_domain);
    }
  };
  std::vector<OfRow> largest(static_cast<std::size_t>(n_rows) * n_planes);

  exec::for_each(largest.size(), [&](std::size_t r) {
    const std::array<int, 3> row{0, static_cast<int>(r % n_rows), static_cast<int>(r / n_rows)};
    for (int i = 0; i < view_.n[0]; ++i) {
      std::array<double, 3> by_axis{};
      const bool beside_cut = !cut_contacts_.empty() && cut_contacts_.is_beside({i, row[1], row[2]});
      for (int a = 0; a < grid_.dim; ++a) {
        const int parameter = scheme_.buoyancy[a];
        const double spacing = grid_.axis[a].spacing;
        if (parameter < 0) {
          by_axis[a] = second_norm / (spacing * spacing);
          continue;
        }
        auto buoyancy_at = [&](int shift) {
          std::array<int, 3> index{i, row[1], row[2]};
          const Axis& axis = grid_.axis[a];
          index[a] = std::clamp(index[a] + shift, -axis.offset, axis.n_whole - axis.offset - 1);
          if (!beside_cut && !cut_contacts_.empty() && cut_contacts_.is_cut(index, a)) return 0.0;
          if (index[a] >= 0 && index[a] < view_.n[a])
            return static_cast<double>(view_.parameter_value(parameter, index[0], index[1], index[2]));
          if (shape.stride[a] == 0) return static_cast<double>(view_.parameter_value(parameter, i, row[1], row[2]));
          return medium_.value(parameter, index);
        };
        double weighted = 0;
        for (int m = 1; m <= radius_; ++m) weighted += std::abs(c[m - 1]) * (buoyancy_at(m - 1) + buoyancy_at(-m));
        by_axis[a] = 2 * norm * weighted / (spacing * spacing);
        if (beside_cut) by_axis[a] = 2 * (buoyancy_at(0) + buoyancy_at(-1)) / (spacing * spacing);
      }
      std::array<double, 3> stiffness{};
      for (std::size_t n = 0; n < scheme_.stiffness.size(); ++n)
        stiffness[n] = view_.parameter_value(scheme_.stiffness[n], i, row[1], row[2]);
      const int plane = slip_interfaces_.axis();
      const bool slips = slip_interfaces_.changes_plane(std::array{i, row[1], row[2]}[static_cast<std::size_t>(plane)] +
                                                        grid_.axis[plane].offset);
      double bound =
          slips ? stiffness[0] * by_axis[0] + stiffness[1] * by_axis[1] + stiffness[2] * by_axis[2]
                : *std::max_element(stiffness.begin(), stiffness.end()) * (by_axis[0] + by_axis[1] + by_axis[2]);
      if (beside_cut) {
        const std::array<int, 3> node{i, row[1], row[2]};
        const double in_fluid = cut_contacts_.bound_in_fluid(node, grid_);
        bound = cut_contacts_.share(node) == 0 ? in_fluid : std::max({bound, in_fluid, bound_by_shear(node)});
      }
      if (bound < largest[r].bound || (bound == largest[r].bound && largest[r].in_domain)) continue;
      const std::array<int, 3> node{i, row[1], row[2]};
      largest[r] = std::max(largest[r], OfRow{bound, node, is_in_domain(node)});
    }
  });
  const OfRow& worst = *std::max_element(largest.begin(), largest.end());
  const double bound = communicator_.max(worst.bound);
  const double dt = 2 / std::sqrt(bound * model_->extremes().oblique_stiffness);
  const bool any_in_domain = communicator_.any(worst.bound == bound && worst.in_domain);
  return {dt, bound_at(first_of_all(worst.node, worst.bound == bound && worst.in_domain == any_in_domain))};
}

/// A node of this part; axes along which the model does not vary do not count.
template <class Real>
bool FiniteDifferences<Real>::is_in_domain(const std::array<int, 3>& node) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const Axis& axis = grid_.axis[a];
    const int at = axis.offset + node[a];
    if (model_->varies_along(axis.physical) && (at < axis.absorbing_low || at >= axis.n_whole - axis.absorbing_high))
      return false;
  }
  return true;
}

/// Of the ranks that have one the node that comes first in the whole grid, by its numbers there.
template <class Real>
std::array<int, 3> FiniteDifferences<Real>::first_of_all(const std::array<int, 3>& node, bool has_one) const {
  double number = 0;
  for (std::size_t a = 3; a-- > 0;) number = number * whole_.axis[a].n_whole + grid_.axis[a].offset + node[a];
  auto first = static_cast<std::int64_t>(communicator_.min(has_one ? number : HUGE_VAL));
  std::array<int, 3> found{};
  for (std::size_t a = 0; a < 3; ++a) {
    found[a] = static_cast<int>(first % whole_.axis[a].n_whole);
    first /= whole_.axis[a].n_whole;
  }
  return found;
}

/// A node of the whole grid.
template <class Real>
method::StepBound FiniteDifferences<Real>::bound_at(const std::array<int, 3>& node) const {
  method::StepBound bound;
  const Vector x = whole_.position({1.0 * node[0], 1.0 * node[1], 1.0 * node[2]});
  bound.between = method::StepBound::Between::grid_points;
  bound.shortest = HUGE_VAL;
  for (int a = 0; a < whole_.dim; ++a) {
    const Axis& axis = whole_.axis[a];
    bound.shortest = std::min(bound.shortest, axis.spacing);
    bound.longest = std::max(bound.longest, axis.spacing);
    if (!model_->varies_along(axis.physical)) continue;
    bound.position[static_cast<std::size_t>(axis.physical)] = x[static_cast<std::size_t>(axis.physical)];
    bound.is_in_layer =
        bound.is_in_layer || node[a] < axis.absorbing_low || node[a] >= axis.n_whole - axis.absorbing_high;
  }
  bound.speed = model::material(*model_, x).vp();
  bound.fastest = model_->extremes().vp_max;
  return bound;
}

/// Of the shear stresses up from a node beside a contact that cuts cells.
template <class Real>
double FiniteDifferences<Real>::bound_by_shear(const std::array<int, 3>& node) const {
  double largest = 0;
  for (std::size_t p = 0; p < scheme_.medium.size(); ++p) {
    const Half& half = scheme_.medium[p].half;
    if (half[0] + half[1] + half[2] != 2) continue;
    const int b = half[2] == 1 ? 2 : 1, a = half[0] == 1 ? 0 : 1;
    double sum = 0;
    for (const auto& [velocity, axis] : {std::pair{a, b}, std::pair{b, a}}) {
      std::array<int, 3> next = node;
      ++next[axis];
      const double spacing = grid_.axis[axis].spacing;
      sum += 2 * (medium_.value(scheme_.buoyancy[velocity], node) + medium_.value(scheme_.buoyancy[velocity], next)) /
             (spacing * spacing);
    }
    largest = std::max(largest, medium_.value(static_cast<int>(p), node) * sum);
  }
  return largest;
}

/// The stages that go over memory together.
template <class Real>
std::vector<std::pair<std::size_t, std::size_t>> FiniteDifferences<Real>::passes() const {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (const DevicePass<Real>& pass : device_kernels_.passes) all.emplace_back(pass.first_stage, pass.last_stage);
  if (!all.empty()) return all;
  if (grid_.dim == 3 && sweep_shape(scheme_, grid_, radius_, faces_, slips_).fusible)
    return {{0, scheme_.stages.size() - 1}};
  for (std::size_t stage = 0; stage < scheme_.stages.size(); ++stage) all.emplace_back(stage, stage);
  return all;
}

/// At a point.
static double flops_of_mechanism(const SchemeDescription& scheme) {
  const UpdateDescription& last = scheme.stages.back().updates.back();
  return last.flops_at_point + 6 * static_cast<double>(last.targets.size());
}

template <class Real>
method::Sizes FiniteDifferences<Real>::sizes() const {
  method::Sizes s;
  s.mesh = whole_.describe();
  s.cells = whole_.n_domain_points();
  s.dofs = whole_.n_points() * static_cast<std::int64_t>(scheme_.fields.size());
  s.order = 2 * radius_;
  const Layout field = make_layout(grid_, radius_, {true, true, true}, row_unit_on(queue_));
  const std::size_t n_of_fluid = cut_contacts_.empty() ? 0 : static_cast<std::size_t>(grid_.dim) + 1;
  const bool full_medium = 2 * medium_.n_values() > medium_.n_arrays() * field.size;
  s.memory_bytes =
      static_cast<double>(sizeof(Real)) *
      (static_cast<double>((scheme_.fields.size() + n_doubled(device_kernels_, scheme_) + n_of_fluid) * field.size) +
       static_cast<double>(medium_.n_values() + relaxation_.n_modulus_values()) +
       static_cast<double>(relaxation_.n_memories() *
                           make_layout(grid_, 0, {true, true, true}, row_unit_on(queue_)).size));
  for (const StageDescription& stage : scheme_.stages)
    for (const UpdateDescription& update : stage.updates) {
      s.flops_per_update += static_cast<double>(update.derivatives.size()) * 3 * radius_ + update.flops_at_point +
                            2 * static_cast<double>(update.targets.size());
      for (const Derivative& d : update.derivatives) {
        const Axis& a = grid_.axis[d.axis];
        const double fraction = static_cast<double>(a.absorbing_low + a.absorbing_high) / a.n_whole;
        s.absorbing_bytes += fraction * static_cast<double>(grid_.n_points()) * sizeof(Real);
      }
    }
  // In each pass over memory every array that it needs is read once, and what it changes is written once.
  for (const auto& [first, last] : passes()) {
    std::set<int> read, written;
    std::set<const Real*> media;
    for (std::size_t stage = first; stage <= last; ++stage)
      for (const UpdateDescription& update : scheme_.stages[stage].updates) {
        for (const Derivative& d : update.derivatives) read.insert(d.field);
        written.insert(update.targets.begin(), update.targets.end());
        if (full_medium)
          for (const int p : update.parameters) media.insert(view_.parameter[p]);
      }
    read.insert(written.begin(), written.end());
    s.bytes_per_update += static_cast<double>((read.size() + written.size() + media.size()) * sizeof(Real));
  }
  s.bytes_per_update +=
      static_cast<double>((2 * relaxation_.n_memories() + (full_medium ? relaxation_.n_moduli() : 0)) * sizeof(Real));
  s.flops_per_update += static_cast<double>(relaxation_.n_mechanisms()) * flops_of_mechanism(scheme_);
  const model::Extremes earth = model_->extremes();
  const double echo = expected_echo(earth);
  int thickness = 0;
  for (const Axis& a : grid_.axis) thickness = std::max({thickness, a.absorbing_low, a.absorbing_high});
  if (thickness > 0) {
    const double softness = method::softness(earth);
    const bool as_measured = thickness >= default_absorbing_points(s.order, earth);
    const double at_75_degrees = softness > 0 ? std::max(echo, 0.02) : echo;
    if (!as_measured) s.remarks.push_back(method::thin_layers_remark(scenario_.where("solver.fd.absorbing_points")));
    if (const auto remark = method::backward_waves_remark(scenario_, *model_)) s.remarks.push_back(*remark);
    s.remarks.push_back(method::edges_remark(fmt::format("absorbing layers of {} points", thickness),
                                             {echo, at_75_degrees, softness > 0}, as_measured));
  }
  for (auto& remark :
       thin_layers_remarks(scenario_, speeds_->level_interfaces(), whole_, method::highest_frequency(sources_)))
    s.remarks.push_back(std::move(remark));
  for (const double height : slip_interfaces_.without_room())
    s.remarks.push_back(
        {"sea floor", fmt::format("at z = {:.6g} m too few grid points lie between it and the next face, layer or "
                                  "contact (it needs {} in rock and {} in water): treated to first order",
                                  height, numerics::one_sided_difference(radius_).n_rows + radius_, radius_ + 1)});
  if (!cut_contacts_.empty())
    s.remarks.push_back(
        {"sea floor", fmt::format("not level: fluid and solid have fields of their own in the cells that it cuts; of "
                                  "first order are {} points beside free and rigid faces, and sources and receivers "
                                  "within six points of the floor",
                                  numerics::one_sided_difference(radius_).n_rows + radius_ + 2)});
  double h = 0;
  for (int a = 0; a < grid_.dim; ++a) h = std::max(h, grid_.axis[a].spacing);
  if (is_refined(scenario_, *speeds_, whole_))
    s.remarks.push_back(
        {"refinement",
         fmt::format("{:.3g} points per shortest wavelength in place of {:.2g}, for the sake of interfaces and "
                     "free surface; mesh.spacing takes any",
                     speeds_->extremes().slowest / (*scenario_.mesh.max_frequency * h),
                     points_per_wavelength(s.order))});
  const double f = method::highest_frequency(sources_);
  if (f > 0) {
    s.extent_of_source = 4 * h;  // there misfits to closed forms fall below 1 % at the default resolution
    s.points_per_wavelength = speeds_->extremes().slowest / (f * h);
    const double error =
        s.points_per_wavelength > 2 ? std::abs(1 - numerics::phase_speed_ratio(radius_, s.points_per_wavelength)) : 1.0;
    s.dispersion_error = error;
    s.dispersion_order = s.order;
    s.misfit_parts = misfit_parts(*speeds_, whole_, slip_interfaces_, sources_, receivers_, !cut_contacts_.empty());
  }
  return s;
}

template <class Real>
void FiniteDifferences<Real>::add(const method::PointSource& source) {
  sources_.push_back(source);
}

template <class Real>
void FiniteDifferences<Real>::add(const method::Receiver& receiver) {
  const int n_components = scenario::n_components(receiver.quantity, grid_.dim);
  for (int component = 0; component < n_components; ++component) {
    // After k steps pressure stands at k dt, velocity at (k - 1/2) dt, or acceleration at k dt; sums and differences follow.
    double offset = 0;
    const bool by_acceleration = scheme_.motion == Motion::acceleration;
    if (receiver.quantity == Quantity::velocity) offset = by_acceleration ? 0.5 : -0.5;
    if (receiver.quantity == Quantity::acceleration) offset = by_acceleration ? 0 : -1;
    all_channels_.push_back({receivers_.size(), component, offset, all_channels_.size()});
  }
  receivers_.push_back(receiver);
}

template <class Real>
void FiniteDifferences<Real>::add_probe(const method::Receiver& probe) {
  for (int component = 0; component < scenario::n_components(probe.quantity, grid_.dim); ++component)
    all_probes_.push_back({probe_points_.size(), component, snapshot_time_offset(probe.quantity), all_probes_.size()});
  probe_points_.push_back(probe);
}

template <class Real>
void FiniteDifferences<Real>::set_step(double dt, std::int64_t n_steps) {
  dt_ = dt;
  view_.dt = static_cast<Real>(dt);
  for (auto* channels : {&all_channels_, &all_probes_})
    for (method::Channel& channel : *channels) channel.interval = dt;
  const Layout layout = make_layout(grid_, radius_, {true, true, true}, row_unit_on(queue_));
  view_.row_length = layout.row_length;
  view_.stride = layout.stride;
  fields_.clear();
  for (std::size_t n = 0; n < scheme_.fields.size(); ++n) fields_.emplace_back(layout, static_cast<int>(n), queue_);
  if (!relaxation_.empty())
    relaxation_.set_step(dt, medium_, make_layout(grid_, 0, {true, true, true}, row_unit_on(queue_)), queue_);

  std::vector<Derivative> derivatives;
  for (const StageDescription& stage : scheme_.stages)
    for (const UpdateDescription& update : stage.updates)
      derivatives.insert(derivatives.end(), update.derivatives.begin(), update.derivatives.end());
  layers_ = make_layers<Real>(grid_, derivatives, radius_, layout.row_length, queue_);
  const double f = method::highest_frequency(sources_);
  const model::Extremes extremes = model_->extremes();
  const double dominant = f > 0 ? f / 2.5 : extremes.slowest / (20 * grid_.axis[0].spacing);
  std::array<double, 3> plain = method::backward_ratios(*model_, scenario_.domain.extent, grid_.dim);
  for (double& share : plain) share = method::plain_damping_for(share);
  set_profiles(layers_, grid_,
               {extremes.vp_max, dominant, dt, method::softness(extremes),
                solids_differ(extremes) ? extremes.vp_max / extremes.slowest : 1, plain},
               queue_);
  prepare_cut_cells(layout);

  const bool is_double = sizeof(Real) == sizeof(double);
  accuracy_ = {scenario_.solver.fd.time_dispersion_correction && numerics::time_error_matters(f, dt, n_steps),
               numerics::passband_for(f, dt, is_double)};
  place_sources(n_steps);
  make_stepper();
  const ReadingContext<Real> reading{scheme_,  whole_,      whole_images_,    grid_, view_,
                                     *speeds_, interfaces_, slip_interfaces_, cuts_, communicator_};
  channels_ = Channels<Real>(reading, receivers_, all_channels_);
  probes_ = Channels<Real>(reading, probe_points_, all_probes_);
  stepper_->set_reading(channels_);
  records_.clear();
  settled_.clear();
  for (const method::Channel& channel : channels_.owned())
    records_.push_back({derived_from(scheme_.motion, receivers_[channel.receiver].quantity)});
  halos_.clear();
  for (std::size_t stage = 0; stage < scheme_.stages.size(); ++stage)
    halos_.emplace_back(communicator_, links_of_stage(stepper_->view(), stage), queue_);
  set_communication(mode_);
  step_ = 0;
}

template <class Real>
void FiniteDifferences<Real>::prepare_cut_cells(const Layout& layout) {
  fluid_fields_.clear();
  contact_rows_.clear();
  if (cut_contacts_.empty()) return;
  for (int n = 0; n <= grid_.dim; ++n)
    fluid_fields_.emplace_back(layout, static_cast<int>(scheme_.fields.size()) + n, queue_);
  contact_rows_ = fd::contact_rows(cut_contacts_, medium_, grid_, radius_, view_.stride, layers_, queue_);
  fluid_points_ = exec::upload(fluid_points(cut_contacts_, grid_, view_.stride), queue_);
  fluid_energies_ = exec::Twin<double>(fluid_points_.size(), queue_);
}

template <class Real>
std::vector<parallel::HaloLink<Real>> FiniteDifferences<Real>::links_of_stage(const View<Real>& view,
                                                                              std::size_t stage) const {
  auto links = links_after_stage(view, scheme_, stage, radius_, cuts_);
  if (fluid_fields_.empty()) return links;
  View<Real> fluid = view;
  for (std::size_t n = 0; n < fluid_fields_.size(); ++n)
    fluid.field[n] = fluid_fields_[n].origin_on_device(exec::Access::read_write);
  const auto more = links_after_stage(fluid, fluid_in_cut_cells(grid_.dim), stage, 1, cuts_);
  links.insert(links.end(), more.begin(), more.end());
  return links;
}

template <class Real>
void FiniteDifferences<Real>::make_stepper() {
  const StepperParts<Real> parts{scheme_, grid_,         radius_,       view_,      fields_,       medium_,
                                 layers_, faces_,        slips_,        images_,    grid_sources_, clouds_,
                                 halos_,  fluid_fields_, contact_rows_, relaxation_};
  if (queue_.device().is_host())
    stepper_ = std::make_unique<HostStepper<Real>>(parts, kernels_, energy_row_, communicator_.size() > 1);
  else
    stepper_ = std::make_unique<DeviceStepper<Real>>(queue_, device_kernels_, parts);
}

template <class Real>
std::size_t FiniteDifferences<Real>::stage_of(int field) const {
  for (std::size_t s = 0; s < scheme_.stages.size(); ++s)
    for (const UpdateDescription& update : scheme_.stages[s].updates)
      if (std::find(update.targets.begin(), update.targets.end(), field) != update.targets.end()) return s;
  return 0;
}

template class FiniteDifferences<float>;
template class FiniteDifferences<double>;

}  // namespace unda::fd

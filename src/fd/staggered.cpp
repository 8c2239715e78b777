// Running a staggered scheme.
#include "fd/staggered.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fd/medium.hpp"
#include "fd/snapshot.hpp"
#include "fd/sweep.hpp"
#include "numerics/difference_table.hpp"
#include "numerics/time_dispersion.hpp"

namespace unda::fd {

using scenario::Quantity;

namespace {

Derived derived_from(Motion motion, Quantity quantity) {
  const bool by_acceleration = motion == Motion::acceleration;
  if (quantity == Quantity::displacement) return by_acceleration ? Derived::double_integral : Derived::time_integral;
  if (quantity == Quantity::velocity && by_acceleration) return Derived::time_integral;
  if (quantity == Quantity::acceleration && !by_acceleration) return Derived::time_difference;
  return Derived::value;
}

}  // namespace

template <class Real>
Staggered<Real>::Staggered(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model,
                           SchemeDescription scheme, SchemeKernels<Real> kernels, const Grid& grid)
    : scenario_(scenario),
      model_(std::move(model)),
      scheme_(std::move(scheme)),
      kernels_(std::move(kernels)),
      grid_(grid),
      radius_(scenario.solver.fd.order / 2),
      grid_sources_(scheme_.stages.size()) {
  std::size_t n_derivatives = 0;
  for (const StageDescription& stage : scheme_.stages) {
    first_derivative_.emplace_back();
    for (const UpdateDescription& update : stage.updates) {
      first_derivative_.back().push_back(n_derivatives);
      n_derivatives += update.derivatives.size();
    }
  }
  for (int a = 0; a < 3; ++a) {
    view_.n[a] = grid_.axis[a].n_nodes;
    view_.inverse_spacing[a] = static_cast<Real>(1 / grid_.axis[a].spacing);
  }
  for (std::size_t n = 0; n < scheme_.fields.size(); ++n)
    images_.push_back(images_of(scheme_, grid_, static_cast<int>(n), radius_));
  for (int axis = 0; axis < grid_.dim; ++axis)
    for (int side = 0; side < 2; ++side)
      if (is_one_sided(images_[0].mirror[axis][side]))
        faces_.push_back(make_one_sided_face<Real>(grid_, axis, side == 1, radius_));
  for (std::size_t n = 0; n < scheme_.medium.size(); ++n) {
    medium_.push_back(sample_parameter<Real>(*model_, grid_, scheme_.medium[n], static_cast<int>(n)));
    view_.parameter[n] = medium_[n].origin();
    view_.parameter_stride[n] = medium_[n].layout.stride;
  }
}

template <class Real>
double Staggered<Real>::max_step() const {
  // Gershgorin's bound of stiffness D b D^T: no eigenvalue exceeds the largest sum of absolute values of a
  // row.
  const std::vector<double> c = numerics::staggered_coefficients(radius_);
  const double norm = numerics::staggered_norm(radius_);
  double second_norm = 0;
  for (const double w : numerics::second_coefficients(radius_)) second_norm += 2 * std::abs(w);
  second_norm -= std::abs(numerics::second_coefficients(radius_)[0]);
  const Layout shape = parameter_layout(*model_, grid_);
  const int n_rows = shape.stride[1] != 0 ? view_.n[1] : 1;
  const int n_planes = shape.stride[2] != 0 ? view_.n[2] : 1;
  std::vector<double> largest(static_cast<std::size_t>(n_rows) * n_planes, 0.0);

  exec::for_each(largest.size(), [&](std::size_t r) {
    const std::array<int, 3> row{0, static_cast<int>(r % n_rows), static_cast<int>(r / n_rows)};
    for (int i = 0; i < view_.n[0]; ++i) {
      double sum = 0;
      for (int a = 0; a < grid_.dim; ++a) {
        const int parameter = scheme_.buoyancy[a];
        const double spacing = grid_.axis[a].spacing;
        if (parameter < 0) {
          sum += second_norm / (spacing * spacing);
          continue;
        }
        auto buoyancy_at = [&](int shift) {
          std::array<int, 3> index{i, row[1], row[2]};
          index[a] = std::clamp(index[a] + shift, 0, view_.n[a] - 1);
          return static_cast<double>(view_.parameter_row(parameter, index[1], index[2])[index[0]]);
        };
        double weighted = 0;
        for (int m = 1; m <= radius_; ++m) weighted += std::abs(c[m - 1]) * (buoyancy_at(m - 1) + buoyancy_at(-m));
        sum += 2 * norm * weighted / (spacing * spacing);
      }
      const double stiffness = view_.parameter_row(scheme_.stiffness, row[1], row[2])[i];
      largest[r] = std::max(largest[r], stiffness * sum);
    }
  });
  return 2 / std::sqrt(*std::max_element(largest.begin(), largest.end()));
}

template <class Real>
method::Sizes Staggered<Real>::sizes() const {
  method::Sizes s;
  s.mesh = grid_.describe();
  s.cells = grid_.n_domain_points();
  s.dofs = grid_.n_points() * static_cast<std::int64_t>(scheme_.fields.size());
  s.order = 2 * radius_;
  const Layout field = make_layout(grid_, radius_);
  const Layout parameter = parameter_layout(*model_, grid_);
  const bool full_medium = parameter.size * 2 > field.size;
  s.memory_bytes = static_cast<double>(sizeof(Real)) * (static_cast<double>(scheme_.fields.size() * field.size) +
                                                        static_cast<double>(scheme_.medium.size() * parameter.size));
  for (const StageDescription& stage : scheme_.stages) {
    std::set<int> read;
    std::size_t words = 0;
    for (const UpdateDescription& update : stage.updates) {
      for (const Derivative& d : update.derivatives) read.insert(d.field);
      words += 2 * update.targets.size() + (full_medium ? update.parameters.size() : 0);
      s.flops_per_update += static_cast<double>(update.derivatives.size()) * 3 * radius_ + update.flops_at_point +
                            2 * static_cast<double>(update.targets.size());
      for (const Derivative& d : update.derivatives) {
        const Axis& a = grid_.axis[d.axis];
        const double fraction = static_cast<double>(a.absorbing_low + a.absorbing_high) / a.n_nodes;
        s.absorbing_bytes += fraction * static_cast<double>(grid_.n_points()) * sizeof(Real);
      }
    }
    s.bytes_per_update += static_cast<double>((read.size() + words) * sizeof(Real));
  }
  if (grid_.dim == 3 && sweep_shape().fusible)  // both stages in one pass: every array once
    s.bytes_per_update = static_cast<double>(sizeof(Real)) *
                         static_cast<double>(2 * scheme_.fields.size() + (full_medium ? scheme_.medium.size() : 0));
  const double f = highest_frequency();
  if (f > 0) {
    double h = 0;
    for (int a = 0; a < grid_.dim; ++a) h = std::max(h, grid_.axis[a].spacing);
    s.points_per_wavelength = model_->extremes().slowest / (f * h);
    const double error =
        s.points_per_wavelength > 2 ? std::abs(1 - numerics::phase_speed_ratio(radius_, s.points_per_wavelength)) : 1.0;
    s.dispersion_error = error;
  }
  return s;
}

template <class Real>
double Staggered<Real>::highest_frequency() const {
  double f = 0;
  for (const method::PointSource& source : sources_) f = std::max(f, source.time_function->highest_frequency());
  return f;
}

template <class Real>
void Staggered<Real>::add(const method::PointSource& source) {
  sources_.push_back(source);
}

template <class Real>
void Staggered<Real>::add(const method::Receiver& receiver) {
  const int n_components = scenario::n_components(receiver.quantity, grid_.dim);
  for (int component = 0; component < n_components; ++component) {
    // After k steps pressure stands at k dt, velocity at (k - 1/2) dt, or acceleration at k dt; sums and differences follow.
    double offset = 0;
    const bool by_acceleration = scheme_.motion == Motion::acceleration;
    if (receiver.quantity == Quantity::velocity) offset = by_acceleration ? 0.5 : -0.5;
    if (receiver.quantity == Quantity::acceleration) offset = by_acceleration ? 0 : -1;
    channels_.push_back({receivers_.size(), component, offset});
  }
  receivers_.push_back(receiver);
}

template <class Real>
void Staggered<Real>::set_step(double dt, std::int64_t n_steps) {
  dt_ = dt;
  view_.dt = static_cast<Real>(dt);
  const Layout layout = make_layout(grid_, radius_);
  view_.row_length = layout.row_length;
  view_.stride = layout.stride;
  fields_.clear();
  for (std::size_t n = 0; n < scheme_.fields.size(); ++n) {
    fields_.emplace_back(layout, static_cast<int>(n));
    view_.field[n] = fields_[n].origin();
  }
  shape_ = sweep_shape();

  std::vector<Derivative> derivatives;
  for (const StageDescription& stage : scheme_.stages)
    for (const UpdateDescription& update : stage.updates)
      derivatives.insert(derivatives.end(), update.derivatives.begin(), update.derivatives.end());
  layers_ = make_layers<Real>(grid_, derivatives, radius_, layout.row_length);
  const double f = highest_frequency();
  const model::Extremes extremes = model_->extremes();
  const double dominant = f > 0 ? f / 2.5 : extremes.slowest / (20 * grid_.axis[0].spacing);
  set_profiles(layers_, grid_, {extremes.vp_max, dominant, dt});

  const bool is_double = sizeof(Real) == sizeof(double);
  accuracy_ = {scenario_.solver.fd.time_dispersion_correction && f > 0, numerics::passband_for(f, dt, is_double)};
  for (auto& stage : grid_sources_) stage.clear();
  for (const method::PointSource& source : sources_) place_source(source, n_steps);
  place_receivers();
  find_centre();
  step_ = 0;
}

template <class Real>
std::size_t Staggered<Real>::stage_of(int field) const {
  for (std::size_t s = 0; s < scheme_.stages.size(); ++s)
    for (const UpdateDescription& update : scheme_.stages[s].updates)
      if (std::find(update.targets.begin(), update.targets.end(), field) != update.targets.end()) return s;
  return 0;
}

template <class Real>
void Staggered<Real>::place_source(const method::PointSource& source, std::int64_t n_steps) {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  for (const Injection& injection : scheme_.injections(source, physical)) {
    GridSource<Real> on_grid;
    on_grid.field = injection.field;
    std::set<std::array<int, 2>> rows;
    auto stencil = [&](const Vector& x) { return source_stencil(grid_, images_[injection.field], x, radius_); };
    for (const StencilPoint& point : injection.dipole_axis < 0
                                         ? stencil(source.position)
                                         : derivative_of(stencil, grid_, source.position, injection.dipole_axis)) {
      const auto [i, j, k] = point.node;
      double factor = injection.amplitude * point.weight * dt_ / grid_.cell_volume();
      if (injection.parameter >= 0) factor *= view_.parameter_row(injection.parameter, j, k)[i];
      on_grid.offset.push_back(i + j * view_.stride[1] + k * view_.stride[2]);
      on_grid.factor.push_back(static_cast<Real>(factor));
      rows.insert({j, k});
    }
    on_grid.rows.assign(rows.begin(), rows.end());

    const std::size_t stage = stage_of(injection.field);
    const double offset = 0.5 * static_cast<double>(stage);  // the middle of the interval that the stage bridges
    const numerics::TimeFunction& s = *source.time_function;
    std::vector<double> samples;
    if (accuracy_.corrected) {
      samples = numerics::corrected_source([&s](double t) { return s.value(t); }, s.end(), dt_, offset,
                                           static_cast<std::size_t>(n_steps), accuracy_.band);
    } else {
      for (std::int64_t k = 0; k < n_steps; ++k) samples.push_back(s.value((static_cast<double>(k) + offset) * dt_));
    }
    on_grid.s.assign(samples.begin(), samples.end());
    grid_sources_[stage].push_back(std::move(on_grid));
  }
}

template <class Real>
void Staggered<Real>::place_receivers() {
  grid_channels_.clear();
  for (const method::Channel& channel : channels_) {
    const method::Receiver& receiver = receivers_[channel.receiver];
    GridChannel<Real> on_grid;
    on_grid.derived = derived_from(scheme_.motion, receiver.quantity);
    for (const Reading& reading : scheme_.readings(receiver.quantity, channel.component)) {
      auto stencil = [&](const Vector& x) { return reading_stencil(grid_, images_[reading.field], x); };
      for (const StencilPoint& point : reading.gradient_axis < 0
                                           ? stencil(receiver.position)
                                           : derivative_of(stencil, grid_, receiver.position, reading.gradient_axis)) {
        const auto [i, j, k] = point.node;
        on_grid.at.push_back(view_.row(reading.field, j, k) + i);
        double factor = reading.factor;
        if (reading.gradient_axis >= 0) factor /= model_->at(receiver.position).rho;
        if (reading.medium_factor != nullptr) {
          std::array<double, max_parameters> medium{};
          for (std::size_t m = 0; m < medium_.size(); ++m)
            medium[m] = view_.parameter_row(static_cast<int>(m), j, k)[i];
          factor *= reading.medium_factor(medium.data());
        }
        on_grid.weight.push_back(factor * point.weight);
      }
    }
    grid_channels_.push_back(std::move(on_grid));
  }
}

template <class Real>
SweepShape Staggered<Real>::sweep_shape() const {
  SweepShape shape;
  shape.dim = grid_.dim;
  shape.n = view_.n;
  shape.radius = radius_;
  // The planes of the differentiated fields within a stencil's reach should stay near; measured best at 1 to 2 MB.
  std::set<int> across;
  for (const StageDescription& stage : scheme_.stages)
    for (const UpdateDescription& update : stage.updates)
      for (const Derivative& d : update.derivatives)
        if (d.axis == 2) across.insert(d.field);
  const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(make_layout(grid_, radius_).row_length) *
                            (across.size() * static_cast<std::size_t>(2 * radius_) + scheme_.fields.size());
  shape.tile = std::clamp(static_cast<int>((1536u << 10) / bytes), 48, 96);
  for (const OneSidedFace<Real>& face : faces_) {
    if (face.axis == 1) shape.fusible = false;
    if (face.axis == 2) (face.high ? shape.edge_high : shape.edge_low) = face.n_levels + radius_;
  }
  if (grid_.axis[1].periodic() || scheme_.stages.size() != 2) shape.fusible = false;
  return shape;
}

template <class Real>
void Staggered<Real>::visit_row(std::size_t stage, int j, int k, int n_planes) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    if (n_planes == 2)
      kernels_[stage][u].update_row_of_two_planes(view_, j, k);
    else
      kernels_[stage][u].update_row(view_, j, k);
    for (int p = 0; p < n_planes; ++p)
      centre_.contains(j, k + p) ? finish_centre_row(stage, u, j, k + p) : finish_row(stage, u, j, k + p);
  }
}

template <class Real>
void Staggered<Real>::renew_slopes(std::size_t stage) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    const auto& absorb_slope_row = kernels_[stage][u].absorb_slope_row;
    if (absorb_slope_row[0] == nullptr || layers_.empty()) continue;
    sweep(shape_, [&](int j, int k, int n_planes) {
      for (int p = 0; p < n_planes; ++p)
        for (Layer<Real>& layer : layers_)
          if (layer.crosses(j, k + p))
            absorb_slope_row[layer.axis](view_, layer, first_derivative_[stage][u], j, k + p);
    });
  }
}

template <class Real>
void Staggered<Real>::find_centre() {
  std::array<int, 3> low{0, 0, 0}, high = view_.n;
  auto leave_out = [&](int axis, bool at_high, int count) {
    if (at_high)
      high[axis] = std::min(high[axis], view_.n[axis] - count);
    else
      low[axis] = std::max(low[axis], count);
  };
  for (const Layer<Real>& layer : layers_) leave_out(layer.axis, layer.high, layer.count);
  for (const OneSidedFace<Real>& face : faces_) leave_out(face.axis, face.high, face.n_levels + 1);
  for (const FieldImages& images : images_)
    for (int axis = 0; axis < grid_.dim; ++axis)
      for (int side = 0; side < 2; ++side)
        if (images.mirror[axis][side] != Mirror::none)
          leave_out(axis, side == 1,
                    images.mirror[axis][side] == Mirror::wrap ? images.ghosts[axis][1 - side]
                                                              : images.ghosts[axis][side] + 2);
  centre_ = {low[1], high[1], low[2], high[2]};
  with_row_ends_.clear();
  for (const StageDescription& stage : scheme_.stages) {
    with_row_ends_.emplace_back();
    for (const UpdateDescription& update : stage.updates) {
      with_row_ends_.back().emplace_back();
      for (const int field : update.targets) {
        const auto& [at_low, at_high] = images_[field].mirror[0];
        const auto& ghosts = images_[field].ghosts[0];
        const bool only_copies = at_low == Mirror::wrap || (at_low == Mirror::none && at_high == Mirror::none);
        if (!only_copies || (at_low == Mirror::wrap && ghosts[0] + ghosts[1] > 0))
          with_row_ends_.back().back().push_back(field);
      }
    }
  }
}

template <class Real>
void Staggered<Real>::finish_centre_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (Layer<Real>& layer : layers_)
    if (layer.axis == 0) kernels.absorb_row[0](view_, layer, first_derivative_[stage][update], j, k);
  for (const OneSidedFace<Real>& face : faces_) {
    if (face.axis != 0) continue;
    kernels.one_sided_row[0](view_, face, j, k);
    if (kernels.hold_face_row != nullptr) kernels.hold_face_row(view_, face, j, k);
  }
  for (const int field : with_row_ends_[stage][update])
    fill_row_ends(view_.row(field, j, k), view_.n[0], images_[field].ghosts[0], images_[field].half[0],
                  images_[field].mirror[0]);
}

template <class Real>
void Staggered<Real>::finish_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (Layer<Real>& layer : layers_)
    if (layer.crosses(j, k)) kernels.absorb_row[layer.axis](view_, layer, first_derivative_[stage][update], j, k);
  for (const OneSidedFace<Real>& face : faces_) kernels.one_sided_row[face.axis](view_, face, j, k);
  if (kernels.hold_face_row != nullptr)
    for (const OneSidedFace<Real>& face : faces_) kernels.hold_face_row(view_, face, j, k);
  for (const int field : scheme_.stages[stage].updates[update].targets)
    fill_images(view_, grid_.dim, images_[field], j, k);
}

template <class Real>
void Staggered<Real>::inject_sources(std::size_t stage) {
  for (const GridSource<Real>& source : grid_sources_[stage]) {
    inject(view_, source, step_);
    for (const auto& [j, k] : source.rows) fill_images(view_, grid_.dim, images_[source.field], j, k);
  }
}

template <class Real>
void Staggered<Real>::advance() {
  // The sources of the first stage go in before it, so that both stages can be done in one pass.
  inject_sources(0);
  renew_slopes(0);
  if (!fused_sweep(
          shape_, [this](int j, int k, int n) { visit_row(0, j, k, n); },
          [this](int j, int k, int n) { visit_row(1, j, k, n); })) {
    for (std::size_t stage = 0; stage < scheme_.stages.size(); ++stage)
      sweep(shape_, [this, stage](int j, int k, int n) { visit_row(stage, j, k, n); });
  }
  for (std::size_t stage = 1; stage < scheme_.stages.size(); ++stage) inject_sources(stage);
  ++step_;
}

template <class Real>
void Staggered<Real>::sample(std::span<double> values) {
  exec::for_each(grid_channels_.size(), [&](std::size_t n) {
    GridChannel<Real>& channel = grid_channels_[n];
    const double value = channel.read();
    switch (channel.derived) {
      case Derived::value:
        values[n] = value;
        break;
      case Derived::time_integral:
        values[n] = channel.current += dt_ * value;
        break;
      case Derived::double_integral:  // previous: the velocity half a step before the value
        values[n] = channel.current += dt_ * channel.previous;
        channel.previous += dt_ * value;
        break;
      case Derived::time_difference:
        channel.previous = channel.current;
        channel.current = value;
        values[n] = (channel.current - channel.previous) / dt_;
        break;
    }
  });
}

template <class Real>
method::SnapshotGrid Staggered<Real>::snapshot_grid() const {
  return domain_points(grid_);
}

template <class Real>
bool Staggered<Real>::has_snapshot(Quantity quantity) const {
  if (quantity == Quantity::pressure) return true;
  return scheme_.motion == Motion::velocity && (quantity == Quantity::velocity || quantity == Quantity::stress);
}

template <class Real>
void Staggered<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  take_snapshot(view_, grid_, scheme_, images_, quantity, values);
}

template <class Real>
void Staggered<Real>::start_from(const StartingField& start) {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  const std::size_t n_rows = static_cast<std::size_t>(view_.n[1]) * view_.n[2];
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const Half& half = scheme_.fields[f].half;
    // The fields of the first stage stand half a step before the others.
    const double t = stage_of(static_cast<int>(f)) == 0 ? -0.5 * dt_ : 0;
    exec::for_each_heavy(n_rows, [&](std::size_t r) {
      const int j = static_cast<int>(r % view_.n[1]), k = static_cast<int>(r / view_.n[1]);
      for (int i = 0; i < view_.n[0]; ++i) {
        const Vector x = grid_.position({i + 0.5 * half[0], j + 0.5 * half[1], k + 0.5 * half[2]});
        auto value_at = [&](double time) {
          return scheme_.field_value(static_cast<int>(f), start.velocity(x, time), start.stress(x, time), physical);
        };
        const bool is_rate = scheme_.rate_of != nullptr && scheme_.rate_of(static_cast<int>(f)) >= 0;
        view_.row(static_cast<int>(f), j, k)[i] =
            static_cast<Real>(is_rate ? (value_at(t + 0.5 * dt_) - value_at(t - 0.5 * dt_)) / dt_ : value_at(t));
      }
    });
    for (int k = 0; k < view_.n[2]; ++k)
      for (int j = 0; j < view_.n[1]; ++j) fill_images(view_, grid_.dim, images_[f], j, k);
  }
}

template <class Real>
double Staggered<Real>::cell_length(int field, int axis, int index) const {
  const auto& mirror = images_[field].mirror[axis];
  const bool half = images_[field].half[axis] == 1;
  const int last = view_.n[axis] - 1;
  const bool low_face = has_images(mirror[0]) || is_one_sided(mirror[0]);
  const bool high_face = has_images(mirror[1]) || is_one_sided(mirror[1]);
  if (half && high_face && index == last) return 0;
  if (!half && ((has_images(mirror[0]) && index == 0) || (has_images(mirror[1]) && index == last))) return 0.5;
  if (!low_face && !high_face) return 1;
  return point_length(grid_, axis, is_one_sided(mirror[0]), is_one_sided(mirror[1]), radius_, index, half);
}

template <class Real>
double Staggered<Real>::energy() const {
  const std::size_t n_rows = static_cast<std::size_t>(view_.n[1]) * view_.n[2];
  const double total = exec::sum(n_rows, [&](std::size_t r) {
    const int j = static_cast<int>(r % view_.n[1]), k = static_cast<int>(r / view_.n[1]);
    std::array<double, max_fields> f{};
    std::array<double, max_parameters> m{};
    double row = 0;
    for (int i = 0; i < view_.n[0]; ++i) {
      for (std::size_t n = 0; n < fields_.size(); ++n) f[n] = view_.row(static_cast<int>(n), j, k)[i];
      for (std::size_t n = 0; n < medium_.size(); ++n) m[n] = view_.parameter_row(static_cast<int>(n), j, k)[i];
      // Each field stands for its own length along every axis: less than a cell beside a face.
      for (std::size_t n = 0; n < fields_.size(); ++n) {
        double share = 1;
        const std::array<int, 3> index{i, j, k};
        for (int a = 0; a < grid_.dim; ++a) share *= cell_length(static_cast<int>(n), a, index[a]);
        f[n] *= std::sqrt(share);
      }
      row += scheme_.energy_density(f.data(), m.data());
    }
    return row;
  });
  return total * grid_.cell_volume();
}

template <class Real>
bool Staggered<Real>::finite() const {
  // The field of the last stage takes in whatever went wrong in the others. x - x is zero only for finite x.
  const int field = scheme_.stages.back().updates.front().targets.front();
  const std::size_t n_rows = static_cast<std::size_t>(view_.n[1]) * view_.n[2];
  const double sum = exec::sum(n_rows, [&](std::size_t r) {
    const Real* row = view_.row(field, static_cast<int>(r % view_.n[1]), static_cast<int>(r / view_.n[1]));
    Real bad = 0;
    for (int i = 0; i < view_.n[0]; ++i) bad += row[i] - row[i];
    return static_cast<double>(bad);
  });
  return sum == 0;
}

template <class Real>
method::Extreme Staggered<Real>::extreme() const {
  const int field = scheme_.stages.back().updates.front().targets.front();
  const Half& half = scheme_.fields[field].half;
  method::Extreme worst{0, {}, scheme_.fields[field].name};
  double largest = -1;
  for (int k = 0; k < view_.n[2]; ++k) {
    for (int j = 0; j < view_.n[1]; ++j) {
      const Real* row = view_.row(field, j, k);
      for (int i = 0; i < view_.n[0]; ++i) {
        const double size = std::isfinite(row[i]) ? std::abs(static_cast<double>(row[i])) : INFINITY;
        if (size <= largest) continue;
        largest = size;
        worst.value = row[i];
        worst.position = grid_.position({i + 0.5 * half[0], j + 0.5 * half[1], k + 0.5 * half[2]});
      }
    }
  }
  return worst;
}

template class Staggered<float>;
template class Staggered<double>;

}  // namespace unda::fd

// Stepping on the host.
#include "fd/host_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "exec/for_each.hpp"

namespace unda::fd {

std::vector<double> roots_of_lengths(const std::function<double(int, int, int)>& length, int field, int axis, int n,
                                     int dim) {
  std::vector<double> roots(static_cast<std::size_t>(n), 1.0);
  for (int i = 0; i < n && axis < dim; ++i) roots[static_cast<std::size_t>(i)] = std::sqrt(length(field, axis, i));
  return roots;
}

template <class Real>
SweepShape sweep_shape(const SchemeDescription& scheme, const Grid& grid, int radius,
                       const std::vector<OneSidedFace<Real>>& faces, const std::vector<OneSidedFace<Real>>& slips) {
  SweepShape shape;
  shape.dim = grid.dim;
  for (std::size_t a = 0; a < 3; ++a) shape.n[a] = grid.axis[a].n_nodes;
  shape.radius = radius;
  // The planes of the differentiated fields within a stencil's reach should stay near: measured best at 1 to 2 MB. Many threads share
  // the far caches, and fare better by a tenth with what the near ones hold where tiles are still wide against the stencil.
  std::set<int> across;
  for (const StageDescription& stage : scheme.stages)
    for (const UpdateDescription& update : stage.updates)
      for (const Derivative& d : update.derivatives)
        if (d.axis == 2) across.insert(d.field);
  const std::size_t bytes = sizeof(Real) * static_cast<std::size_t>(make_layout(grid, radius).row_length) *
                            (across.size() * static_cast<std::size_t>(2 * radius) + scheme.fields.size());
  const auto rows_in = [&](std::size_t kilobytes) { return static_cast<int>((kilobytes << 10) / bytes); };
  constexpr int many_threads = 9;
  const bool is_small = omp_get_max_threads() >= many_threads && rows_in(512) >= 3 * radius;
  shape.tile = is_small ? std::min(rows_in(512), 96) : std::clamp(rows_in(1536), 48, 96);
  for (const OneSidedFace<Real>& face : faces) {
    if (face.axis == 1) shape.fusible = false;
    if (face.axis == 2) (face.high ? shape.edge_high : shape.edge_low) = face.n_levels + radius;
  }
  for (const OneSidedFace<Real>& slip : slips) shape.ahead.push_back({slip.first, slip.first + slip.n_levels});
  if ((grid.axis[1].periodic() && !grid.axis[1].cut[0]) || scheme.stages.size() != 2) shape.fusible = false;
  return shape;
}

template SweepShape sweep_shape(const SchemeDescription&, const Grid&, int, const std::vector<OneSidedFace<float>>&,
                                const std::vector<OneSidedFace<float>>&);
template SweepShape sweep_shape(const SchemeDescription&, const Grid&, int, const std::vector<OneSidedFace<double>>&,
                                const std::vector<OneSidedFace<double>>&);

template <class Real>
HostStepper<Real>::HostStepper(const StepperParts<Real>& parts, SchemeKernels<Real> kernels,
                               EnergyRowKernel<Real> energy_row, bool has_neighbours)
    : parts_(parts),
      kernels_(std::move(kernels)),
      energy_row_(energy_row),
      view_(parts.shape),
      all_fields_(fields_to_step(parts)) {
  std::copy_n(all_fields_.begin(), parts_.fields.size(), view_.field.begin());
  parts_.relaxation.show_to(view_);
  std::size_t n_derivatives = 0;
  for (const StageDescription& stage : parts_.scheme.stages) {
    first_derivative_.emplace_back();
    for (const UpdateDescription& update : stage.updates) {
      first_derivative_.back().push_back(n_derivatives);
      n_derivatives += update.derivatives.size();
    }
  }
  plan_sweeps(has_neighbours);
  find_centre();
  find_row_ends();
}

template <class Real>
void HostStepper<Real>::plan_sweeps(bool has_neighbours) {
  shape_ = sweep_shape(parts_.scheme, parts_.grid, parts_.radius, parts_.faces, parts_.slips);
  std::array<std::array<bool, 2>, 3> cut{};
  for (int a = 0; a < parts_.grid.dim; ++a) cut[a] = parts_.grid.axis[a].cut;
  frame_ = make_frame(shape_, cut, parts_.radius);
  wide_frame_ = make_frame(shape_, cut, 2 * parts_.radius);
  const RowRange &first = wide_frame_.centre, &second = frame_.centre;
  const RowRange both = hull(first, second);
  fused_ = !first.empty() && can_fuse(shape_, both);
  // With neighbours a fused step is done in halves, so that each of its two exchanges has one to hide behind.
  const int middle = (first.k0 + first.k1) / 2;
  const bool halves = fused_ && has_neighbours && can_fuse(shape_, {both.j0, both.j1, second.k0, middle}) &&
                      can_fuse(shape_, {both.j0, both.j1, middle - parts_.radius, second.k1});
  middle_ = halves ? middle : 0;
}

template <class Real>
void HostStepper<Real>::find_centre() {
  std::array<int, 3> low{0, 0, 0}, high = view_.n;
  auto leave_out = [&](int axis, bool at_high, int count) {
    if (at_high)
      high[axis] = std::min(high[axis], view_.n[axis] - count);
    else
      low[axis] = std::max(low[axis], count);
  };
  for (const Layer<Real>& layer : parts_.layers) leave_out(layer.axis, layer.high, layer.count);
  for (const OneSidedFace<Real>& face : parts_.faces) leave_out(face.axis, face.high, face.n_levels + 1);
  for (const FieldImages& images : parts_.images)
    for (int axis = 0; axis < parts_.grid.dim; ++axis)
      for (int side = 0; side < 2; ++side)
        if (images.mirror[axis][side] != Mirror::none)
          leave_out(axis, side == 1,
                    images.mirror[axis][side] == Mirror::wrap ? images.ghosts[axis][1 - side]
                                                              : images.ghosts[axis][side] + 2);
  centre_ = {low[1], high[1], low[2], high[2]};
}

template <class Real>
void HostStepper<Real>::find_row_ends() {
  for (const StageDescription& stage : parts_.scheme.stages) {
    with_row_ends_.emplace_back();
    for (const UpdateDescription& update : stage.updates) {
      with_row_ends_.back().emplace_back();
      for (const int field : update.targets) {
        const auto& [at_low, at_high] = parts_.images[field].mirror[0];
        const auto& ghosts = parts_.images[field].ghosts[0];
        const bool only_copies = at_low == Mirror::wrap || (at_low == Mirror::none && at_high == Mirror::none);
        if (!only_copies || (at_low == Mirror::wrap && ghosts[0] + ghosts[1] > 0))
          with_row_ends_.back().back().push_back(field);
      }
    }
  }
}

template <class Real>
void HostStepper<Real>::visit_row(std::size_t stage, int j, int k, int n_planes) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    const UpdateKernels<Real>& kernels = kernels_[stage][u];
    (n_planes == 2 ? kernels.update_row_of_two_planes : kernels.update_row)(view_, parts_.layers,
                                                                            first_derivative_[stage][u], j, k);
    for (int p = 0; p < n_planes; ++p)
      centre_.contains(j, k + p) ? finish_centre_row(stage, u, j, k + p) : finish_row(stage, u, j, k + p);
  }
}

template <class Real>
void HostStepper<Real>::renew_slopes(std::size_t stage) {
  for (std::size_t u = 0; u < kernels_[stage].size(); ++u) {
    const auto& absorb_slope_row = kernels_[stage][u].absorb_slope_row;
    if (absorb_slope_row[0] == nullptr || parts_.layers.empty()) continue;
    sweep(shape_, shape_.all(), [&](int j, int k, int n_planes) {
      for (int p = 0; p < n_planes; ++p)
        for (Layer<Real>& layer : parts_.layers)
          if (layer.crosses(j, k + p))
            absorb_slope_row[layer.axis](view_, layer, first_derivative_[stage][u], j, k + p);
    });
  }
}

template <class Real>
void HostStepper<Real>::finish_centre_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (const OneSidedFace<Real>& face : parts_.faces)
    if (face.axis == 0) kernels.one_sided_row[0](view_, face, j, k);
  for (const OneSidedFace<Real>& slip : parts_.slips) kernels.one_sided_row[slip.axis](view_, slip, j, k);
  if (!parts_.contact_rows.empty())
    parts_.contact_rows[stage].add_to_row(all_fields_, view_.dt, static_cast<std::size_t>(k) * view_.n[1] + j);
  if (kernels.hold_face_row != nullptr) {
    for (const OneSidedFace<Real>& face : parts_.faces)
      if (face.axis == 0) kernels.hold_face_row(view_, face, j, k);
    for (const OneSidedFace<Real>& slip : parts_.slips) kernels.hold_face_row(view_, slip, j, k);
  }
  for (const int field : with_row_ends_[stage][update])
    fill_row_ends(view_.row(field, j, k), view_.n[0], parts_.images[field].ghosts[0], parts_.images[field].half[0],
                  parts_.images[field].mirror[0]);
}

template <class Real>
void HostStepper<Real>::finish_row(std::size_t stage, std::size_t update, int j, int k) {
  const UpdateKernels<Real>& kernels = kernels_[stage][update];
  for (const OneSidedFace<Real>& face : parts_.faces) kernels.one_sided_row[face.axis](view_, face, j, k);
  for (const OneSidedFace<Real>& slip : parts_.slips) kernels.one_sided_row[slip.axis](view_, slip, j, k);
  if (!parts_.contact_rows.empty())
    parts_.contact_rows[stage].add_to_row(all_fields_, view_.dt, static_cast<std::size_t>(k) * view_.n[1] + j);
  if (kernels.hold_face_row != nullptr) {
    for (const OneSidedFace<Real>& face : parts_.faces) kernels.hold_face_row(view_, face, j, k);
    for (const OneSidedFace<Real>& slip : parts_.slips) kernels.hold_face_row(view_, slip, j, k);
  }
  for (const int field : parts_.scheme.stages[stage].updates[update].targets)
    fill_images(view_, parts_.grid.dim, parts_.images[field], j, k);
}

template <class Real>
void HostStepper<Real>::inject_sources(std::size_t stage, std::size_t step) {
  for (const GridSource<Real>& source : parts_.sources[stage]) {
    inject(view_, source, step);
    for (const auto& [j, k] : source.rows) fill_images(view_, parts_.grid.dim, parts_.images[source.field], j, k);
  }
  if (parts_.clouds.empty() || !parts_.clouds[stage].sum_up(static_cast<std::int64_t>(step))) return;
  for (auto& sums : parts_.clouds[stage].fields()) {
    if (!sums.any) continue;
    const std::ptrdiff_t* offset = sums.offset.data();
    const Real* value = sums.value.data();
    Real* field = view_.field[sums.field];
    for (std::size_t n = 0; n < sums.offset.size(); ++n) field[offset[n]] += value[n];
    for (const auto& [j, k] : sums.rows) fill_images(view_, parts_.grid.dim, parts_.images[sums.field], j, k);
  }
}

template <class Real>
void HostStepper<Real>::sweep_stage(std::size_t stage, const RowRange& range) {
  sweep(shape_, range, [this, stage](int j, int k, int n) { visit_row(stage, j, k, n); });
}

template <class Real>
void HostStepper<Real>::sweep_both(const RowRange& first, const RowRange& second) {
  fused_sweep(
      shape_, first, second, [this](int j, int k, int n) { visit_row(0, j, k, n); },
      [this](int j, int k, int n) { visit_row(1, j, k, n); });
}

template <class Real>
void HostStepper<Real>::advance(std::size_t step, parallel::CommunicationMode mode) {
  // The sources of the first stage go in before it, so that both stages can be done in one pass.
  inject_sources(0, step);
  renew_slopes(0);
  fused_ ? advance_fused(mode) : advance_in_stages(mode);
  for (std::size_t stage = 1; stage < parts_.scheme.stages.size(); ++stage) inject_sources(stage, step);
}

/// One stage after the other: the frame first, the centre while its values travel.
template <class Real>
void HostStepper<Real>::advance_in_stages(parallel::CommunicationMode mode) {
  const bool overlap = mode == parallel::CommunicationMode::overlap;
  for (std::size_t stage = 0; stage < parts_.scheme.stages.size(); ++stage) {
    for (const RowRange& range : frame_.outer) sweep_stage(stage, range);
    if (overlap) parts_.halos[stage].begin();
    sweep_stage(stage, frame_.centre);
    if (!overlap) parts_.halos[stage].begin();
    parts_.halos[stage].finish();
  }
}

/// Both stages in one pass over the centre. The first stage is done ahead within two radii of a cut: its values travel, and
/// the second stage within one radius has all it needs once theirs have come. Its own values travel during the other half.
template <class Real>
void HostStepper<Real>::advance_fused(parallel::CommunicationMode mode) {
  const bool overlap = mode == parallel::CommunicationMode::overlap;
  RowRange first = wide_frame_.centre, second = frame_.centre;
  for (const RowRange& range : wide_frame_.outer) sweep_stage(0, range);
  if (frame_.outer.empty()) return sweep_both(first, second);

  parts_.halos[0].begin();
  if (!overlap) parts_.halos[0].finish();
  RowRange first_half = first, second_half = second;
  if (middle_ > 0) {
    first_half.k1 = first.k0 = middle_;
    second_half.k1 = second.k0 = middle_ - parts_.radius;
  }
  sweep_both(first_half, second_half);
  parts_.halos[0].finish();
  for (const RowRange& range : frame_.outer) sweep_stage(1, range);
  if (overlap) parts_.halos[1].begin();
  if (middle_ > 0) sweep_both(first, second);
  if (!overlap) parts_.halos[1].begin();
  parts_.halos[1].finish();
}

template <class Real>
void HostStepper<Real>::exchange_all() {
  for (parallel::Halo<Real>& halo : parts_.halos) {
    halo.begin();
    halo.finish();
  }
}

template <class Real>
void HostStepper<Real>::sample() {
  const std::size_t n = channels_->owned().size();
  samples_.resize(samples_.size() + n);
  channels_->read(view_, {samples_.data() + samples_.size() - n, n});
}

template <class Real>
std::vector<double> HostStepper<Real>::take_sums() {
  return std::exchange(samples_, {});
}

template <class Real>
bool HostStepper<Real>::is_finite(int field) {
  const double sum = exec::sum(n_rows(), [&](std::size_t r) {
    const Real* row = view_.row(field, static_cast<int>(r % view_.n[1]), static_cast<int>(r / view_.n[1]));
    Real bad = 0;
    for (int i = 0; i < view_.n[0]; ++i) bad += row[i] - row[i];  // zero only for what is finite
    return static_cast<double>(bad);
  });
  return sum == 0;
}

template <class Real>
double HostStepper<Real>::energy(const typename Stepper<Real>::CellLength& length) {
  std::vector<std::array<std::vector<double>, 3>> roots(parts_.fields.size());
  EnergyShares shares{};
  for (std::size_t n = 0; n < roots.size(); ++n)
    for (int a = 0; a < 3; ++a) {
      roots[n][a] = roots_of_lengths(length, static_cast<int>(n), a, view_.n[a], parts_.grid.dim);
      roots[n][a].resize(roots[n][a].size() + row_unit);  // rows are padded
      shares[n][a] = roots[n][a].data();
    }
  return exec::sum(n_rows(), [&](std::size_t r) {
    return energy_row_(view_, shares, static_cast<int>(r % view_.n[1]), static_cast<int>(r / view_.n[1]));
  });
}

template class HostStepper<float>;
template class HostStepper<double>;

}  // namespace unda::fd

// Stepping on a device.
#include "fd/device/stepper.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/timeline.hpp"
#include "exec/upload.hpp"
#include "fd/device/contact_items.hpp"

namespace unda::fd {
namespace {

using exec::Access;
using exec::upload;

}  // namespace

template <class Real>
DeviceStepper<Real>::DeviceStepper(const exec::Queue& queue, DeviceKernels<Real> kernels,
                                   const StepperParts<Real>& parts)
    : queue_(queue), kernels_(std::move(kernels)), parts_(parts), view_(parts.shape), difference_(parts.radius) {
  all_ = {{0, 0, 0}, view_.n};
  parts_.medium.show_on_device(view_);
  double_fields();
  touch_all();
  repeat_nodes();
  make_layer_views();
  make_regions();
  make_faces();
  sources_.resize(parts_.scheme.stages.size());
  for (std::size_t stage = 0; stage < sources_.size(); ++stage)
    for (const GridSource<Real>& source : parts_.sources[stage]) place(source, stage);
}

/// Everything that a step changes is about to change on the device.
template <class Real>
void DeviceStepper<Real>::touch_all() {
  all_fields_ = fields_to_step(parts_);
  std::copy_n(all_fields_.begin(), parts_.fields.size(), view_.field.begin());
  view_.into = view_.field;
  parts_.relaxation.show_on_device(view_);
  for (Doubled& doubled : doubled_) view_.into[doubled.field] = doubled.next.origin_on_device(Access::read_write);
  for (Layer<Real>& layer : parts_.layers)
    for (auto* memories : {&layer.memory, &layer.slope_memory})
      for (exec::Twin<Real>& memory : *memories) memory.device(Access::read_write);
}

template <class Real>
void DeviceStepper<Real>::double_fields() {
  for (std::size_t p = 0; p < kernels_.passes.size(); ++p) {
    const DevicePass<Real>& pass = kernels_.passes[p];
    if (pass.last_stage == pass.first_stage) continue;
    for (const UpdateDescription& update : parts_.scheme.stages[pass.last_stage].updates)
      for (const int field : update.targets)
        doubled_.push_back({field, p, Array<Real>(parts_.fields[field].layout, field, queue_)});
  }
}

/// Updates fill the ghosts that repeat rows themselves, unless faces or layers at the ends of rows change values after them.
template <class Real>
void DeviceStepper<Real>::repeat_nodes() {
  for (const Layer<Real>& layer : parts_.layers)
    if (layer.axis == 0) return;
  for (const FieldImages& images : parts_.images)
    for (const auto& ends : images.mirror)
      for (const Mirror mirror : ends)
        if (mirror != Mirror::none && mirror != Mirror::wrap) return;
  updates_repeat_rows_ = true;
  for (const FieldImages& images : parts_.images)
    for (int axis = 1; axis < parts_.grid.dim; ++axis) {
      if (images.mirror[axis][0] != Mirror::wrap) continue;
      view_.repeats.ghosts[images.field][axis] = images.ghosts[axis];
      int& reach = view_.repeats.reach[axis];
      reach = std::max({reach, images.ghosts[axis][0], images.ghosts[axis][1]});
    }
}

/// The frame is what neighbours need, along rows in whole units.
template <class Real>
void DeviceStepper<Real>::make_regions() {
  std::array<int, 3> low{0, 0, 0}, high = view_.n;
  for (int a = 0; a < parts_.grid.dim; ++a) {
    if (parts_.grid.axis[a].cut[0]) low[a] = parts_.radius;
    if (parts_.grid.axis[a].cut[1]) high[a] -= parts_.radius;
  }
  const CoreAndShell parts = peel(all_, low, high, gpu_row_unit, gpu_row_unit);
  for (const SideBox& side : parts.shell) frame_.push_back(region(side.box));
  centre_ = region(parts.core);
}

template <class Real>
auto DeviceStepper<Real>::region(const Box& box) const -> Region {
  std::array<int, 3> low{0, 0, 0}, high = view_.n;
  for (const Layer<Real>& layer : parts_.layers) {
    if (layer.high)
      high[layer.axis] = layer.first;
    else
      low[layer.axis] = layer.first + layer.count;
  }
  if (box.empty()) return {box, {box, {}}, {box, {}}, {}};
  const CoreAndShell by_layers = peel(box, low, high, gpu_row_unit, largest_pack);
  low[0] = 0;
  high[0] = view_.n[0];
  return {box, by_layers, peel(box, low, high, gpu_row_unit, largest_pack), points_at_contacts(box)};
}

template <class Real>
std::vector<exec::Twin<std::size_t>> DeviceStepper<Real>::points_at_contacts(const Box& box) const {
  std::vector<exec::Twin<std::size_t>> by_stage;
  for (const SparseUpdate<Real>& rows : parts_.contact_rows) {
    std::vector<std::size_t> inside;
    const auto* points = rows.points.host();
    for (std::size_t n = 0; n < rows.points.size(); ++n)
      if (box.contains(points[n].node)) inside.push_back(n);
    by_stage.push_back(upload(inside, queue_));
  }
  return by_stage;
}

/// What contacts that cut cells add in a region.
template <class Real>
void DeviceStepper<Real>::add_at_contacts(std::size_t stage, Region& region) {
  if (parts_.contact_rows.empty()) return;
  exec::Twin<std::size_t>& points = region.at_contacts[stage];
  exec::run(queue_, points.size(),
            AddAtContact<Real>{view_, all_fields_, static_cast<int>(parts_.fields.size()),
                               parts_.contact_rows[stage].view(), points.device(Access::read)});
}

template <class Real>
void DeviceStepper<Real>::make_layer_views() {
  std::size_t first_derivative = 0;
  auto view_of = [&](Layer<Real>& layer, std::size_t n_derivatives) {
    LayerView<Real> v{layer.axis, layer.first, layer.count, layer.width, {}, {}, {}, {}, {}, {}, {}, {}, 0};
    for (int half = 0; half < 2; ++half) {
      v.decay[half] = layer.profile[half].decay.device(Access::read);
      v.gain[half] = layer.profile[half].gain.device(Access::read);
      v.stretch[half] = layer.profile[half].stretch.device(Access::read);
      v.keep[half] = layer.profile[half].keep.device(Access::read);
    }
    for (std::size_t n = 0; n < n_derivatives; ++n) {
      v.memory[n] = layer.memory[first_derivative + n].device(Access::read_write);
      v.slope_memory[n] = layer.slope_memory[first_derivative + n].device(Access::read_write);
    }
    // The places of points (1, 0, 0), ... against that of (0, 0, 0), all counted from the layer's first point.
    const std::array<int, 3> low{0, layer.axis == 1 ? layer.first : 0, layer.axis == 2 ? layer.first : 0};
    auto memory_row = [&](int j, int k) { return static_cast<std::ptrdiff_t>(layer.memory_row(view_.n, j, k)); };
    auto slope_row = [&](int j, int k) { return static_cast<std::ptrdiff_t>(layer.slope_row(view_.n, j, k)); };
    v.memory_stride = {1, memory_row(low[1] + 1, low[2]) - memory_row(low[1], low[2]),
                       memory_row(low[1], low[2] + 1) - memory_row(low[1], low[2])};
    v.slope_origin = slope_row(low[1], low[2]);
    v.slope_stride = {1, slope_row(low[1] + 1, low[2]) - v.slope_origin,
                      slope_row(low[1], low[2] + 1) - v.slope_origin};
    return v;
  };
  for (const DevicePass<Real>& pass : kernels_.passes) {
    layers_.emplace_back();
    for (std::size_t stage = pass.first_stage; stage <= pass.last_stage; ++stage)
      for (const UpdateDescription& update : parts_.scheme.stages[stage].updates) {
        assert(update.derivatives.size() <= max_derivatives);
        if (stage == pass.first_stage) {  // an update that follows takes values alone
          LayersView<Real>& all = layers_.back().emplace_back();
          for (Layer<Real>& layer : parts_.layers)
            all.across[layer.axis][layer.high ? 1 : 0] = view_of(layer, update.derivatives.size());
        }
        first_derivative += update.derivatives.size();
      }
  }
}

template <class Real>
void DeviceStepper<Real>::make_faces() {
  using Level = typename FaceView<Real>::Level;
  auto flat = [this](const std::vector<LevelWeights<Real>>& levels) {
    std::vector<Level> all;
    for (const LevelWeights<Real>& from : levels) {
      assert(from.weights.size() <= max_level_weights);
      Level& level = all.emplace_back();
      level.first_offset = from.first_offset;
      level.n_weights = static_cast<int>(from.weights.size());
      std::copy(from.weights.begin(), from.weights.end(), level.weight.begin());
    }
    return upload(all, queue_);
  };
  auto add = [&](const OneSidedFace<Real>& face) {
    FaceView<Real> v;
    v.axis = face.axis;
    v.high = face.high;
    v.free = face.free;
    v.n_levels = face.n_levels;
    v.last_node = face.last_node;
    v.slips = face.slips;
    v.first_level = face.first;
    v.fields = face.fields;
    v.first_fluid = face.first_fluid;
    v.n_fluid = static_cast<int>(face.fluid_thickness.size());
    assert(v.n_fluid <= max_fluid_planes);
    std::copy(face.fluid_thickness.begin(), face.fluid_thickness.end(), v.fluid_thickness.begin());
    levels_.push_back(flat(face.at_node));
    v.at_node = levels_.back().device(Access::read);
    levels_.push_back(flat(face.at_half));
    v.at_half = levels_.back().device(Access::read);
    faces_.push_back(v);
  };
  for (const OneSidedFace<Real>& face : parts_.faces) add(face);
  for (const OneSidedFace<Real>& face : parts_.slips) add(face);
}

template <class Real>
void DeviceStepper<Real>::place(const GridSource<Real>& source, std::size_t stage) {
  if (source.offset.empty()) return;
  // A point may be hit by a stencil and by its image: once in the list, so that a loop over it has no race.
  std::map<std::ptrdiff_t, Real> points;
  for (std::size_t n = 0; n < source.offset.size(); ++n) points[source.offset[n]] += source.factor[n];
  std::vector<std::ptrdiff_t> offset;
  std::vector<Real> factor;
  for (const auto& [at, f] : points) {
    offset.push_back(at);
    factor.push_back(f);
  }
  // Images follow the source only where a stencil touches the rows that they mirror.
  bool beside_face = false;
  for (int axis = 0; axis < parts_.grid.dim; ++axis)
    for (int side = 0; side < 2; ++side) {
      const FieldImages& images = parts_.images[source.field];
      if (images.mirror[axis][side] == Mirror::none) continue;
      const int reach = std::max(images.ghosts[axis][0], images.ghosts[axis][1]) + 2;
      for (const std::ptrdiff_t at : offset) {
        const std::ptrdiff_t padded = at + max_radius;  // ghosts at low ends give small negative remainders
        const std::array<std::ptrdiff_t, 3> node{
            (view_.stride[1] > 0 ? padded % view_.stride[1] : padded) - max_radius,
            view_.stride[1] > 0 ? (view_.stride[2] > 0 ? padded % view_.stride[2] : padded) / view_.stride[1] : 0,
            view_.stride[2] > 0 ? padded / view_.stride[2] : 0};
        const std::ptrdiff_t distance = side == 0 ? node[axis] : view_.n[axis] - 1 - node[axis];
        beside_face = beside_face || distance <= reach;
      }
    }
  sources_[stage].push_back(
      {source.field, upload(offset, queue_), upload(factor, queue_), upload(source.s, queue_), beside_face});
}

template <class Real>
void DeviceStepper<Real>::inject(std::size_t stage, std::size_t step) {
  for (Source& source : sources_[stage]) {
    kernels_.loops.inject(queue_, view_.field[source.field], source.offset.size(), source.offset.device(Access::read),
                          source.factor.device(Access::read), source.s.device(Access::read) + step);
    if (source.beside_face) fill_images(source.field, view_, all_, parts_.grid.dim);
  }
  if (parts_.clouds.empty() || !parts_.clouds[stage].sum_up(static_cast<std::int64_t>(step))) return;
  for (auto& sums : parts_.clouds[stage].fields()) {
    if (!sums.any) continue;
    kernels_.loops.inject(queue_, view_.field[sums.field], sums.offset.size(), sums.offset.device(Access::read),
                          sums.value.device(Access::read), parts_.clouds[stage].one().device(Access::read));
    fill_images(sums.field, view_, all_, parts_.grid.dim);
  }
}

/// Beyond the faces that a box touches, of the first axes. Those that a later axis puts to zero on its faces are copied once more.
template <class Real>
void DeviceStepper<Real>::fill_images(int field, const View<Real>& view, const Box& box, int n_axes) {
  const FieldImages& images = parts_.images[field];
  const auto fill = [&](int axis) {
    if (images.mirror[axis][0] == Mirror::wrap && images.ghosts[axis][0] + images.ghosts[axis][1] == 0) return false;
    const bool at_low = images.mirror[axis][0] != Mirror::none && box.first[axis] == 0;
    const bool at_high = images.mirror[axis][1] != Mirror::none && box.last(axis) == view.n[axis];
    if (at_low || at_high) kernels_.loops.fill_ends(queue_, view, box, images, axis);
    const auto holds = [&](int side) { return holds_at_zero(images.mirror[axis][side], images.half[axis]); };
    return (at_low && holds(0)) || (at_high && holds(1));
  };
  for (int axis = 0; axis < n_axes; ++axis) {
    if (!fill(axis)) continue;
    for (int before = 0; before < axis; ++before) fill(before);
  }
}

/// The updates of a pass in a box, with all that changes its values.
template <class Real>
void DeviceStepper<Real>::run_region(std::size_t p, Region& region) {
  if (region.box.empty()) return;
  const DevicePass<Real>& pass = kernels_.passes[p];
  View<Real> next = view_;
  next.field = view_.into;
  for (std::size_t u = 0; u < pass.updates.size(); ++u) {
    const DeviceUpdate<Real>& update = pass.updates[u];
    const bool row_ends_apart = update.absorb_row_ends != nullptr;
    const auto& [core, shell] = row_ends_apart ? region.by_layers_across_rows : region.by_layers;
    if (!core.empty()) update.update(queue_, view_, difference_, core);
    if (!core.empty() && row_ends_apart) update.absorb_row_ends(queue_, view_, difference_, core, layers_[p][u]);
    update.update_in_layers(queue_, view_, difference_, shell, layers_[p][u]);
    for (const FaceView<Real>& face : faces_) update.one_sided[face.axis](queue_, view_, region.box, face);
    add_at_contacts(pass.first_stage, region);
    if (update.hold != nullptr)
      for (const FaceView<Real>& face : faces_) update.hold(queue_, view_, region.box, face);
  }
  const bool filled = updates_repeat_rows_ && pass.first_stage == pass.last_stage;
  for (std::size_t stage = pass.first_stage; stage <= pass.last_stage; ++stage)
    for (const UpdateDescription& update : parts_.scheme.stages[stage].updates)
      for (const int field : update.targets) fill_images(field, next, region.box, filled ? 1 : parts_.grid.dim);
}

/// What neighbours need first, the rest while it travels.
template <class Real>
void DeviceStepper<Real>::run_pass(std::size_t p, parallel::CommunicationMode mode) {
  const DevicePass<Real>& pass = kernels_.passes[p];
  for (std::size_t u = 0; u < pass.updates.size(); ++u)
    for (const auto& sides : layers_[p][u].across)
      for (const LayerView<Real>& layer : sides)
        if (layer.count > 0 && pass.updates[u].absorb_slope[layer.axis] != nullptr)
          pass.updates[u].absorb_slope[layer.axis](queue_, view_, difference_, all_, layer);

  parallel::Halo<Real>& halo = parts_.halos[pass.last_stage];
  for (const Doubled& doubled : doubled_)
    if (doubled.pass == p) halo.move_array(view_.field[doubled.field], view_.into[doubled.field]);
  const bool overlap = mode == parallel::CommunicationMode::overlap;
  if (!frame_.empty()) {
    const exec::Mark mark("computing", "frame", queue_);
    for (Region& region : frame_) run_region(p, region);
  }
  if (overlap) halo.begin();
  {
    const exec::Mark mark("computing", "centre", queue_);
    run_region(p, centre_);
  }
  if (!overlap) halo.begin();
  halo.finish();

  for (Doubled& doubled : doubled_)
    if (doubled.pass == p) std::swap(parts_.fields[doubled.field].values, doubled.next.values);
  touch_all();
}

template <class Real>
void DeviceStepper<Real>::advance(std::size_t step, parallel::CommunicationMode mode) {
  touch_all();
  inject(0, step);
  for (std::size_t p = 0; p < kernels_.passes.size(); ++p) run_pass(p, mode);
  for (std::size_t stage = 1; stage < sources_.size(); ++stage) inject(stage, step);
}

template <class Real>
void DeviceStepper<Real>::exchange_all() {
  touch_all();
  for (parallel::Halo<Real>& halo : parts_.halos) {
    for (const Doubled& doubled : doubled_) halo.move_array(view_.into[doubled.field], view_.field[doubled.field]);
    halo.begin();
    halo.finish();
  }
}

template <class Real>
void DeviceStepper<Real>::set_reading(Channels<Real>& channels) {
  channels_ = &channels;
  const FlatChannels& flat = channels.flat();
  rows_ = upload(flat.rows, queue_);
  indices_ = upload(flat.indices, queue_);
  weights_ = upload(flat.weights, queue_);
  medium_ = upload(flat.medium, queue_);
  first_row_ = upload(flat.first_row, queue_);
  first_term_ = upload(flat.first_term, queue_);
  sums_ = exec::Twin<double>(flat.rows.size(), queue_);
  reading_ = flat.view();
  samples_ = exec::SampleBlock(flat.n_channels() + static_cast<std::size_t>(flat.n_loose), queue_);
  reading_.rows = rows_.device(Access::read);
  reading_.indices = indices_.device(Access::read);
  reading_.weights = weights_.device(Access::read);
  reading_.medium = medium_.device(Access::read);
  reading_.first_row = first_row_.device(Access::read);
  reading_.first_term = first_term_.device(Access::read);
  reading_.sums = sums_.device(Access::read_write);
  taken_.clear();
}

template <class Real>
void DeviceStepper<Real>::sample() {
  touch_all();
  if (samples_.is_full()) take_block();
  double* next = samples_.next();
  if (samples_.width() == 0) return;
  kernels_.loops.row_sums(queue_, view_, reading_);
  kernels_.loops.channel_sums(queue_, reading_, next);
}

/// Every rank has noted as many samples as the others: each brings its own, and completes those that others have a share in.
template <class Real>
void DeviceStepper<Real>::take_block() {
  const auto n = static_cast<std::size_t>(reading_.n_channels), n_loose = static_cast<std::size_t>(reading_.n_loose);
  const std::size_t n_noted = samples_.n_noted();
  const double* sums = samples_.bring();
  for (std::size_t s = 0; s < n_noted; ++s) {
    const double* of_sample = sums + s * (n + n_loose);
    taken_.insert(taken_.end(), of_sample, of_sample + n);
    channels_->complete({of_sample + n, n_loose}, {taken_.data() + taken_.size() - n, n});
  }
}

template <class Real>
std::vector<double> DeviceStepper<Real>::take_sums() {
  if (samples_.n_noted() > 0) take_block();
  return std::exchange(taken_, {});
}

template <class Real>
bool DeviceStepper<Real>::is_finite(int field) {
  touch_all();
  if (bad_.empty()) bad_ = exec::Twin<double>(static_cast<std::size_t>(view_.n[1]) * view_.n[2], queue_);
  kernels_.loops.check_rows(queue_, view_, field, bad_.device(Access::write));
  const double* bad = bad_.host(Access::read);
  return std::all_of(bad, bad + bad_.size(), [](double b) { return b == 0; });
}

template <class Real>
double DeviceStepper<Real>::energy(const typename Stepper<Real>::CellLength& length) {
  touch_all();
  EnergyShares shares{};
  for (int field = 0; field < static_cast<int>(parts_.fields.size()); ++field) {
    if (shares_.size() <= static_cast<std::size_t>(field)) {
      shares_.emplace_back();
      for (int axis = 0; axis < 3; ++axis) {
        shares_.back()[axis] = upload(roots_of_lengths(length, field, axis, view_.n[axis], parts_.grid.dim), queue_);
      }
    }
    for (int axis = 0; axis < 3; ++axis) shares[field][axis] = shares_[field][axis].device(Access::read);
  }
  if (energies_.empty()) energies_ = exec::Twin<double>(static_cast<std::size_t>(view_.n[1]) * view_.n[2], queue_);
  kernels_.energy_rows(queue_, view_, shares, energies_.device(Access::write));
  const double* rows = energies_.host(Access::read);
  return exec::sum(energies_.size(), [rows](std::size_t r) { return rows[r]; });
}

template class DeviceStepper<float>;
template class DeviceStepper<double>;

}  // namespace unda::fd

// Stepping on a device.
#include "fd/device/stepper.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace unda::fd {
namespace {

using exec::Access;

template <class T>
exec::Twin<T> upload(const std::vector<T>& values, const exec::Queue& queue) {
  exec::Twin<T> twin(values.size(), queue);
  if (values.empty()) return twin;
  std::copy(values.begin(), values.end(), twin.host(Access::write));
  twin.device(Access::read);
  return twin;
}

}  // namespace

template <class Real>
DeviceStepper<Real>::DeviceStepper(const exec::Queue& queue, DeviceKernels<Real> kernels,
                                   const StepperParts<Real>& parts, const View<Real>& shape, int radius)
    : queue_(queue), kernels_(std::move(kernels)), parts_(parts), view_(shape), difference_(radius) {
  all_ = {{0, 0, 0}, view_.n};
  parts_.medium.show_on_device(view_);
  touch_all();
  make_layer_views();
  make_faces();
  sources_.resize(parts_.scheme.stages.size());
  for (std::size_t stage = 0; stage < sources_.size(); ++stage)
    for (const GridSource<Real>& source : parts_.sources[stage]) place(source, stage);
}

/// Everything that a step changes is about to change on the device.
template <class Real>
void DeviceStepper<Real>::touch_all() {
  for (std::size_t n = 0; n < parts_.fields.size(); ++n)
    view_.field[n] = parts_.fields[n].origin_on_device(Access::read_write);
  for (Layer<Real>& layer : parts_.layers)
    for (auto* memories : {&layer.memory, &layer.slope_memory})
      for (exec::Twin<Real>& memory : *memories) memory.device(Access::read_write);
}

template <class Real>
void DeviceStepper<Real>::make_layer_views() {
  std::size_t first_derivative = 0;
  for (const StageDescription& stage : parts_.scheme.stages) {
    layers_.emplace_back();
    for (const UpdateDescription& update : stage.updates) {
      assert(update.derivatives.size() <= max_derivatives);
      layers_.back().emplace_back();
      for (Layer<Real>& layer : parts_.layers) {
        LayerView<Real> v{layer.axis, layer.first, layer.count, layer.width, {}, {}, {}, {}, {}, {}, {}, 0};
        for (int half = 0; half < 2; ++half) {
          v.decay[half] = layer.profile[half].decay.device(Access::read);
          v.gain[half] = layer.profile[half].gain.device(Access::read);
          v.stretch[half] = layer.profile[half].stretch.device(Access::read);
        }
        for (std::size_t n = 0; n < update.derivatives.size(); ++n) {
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
        layers_.back().back().push_back(v);
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
  for (const OneSidedFace<Real>& face : parts_.faces) {
    FaceView<Real> v{face.axis, face.high, face.free, face.n_levels, face.last_node, nullptr, nullptr};
    levels_.push_back(flat(face.at_node));
    v.at_node = levels_.back().device(Access::read);
    levels_.push_back(flat(face.at_half));
    v.at_half = levels_.back().device(Access::read);
    faces_.push_back(v);
  }
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
  for (int axis = 0; axis < parts_.dim; ++axis)
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
    if (source.beside_face) fill_images(source.field);
  }
}

template <class Real>
void DeviceStepper<Real>::fill_images(int field) {
  const FieldImages& images = parts_.images[field];
  for (int axis = 0; axis < parts_.dim; ++axis)
    if (images.mirror[axis][0] != Mirror::none || images.mirror[axis][1] != Mirror::none)
      kernels_.loops.fill_ends(queue_, view_, images, axis);
}

template <class Real>
void DeviceStepper<Real>::run_update(std::size_t stage, std::size_t u) {
  const DeviceUpdate<Real>& update = kernels_.updates[stage][u];
  if (update.absorb_slope[0] != nullptr)
    for (const LayerView<Real>& layer : layers_[stage][u])
      update.absorb_slope[layer.axis](queue_, view_, difference_, layer);
  update.update(queue_, view_, difference_, all_);
  for (const LayerView<Real>& layer : layers_[stage][u]) update.absorb[layer.axis](queue_, view_, difference_, layer);
  for (const FaceView<Real>& face : faces_) update.one_sided[face.axis](queue_, view_, face);
  if (update.hold != nullptr)
    for (const FaceView<Real>& face : faces_) update.hold(queue_, view_, face);
  for (const int field : parts_.scheme.stages[stage].updates[u].targets) fill_images(field);
}

template <class Real>
void DeviceStepper<Real>::advance(std::size_t step) {
  touch_all();
  inject(0, step);
  for (std::size_t stage = 0; stage < kernels_.updates.size(); ++stage)
    for (std::size_t u = 0; u < kernels_.updates[stage].size(); ++u) run_update(stage, u);
  for (std::size_t stage = 1; stage < kernels_.updates.size(); ++stage) inject(stage, step);
}

template <class Real>
void DeviceStepper<Real>::set_reading(const Channels<Real>& channels) {
  const FlatChannels<Real> flat = channels.flat();
  rows_ = upload(flat.rows, queue_);
  indices_ = upload(flat.indices, queue_);
  weights_ = upload(flat.weights, queue_);
  medium_ = upload(flat.medium, queue_);
  first_row_ = upload(flat.first_row, queue_);
  first_term_ = upload(flat.first_term, queue_);
  sums_ = exec::Twin<double>(flat.rows.size(), queue_);
  const std::size_t n_channels = flat.first_term.size() - 1;
  samples_ = exec::Twin<double>(block * n_channels, queue_);
  reading_.rows = rows_.device(Access::read);
  reading_.indices = indices_.device(Access::read);
  reading_.weights = weights_.device(Access::read);
  reading_.medium = medium_.device(Access::read);
  reading_.first_row = first_row_.device(Access::read);
  reading_.first_term = first_term_.device(Access::read);
  reading_.sums = sums_.device(Access::read_write);
  reading_.n_rows = static_cast<int>(rows_.size());
  reading_.n_channels = static_cast<int>(n_channels);
  n_sampled_ = 0;
  taken_.clear();
}

template <class Real>
void DeviceStepper<Real>::sample() {
  if (reading_.n_channels == 0) return;
  touch_all();
  const auto n_channels = static_cast<std::size_t>(reading_.n_channels);
  if (n_sampled_ == block) {
    const double* sums = samples_.host(Access::read);
    taken_.insert(taken_.end(), sums, sums + n_sampled_ * n_channels);
    n_sampled_ = 0;
  }
  kernels_.loops.row_sums(queue_, reading_);
  kernels_.loops.channel_sums(queue_, reading_, samples_.device(Access::read_write) + n_sampled_ * n_channels);
  ++n_sampled_;
}

template <class Real>
std::vector<double> DeviceStepper<Real>::take_sums() {
  std::vector<double> all = std::move(taken_);
  taken_.clear();
  if (n_sampled_ > 0) {
    const double* sums = samples_.host(Access::read);
    all.insert(all.end(), sums, sums + n_sampled_ * static_cast<std::size_t>(reading_.n_channels));
    n_sampled_ = 0;
  }
  return all;
}

template <class Real>
bool DeviceStepper<Real>::finite(int field) {
  touch_all();
  if (bad_.empty()) bad_ = exec::Twin<double>(static_cast<std::size_t>(view_.n[1]) * view_.n[2], queue_);
  kernels_.loops.check_rows(queue_, view_, field, bad_.device(Access::write));
  const double* bad = bad_.host(Access::read);
  return std::all_of(bad, bad + bad_.size(), [](double b) { return b == 0; });
}

template class DeviceStepper<float>;
template class DeviceStepper<double>;

}  // namespace unda::fd

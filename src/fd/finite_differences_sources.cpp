// Sources on the grid of a part.
#include <algorithm>
#include <map>
#include <set>

#include "fd/finite_differences.hpp"
#include "fd/moment_in_layers.hpp"
#include "numerics/time_dispersion.hpp"
#include "numerics/windowed_sinc.hpp"

namespace unda::fd {
namespace {

/// How far from a source the cells of its stencil reach at most, in cells.
constexpr double source_reach = numerics::sinc_half_width + 2;

}  // namespace

/// Where a source must act for a node of the whole grid: on the node itself if it lies in this part, and after the last
/// exchange of a step also on the ghosts that stand for it, where the neighbour's values came without the source.
template <class Real>
std::vector<std::array<int, 3>> FiniteDifferences<Real>::places_here(const std::array<int, 3>& node, int field,
                                                                     std::size_t stage) const {
  auto is_inside = [&](int a, int index) { return index >= 0 && index < view_.n[a]; };
  std::vector<std::array<int, 3>> places;
  if (is_inside(0, node[0]) && is_inside(1, node[1]) && is_inside(2, node[2])) places.push_back(node);
  for (int a = 0; a < grid_.dim && stage > 0; ++a) {
    if (!is_inside((a + 1) % 3, node[(a + 1) % 3]) || !is_inside((a + 2) % 3, node[(a + 2) % 3])) continue;
    const Axis& axis = grid_.axis[a];
    for (const int turn : {-axis.n_whole, 0, axis.n_whole}) {
      if (turn != 0 && !axis.periodic()) continue;
      std::array<int, 3> ghost = node;
      ghost[a] += turn;
      const bool low = ghost[a] < 0 && axis.cut[0] && -ghost[a] <= images_[field].ghosts[a][0];
      const bool high = ghost[a] >= view_.n[a] && axis.cut[1] && ghost[a] - view_.n[a] < images_[field].ghosts[a][1];
      if (low || high) places.push_back(ghost);
    }
  }
  return places;
}

/// Beside a slip interface a source keeps to its side, but for what goes through.
template <class Real>
std::array<AxisWeights, 3> FiniteDifferences<Real>::weights_of_source(int field, const Vector& position,
                                                                      const Confinement& layer) const {
  const FieldImages& images = whole_images_[static_cast<std::size_t>(field)];
  if (slip_interfaces_.empty()) return source_weights(whole_, images, position, radius_, layer);
  const int axis = slip_interfaces_.axis();
  const bool goes_through = scheme_.slip_role(field, axis) == SlipRole::continuous && images.half[axis] == 1;
  const Confinement side = goes_through ? Confinement{} : slip_interfaces_.own_side(position);
  return source_weights(whole_, images, position, radius_, within_both(layer, side));
}

template <class Real>
double FiniteDifferences<Real>::moment_at(const MomentInLayers& moment, const Injection& injection,
                                          const std::array<int, 3>& node) const {
  model::Stiffness cell;
  if (moment.varies()) {
    const Half& half = images_[static_cast<std::size_t>(injection.field)].half;
    const auto [low, high] = cell_around(*model_, grid_, half, node);
    const auto beside_contact = slip_interfaces_.moduli_of_source(*model_, grid_, half, node);
    cell = beside_contact ? *beside_contact : model_->stiffness(low, high);
  }
  return moment.at(injection.moment[0], injection.moment[1], cell);
}

template <class Real>
void FiniteDifferences<Real>::place_source(const method::PointSource& source, std::int64_t n_steps) {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  const bool is_force = source.kind == scenario::SourceKind::force;
  const Confinement layer = is_force ? own_layer(whole_, interfaces_, source.position)
                                     : own_layer_of_moment(whole_, interfaces_, source.position);
  const MomentInLayers moment(*model_, interfaces_, source, source_reach * grid_.axis[grid_.dim - 1].spacing);
  for (const Injection& injection : scheme_.injections(source, physical)) {
    GridSource<Real> on_grid;
    on_grid.field = injection.field;
    std::set<std::array<int, 2>> rows;
    const std::size_t stage = stage_of(injection.field);
    auto stencil = [&](const Vector& x) { return product_of(whole_, weights_of_source(injection.field, x, layer)); };
    for (const StencilPoint& point : injection.dipole_axis < 0
                                         ? stencil(source.position)
                                         : derivative_of(stencil, whole_, source.position, injection.dipole_axis)) {
      std::array<int, 3> node{};
      for (int a = 0; a < 3; ++a) node[a] = point.node[a] - grid_.axis[a].offset;
      double factor = injection.amplitude * point.weight * dt_ / grid_.cell_volume();
      if (injection.parameter >= 0) factor *= medium_.value(injection.parameter, node);
      if (injection.moment[0] >= 0) factor *= moment_at(moment, injection, node);
      if (factor == 0) continue;
      for (const std::array<int, 3>& here : places_here(node, injection.field, stage)) {
        on_grid.offset.push_back(here[0] + here[1] * view_.stride[1] + here[2] * view_.stride[2]);
        on_grid.factor.push_back(static_cast<Real>(factor));
        if (here[1] >= 0 && here[1] < view_.n[1] && here[2] >= 0 && here[2] < view_.n[2])
          rows.insert({here[1], here[2]});
      }
    }
    if (on_grid.offset.empty()) continue;
    on_grid.rows.assign(rows.begin(), rows.end());

    const numerics::SampleTimes times = sample_times(stage, n_steps);
    const numerics::TimeFunction& s = *source.time_function;
    std::vector<double> samples;
    if (times.corrected) {
      samples = numerics::corrected_source([&s](double t) { return s.value(t); }, s.end(), dt_, times.offset,
                                           static_cast<std::size_t>(n_steps), times.band);
    } else {
      for (std::int64_t k = 0; k < n_steps; ++k)
        samples.push_back(s.value((static_cast<double>(k) + times.offset) * dt_));
    }
    on_grid.s.assign(samples.begin(), samples.end());
    grid_sources_[stage].push_back(std::move(on_grid));
  }
}

/// Samples belong to the middle of the interval that the stage bridges.
template <class Real>
numerics::SampleTimes FiniteDifferences<Real>::sample_times(std::size_t stage, std::int64_t n_steps) const {
  return {dt_, 0.5 * static_cast<double>(stage), n_steps, accuracy_.corrected, accuracy_.band};
}

/// Whether the stencils of a source are products of weights along the axes.
template <class Real>
bool FiniteDifferences<Real>::fits_in_cloud(const method::PointSource& source) const {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  for (const Injection& injection : scheme_.injections(source, physical))
    if (injection.dipole_axis >= 0 || injection.parameter >= 0) return false;
  const bool level = !model_->varies_along(0) && !model_->varies_along(1);
  return level ||
         !MomentInLayers(*model_, interfaces_, source, source_reach * grid_.axis[grid_.dim - 1].spacing).varies();
}

template <class Real>
void FiniteDifferences<Real>::place_sources(std::int64_t n_steps) {
  for (auto& stage : grid_sources_) stage.clear();
  clouds_.clear();
  std::vector<const method::PointSource*> in_clouds;
  for (const method::PointSource& source : sources_) {
    if (sources_.size() > method::many_sources && fits_in_cloud(source))
      in_clouds.push_back(&source);
    else
      place_source(source, n_steps);
  }
  if (!in_clouds.empty()) make_clouds(in_clouds, n_steps);
}

template <class Real>
void FiniteDifferences<Real>::make_clouds(const std::vector<const method::PointSource*>& sources,
                                          std::int64_t n_steps) {
  for (std::size_t stage = 0; stage < scheme_.stages.size(); ++stage) {
    const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
    const auto acts = [&](const method::PointSource* source) {
      const auto injections = scheme_.injections(*source, physical);
      return std::any_of(injections.begin(), injections.end(),
                         [&](const Injection& i) { return stage_of(i.field) == stage; });
    };
    const bool any = std::any_of(sources.begin(), sources.end(), acts);
    clouds_.emplace_back(any ? method::source_histories<Real>(sources, sample_times(stage, n_steps))
                             : std::vector<method::SourceHistory<Real>>{});
  }
  for (std::size_t n = 0; n < sources.size(); ++n) place_in_cloud(*sources[n], n);
  for (SourceCloud<Real>& cloud : clouds_) cloud.finish(view_, queue_);
}

/// The points of this part that weights along an axis touch, in runs: those inside, and ghosts that stand for points of
/// neighbours, as places_here() has them.
template <class Real>
std::array<std::vector<WeightedRun<Real>>, 2> FiniteDifferences<Real>::runs_here(const AxisWeights& weights, int a,
                                                                                 int field, std::size_t stage) const {
  const Axis& axis = grid_.axis[a];
  std::array<std::map<int, double>, 2> here;
  for (const auto& [whole, weight] : weights) {
    const int index = whole - axis.offset;
    if (index >= 0 && index < view_.n[a]) here[0][index] += weight;
    for (const int turn : {-axis.n_whole, 0, axis.n_whole}) {
      if (stage == 0 || a >= grid_.dim || (turn != 0 && !axis.periodic())) continue;
      const int ghost = index + turn;
      const bool low = ghost < 0 && axis.cut[0] && -ghost <= images_[field].ghosts[a][0];
      const bool high = ghost >= view_.n[a] && axis.cut[1] && ghost - view_.n[a] < images_[field].ghosts[a][1];
      if (low || high) here[1][ghost] += weight;
    }
  }
  std::array<std::vector<WeightedRun<Real>>, 2> runs;
  for (std::size_t kind = 0; kind < 2; ++kind)
    for (const auto& [index, weight] : here[kind]) {
      auto& own = runs[kind];
      if (own.empty() || own.back().first + static_cast<int>(own.back().weights.size()) != index)
        own.push_back({index, {}});
      own.back().weights.push_back(static_cast<Real>(weight));
    }
  return runs;
}

template <class Real>
void FiniteDifferences<Real>::place_in_cloud(const method::PointSource& source, std::size_t number) {
  const std::array<int, 3> physical{grid_.axis[0].physical, grid_.axis[1].physical, grid_.axis[2].physical};
  const Confinement layer = own_layer_of_moment(whole_, interfaces_, source.position);
  const MomentInLayers moment(*model_, interfaces_, source, source_reach * grid_.axis[grid_.dim - 1].spacing);
  const int up = grid_.dim - 1;
  for (const Injection& injection : scheme_.injections(source, physical)) {
    const std::size_t stage = stage_of(injection.field);
    std::array<AxisWeights, 3> along = weights_of_source(injection.field, source.position, layer);
    const double factor = injection.amplitude * dt_ / grid_.cell_volume();
    for (auto& [index, weight] : along[up]) {  // moments change with height alone
      std::array<int, 3> node{along[0].front().index, along[1].front().index, along[2].front().index};
      node[up] = index;
      for (int a = 0; a < 3; ++a) node[a] -= grid_.axis[a].offset;
      weight *= factor * (injection.moment[0] >= 0 ? moment_at(moment, injection, node) : 1);
    }
    std::erase_if(along[up], [](const auto& w) { return w.weight == 0; });
    std::array<std::array<std::vector<WeightedRun<Real>>, 2>, 3> runs;
    for (int a = 0; a < 3; ++a) runs[a] = runs_here(along[a], a, injection.field, stage);
    for (int ghosts_of = -1; ghosts_of < 3; ++ghosts_of)  // of one axis at a time
      for (const auto& x : runs[0][ghosts_of == 0])
        for (const auto& y : runs[1][ghosts_of == 1])
          for (const auto& z : runs[2][ghosts_of == 2]) clouds_[stage].add(number, injection.field, {&x, &y, &z});
  }
}

template class FiniteDifferences<float>;
template class FiniteDifferences<double>;

}  // namespace unda::fd

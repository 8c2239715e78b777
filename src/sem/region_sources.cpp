// Sources in a part: their weights on the points of the elements that hold them, and their samples at the steps.
#include <algorithm>
#include <map>

#include "exec/for_each.hpp"
#include "exec/upload.hpp"
#include "physics/fluid.hpp"
#include "physics/symmetric.hpp"
#include "sem/region.hpp"

namespace unda::sem {

using scenario::SourceKind;

namespace {

/// Few sources have one table for the whole run; many one for so many steps at a time.
constexpr std::int64_t steps_of_block = 32;

/// Leapfrog sums dt (v_0 + ... + v_{k-1}), from half steps to whole ones: v itself, a step later.
template <class Real>
void sum_before(method::SourceHistory<Real>& history, double dt) {
  double sum = 0;
  for (Real& value : history.values) {
    sum += dt * static_cast<double>(value);
    value = static_cast<Real>(sum);
  }
  ++history.first;
  history.after = static_cast<Real>(sum);
}

/// Twice summed, from whole steps to half ones and on to whole ones: grows until the end.
template <class Real>
void sum_twice(method::SourceHistory<Real>& history, double dt, std::int64_t n_steps) {
  std::vector<Real> sums;
  double once = 0, twice = 0;
  for (std::int64_t k = history.first; k < n_steps; ++k) {
    once += dt * static_cast<double>(history.at(k));
    twice += dt * once;
    sums.push_back(static_cast<Real>(twice));
  }
  ++history.first;
  history.values = std::move(sums);
}

}  // namespace

/// s at the steps, for forces; its sums over time for moments, and in fluids, whose potential is that of the displacement,
/// once more for either.
template <class Real>
void Region<Real>::make_histories(const StepSettings& settings) {
  source_histories_.resize(point_sources_.size());
  for (const bool is_force : {false, true}) {
    std::vector<const method::PointSource*> sources;
    std::vector<std::size_t> numbers;
    for (std::size_t n = 0; n < point_sources_.size(); ++n) {
      if ((point_sources_[n].kind == SourceKind::force) != is_force) continue;
      sources.push_back(&point_sources_[n]);
      numbers.push_back(n);
    }
    const numerics::SampleTimes times{dt_, is_force ? 0 : 0.5, settings.n_steps + 1, settings.accuracy.corrected,
                                      settings.accuracy.band};
    auto histories = method::source_histories<Real>(sources, times);
    for (std::size_t n = 0; n < sources.size(); ++n) {
      if (!is_force)
        sum_before(histories[n], dt_);
      else if (!is_solid())
        sum_twice(histories[n], dt_, settings.n_steps);
      source_histories_[numbers[n]] = std::move(histories[n]);
    }
  }
}

/// What s = 1 gives to a component of the forces by a polynomial with this value and gradient at the source.
template <class Real>
double Region<Real>::weight_of_source(const method::PointSource& source, const physics::Material& earth, int component,
                                      double value, const std::array<double, 3>& gradient) const {
  const bool is_force = source.kind == SourceKind::force;
  double weight = 0;
  if (!is_solid() && !is_force) return -source.moment[0] * physics::potential_mass(earth) * value;
  if (!is_solid()) {
    for (int a = 0; a < mesh_.dim(); ++a)
      weight -= physics::displacement_of_potential(1 / earth.rho, source.force[mesh_.physical(a)] * gradient[a]);
    return weight;
  }
  if (is_force) return source.force[mesh_.physical(component)] * value;
  using Moment = physics::Symmetric<3, double>;
  for (int a = 0; a < mesh_.dim(); ++a)
    weight += source.moment[Moment::place(mesh_.physical(component), mesh_.physical(a))] * gradient[a];
  return weight;
}

template <class Real>
auto Region<Real>::place_source(std::size_t number) const -> PlacedSource {
  const method::PointSource& source = point_sources_[number];
  const int dim = mesh_.dim();
  PlacedSource placed;
  std::size_t number_here = 0;
  for (const PointBasis& basis : source_bases(mesh_, materials_.model(), source.position)) {
    const physics::Material earth =
        is_solid() ? physics::Material{} : earth_at_sources_.at(source.position)[number_here++];
    const std::vector<std::uint32_t>& places = places_of_elements_.at(mesh_.first_place(basis.element));
    std::size_t at = 0;
    for_each_point_of_element(mesh_, [&](const Index& point) {
      const double value = basis.value[0][point[0]] * basis.value[1][point[1]] * basis.value[2][point[2]];
      std::array<double, 3> slope{}, gradient{};
      for (int a = 0; a < dim; ++a)
        slope[a] = (a == 0 ? basis.slope : basis.value)[0][point[0]] *
                   (a == 1 ? basis.slope : basis.value)[1][point[1]] *
                   (a == 2 ? basis.slope : basis.value)[2][point[2]];
      for (int a = 0; a < dim; ++a) gradient[a] = basis.along[a] * slope[a] + basis.up[a] * slope[dim - 1];
      for (int c = 0; c < n_components(); ++c, ++at) {
        const auto weight = static_cast<Real>(basis.share * weight_of_source(source, earth, c, value, gradient));
        if (weight == 0) continue;
        placed.place.push_back(places[at]);
        placed.weight.push_back(weight);
      }
    });
  }
  if (!kinds_of_places_[number]) return placed;
  PlacedSource of_kind;
  for (std::size_t i = 0; i < placed.place.size(); ++i) {
    if (fluid_relaxation_.kind_of(source_places_[placed.place[i]]) != *kinds_of_places_[number]) continue;
    of_kind.place.push_back(placed.place[i]);
    of_kind.weight.push_back(placed.weight[i]);
  }
  return of_kind;
}

/// Sources whose samples are such that relaxing forces leaves what was asked for: one for each kind of place.
template <class Real>
void Region<Real>::split_for_relaxation(std::int64_t n_steps) {
  std::vector<method::PointSource> sources;
  std::vector<method::SourceHistory<Real>> histories;
  std::vector<std::optional<std::vector<long long>>> kinds;
  for (std::size_t n = 0; n < point_sources_.size(); ++n) {
    if (point_sources_[n].kind == SourceKind::force) {
      sources.push_back(point_sources_[n]);
      histories.push_back(source_histories_[n]);
      kinds.emplace_back();
      continue;
    }
    std::vector<double> s;
    for (std::int64_t k = 0; k <= n_steps; ++k) s.push_back(source_histories_[n].at(k));
    std::map<std::vector<long long>, std::ptrdiff_t> example;
    for (const std::uint32_t place : place_source(n).place)
      example.emplace(fluid_relaxation_.kind_of(source_places_[place]), source_places_[place]);
    for (const auto& [kind, place] : example) {
      const std::vector<double> before = fluid_relaxation_.before_relaxation(s, place);
      sources.push_back(point_sources_[n]);
      histories.push_back({0, std::vector<Real>(before.begin(), before.end()), static_cast<Real>(before.back())});
      kinds.emplace_back(kind);
    }
  }
  point_sources_ = std::move(sources);
  source_histories_ = std::move(histories);
  kinds_of_places_ = std::move(kinds);
}

template <class Real>
void Region<Real>::set_sources(const std::vector<method::PointSource>& sources, const StepSettings& settings) {
  point_sources_.clear();
  earth_at_sources_.clear();
  for (const method::PointSource& source : sources) {
    if (source.time_function->start() > dt_ * static_cast<double>(settings.n_steps)) continue;
    const std::vector<PointBasis> bases = source_bases(mesh_, materials_.model(), source.position);
    if (bases.empty()) continue;
    point_sources_.push_back(source);
    if (is_solid()) continue;
    const auto [earth, is_new] = earth_at_sources_.try_emplace(source.position);
    for (const PointBasis& basis : bases)
      if (is_new) earth->second.push_back(materials_.near(basis.element, source.position));
  }
  make_histories(settings);
  find_source_places();
  kinds_of_places_.assign(point_sources_.size(), std::nullopt);
  if (fluid_relaxation_.exists()) split_for_relaxation(settings.n_steps);
  rest_forces_.assign(source_places_.size(), 0);
  at_rest_.assign(point_sources_.size(), false);
  n_source_steps_ = point_sources_.size() <= method::many_sources ? settings.n_steps + 1 : steps_of_block;
  first_source_step_ = -1;
}

/// Sources of one element touch the same places.
template <class Real>
void Region<Real>::find_source_places() {
  places_of_elements_.clear();
  source_places_.clear();
  std::map<std::ptrdiff_t, std::vector<std::ptrdiff_t>> of_element;
  for (const method::PointSource& source : point_sources_)
    for (const PointBasis& basis : source_bases(mesh_, materials_.model(), source.position)) {
      const std::ptrdiff_t first = mesh_.first_place(basis.element);
      const auto [found, is_new] = of_element.try_emplace(first);
      if (!is_new) continue;
      std::vector<std::ptrdiff_t>& own = found->second;
      int p = 0;
      for_each_point_of_element(mesh_, [&](const Index&) {
        const std::ptrdiff_t at = first + tables_.offset()[static_cast<std::size_t>(p++)];
        for (int c = 0; c < n_components(); ++c) own.push_back(c * static_cast<std::ptrdiff_t>(mesh_.size()) + at);
      });
      source_places_.insert(source_places_.end(), own.begin(), own.end());
    }
  std::sort(source_places_.begin(), source_places_.end());
  source_places_.erase(std::unique(source_places_.begin(), source_places_.end()), source_places_.end());
  // On the host all are added at the same time.
  is_ahead_.assign(source_places_.size(), 0);
  const std::ptrdiff_t* beside_cuts = is_on_host() ? nullptr : shared_.places().host();
  if (beside_cuts != nullptr)
    for (std::size_t n = 0; n < source_places_.size(); ++n)
      is_ahead_[n] = std::binary_search(beside_cuts, beside_cuts + shared_.places().size(), source_places_[n]) ? 1 : 0;
  for (const auto& [first, places] : of_element)
    for (const std::ptrdiff_t place : places)
      places_of_elements_[first].push_back(static_cast<std::uint32_t>(
          std::lower_bound(source_places_.begin(), source_places_.end(), place) - source_places_.begin()));
}

/// Moves the sources that do not change any more in the block to rest_forces_, block by block: the same sums from any start.
template <class Real>
void Region<Real>::add_sources_at_rest(std::int64_t first_step) {
  if (first_step < first_source_step_) {
    std::fill(rest_forces_.begin(), rest_forces_.end(), 0.0);
    at_rest_.assign(at_rest_.size(), false);
  }
  std::vector<std::pair<std::int64_t, std::size_t>> ended;  // block, source
  for (std::size_t n = 0; n < point_sources_.size(); ++n)
    if (!at_rest_[n] && source_histories_[n].end() <= first_step)
      ended.emplace_back((source_histories_[n].end() + n_source_steps_ - 1) / n_source_steps_, n);
  std::sort(ended.begin(), ended.end());
  for (const auto& [block, n] : ended) {
    at_rest_[n] = true;
    if (source_histories_[n].after == 0) continue;
    const PlacedSource placed = place_source(n);
    for (std::size_t i = 0; i < placed.place.size(); ++i)
      rest_forces_[placed.place[i]] +=
          static_cast<double>(placed.weight[i]) * static_cast<double>(source_histories_[n].after);
  }
}

template <class Real>
void Region<Real>::make_source_block(std::int64_t step) {
  const std::int64_t first = step / n_source_steps_ * n_source_steps_;
  add_sources_at_rest(first);
  first_source_step_ = first;
  std::vector<int> active;
  for (std::size_t n = 0; n < point_sources_.size(); ++n)
    if (!at_rest_[n] && source_histories_[n].first < first + n_source_steps_) active.push_back(static_cast<int>(n));
  put_block_on_device(active);
}

/// Place by place: its terms in the order of the sources, then what those at rest give, as a source of its own whose s is 1.
template <class Real>
void Region<Real>::put_block_on_device(const std::vector<int>& active) {
  // Placed twice, to be counted and to be written: the tables are all that is kept.
  constexpr std::size_t at_a_time = 256;
  auto for_each_placed = [&](auto take) {
    std::vector<PlacedSource> placed(at_a_time);
    for (std::size_t from = 0; from < active.size(); from += at_a_time) {
      const std::size_t n_here = std::min(at_a_time, active.size() - from);
      exec::for_each_heavy(
          n_here, [&](std::size_t n) { placed[n] = place_source(static_cast<std::size_t>(active[from + n])); });
      for (std::size_t n = 0; n < n_here; ++n) take(from + n, placed[n]);
    }
  };
  std::vector<std::size_t> n_terms(source_places_.size(), 0);
  for_each_placed([&](std::size_t, const PlacedSource& source) {
    for (const std::uint32_t at : source.place) ++n_terms[at];
  });
  std::vector<std::ptrdiff_t> place;
  std::vector<std::size_t> first{0}, next(source_places_.size());
  auto add_places = [&](bool beside_cuts) {
    for (std::size_t n = 0; n < source_places_.size(); ++n) {
      if ((is_ahead_[n] != 0) != beside_cuts) continue;
      if (rest_forces_[n] != 0) ++n_terms[n];
      if (n_terms[n] == 0) continue;
      place.push_back(source_places_[n]);
      next[n] = first.back();
      first.push_back(first.back() + n_terms[n]);
    }
  };
  add_places(true);
  const std::size_t n_beside_cuts = place.size();
  add_places(false);
  std::vector<Real> weight(first.back());
  std::vector<int> source(first.back());
  auto add = [&](std::size_t at, std::size_t number, Real w) {
    source[next[at]] = static_cast<int>(number);
    weight[next[at]++] = w;
  };
  for_each_placed([&](std::size_t n, const PlacedSource& source_here) {
    for (std::size_t i = 0; i < source_here.place.size(); ++i) add(source_here.place[i], n, source_here.weight[i]);
  });
  for (std::size_t n = 0; n < rest_forces_.size(); ++n)
    if (rest_forces_[n] != 0) add(n, active.size(), static_cast<Real>(rest_forces_[n]));
  std::vector<double> s;  // [step][source]
  s.reserve((active.size() + 1) * static_cast<std::size_t>(n_source_steps_));
  for (std::int64_t k = 0; k < n_source_steps_; ++k) {
    for (const int n : active) s.push_back(source_histories_[static_cast<std::size_t>(n)].at(first_source_step_ + k));
    s.push_back(1);
  }
  sources_ = {exec::upload(place, queue_),  exec::upload(first, queue_), exec::upload(weight, queue_),
              exec::upload(source, queue_), exec::upload(s, queue_),     n_beside_cuts};
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

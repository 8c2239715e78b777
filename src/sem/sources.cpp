// Weights and samples of sources.
#include "sem/sources.hpp"

#include <algorithm>

#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "physics/fluid.hpp"
#include "physics/symmetric.hpp"
#include "sem/step_items.hpp"

namespace unda::sem {

using scenario::SourceKind;

namespace {

using exec::Access;

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

/// What s = 1 gives to a component of the forces by a polynomial with this value and gradient at the source.
double weight_of_source(const ElementSpace& elements, Physics physics, const method::PointSource& source,
                        const physics::Material& earth, int component, double value,
                        const std::array<double, 3>& gradient) {
  const bool is_force = source.kind == SourceKind::force;
  double weight = 0;
  if (!is_solid(physics) && !is_force) return -source.moment[0] * physics::potential_mass(earth) * value;
  if (!is_solid(physics)) {
    for (int a = 0; a < elements.dim(); ++a)
      weight -= physics::displacement_of_potential(1 / earth.rho, source.force[elements.physical(a)] * gradient[a]);
    return weight;
  }
  if (is_force) return source.force[elements.physical(component)] * value;
  using Moment = physics::Symmetric<3, double>;
  for (int a = 0; a < elements.dim(); ++a)
    weight += source.moment[Moment::place(elements.physical(component), elements.physical(a))] * gradient[a];
  return weight;
}

int n_components(const ElementSpace& elements, Physics physics) { return is_solid(physics) ? elements.dim() : 1; }

}  // namespace

/// s at the steps, for forces; its sums over time for moments, and in fluids, whose potential is that of the displacement,
/// once more for either.
template <class Real>
void Sources<Real>::make_histories(const Ground& ground, const StepSettings& settings) {
  histories_.resize(sources_.size());
  for (const bool is_force : {false, true}) {
    std::vector<const method::PointSource*> sources;
    std::vector<std::size_t> numbers;
    for (std::size_t n = 0; n < sources_.size(); ++n) {
      if ((sources_[n].kind == SourceKind::force) != is_force) continue;
      sources.push_back(&sources_[n]);
      numbers.push_back(n);
    }
    const numerics::SampleTimes times{dt_, is_force ? 0 : 0.5, settings.n_steps + 1, settings.accuracy.corrected,
                                      settings.accuracy.band};
    auto histories = method::source_histories<Real>(sources, times);
    for (std::size_t n = 0; n < sources.size(); ++n) {
      if (!is_force)
        sum_before(histories[n], dt_);
      else if (!is_solid(ground.physics))
        sum_twice(histories[n], dt_, settings.n_steps);
      histories_[numbers[n]] = std::move(histories[n]);
    }
  }
}

template <class Real>
auto Sources<Real>::place(const Ground& ground, std::size_t number) const -> Placed {
  const method::PointSource& source = sources_[number];
  const int dim = ground.elements.dim(), n = ground.elements.degree() + 1;
  Placed placed;
  std::size_t number_here = 0;
  for (const PointBasis& basis : ground.elements.source_bases(source.position)) {
    const physics::Material earth =
        is_solid(ground.physics) ? physics::Material{} : earth_.at(source.position)[number_here++];
    const std::vector<std::uint32_t>& places = places_of_elements_.at(basis.element);
    std::size_t at = 0;
    for_each_index({0, 0, 0}, {n, n, dim == 3 ? n : 1}, [&](const Index& point) {
      const double value = basis.value[0][point[0]] * basis.value[1][point[1]] * basis.value[2][point[2]];
      std::array<double, 3> slope{}, gradient{};
      for (int a = 0; a < dim; ++a)
        slope[a] = (a == 0 ? basis.slope : basis.value)[0][point[0]] *
                   (a == 1 ? basis.slope : basis.value)[1][point[1]] *
                   (a == 2 ? basis.slope : basis.value)[2][point[2]];
      for (int a = 0; a < dim; ++a)
        for (int b = 0; b < dim; ++b) gradient[a] += basis.inverse[b][a] * slope[b];
      for (int c = 0; c < n_components(ground.elements, ground.physics); ++c, ++at) {
        const auto weight = static_cast<Real>(
            basis.share * weight_of_source(ground.elements, ground.physics, source, earth, c, value, gradient));
        if (weight == 0) continue;
        placed.place.push_back(places[at]);
        placed.weight.push_back(weight);
      }
    });
  }
  if (!kinds_of_places_[number]) return placed;
  Placed of_kind;
  for (std::size_t i = 0; i < placed.place.size(); ++i) {
    if (ground.relaxation.kind_of(places_[placed.place[i]]) != *kinds_of_places_[number]) continue;
    of_kind.place.push_back(placed.place[i]);
    of_kind.weight.push_back(placed.weight[i]);
  }
  return of_kind;
}

/// Sources whose samples are such that relaxing forces leaves what was asked for: one for each kind of place.
template <class Real>
void Sources<Real>::split_for_relaxation(const Ground& ground, std::int64_t n_steps) {
  std::vector<method::PointSource> sources;
  std::vector<method::SourceHistory<Real>> histories;
  std::vector<std::optional<std::vector<long long>>> kinds;
  for (std::size_t n = 0; n < sources_.size(); ++n) {
    if (sources_[n].kind == SourceKind::force) {
      sources.push_back(sources_[n]);
      histories.push_back(histories_[n]);
      kinds.emplace_back();
      continue;
    }
    std::vector<double> s;
    for (std::int64_t k = 0; k <= n_steps; ++k) s.push_back(histories_[n].at(k));
    std::map<std::vector<long long>, std::ptrdiff_t> example;
    for (const std::uint32_t at : place(ground, n).place)
      example.emplace(ground.relaxation.kind_of(places_[at]), places_[at]);
    for (const auto& [kind, at] : example) {
      const std::vector<double> before = ground.relaxation.before_relaxation(s, at);
      sources.push_back(sources_[n]);
      histories.push_back({0, std::vector<Real>(before.begin(), before.end()), static_cast<Real>(before.back())});
      kinds.emplace_back(kind);
    }
  }
  sources_ = std::move(sources);
  histories_ = std::move(histories);
  kinds_of_places_ = std::move(kinds);
}

template <class Real>
void Sources<Real>::set(const Ground& ground, const std::vector<method::PointSource>& all, const StepSettings& settings,
                        const exec::Queue& queue, std::span<const std::ptrdiff_t> ahead) {
  queue_ = queue;
  dt_ = settings.dt;
  sources_.clear();
  earth_.clear();
  for (const method::PointSource& source : all) {
    if (source.time_function->start() > dt_ * static_cast<double>(settings.n_steps)) continue;
    const std::vector<PointBasis> bases = ground.elements.source_bases(source.position);
    if (bases.empty()) continue;
    sources_.push_back(source);
    if (is_solid(ground.physics)) continue;
    const auto [earth, is_new] = earth_.try_emplace(source.position);
    for (const PointBasis& basis : bases)
      if (is_new) earth->second.push_back(ground.elements.near(basis.element, source.position));
  }
  make_histories(ground, settings);
  find_places(ground);
  is_ahead_.clear();
  for (const std::ptrdiff_t place : places_)
    is_ahead_.push_back(std::binary_search(ahead.begin(), ahead.end(), place) ? 1 : 0);
  kinds_of_places_.assign(sources_.size(), std::nullopt);
  if (ground.relaxation.exists()) split_for_relaxation(ground, settings.n_steps);
  rest_forces_.assign(places_.size(), 0);
  at_rest_.assign(sources_.size(), false);
  n_steps_ = sources_.size() <= method::many_sources ? settings.n_steps + 1 : method::steps_of_many_sources;
  first_step_ = -1;
}

/// Sources of one element touch the same places.
template <class Real>
void Sources<Real>::find_places(const Ground& ground) {
  places_of_elements_.clear();
  places_.clear();
  const ElementSpace& elements = ground.elements;
  std::map<Index, std::vector<std::ptrdiff_t>> of_element;
  for (const method::PointSource& source : sources_)
    for (const PointBasis& basis : elements.source_bases(source.position)) {
      const auto [found, is_new] = of_element.try_emplace(basis.element);
      if (!is_new) continue;
      std::vector<std::ptrdiff_t>& own = found->second;
      const std::ptrdiff_t first = elements.first_place(basis.element);
      for (int p = 0; p < elements.points_of_an_element(); ++p) {
        const std::ptrdiff_t at = first + elements.offset(basis.element, p);
        for (int c = 0; c < n_components(elements, ground.physics); ++c)
          own.push_back(c * static_cast<std::ptrdiff_t>(elements.size()) + at);
      }
      places_.insert(places_.end(), own.begin(), own.end());
    }
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  for (const auto& [element, places] : of_element)
    for (const std::ptrdiff_t place : places)
      places_of_elements_[element].push_back(
          static_cast<std::uint32_t>(std::lower_bound(places_.begin(), places_.end(), place) - places_.begin()));
}

/// Moves the sources that do not change any more in the block to rest_forces_, block by block: the same sums from any start.
template <class Real>
void Sources<Real>::add_those_at_rest(const Ground& ground, std::int64_t first_step) {
  if (first_step < first_step_) {
    std::fill(rest_forces_.begin(), rest_forces_.end(), 0.0);
    at_rest_.assign(at_rest_.size(), false);
  }
  std::vector<std::pair<std::int64_t, std::size_t>> ended;  // block, source
  for (std::size_t n = 0; n < sources_.size(); ++n)
    if (!at_rest_[n] && histories_[n].end() <= first_step)
      ended.emplace_back((histories_[n].end() + n_steps_ - 1) / n_steps_, n);
  std::sort(ended.begin(), ended.end());
  for (const auto& [block, n] : ended) {
    at_rest_[n] = true;
    if (histories_[n].after == 0) continue;
    const Placed placed = place(ground, n);
    for (std::size_t i = 0; i < placed.place.size(); ++i)
      rest_forces_[placed.place[i]] += static_cast<double>(placed.weight[i]) * static_cast<double>(histories_[n].after);
  }
}

template <class Real>
void Sources<Real>::make_block(const Ground& ground, std::int64_t step) {
  const std::int64_t first = step / n_steps_ * n_steps_;
  add_those_at_rest(ground, first);
  first_step_ = first;
  std::vector<int> active;
  for (std::size_t n = 0; n < sources_.size(); ++n)
    if (!at_rest_[n] && histories_[n].first < first + n_steps_) active.push_back(static_cast<int>(n));
  put_block_on_device(ground, active);
}

/// Place by place: its terms in the order of the sources, then what those at rest give, as a source of its own whose s is 1.
template <class Real>
void Sources<Real>::put_block_on_device(const Ground& ground, const std::vector<int>& active) {
  // Placed twice, to be counted and to be written where they stay: the tables are all that is kept, and those of one block at a time.
  tables_ = {};
  constexpr std::size_t at_a_time = 256;
  auto for_each_placed = [&](auto take) {
    std::vector<Placed> placed(at_a_time);
    for (std::size_t from = 0; from < active.size(); from += at_a_time) {
      const std::size_t n_here = std::min(at_a_time, active.size() - from);
      exec::for_each_heavy(
          n_here, [&](std::size_t n) { placed[n] = this->place(ground, static_cast<std::size_t>(active[from + n])); });
      for (std::size_t n = 0; n < n_here; ++n) take(from + n, placed[n]);
    }
  };
  std::vector<std::size_t> n_terms(places_.size(), 0);
  for_each_placed([&](std::size_t, const Placed& source) {
    for (const std::uint32_t at : source.place) ++n_terms[at];
  });
  std::vector<std::ptrdiff_t> place;
  std::vector<std::size_t> first{0}, next(places_.size());
  const auto add_places = [&](bool ahead) {
    for (std::size_t n = 0; n < places_.size(); ++n) {
      if ((is_ahead_[n] != 0) != ahead) continue;
      if (rest_forces_[n] != 0) ++n_terms[n];
      if (n_terms[n] == 0) continue;
      place.push_back(places_[n]);
      next[n] = first.back();
      first.push_back(first.back() + n_terms[n]);
    }
  };
  add_places(true);
  const std::size_t n_ahead = place.size();
  add_places(false);
  exec::Twin<Real> weights(first.back(), queue_);
  exec::Twin<int> numbers(first.back(), queue_);
  Real* weight = weights.host(Access::write);
  int* source = numbers.host(Access::write);
  auto add = [&](std::size_t at, std::size_t number, Real w) {
    source[next[at]] = static_cast<int>(number);
    weight[next[at]++] = w;
  };
  for_each_placed([&](std::size_t n, const Placed& source_here) {
    for (std::size_t i = 0; i < source_here.place.size(); ++i) add(source_here.place[i], n, source_here.weight[i]);
  });
  for (std::size_t n = 0; n < rest_forces_.size(); ++n)
    if (rest_forces_[n] != 0) add(n, active.size(), static_cast<Real>(rest_forces_[n]));
  std::vector<double> s;  // [step][source]
  s.reserve((active.size() + 1) * static_cast<std::size_t>(n_steps_));
  for (std::int64_t k = 0; k < n_steps_; ++k) {
    for (const int n : active) s.push_back(histories_[static_cast<std::size_t>(n)].at(first_step_ + k));
    s.push_back(1);
  }
  if (!weights.empty()) {
    weights.device(Access::read);
    numbers.device(Access::read);
  }
  tables_ = {exec::upload(place, queue_), exec::upload(first, queue_), std::move(weights),
             std::move(numbers),          exec::upload(s, queue_),     n_ahead};
}

template <class Real>
std::size_t Sources<Real>::prepare(const Ground& ground, std::int64_t step) {
  if (sources_.empty()) return 0;
  if (first_step_ < 0 || step < first_step_ || step >= first_step_ + n_steps_) make_block(ground, step);
  return tables_.place.size();
}

template <class Real>
void Sources<Real>::add(const exec::Queue& queue, std::int64_t step, Real* f, std::size_t first, std::size_t last) {
  if (first == last) return;
  const SourceTerms<Real> terms{
      tables_.place.device(Access::read),  tables_.first.device(Access::read),
      tables_.weight.device(Access::read), tables_.source.device(Access::read),
      tables_.s.device(Access::read),      tables_.s.size() / static_cast<std::size_t>(n_steps_)};
  exec::run(queue, last - first, AddSources<Real>{terms, first, static_cast<std::size_t>(step - first_step_), f});
}

template class Sources<float>;
template class Sources<double>;

}  // namespace unda::sem

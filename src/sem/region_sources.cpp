// Sources in a part: their weights on the points of the elements that hold them, and their samples at the steps.
#include <algorithm>
#include <map>

#include "exec/upload.hpp"
#include "physics/fluid.hpp"
#include "physics/symmetric.hpp"
#include "sem/region.hpp"

namespace unda::sem {

using scenario::SourceKind;

/// s at the steps, for forces; its sums over time for moments, and in fluids, whose potential is that of the displacement,
/// once more for either.
template <class Real>
std::vector<double> Region<Real>::source_samples(const method::PointSource& source,
                                                 const StepSettings& settings) const {
  const bool is_force = source.kind == SourceKind::force;
  const double offset = is_force ? 0 : 0.5;
  const numerics::TimeFunction& s = *source.time_function;
  std::vector<double> samples;
  if (settings.accuracy.corrected) {
    samples = numerics::corrected_source([&s](double t) { return s.value(t); }, s.end(), dt_, offset,
                                         static_cast<std::size_t>(settings.n_steps) + 1, settings.accuracy.band);
  } else {
    for (std::int64_t k = 0; k <= settings.n_steps; ++k)
      samples.push_back(s.value((static_cast<double>(k) + offset) * dt_));
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
  if (is_force && !is_solid()) {
    sum_with(samples);
    sum_before(samples);
  }
  return samples;
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
auto Region<Real>::place_source(const method::PointSource& source, const StepSettings& settings) const -> PlacedSource {
  const int dim = mesh_.dim();
  PlacedSource placed;
  for (const PointBasis& basis : source_bases(mesh_, materials_.model(), source.position)) {
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
        placed.place.push_back(c * static_cast<std::ptrdiff_t>(mesh_.size()) + first +
                               tables_.offset()[static_cast<std::size_t>(p)]);
        placed.weight.push_back(static_cast<Real>(basis.share * weight_of_source(source, earth, c, value, gradient)));
      }
      ++p;
    });
  }
  if (!placed.place.empty()) placed.s = source_samples(source, settings);
  return placed;
}

/// A source whose samples are such that relaxing forces leaves what was asked for: one for each kind of place.
template <class Real>
auto Region<Real>::before_relaxation(const PlacedSource& source) const -> std::vector<PlacedSource> {
  std::map<std::vector<long long>, PlacedSource> by_kind;
  for (std::size_t n = 0; n < source.place.size(); ++n) {
    PlacedSource& piece = by_kind[fluid_relaxation_.kind_of(source.place[n])];
    if (piece.place.empty()) piece.s = fluid_relaxation_.before_relaxation(source.s, source.place[n]);
    piece.place.push_back(source.place[n]);
    piece.weight.push_back(source.weight[n]);
  }
  std::vector<PlacedSource> pieces;
  for (auto& [kind, piece] : by_kind) pieces.push_back(std::move(piece));
  return pieces;
}

/// Place by place: its terms in the order of the sources.
template <class Real>
void Region<Real>::put_sources_on_device(const std::vector<PlacedSource>& sources, std::int64_t n_steps) {
  struct Term {
    std::ptrdiff_t place;
    int source;
    Real weight;
  };
  std::vector<Term> terms;
  std::vector<double> s;
  int n_sources = 0;
  n_source_steps_ = static_cast<std::size_t>(n_steps) + 1;
  for (const PlacedSource& source : sources) {
    if (source.place.empty()) continue;
    for (std::size_t n = 0; n < source.place.size(); ++n)
      terms.push_back({source.place[n], n_sources, source.weight[n]});
    s.insert(s.end(), source.s.begin(), source.s.end());
    ++n_sources;
  }
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.place < b.place; });
  std::vector<std::ptrdiff_t> place;
  std::vector<std::size_t> first;
  std::vector<Real> weight;
  std::vector<int> source;
  for (const Term& term : terms) {
    if (place.empty() || place.back() != term.place) {
      place.push_back(term.place);
      first.push_back(weight.size());
    }
    weight.push_back(term.weight);
    source.push_back(term.source);
  }
  first.push_back(weight.size());
  if (!is_on_host()) device_forces_.leave(mesh_, place);
  sources_ = {exec::upload(place, queue_), exec::upload(first, queue_), exec::upload(weight, queue_),
              exec::upload(source, queue_), exec::upload(s, queue_)};
}

template class Region<float>;
template class Region<double>;

}  // namespace unda::sem

// Finding and adding up shared points.
#include "sem/shared_points.hpp"

#include <algorithm>

#include "exec/for_each.hpp"

namespace unda::sem {
namespace {

/// Which way a neighbour lies: -1, 0 or 1 along each axis.
using Direction = Index;

int tag_of(const Direction& d) { return 40 + (d[0] + 1) + 3 * (d[1] + 1) + 9 * (d[2] + 1); }

bool has_neighbour(const Mesh& mesh, const Direction& d) {
  bool any = false;
  for (int a = 0; a < 3; ++a) {
    if (d[a] == 0) continue;
    if (a >= mesh.dim() || !mesh.is_cut(a, d[a] > 0 ? 1 : 0)) return false;
    any = true;
  }
  return any;
}

int rank_towards(const parallel::Cartesian& cuts, const Direction& d) {
  std::array<int, 3> place = cuts.place();
  for (int a = 0; a < 3; ++a) place[a] = (place[a] + d[a] + cuts.n_ranks()[a]) % cuts.n_ranks()[a];
  return cuts.rank_at(place);
}

/// The places shared with the neighbour in a direction, in an order that both have; along x neighbours lie together.
std::vector<std::ptrdiff_t> places_towards(const Mesh& mesh, const Direction& d, int n_components) {
  Index first{0, 0, 0}, last{1, 1, 1};
  for (int a = 0; a < mesh.dim(); ++a) {
    first[a] = d[a] > 0 ? mesh.n_points(a) - 1 : 0;
    last[a] = d[a] < 0 ? 1 : mesh.n_points(a);
  }
  std::vector<std::ptrdiff_t> places;
  for (int c = 0; c < n_components; ++c)
    for (int k = first[2]; k < last[2]; ++k)
      for (int j = first[1]; j < last[1]; ++j)
        for (int a = 0; a < mesh.degree(); ++a)
          for (int i = first[0]; i < last[0]; ++i)
            if (i % mesh.degree() == a)
              places.push_back(c * static_cast<std::ptrdiff_t>(mesh.size()) + mesh.place({i, j, k}));
  return places;
}

std::vector<parallel::Run> runs_of(const std::vector<std::ptrdiff_t>& places) {
  std::vector<parallel::Run> runs;
  for (const std::ptrdiff_t place : places)
    if (!runs.empty() && runs.back().first + runs.back().count == place)
      ++runs.back().count;
    else
      runs.push_back({place, 1});
  return runs;
}

}  // namespace

template <class Real>
SharedPoints<Real>::SharedPoints(const Mesh& mesh, const parallel::Cartesian& cuts,
                                 const parallel::Communicator& communicator, Real* values, int n_components)
    : values_(values), own_rank_(communicator.rank()) {
  add_periodic(mesh, n_components);
  std::vector<parallel::HaloLink<Real>> links;
  for_each_index({-1, -1, -1}, {2, 2, 2}, [&](const Direction& d) {
    if (!has_neighbour(mesh, d)) return;
    Neighbour neighbour{rank_towards(cuts, d), places_towards(mesh, d, n_components),
                        static_cast<std::ptrdiff_t>(arrived_.size())};
    arrived_.resize(arrived_.size() + neighbour.places.size());
    links.push_back({neighbour.rank,
                     tag_of(d),
                     tag_of({-d[0], -d[1], -d[2]}),
                     {{values, runs_of(neighbour.places)}},
                     {{nullptr, {{neighbour.first, static_cast<std::ptrdiff_t>(neighbour.places.size())}}}}});
    shared_.insert(shared_.end(), neighbour.places.begin(), neighbour.places.end());
    neighbours_.push_back(std::move(neighbour));
  });
  for (auto& link : links) link.receive[0].array = arrived_.data();
  std::sort(shared_.begin(), shared_.end());
  shared_.erase(std::unique(shared_.begin(), shared_.end()), shared_.end());
  own_.resize(shared_.size());
  std::stable_sort(neighbours_.begin(), neighbours_.end(),
                   [](const Neighbour& a, const Neighbour& b) { return a.rank < b.rank; });
  halo_ = parallel::Halo<Real>(communicator, std::move(links));
}

template <class Real>
void SharedPoints<Real>::add_periodic(const Mesh& mesh, int n_components) {
  for (int axis = 0; axis < mesh.dim(); ++axis) {
    if (!mesh.is_periodic(axis) || mesh.is_cut(axis, 0)) continue;
    pairs_.emplace_back();
    Index last{mesh.n_points(0), mesh.n_points(1), mesh.n_points(2)};
    last[axis] = 1;
    for (int c = 0; c < n_components; ++c)
      for_each_index({0, 0, 0}, last, [&](const Index& low) {
        Index high = low;
        high[axis] = mesh.n_points(axis) - 1;
        const auto component = c * static_cast<std::ptrdiff_t>(mesh.size());
        pairs_.back().push_back({component + mesh.place(low), component + mesh.place(high)});
      });
  }
}

template <class Real>
void SharedPoints<Real>::begin() {
  halo_.begin();
}

template <class Real>
void SharedPoints<Real>::finish() {
  halo_.finish();
  exec::for_each(shared_.size(), [this](std::size_t n) {
    own_[n] = values_[shared_[n]];
    values_[shared_[n]] = 0;
  });
  bool own_added = false;
  auto add_own = [&] {
    exec::for_each(shared_.size(), [this](std::size_t n) { values_[shared_[n]] += own_[n]; });
    own_added = true;
  };
  for (const Neighbour& neighbour : neighbours_) {
    if (!own_added && neighbour.rank > own_rank_) add_own();
    const Real* arrived = arrived_.data() + neighbour.first;
    exec::for_each(neighbour.places.size(), [&](std::size_t n) { values_[neighbour.places[n]] += arrived[n]; });
  }
  if (!own_added) add_own();
  for (const auto& pairs : pairs_)
    exec::for_each(pairs.size(), [&](std::size_t n) {
      const auto [low, high] = pairs[n];
      values_[low] = values_[high] = values_[low] + values_[high];
    });
}

template <class Real>
void add_up(const Mesh& mesh, const parallel::Cartesian& cuts, const parallel::Communicator& communicator, Real* values,
            int n_components) {
  SharedPoints<Real> shared(mesh, cuts, communicator, values, n_components);
  shared.begin();
  shared.finish();
}

template class SharedPoints<float>;
template class SharedPoints<double>;
template void add_up<float>(const Mesh&, const parallel::Cartesian&, const parallel::Communicator&, float*, int);
template void add_up<double>(const Mesh&, const parallel::Cartesian&, const parallel::Communicator&, double*, int);

}  // namespace unda::sem

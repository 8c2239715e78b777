// Finding and adding up shared points.
#include "sem/shared_points.hpp"

#include <algorithm>

#include "exec/run.hpp"
#include "exec/upload.hpp"
#include "sem/step_items.hpp"

namespace unda::sem {
namespace {

using exec::Access;

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

std::vector<PlacesTowards> others_of(const Mesh& mesh, const parallel::Cartesian& cuts, int n_components) {
  std::vector<PlacesTowards> others;
  for_each_index({-1, -1, -1}, {2, 2, 2}, [&](const Direction& d) {
    if (has_neighbour(mesh, d))
      others.push_back({rank_towards(cuts, d),
                        tag_of(d),
                        tag_of({-d[0], -d[1], -d[2]}),
                        places_towards(mesh, d, n_components),
                        {rank_towards(cuts, d), -d[2], -d[1], -d[0]}});
  });
  return others;
}

}  // namespace

namespace {

template <class Test>
bool is_on_side(const Mesh& mesh, const Index& point, Test test) {
  for (int a = 0; a < mesh.dim(); ++a)
    for (const int side : {0, 1})
      if (point[a] == (side == 0 ? 0 : mesh.n_points(a) - 1) && test(a, side)) return true;
  return false;
}

}  // namespace

bool is_beside_cut(const Mesh& mesh, const Index& point) {
  return is_on_side(mesh, point, [&](int axis, int side) { return mesh.is_cut(axis, side); });
}

bool is_one_of_pair(const Mesh& mesh, const Index& point) {
  return is_on_side(mesh, point, [&](int axis, int) { return mesh.is_periodic(axis) && !mesh.is_cut(axis, 0); });
}

template <class Real>
SharedPoints<Real>::SharedPoints(const Mesh& mesh, const parallel::Cartesian& cuts,
                                 const parallel::Communicator& communicator, Real* values, int n_components,
                                 const exec::Queue& queue)
    : SharedPoints(others_of(mesh, cuts, n_components), communicator, values, queue) {
  add_periodic(mesh, n_components);
}

template <class Real>
SharedPoints<Real>::SharedPoints(const std::vector<PlacesTowards>& others, const parallel::Communicator& communicator,
                                 Real* values, const exec::Queue& queue)
    : values_(values), queue_(queue), own_rank_(communicator.rank()) {
  std::vector<parallel::HaloLink<Real>> links;
  std::vector<std::ptrdiff_t> leaving;
  for (const PlacesTowards& other : others) {
    const parallel::Run run{static_cast<std::ptrdiff_t>(leaving.size()),
                            static_cast<std::ptrdiff_t>(other.places.size())};
    links.push_back({other.rank, other.send_tag, other.receive_tag, {{nullptr, {run}}}, {{nullptr, {run}}}});
    neighbours_.push_back({other.order, exec::upload(other.places, queue_), run.first});
    leaving.insert(leaving.end(), other.places.begin(), other.places.end());
  }
  leaving_ = exec::Twin<Real>(leaving.size(), queue_);
  arrived_ = exec::Twin<Real>(leaving.size(), queue_);
  for (auto& link : links) {
    link.send[0].array = leaving_.device(Access::read_write);
    link.receive[0].array = arrived_.device(Access::read_write);
  }
  leaving_places_ = exec::upload(leaving, queue_);
  std::sort(leaving.begin(), leaving.end());
  leaving.erase(std::unique(leaving.begin(), leaving.end()), leaving.end());
  shared_ = exec::upload(leaving, queue_);
  own_ = exec::Twin<Real>(leaving.size(), queue_);
  std::sort(neighbours_.begin(), neighbours_.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.order < b.order; });
  halo_ = parallel::Halo<Real>(communicator, std::move(links), queue_);
}

template <class Real>
void SharedPoints<Real>::add_periodic(const Mesh& mesh, int n_components) {
  for (int axis = 0; axis < mesh.dim(); ++axis) {
    if (!mesh.is_periodic(axis) || mesh.is_cut(axis, 0)) continue;
    std::vector<std::array<std::ptrdiff_t, 2>> pairs;
    Index last{mesh.n_points(0), mesh.n_points(1), mesh.n_points(2)};
    last[axis] = 1;
    for (int c = 0; c < n_components; ++c)
      for_each_index({0, 0, 0}, last, [&](const Index& low) {
        Index high = low;
        high[axis] = mesh.n_points(axis) - 1;
        const auto component = c * static_cast<std::ptrdiff_t>(mesh.size());
        pairs.push_back({component + mesh.place(low), component + mesh.place(high)});
      });
    pairs_.push_back(exec::upload(pairs, queue_));
  }
}

template <class Real>
void SharedPoints<Real>::begin() {
  exec::run(queue_, leaving_.size(),
            CopyFromPlaces<Real>{leaving_places_.device(Access::read), values_, leaving_.device(Access::read_write)});
  halo_.begin();
}

template <class Real>
void SharedPoints<Real>::add_own() {
  exec::run(queue_, shared_.size(),
            AddToPlaces<Real>{shared_.device(Access::read), own_.device(Access::read), values_});
}

template <class Real>
void SharedPoints<Real>::finish() {
  halo_.finish();
  exec::run(queue_, shared_.size(),
            TakeFromPlaces<Real>{shared_.device(Access::read), values_, own_.device(Access::read_write)});
  bool own_added = false;
  for (Neighbour& neighbour : neighbours_) {
    if (!own_added && neighbour.order > std::array<int, 4>{own_rank_, 0, 0, 0}) {
      add_own();
      own_added = true;
    }
    exec::run(queue_, neighbour.places.size(),
              AddToPlaces<Real>{neighbour.places.device(Access::read),
                                arrived_.device(Access::read_write) + neighbour.first, values_});
  }
  if (!own_added) add_own();
}

template <class Real>
void SharedPoints<Real>::add_up_pairs(const exec::Queue& queue) {
  for (auto& pairs : pairs_) exec::run(queue, pairs.size(), AddUpPairs<Real>{pairs.device(Access::read), values_});
}

template <class Real>
void add_up(const Mesh& mesh, const parallel::Cartesian& cuts, const parallel::Communicator& communicator, Real* values,
            int n_components) {
  SharedPoints<Real> shared(mesh, cuts, communicator, values, n_components);
  shared.begin();
  shared.finish();
  shared.add_up_pairs({});
}

template <class Real>
void add_up(const std::vector<PlacesTowards>& others, const parallel::Communicator& communicator, Real* values) {
  SharedPoints<Real> shared(others, communicator, values);
  shared.begin();
  shared.finish();
}

template class SharedPoints<float>;
template class SharedPoints<double>;
template void add_up<float>(const Mesh&, const parallel::Cartesian&, const parallel::Communicator&, float*, int);
template void add_up<double>(const Mesh&, const parallel::Cartesian&, const parallel::Communicator&, double*, int);
template void add_up<float>(const std::vector<PlacesTowards>&, const parallel::Communicator&, float*);
template void add_up<double>(const std::vector<PlacesTowards>&, const parallel::Communicator&, double*);

}  // namespace unda::sem

// The step of all parts, and looking at their wavefields.
#include "sem/spectral_elements.hpp"

#include <algorithm>
#include <cmath>

namespace unda::sem {

using scenario::Quantity;

/// The forces at the time of the displacement; they must be zero before.
template <class Real>
void SpectralElements<Real>::find_forces() {
  forces_are_known_ = true;
  for (Region<Real>& region : regions_) region.add_outer_forces(step_);
  for (std::size_t n = 0; n < regions_.size(); ++n) {
    regions_[n].add_up_forces();
    for (Coupling<Real>& c : couplings_) {
      if (c.fluid() == n) c.push_fluid(regions_[n], regions_[c.solid()]);
      if (c.solid() == n) c.push_solid(regions_[c.fluid()], regions_[n]);
    }
    regions_[n].finish_forces();
  }
}

template <class Real>
void SpectralElements<Real>::know_forces() const {
  if (!forces_are_known_) const_cast<SpectralElements*>(this)->find_forces();
}

template <class Real>
void SpectralElements<Real>::advance() {
  for (Region<Real>& region : regions_)
    if (forces_are_known_)
      region.move();
    else
      region.move_by_new_forces(step_);
  forces_are_known_ = false;
  ++step_;
  if (device().is_host() || forces_are_recorded_ || regions_.size() > 1 || regions_.front().relaxes_forces())
    find_forces();
}

template <class Real>
void SpectralElements<Real>::set_communication(parallel::CommunicationMode mode) {
  for (Region<Real>& region : regions_) region.set_communication(mode);
}

template <class Real>
parallel::HaloTraffic SpectralElements<Real>::traffic() const {
  parallel::HaloTraffic sum;
  for (const Region<Real>& region : regions_) sum += region.traffic();
  return sum;
}

template <class Real>
void SpectralElements<Real>::sample() {
  for (Region<Real>& region : regions_) region.sample();
}

template <class Real>
std::vector<Channels*> SpectralElements<Real>::channels_of_parts() {
  std::vector<Channels*> of_parts;
  for (Region<Real>& region : regions_) of_parts.push_back(&region.channels());
  return of_parts;
}

template <class Real>
std::vector<double> SpectralElements<Real>::take_samples() {
  return channels_.take(channels_of_parts());
}

template <class Real>
std::vector<double> SpectralElements<Real>::read_probes() {
  if (probes_read_forces_) know_forces();
  std::vector<double> values;
  for (Region<Real>& region : regions_) {
    const std::vector<double> of_region = region.read_probes();
    values.insert(values.end(), of_region.begin(), of_region.end());
  }
  return values;
}

template <class Real>
bool SpectralElements<Real>::keep_wavefield() {
  know_forces();
  const auto& snapshots = scenario_.output.snapshots;
  const bool keeps_memories =
      snapshots && std::any_of(snapshots->quantities.begin(), snapshots->quantities.end(), [](scenario::Quantity q) {
        return q == scenario::Quantity::stress || q == scenario::Quantity::pressure;
      });
  bool have_room = true;
  for (Region<Real>& region : regions_) have_room = region.keep_wavefield(keeps_memories) && have_room;
  have_room = rank_mesh_.communicator.all(have_room);
  if (!have_room) let_go();
  return have_room;
}

template <class Real>
bool SpectralElements<Real>::has_kept_wavefield_come() const {
  return std::all_of(regions_.begin(), regions_.end(),
                     [](const Region<Real>& region) { return region.has_kept_wavefield_come(); });
}

template <class Real>
void SpectralElements<Real>::let_go() {
  for (Region<Real>& region : regions_) region.let_go();
}

template <class Real>
method::SnapshotPoints SpectralElements<Real>::snapshot_points() const {
  method::SnapshotMesh shown;
  const int dim = mesh_.dim();
  const Index n{mesh_.domain_points(0).count(), mesh_.domain_points(1).count(), mesh_.domain_points(2).count()};
  shown.kind = dim == 3 ? method::CellKind::hexahedron : method::CellKind::quadrilateral;
  shown.points.reserve(3 * mesh_.n_domain_points());
  for_each_domain_point(mesh_, [&](const Index& point) {
    for (const double x : mesh_.position(point)) shown.points.push_back(static_cast<float>(x));
  });
  // Cells between neighbouring points.
  auto number = [&](int i, int j, int k) {
    return i + static_cast<std::int64_t>(n[0]) * (j + static_cast<std::int64_t>(n[1]) * k);
  };
  for_each_index({0, 0, 0}, {n[0] - 1, n[1] - 1, dim == 3 ? n[2] - 1 : 1}, [&](const Index& at) {
    const auto [i, j, k] = at;
    for (int up = 0; up < (dim == 3 ? 2 : 1); ++up)
      for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
        shown.cells.push_back(number(i + a, j + b, k + up));
  });
  return shown;
}

template <class Real>
double SpectralElements<Real>::snapshot_time_offset(Quantity quantity) const {
  return quantity == Quantity::velocity ? -0.5 : 0;
}

template <class Real>
void SpectralElements<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  know_forces();
  // From the top down: a point between two parts shows the lower one.
  std::vector<const Region<Real>*> downwards;
  for (const Region<Real>& region : regions_) downwards.push_back(&region);
  std::sort(downwards.begin(), downwards.end(), [](const Region<Real>* a, const Region<Real>* b) {
    return a->mesh().layers().first > b->mesh().layers().first;
  });
  for (const Region<Real>* region : downwards) region->snapshot(quantity, mesh_, values);
}

template <class Real>
void SpectralElements<Real>::start_from(const StartingField& field) {
  for (Region<Real>& region : regions_) region.start_from(field);
  find_forces();
}

template <class Real>
double SpectralElements<Real>::energy() const {
  if (!regions_.front().is_solid()) know_forces();
  double sum = 0;
  for (const Region<Real>& region : regions_) sum += region.energy(forces_are_known_);
  return sum;
}

template <class Real>
bool SpectralElements<Real>::finite() const {
  bool finite = true;
  for (const Region<Real>& region : regions_) finite = region.finite() && finite;
  return finite;
}

template <class Real>
method::Extreme SpectralElements<Real>::extreme() const {
  method::Extreme worst = regions_.front().extreme();
  for (std::size_t n = 1; n < regions_.size(); ++n)
    if (const method::Extreme other = regions_[n].extreme(); !(other.value <= worst.value)) worst = other;
  return worst;
}

/// Samples that were noted are the recorder's, which takes them before it saves its own.
template <class Real>
void SpectralElements<Real>::transfer(method::State& state) {
  know_forces();
  state.value(step_);
  for (Region<Real>& region : regions_) region.transfer(state);
  for (Coupling<Real>& coupling : couplings_) coupling.transfer(state);
}

template class SpectralElements<float>;
template class SpectralElements<double>;

}  // namespace unda::sem

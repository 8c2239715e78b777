// The step of the parts of any mesh, looking at their wavefields, sizes.
#include "sem/unstructured/mesh_elements.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "method/refusals.hpp"
#include "numerics/time_error.hpp"
#include "sem/coupled_eigenvalue.hpp"
#include "sem/dispersion.hpp"

namespace unda::sem {

using scenario::Quantity;

template <class Real>
MeshElements<Real>::MeshElements(const scenario::Scenario& scenario, std::shared_ptr<const WholeMesh> whole,
                                 const parallel::Communicator& communicator,
                                 std::shared_ptr<const model::RelaxationLaw> law)
    : scenario_(scenario), whole_(std::move(whole)), communicator_(communicator), law_(std::move(law)) {
  const model::Extremes earth = whole_->model().extremes();
  const bool fluids_attenuate = !method::key_of_attenuating_fluid(scenario, earth).empty();
  if (earth.any_fluid)
    regions_.push_back(std::make_unique<MeshRegion<Real>>(whole_, Physics::acoustic, communicator_,
                                                          fluids_attenuate ? law_ : nullptr));
  if (earth.any_solid)
    regions_.push_back(std::make_unique<MeshRegion<Real>>(
        whole_, earth.any_anisotropic ? Physics::anisotropic : Physics::elastic, communicator_, law_));
  if (regions_.size() == 2) couplings_.emplace_back(0, 1, regions_[0]->mesh(), regions_[1]->mesh(), communicator_);
}

/// The forces at the time of the displacement; they must be zero before.
template <class Real>
void MeshElements<Real>::find_forces() {
  for (std::size_t n = 0; n < regions_.size(); ++n) {
    for (const MeshCoupling<Real>& c : couplings_) {
      if (c.fluid() == n) c.push_fluid(*regions_[n], *regions_[c.solid()]);
      if (c.solid() == n) c.push_solid(*regions_[c.fluid()], *regions_[n]);
    }
    regions_[n]->add_outer_forces(step_);
    regions_[n]->add_up_forces();
  }
}

template <class Real>
void MeshElements<Real>::advance() {
  for (auto& region : regions_) region->move();
  ++step_;
  find_forces();
}

/// Of all elements of all ranks.
template <class Real>
method::LargestStep MeshElements<Real>::max_step() const {
  std::vector<const MeshRegion<Real>*> parts;
  ElementCrossing crossing;
  for (const auto& region : regions_) {
    parts.push_back(region.get());
    crossing.include(region->crossing());
  }
  largest_step_ = parts.size() == 1 ? parts.front()->stable_step()
                                    : 2 / std::sqrt(coupled_eigenvalue(parts, couplings_, communicator_));
  method::StepBound bound = crossing.of_all(*whole_, communicator_);
  bound.fastest = whole_->model().extremes().vp_max;
  return {largest_step_, bound};
}

template <class Real>
void MeshElements<Real>::check_place(const std::string& key, const Vector& x) const {
  if (whole_->locator().find(x).empty())
    scenario_.fail(key, fmt::format("({:.6g}, {:.6g}, {:.6g}) lies outside the mesh of {}", x[0], x[1], x[2],
                                    whole_->elements().name));
}

template <class Real>
void MeshElements<Real>::add(const method::PointSource& source) {
  check_place(fmt::format("source[{}].position", source.table), source.position);
  sources_.push_back(source);
}

template <class Real>
void MeshElements<Real>::add(const method::Receiver& receiver) {
  check_place("receivers", receiver.position);
  add_channels(receiver, whole_->dim(), receivers_, all_channels_);
}

template <class Real>
void MeshElements<Real>::add_probe(const method::Receiver& probe) {
  add_channels(probe, whole_->dim(), probe_points_, all_probes_);
}

template <class Real>
std::vector<Channels*> MeshElements<Real>::channels_of_parts() {
  std::vector<Channels*> of_parts;
  for (auto& region : regions_) of_parts.push_back(&region->channels());
  return of_parts;
}

template <class Real>
void MeshElements<Real>::set_step(double dt, std::int64_t n_steps) {
  step_ = 0;
  probes_.clear();
  for (auto* channels : {&all_channels_, &all_probes_})
    for (method::Channel& channel : *channels) channel.interval = dt;
  const double f = method::highest_frequency(sources_);
  accuracy_ = {scenario_.solver.sem.time_dispersion_correction && numerics::time_error_matters(f, dt, n_steps),
               numerics::passband_for(f, dt, sizeof(Real) == sizeof(double))};
  for (auto& region : regions_) {
    region->set_step({dt, n_steps, largest_step_, f, 0, accuracy_}, sources_);
    region->set_receivers(receivers_, all_channels_);
    region->set_probes(probe_points_, all_probes_);
    const auto& own = region->probes().owned();
    probes_.insert(probes_.end(), own.begin(), own.end());
  }
  channels_ = OrderedChannels::of(channels_of_parts());
  find_forces();
}

template <class Real>
void MeshElements<Real>::sample() {
  for (auto& region : regions_) region->sample();
}

template <class Real>
std::vector<double> MeshElements<Real>::take_samples() {
  return channels_.take(channels_of_parts());
}

template <class Real>
std::vector<double> MeshElements<Real>::read_probes() {
  std::vector<double> values;
  for (auto& region : regions_) {
    const std::vector<double> of_region = region->read_probes();
    values.insert(values.end(), of_region.begin(), of_region.end());
  }
  return values;
}

template <class Real>
std::size_t MeshElements<Real>::n_snapshot_points() const {
  std::size_t n = 0;
  for (const auto& region : regions_) n += region->mesh().size();
  return n;
}

/// Part after part: points between two have what each shows. Cells lie between neighbouring points of an element.
template <class Real>
method::SnapshotPoints MeshElements<Real>::snapshot_points() const {
  method::SnapshotMesh shown;
  const int dim = whole_->dim(), degree = whole_->degree(), n = degree + 1;
  shown.kind = dim == 3 ? method::CellKind::hexahedron : method::CellKind::quadrilateral;
  shown.points.reserve(3 * n_snapshot_points());
  std::int64_t first = 0;
  for (const auto& region : regions_) {
    const Elements& elements = region->mesh();
    for (std::size_t place = 0; place < elements.size(); ++place)
      for (const double x : elements.position(place)) shown.points.push_back(static_cast<float>(x));
    for (std::size_t slot = 0; slot < elements.n_slots(); ++slot) {
      if (elements.element(slot) < 0) continue;
      for_each_index({0, 0, 0}, {degree, degree, dim == 3 ? degree : 1}, [&](const Index& at) {
        for (int up = 0; up < (dim == 3 ? 2 : 1); ++up)
          for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
            shown.cells.push_back(first + elements.place(slot, at[0] + a + n * (at[1] + b + n * (at[2] + up))));
      });
    }
    first += static_cast<std::int64_t>(elements.size());
  }
  return shown;
}

template <class Real>
void MeshElements<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  const auto nc = static_cast<std::size_t>(scenario::n_components(quantity, whole_->dim()));
  std::size_t first = 0;
  for (const auto& region : regions_) {
    const std::size_t n = nc * region->mesh().size();
    region->snapshot(quantity, values.subspan(first, n));
    first += n;
  }
}

template <class Real>
void MeshElements<Real>::start_from(const StartingField& field) {
  for (auto& region : regions_) region->start_from(field);
  find_forces();
}

template <class Real>
double MeshElements<Real>::energy() const {
  double sum = 0;
  for (const auto& region : regions_) sum += region->energy();
  return sum;
}

template <class Real>
bool MeshElements<Real>::finite() const {
  bool finite = true;
  for (const auto& region : regions_) finite = region->finite() && finite;
  return finite;
}

template <class Real>
method::Extreme MeshElements<Real>::extreme() const {
  method::Extreme worst = regions_.front()->extreme();
  for (std::size_t n = 1; n < regions_.size(); ++n)
    if (const method::Extreme other = regions_[n]->extreme(); !(other.value <= worst.value)) worst = other;
  return worst;
}

/// Samples that were noted are the recorder's, which takes them before it saves its own.
template <class Real>
void MeshElements<Real>::transfer(method::State& state) {
  state.value(step_);
  for (auto& region : regions_) region->transfer(state);
}

template <class Real>
void MeshElements<Real>::set_communication(parallel::CommunicationMode mode) {
  for (auto& region : regions_) region->set_communication(mode);
}

template <class Real>
parallel::HaloTraffic MeshElements<Real>::traffic() const {
  parallel::HaloTraffic sum;
  for (const auto& region : regions_) sum += region->traffic();
  return sum;
}

template class MeshElements<float>;
template class MeshElements<double>;

}  // namespace unda::sem

// Making the discontinuous Galerkin propagator ready: elements, traces, step, sources, receivers.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "base/memory_room.hpp"
#include "dg/galerkin.hpp"
#include "dg/memory.hpp"
#include "dg/resolution.hpp"
#include "exec/for_each.hpp"
#include "exec/upload.hpp"
#include "method/backward_waves.hpp"

namespace unda::dg {
namespace {

std::string outside_the_mesh(const Vector& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) lies outside the mesh, above its surface or in a hole of it", x[0], x[1],
                     x[2]);
}

}  // namespace

template <class Real>
Galerkin<Real>::Galerkin(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, SharedMesh mesh,
                         StepKernels<Real> kernels, const parallel::Communicator& communicator,
                         const exec::Queue& queue, std::shared_ptr<const model::RelaxationLaw> law)
    : scenario_(scenario),
      model_(std::move(model)),
      shared_(std::move(mesh)),
      n_elements_(shared_.mesh->size()),
      n_absorbing_(shared_.mesh->n_absorbing),
      kernels_(kernels),
      law_(std::move(law)),
      relaxing_kernels_(law_ ? cpu_relaxing_kernels<Real>(scenario.solver.dg.order) : RelaxingKernels<Real>{}),
      communicator_(communicator),
      queue_(queue),
      order_(scenario.solver.dg.order),
      n_basis_(numerics::n_tetrahedral(order_)),
      layout_{static_cast<std::size_t>(is_on_host() ? pack_size<Real> : device_block),
              static_cast<std::size_t>(n_basis_)},
      operators_(make_operators<Real>(order_)),
      materials_(without_memories_outside(this->mesh(), law_.get(), make_materials(this->mesh(), *model_))),
      placement_(place_elements(sharing(), static_cast<int>(layout_.width), attenuating(materials_))),
      // Absorbing layers have been seen to ask for a smaller step beside soft ground alone.
      limit_(find_step_limit(this->mesh(), materials_, scenario, order_,
                             method::softness(model_->extremes()) > 0 ? shared_.rates : std::vector<RatesByAxis>{},
                             layer_strength(*model_, scenario_.domain.extent))),
      locator_(this->mesh()) {
  describe_shares();
  estimate_memory();
}

template <class Real>
void Galerkin<Real>::describe_shares() {
  const auto outer = static_cast<double>(placement_.n_outer), inner = static_cast<double>(placement_.n_inner);
  const double ratio = communicator_.max(inner > 0 ? outer / inner : HUGE_VAL);
  if (communicator_.size() > 1)
    shares_ = fmt::format("{} to {} elements each; outer to inner elements up to {:.3g}",
                          communicator_.min(outer + inner), communicator_.max(outer + inner), ratio);
  else if (outer > 0)
    shares_ = fmt::format("one, which sends to itself; outer to inner elements {:.3g}", ratio);
}

template <class Real>
void Galerkin<Real>::estimate_memory() {
  const double an_element = element_bytes<Real>(order_, queue_.device(), kernels_.is_general());
  const auto n_outside = static_cast<double>(std::count_if(placement_.element.begin(), placement_.element.end(),
                                                           [this](int e) { return e >= 0 && !in_domain(e); }));
  absorbing_bytes_ =
      n_outside * an_element + AbsorbingLayer<Real>::bytes(order_, placement_, shared_.rates,
                                                           static_cast<int>(layout_.width), kernels_.is_general());
  memory_bytes_ = (static_cast<double>(placement_.element.size()) - n_outside) * an_element +
                  static_cast<double>(placement_.n_cut_faces) * cut_face_bytes<Real>(order_, queue_.device());
  if (law_)
    memory_bytes_ += static_cast<double>(placement_.n_memory_blocks * layout_.width) *
                     relaxing_bytes<Real>(order_, queue_.device(), law_->n_mechanisms());
}

/// Steps are short beside the times of the relaxation mechanisms too.
template <class Real>
double Galerkin<Real>::max_step() const {
  return law_ ? std::min(limit_.step, 1 / law_->rates().back()) : limit_.step;
}

template <class Real>
std::string Galerkin<Real>::physics() const {
  return model_->extremes().any_solid || scenario_.solver.physics == scenario::Physics::elastic ? "elastic"
                                                                                                : "acoustic";
}

template <class Real>
void Galerkin<Real>::add(const method::PointSource& source) {
  if (locator_->find(source.position).empty())
    scenario_.fail(
        fmt::format("source[{}].{}", source.table, scenario_.sources[source.table].file.empty() ? "position" : "file"),
        outside_the_mesh(source.position));
  point_sources_.push_back(source);
}

template <class Real>
void Galerkin<Real>::add(const method::Receiver& receiver) {
  if (locator_->find(receiver.position).empty()) scenario_.fail("receivers", outside_the_mesh(receiver.position));
  point_receivers_.push_back(receiver);
}

template <class Real>
void Galerkin<Real>::add_probe(const method::Receiver& probe) {
  if (locator_->find(probe.position).empty()) scenario_.fail("output.surface", outside_the_mesh(probe.position));
  point_probes_.push_back(probe);
}

template <class Real>
method::Sizes Galerkin<Real>::sizes() const {
  method::Sizes s;
  s.mesh = shared_.description;
  s.cells = static_cast<std::int64_t>(n_elements_ - n_absorbing_);
  s.dofs = static_cast<std::int64_t>(n_elements_) * n_fields * n_basis_;
  s.order = order_;
  const auto trace = static_cast<double>(trace_numbers<Real>(order_));
  const double fields = static_cast<double>(n_fields) * n_basis_, medium = static_cast<double>(kernels_.n_medium);
  const auto bytes = static_cast<double>(sizeof(Real));
  s.memory_bytes = memory_bytes_;
  s.absorbing_bytes = absorbing_bytes_;
  // The fields are read and written in both halves of a step; traces are written, read by their element and by the other.
  s.bytes_per_update = bytes * (4 * fields + 12 * trace + 2 * medium);
  s.flops_per_update = operations_per_update(operators_);
  if (law_) {
    // Memory variables are read and written in one half, the strains of faces written in one and read in the other.
    const auto n_places = static_cast<double>(placement_.element.size());
    const double share = static_cast<double>(placement_.n_memory_blocks * layout_.width) / n_places;
    s.bytes_per_update += share * bytes * 2 * static_cast<double>(n_memory_numbers(law_->n_mechanisms(), n_basis_));
    s.flops_per_update += share * operations_of_relaxation(order_, law_->n_mechanisms());
  }
  if (n_absorbing_ > 0) {
    const AbsorbingBoxes& outside = shared_.outside;
    if (outside.are_thin())
      s.remarks.push_back(method::thin_layers_remark(scenario_.where("solver.dg.absorbing_elements")));
    if (const auto remark = method::backward_waves_remark(scenario_, *model_)) s.remarks.push_back(*remark);
    s.remarks.push_back(method::edges_remark(
        fmt::format("absorbing layers of {} {}, {} elements in all outside the domain", outside.n,
                    scenario_.mesh.file.empty() && !scenario_.mesh.by_gmsh() ? "boxes" : "prisms", n_absorbing_),
        expected_echo(model_->extremes()), !outside.are_thin()));
  }
  s.remarks.insert(s.remarks.end(), shared_.remarks.begin(), shared_.remarks.end());
  s.remarks.insert(s.remarks.end(), limit_.report.begin(), limit_.report.end());
  if (const double f = method::highest_frequency(point_sources_); f > 0) {
    s.points_per_wavelength = order_ / (limit_.slowest_edge * f);
    const SpeedError off = speed_error(order_, limit_.slowest_edge * f);
    s.dispersion_error = off.error;
    s.dispersion_order = off.power;
  }
  if (!shares_.empty()) s.remarks.push_back({"ranks", shares_});
  return s;
}

/// Numbers of the traces beyond every face, and the messages that bring those of other ranks, to be sent from an array to come.
template <class Real>
std::vector<parallel::HaloLink<Real>> Galerkin<Real>::find_traces() {
  const std::size_t n_places = placement_.element.size();
  const int zeros = static_cast<int>(4 * n_places);
  const Sharing shares = sharing();
  struct CutFace {
    std::array<int, 2> key;  ///< element and face on the lower rank, or of the lower element: the same on both sides
    int own;
  };
  std::map<int, std::vector<CutFace>> cut;  // by rank
  std::vector<int> beyond(4 * n_places, zeros);
  for (std::size_t p = 0; p < n_places; ++p) {
    const int e = placement_.element[p];
    for (int f = 0; f < 4 && e >= 0; ++f) {
      const mesh::Neighbour n = mesh().neighbours[e][f];
      if (!n.exists()) continue;
      const int own = static_cast<int>(4 * p) + f;
      if (!shares.is_cut(e, f)) {
        beyond[own] = 4 * placement_.place_of[n.element] + n.face;
        continue;
      }
      const int rank = shares.rank_at(n.element);
      const bool low = rank == shares.rank ? e < n.element : shares.rank < rank;
      cut[rank].push_back({low ? std::array<int, 2>{e, f} : std::array<int, 2>{n.element, n.face}, own});
    }
  }
  const auto trace = static_cast<std::ptrdiff_t>(trace_numbers<Real>(order_));
  const std::ptrdiff_t n_used = n_face_fields * operators_.n_face;
  int next = zeros + 1;
  std::vector<parallel::HaloLink<Real>> links;
  for (auto& [rank, faces] : cut) {
    std::sort(faces.begin(), faces.end(), [](const CutFace& a, const CutFace& b) { return a.key < b.key; });
    parallel::HaloLink<Real> link{rank, 0, 0, {{nullptr, {}}}, {{nullptr, {}}}};
    for (std::size_t i = 0; i < faces.size(); ++i) {
      link.send[0].runs.push_back({faces[i].own * trace, n_used});
      link.receive[0].runs.push_back({next * trace, n_used});
      // A rank that sends to itself gets each trace back in the place where it sent it: it belongs to the other side.
      beyond[faces[rank == shares.rank ? i ^ 1 : i].own] = next++;
    }
    links.push_back(std::move(link));
  }
  n_traces_ = static_cast<std::size_t>(next);
  beyond_ = exec::upload(beyond, queue_);
  return links;
}

/// Of mesh and materials what the time loop needs; the elements of other ranks go.
template <class Real>
void Galerkin<Real>::keep_own_elements() {
  std::vector<int> own;
  std::copy_if(placement_.element.begin(), placement_.element.end(), std::back_inserter(own),
               [](int e) { return e >= 0; });
  std::sort(own.begin(), own.end());
  for (int& e : placement_.element)
    if (e >= 0) e = static_cast<int>(std::lower_bound(own.begin(), own.end(), e) - own.begin());
  Materials materials;
  materials.reserve(own.size());
  for (const int e : own) materials.push_back(materials_[static_cast<std::size_t>(e)]);
  materials_ = std::move(materials);
  shared_ = {std::make_shared<const mesh::Tetrahedra>(mesh::part_of(mesh(), own)),
             {},
             shared_.description,
             {},
             shared_.outside,
             shared_.remarks};
  placement_.place_of = std::vector<int>();
  locator_.reset();
  return_free_memory();
}

template <class Real>
void Galerkin<Real>::make_medium() {
  const std::size_t n_medium = kernels_.n_medium;
  medium_ = exec::Twin<Real>(placement_.element.size() * n_medium, queue_);
  Real* blocks = medium_.host(exec::Access::write);
  exec::for_each_block(placement_.element.size(), 64, [&](std::size_t place) {
    if (placement_.element[place] < 0) return;
    const std::vector<double> from = medium_numbers(mesh(), materials_, scenario_, kernels_.is_general(),
                                                    static_cast<std::size_t>(placement_.element[place]));
    Real* to = blocks + place / layout_.width * layout_.width * n_medium + place % layout_.width;
    for (std::size_t n = 0; n < n_medium; ++n) to[n * layout_.width] = static_cast<Real>(from[n]);
  });
}

/// Of mesh and materials nothing but what elements of this rank need is left.
template <class Real>
void Galerkin<Real>::make_fields(std::vector<parallel::HaloLink<Real>> links) {
  q_ = exec::Twin<Real>(placement_.n_blocks * layout_.block_numbers(), queue_);
  traces_ = exec::Twin<Real>(n_traces_ * trace_numbers<Real>(order_), queue_);
  Real* traces = traces_.device(exec::Access::read_write);
  for (parallel::HaloLink<Real>& link : links) link.send[0].array = link.receive[0].array = traces;
  halo_ = parallel::Halo<Real>(communicator_, std::move(links), queue_);
  halo_.set_mode(mode_);
  if (is_on_host()) {
    if (law_) rows_ = StoredOperators<Real>(operators_, queue_);
    return;
  }
  medium_.release_host();
  device_step_ = DeviceStep<Real>(operators_, placement_.n_blocks, queue_,
                                  kernels_.is_general() ? FastStep<Real>{} : fast_step<Real>(order_, queue_.device()),
                                  kernels_.is_general(), placement_.n_memory_blocks);
  std::vector<double> volume(placement_.element.size(), 0.0);
  for (std::size_t place = 0; place < volume.size(); ++place)
    if (const int e = placement_.element[place]; in_domain(e))
      volume[place] = jacobian(mesh(), static_cast<std::size_t>(e));
  volume_ = exec::upload(volume, queue_);
  volume_.release_host();
}

template <class Real>
void Galerkin<Real>::set_step(double dt, std::int64_t /*n_steps*/) {
  dt_ = dt;
  step_ = 0;
  make_medium();
  std::vector<parallel::HaloLink<Real>> links = find_traces();
  sources_ = Sources<Real>(order_, mesh(), materials_, *locator_, placement_.place_of, point_sources_, layout_, queue_);
  receivers_ = Receivers<Real>(order_, *locator_, placement_, medium_.host(exec::Access::read), point_receivers_, dt,
                               layout_, queue_, kernels_.is_general());
  probes_ = Probes(order_, *locator_, placement_, point_probes_, dt);
  absorbing_layer_ = AbsorbingLayer<Real>(
      operators_, placement_, shared_.rates, layer_strength(*model_, scenario_.domain.extent),
      method::highest_frequency(point_sources_), dt, static_cast<int>(layout_.width), queue_, kernels_.is_general());
  if (law_) memories_ = Memories<Real>(*law_, order_, placement_, materials_, layout_.width, dt, queue_);
  keep_own_elements();
  make_fields(std::move(links));
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg

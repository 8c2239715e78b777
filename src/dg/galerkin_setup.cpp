// Making the discontinuous Galerkin propagator ready: elements, traces, step, sources, receivers.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "base/memory_room.hpp"
#include "dg/galerkin.hpp"
#include "dg/memory.hpp"
#include "dg/resolution.hpp"
#include "dg/shares.hpp"
#include "dg/stable_clusters.hpp"
#include "exec/for_each.hpp"
#include "exec/upload.hpp"
#include "method/backward_waves.hpp"
#include "parallel/parcel.hpp"
#include "parallel/scatter.hpp"
#include "parallel/together.hpp"

namespace unda::dg {
namespace {

/// What absorbing layers add to the work of an element.
constexpr double work_of_layers = 0.3;

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
      kernels_(kernels),
      law_(std::move(law)),
      relaxing_kernels_(law_ ? cpu_relaxing_kernels<Real>(scenario.solver.dg.order, kernels_.is_general())
                             : RelaxingKernels<Real>{}),
      communicator_(communicator),
      queue_(queue),
      order_(scenario.solver.dg.order),
      n_basis_(numerics::n_tetrahedral(order_)),
      layout_{static_cast<std::size_t>(is_on_host() ? pack_size<Real> : device_block),
              static_cast<std::size_t>(n_basis_)},
      operators_(make_operators<Real>(order_)) {
  parallel::on_root(communicator_, [&] { judge_elements(); });
  share_elements();
  placement_ = place_elements(sharing(), static_cast<int>(layout_.width), attenuating(materials()), clusters_);
  describe_shares();
  estimate_memory();
}

/// On the first rank, which has them all: materials, steps, clusters, and whose they are.
template <class Real>
void Galerkin<Real>::judge_elements() {
  const auto mesh = std::exchange(shared_.mesh, nullptr);
  own_ = {
      mesh,
      std::make_shared<const Materials>(without_memories_outside(*mesh, law_.get(), make_materials(*mesh, *model_))),
      std::exchange(shared_.rates, {}),
      {},
      {},
      {}};
  limit_ = find_step_limit(*mesh, materials(), scenario_, order_, rates_in_soft_ground(),
                           layer_strength(*model_, scenario_.domain.extent));
  clusters_ = find_clusters();
  own_.cluster = std::exchange(clusters_.of, {});
  if (clusters_.n > 1 || scenario_.solver.dg.time_stepping == scenario::TimeStepping::local)
    cluster_remarks_ = cluster_report(clusters_, own_.cluster);
  own_.rank_of = ranks_of_elements(*mesh, clusters_, communicator_.size());
}

/// To each rank its own; the first keeps the mesh as long as sources and receivers are looked for in it.
template <class Real>
void Galerkin<Real>::share_elements() {
  limit_.of_element = {};
  clusters_.work = {};
  parallel::tell_all(communicator_, [&](parallel::Parcel& parcel) {
    for (double* number : {&limit_.step, &limit_.slowest_edge, &limit_.slowest_on_average, &clusters_.step,
                           &clusters_.speed_up, &clusters_.updates_per_step})
      parcel.value(*number);
    parcel.value(clusters_.n);
    parcel.value(limit_.bound);
    pass_remarks(parcel, limit_.report);
    pass_remarks(parcel, cluster_remarks_);
  });
  if (communicator_.is_root()) {
    whole_.emplace(Whole{{own_.mesh, own_.materials, {}, {}, {}, {}}, {}, mesh::Locator(*own_.mesh)});
    if (communicator_.size() > 1) {
      whole_->elements = own_;
      whole_->of_rank = elements_of_ranks(own_.rank_of, communicator_.size());
      own_ = part_for(whole_->elements, whole_->of_rank[0]);
    }
  }
  const std::string bytes = parallel::scatter(communicator_, [&](int rank) {
    parallel::Parcel parcel;
    Elements part = part_for(whole_->elements, whole_->of_rank[static_cast<std::size_t>(rank)]);
    pass(parcel, part);
    return parcel.take();
  });
  if (!communicator_.is_root()) {
    parallel::Parcel parcel(bytes);
    pass(parcel, own_);
  }
  clusters_.of = std::exchange(own_.cluster, {});
  if (!whole_) return;
  whole_->elements.rates = {};
  whole_->elements.cluster = {};
  whole_->of_rank = {};
}

/// Absorbing layers have been seen to ask for a smaller step beside soft ground alone.
template <class Real>
std::vector<RatesByAxis> Galerkin<Real>::rates_in_soft_ground() const {
  return method::softness(model_->extremes()) > 0 ? own_.rates : std::vector<RatesByAxis>{};
}

/// Of an update of each.
template <class Real>
std::vector<double> Galerkin<Real>::work_of_elements() const {
  std::vector<double> work(mesh().size(), 1.0);
  const double relaxing =
      law_ ? operations_of_relaxation(order_, law_->n_mechanisms()) / operations_per_update(operators_) : 0;
  for (std::size_t e = 0; e < work.size(); ++e) {
    if (law_ && materials()[e].quality.attenuates()) work[e] += relaxing;
    if (!in_domain(static_cast<int>(e))) work[e] += work_of_layers;
  }
  return work;
}

/// Of elements by the step that each can take: several where local steps are asked for, or pay.
template <class Real>
Clusters Galerkin<Real>::find_clusters() {
  using scenario::TimeStepping;
  const TimeStepping asked = scenario_.solver.dg.time_stepping;
  Clusters one;
  one.step = law_ ? std::min(limit_.step, 1 / law_->rates().back()) : limit_.step;
  if (law_)
    for (double& step : limit_.of_element) step = std::min(step, 1 / law_->rates().back());
  const std::vector<double> work = work_of_elements();
  if (asked != TimeStepping::local) {
    const double foretold =
        dg::find_clusters(mesh(), limit_.of_element, work, {{}, step_wish(scenario_).at_most}).speed_up;
    if (foretold < worth_local_steps) return one;
    if (asked == TimeStepping::global || scenario_.time.step || scenario_.parallel.exchange_with_self) {
      cluster_remarks_ = {local_steps_advice(scenario_, foretold)};
      return one;
    }
  }
  Clusters several = stable_clusters(mesh(), materials(), scenario_, order_, rates_in_soft_ground(),
                                     layer_strength(*model_, scenario_.domain.extent), limit_.of_element, work);
  return asked == TimeStepping::local || several.speed_up >= worth_local_steps ? several : one;
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
      n_outside * an_element + AbsorbingLayer<Real>::bytes(order_, placement_, own_.rates,
                                                           static_cast<int>(layout_.width), kernels_.is_general());
  memory_bytes_ = (static_cast<double>(placement_.element.size()) - n_outside) * an_element +
                  static_cast<double>(placement_.n_cut_faces) * cut_face_bytes<Real>(order_, queue_.device()) +
                  bytes_between_clusters();
  if (law_)
    memory_bytes_ += static_cast<double>(placement_.n_memory_blocks * layout_.width) *
                     relaxing_bytes<Real>(order_, queue_.device(), law_->n_mechanisms(), kernels_.is_general());
}

/// Traces between clusters; on a device also copies of the elements that leave traces of half a step.
template <class Real>
double Galerkin<Real>::bytes_between_clusters() const {
  if (clusters_.n == 1) return 0;
  const auto trace = static_cast<double>(trace_numbers<Real>(order_));
  const double of_memory = law_ ? static_cast<double>(n_memory_numbers(law_->n_mechanisms(), n_basis_)) : 0;
  double numbers = 0;
  for (const int e : placement_.element) {
    if (e < 0) continue;
    const auto element = static_cast<std::size_t>(e);
    int n_faster = 0, n_slower = 0;
    for (const mesh::Neighbour& n : mesh().neighbours[element]) {
      if (!n.exists()) continue;
      const int more = clusters_.cluster_of(static_cast<std::size_t>(n.element)) - clusters_.cluster_of(element);
      n_faster += more < 0 ? 1 : 0;
      n_slower += more > 0 ? 1 : 0;
    }
    numbers += (2 * n_faster + n_slower) * trace;
    if (n_faster > 0 && !is_on_host())
      numbers += n_fields * n_basis_ + 4 * trace + (materials()[element].quality.attenuates() ? of_memory : 0);
  }
  return sizeof(Real) * numbers;
}

/// Steps are short beside the times of the relaxation mechanisms too.
template <class Real>
method::LargestStep Galerkin<Real>::max_step() const {
  method::StepBound bound = limit_.bound;
  if (law_ && 1 / law_->rates().back() < limit_.step) bound.relaxation_time = 1 / law_->rates().back();
  bound.n_steps = clusters_.steps_of(0);
  return {clusters_.step, bound};
}

template <class Real>
std::string Galerkin<Real>::physics() const {
  return model_->extremes().any_solid || scenario_.solver.physics == scenario::Physics::elastic ? "elastic"
                                                                                                : "acoustic";
}

template <class Real>
void Galerkin<Real>::check_place(const std::string& key, const Vector& x) const {
  parallel::on_root(communicator_, [&] {
    if (whole_->locator.find(x).empty()) scenario_.fail(key, outside_the_mesh(x));
  });
}

template <class Real>
void Galerkin<Real>::add(const method::PointSource& source) {
  check_place(
      fmt::format("source[{}].{}", source.table, scenario_.sources[source.table].file.empty() ? "position" : "file"),
      source.position);
  point_sources_.push_back(source);
}

template <class Real>
void Galerkin<Real>::add(const method::Receiver& receiver) {
  check_place("receivers", receiver.position);
  point_receivers_.push_back(receiver);
}

template <class Real>
void Galerkin<Real>::add_probe(const method::Receiver& probe) {
  check_place("output.surface", probe.position);
  point_probes_.push_back(probe);
}

template <class Real>
method::Sizes Galerkin<Real>::sizes() const {
  method::Sizes s;
  s.mesh = shared_.description;
  s.cells = static_cast<std::int64_t>(shared_.n_elements - shared_.n_absorbing);
  s.dofs = static_cast<std::int64_t>(shared_.n_elements) * n_fields * n_basis_;
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
  if (shared_.n_absorbing > 0) {
    const AbsorbingBoxes& outside = shared_.outside;
    if (outside.are_thin())
      s.remarks.push_back(method::thin_layers_remark(scenario_.where("solver.dg.absorbing_elements")));
    if (const auto remark = method::backward_waves_remark(scenario_, *model_)) s.remarks.push_back(*remark);
    const bool of_boxes = scenario_.mesh.file.empty() && !scenario_.mesh.by_gmsh();
    const std::string layers = fmt::format("absorbing layers of {} {}, {} elements in all outside the domain",
                                           outside.n, of_boxes ? "boxes" : "prisms", shared_.n_absorbing);
    s.remarks.push_back(method::edges_remark(layers, expected_echo(model_->extremes()), !outside.are_thin()));
  }
  s.remarks.insert(s.remarks.end(), shared_.remarks.begin(), shared_.remarks.end());
  s.remarks.insert(s.remarks.end(), limit_.report.begin(), limit_.report.end());
  s.remarks.insert(s.remarks.end(), cluster_remarks_.begin(), cluster_remarks_.end());
  s.updates_per_step = clusters_.updates_per_step;
  if (const double f = method::highest_frequency(point_sources_); f > 0) {
    s.extent_of_source = limit_.slowest_edge;
    s.bytes_of_source = bytes_of_source(n_basis_);
    s.points_per_wavelength = order_ / (limit_.slowest_on_average * f);
    const SpeedError off = speed_error(order_, limit_.slowest_on_average * f);
    s.dispersion_error = off.error;
    s.dispersion_order = off.power;
    if (shared_.n_absorbing > 0) {
      method::MisfitPart edges;
      edges.cause = "absorbing edges";
      edges.misfit = misfit_of_edges;
      for (edges.source = 0; edges.source < point_sources_.size();
           edges.source += method::step_between_examples(point_sources_.size()))
        s.misfit_parts.push_back(edges);
    }
  }
  if (!shares_.empty()) s.remarks.push_back({"ranks", shares_});
  return s;
}

/// Of mesh and materials what the time loop needs; strangers go, and on the first rank the whole.
template <class Real>
void Galerkin<Real>::keep_own_elements() {
  whole_.reset();
  std::vector<int> own;
  std::copy_if(placement_.element.begin(), placement_.element.end(), std::back_inserter(own),
               [](int e) { return e >= 0; });
  std::sort(own.begin(), own.end());
  for (int& e : placement_.element)
    if (e >= 0) e = static_cast<int>(std::lower_bound(own.begin(), own.end(), e) - own.begin());
  Materials kept;
  kept.reserve(own.size());
  for (const int e : own) kept.push_back(materials()[static_cast<std::size_t>(e)]);
  own_ = {std::make_shared<const mesh::Tetrahedra>(mesh::part_of(mesh(), own)),
          std::make_shared<const Materials>(std::move(kept)),
          {},
          {},
          {},
          {}};
  placement_.place_of = std::vector<int>();
  clusters_.of = {};
  return_free_memory();
}

template <class Real>
void Galerkin<Real>::make_medium() {
  const std::size_t n_medium = kernels_.n_medium;
  medium_ = exec::Twin<Real>(placement_.element.size() * n_medium, queue_);
  Real* blocks = medium_.host(exec::Access::write);
  exec::for_each_block(placement_.element.size(), 64, [&](std::size_t place) {
    if (placement_.element[place] < 0) return;
    const std::vector<double> from = medium_numbers(mesh(), materials(), scenario_, kernels_.is_general(),
                                                    static_cast<std::size_t>(placement_.element[place]));
    Real* to = blocks + place / layout_.width * layout_.width * n_medium + place % layout_.width;
    for (std::size_t n = 0; n < n_medium; ++n) to[n * layout_.width] = static_cast<Real>(from[n]);
  });
}

/// Messages from and to the traces.
template <class Real>
void Galerkin<Real>::make_halos() {
  Real* traces = traces_.device(exec::Access::read_write);
  for (int cluster = 0; cluster < clusters_.n; ++cluster)
    for (const bool of_sums : {false, true}) {
      std::vector<parallel::HaloLink<Real>> links;
      const int tag = 2 * cluster + (of_sums ? 1 : 0);
      for (const TracePlan::Message& m : plan_.messages)
        if (m.cluster == cluster && m.of_sums == of_sums)
          links.push_back({m.rank, tag, tag, {{traces, m.send}}, {{traces, m.receive}}});
      if (links.empty()) continue;
      halos_.push_back({cluster, of_sums, parallel::Halo<Real>(communicator_, std::move(links), queue_)});
      halos_.back().halo.set_mode(mode_);
    }
  plan_.messages.clear();
}

template <class Real>
void Galerkin<Real>::make_fields() {
  q_ = exec::Twin<Real>(placement_.n_blocks * layout_.block_numbers(), queue_);
  traces_ = exec::Twin<Real>(plan_.n_traces * trace_numbers<Real>(order_), queue_);
  make_halos();
  if (is_on_host()) {
    if (law_) rows_ = StoredOperators<Real>(operators_, queue_);
    host_step_ = HostStep<Real>(operators_, kernels_, relaxing_kernels_);
    return;
  }
  device_beyond_ = exec::upload(plan_.beyond, queue_);
  device_beyond_second_ = exec::upload(plan_.beyond_second, queue_);
  runs_ = block_runs(placement_, plan_);
  cluster_traces_ =
      ClusterTraces<Real>(plan_, runs_, layout_, trace_numbers<Real>(order_), memories_.n_numbers(), queue_);
  choose_runs_beside();
  plan_ = {};
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
  plan_ = plan_traces(sharing(), placement_, clusters_, trace_numbers<Real>(order_),
                      static_cast<std::ptrdiff_t>(n_face_fields) * operators_.n_face);
  sources_ = Sources<Real>(share_sources(), placement_, point_sources_, layout_, queue_);
  make_receivers();
  probes_ = Probes(order_, places_of(point_probes_), placement_, point_probes_, dt);
  std::vector<double> steps;
  for (int c = 0; c < clusters_.n; ++c) steps.push_back(step_of(c));
  absorbing_layer_ = AbsorbingLayer<Real>(
      operators_, placement_, own_.rates, layer_strength(*model_, scenario_.domain.extent),
      method::highest_frequency(point_sources_), steps, static_cast<int>(layout_.width), queue_, kernels_.is_general());
  if (law_)
    memories_ =
        Memories<Real>(*law_, order_, placement_, materials(), layout_.width, steps, queue_, kernels_.is_general());
  keep_own_elements();
  make_fields();
}

template <class Real>
std::vector<mesh::ElementPoint> Galerkin<Real>::places_of(const std::vector<method::Receiver>& points) const {
  std::vector<mesh::ElementPoint> places;
  if (communicator_.is_root())
    for (const method::Receiver& point : points) places.push_back(whole_->locator.find(point.position).front());
  parallel::tell_all(communicator_, [&](parallel::Parcel& parcel) { parcel.list(places); });
  for (mesh::ElementPoint& place : places) place.element = own_.local(place.element);
  return places;
}

/// The first rank spreads them over elements, some at a time: those of many points would have no room there.
template <class Real>
std::vector<SourcePart> Galerkin<Real>::share_sources() const {
  constexpr std::size_t n_at_a_time = 512;
  const auto found_among = [&](std::size_t first, std::size_t n) {
    return source_parts(order_, *whole_->elements.mesh, *whole_->elements.materials, whole_->locator,
                        {point_sources_.data() + first, n}, static_cast<int>(first));
  };
  if (communicator_.size() == 1) return found_among(0, point_sources_.size());
  std::vector<SourcePart> own;
  for (std::size_t first = 0; first < point_sources_.size(); first += n_at_a_time) {
    std::vector<std::vector<SourcePart>> of_rank(static_cast<std::size_t>(communicator_.size()));
    if (communicator_.is_root())
      for (SourcePart& part : found_among(first, std::min(n_at_a_time, point_sources_.size() - first))) {
        const int rank = whole_->elements.rank_of[static_cast<std::size_t>(part.element)];
        of_rank[static_cast<std::size_t>(rank)].push_back(std::move(part));
      }
    const std::string bytes = parallel::scatter(communicator_, [&](int rank) {
      parallel::Parcel parcel;
      pass(parcel, of_rank[static_cast<std::size_t>(rank)]);
      return parcel.take();
    });
    std::vector<SourcePart>& here = of_rank[0];
    if (!communicator_.is_root()) {
      parallel::Parcel parcel(bytes);
      pass(parcel, here);
    }
    std::move(here.begin(), here.end(), std::back_inserter(own));
  }
  for (SourcePart& part : own) part.element = own_.local(part.element);
  return own;
}

/// A set of them for each cluster: their steps end at times of their own. Channels are in the order of the receivers.
template <class Real>
void Galerkin<Real>::make_receivers() {
  const std::vector<mesh::ElementPoint> places = places_of(point_receivers_);
  struct Found {
    method::Channel channel;
    ClusterChannel place;
  };
  std::vector<Found> found;
  for (int c = 0; c < clusters_.n; ++c) {
    receivers_.emplace_back(order_, places, placement_, c, medium_.host(exec::Access::read), point_receivers_,
                            step_of(c), layout_, queue_, kernels_.is_general());
    const std::vector<method::Channel>& own = receivers_.back().channels();
    for (std::size_t n = 0; n < own.size(); ++n) {
      found.push_back({own[n], {static_cast<std::size_t>(c), n}});
      found.back().channel.samples_of_step = clusters_.steps_of(c);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.channel.number < b.channel.number; });
  for (const Found& f : found) {
    channels_.push_back(f.channel);
    places_of_channels_.push_back(f.place);
  }
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg

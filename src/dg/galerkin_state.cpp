// Looking at the wavefield of the discontinuous Galerkin propagator, and setting it.
#include <algorithm>
#include <cmath>

#include "dg/element_points.hpp"
#include "dg/galerkin.hpp"
#include "dg/readings.hpp"
#include "exec/for_each.hpp"
#include "exec/run.hpp"

namespace unda::dg {

using exec::Access;
using scenario::Quantity;

template <class Real>
auto Galerkin<Real>::element_at(const Real* q, std::size_t place) const -> Element {
  return {placement_.element[place], q + layout_.first(place)};
}

template <class Real>
void Galerkin<Real>::start_from(const StartingField& start) {
  const numerics::TetrahedralRule rule = numerics::tetrahedral_rule(order_ + 2);
  std::vector<std::vector<double>> phi;
  for (const Vector& point : rule.points) phi.push_back(numerics::tetrahedral_basis(order_, point).values);
  Real* q = q_.host(Access::read_write);
  exec::for_each_heavy(placement_.element.size(), [&](std::size_t place) {
    const Element element = element_at(q, place);
    if (element.number < 0) return;
    const auto e = static_cast<std::size_t>(element.number);
    std::vector<double> sum(static_cast<std::size_t>(n_fields) * n_basis_, 0.0);
    for (std::size_t p = 0; p < rule.points.size(); ++p) {
      Vector x = mesh().corner(e, 0);
      for (int a = 0; a < 3; ++a) x = x + rule.points[p][a] * (mesh().corner(e, a + 1) - mesh().corner(e, 0));
      const std::array<double, 6> stress = start.stress(x, 0);
      const Vector velocity = start.velocity(x, 0);
      for (int f = 0; f < n_fields; ++f) {
        const double value = rule.weights[p] * (f < vx ? stress[f] : velocity[f - vx]);
        for (int k = 0; k < n_basis_; ++k) sum[f * n_basis_ + k] += value * phi[p][k];
      }
    }
    auto* coefficients = const_cast<Real*>(element.coefficients);
    for (std::size_t k = 0; k < sum.size(); ++k) coefficients[k * layout_.width] = static_cast<Real>(sum[k]);
  });
  for (int c = 0; c < clusters_.n; ++c)
    receivers_[static_cast<std::size_t>(c)].start(derivation(), q_.device(Access::read), step_of(c));
}

/// Every element has points of its own: the field jumps between elements.
template <class Real>
method::SnapshotPoints Galerkin<Real>::snapshot_points() const {
  method::SnapshotMesh points;
  points.kind = method::CellKind::tetrahedron;
  const ElementPoints shown(order_);
  for (const int e : placement_.element) {
    if (!in_domain(e)) continue;
    const auto first = static_cast<std::int64_t>(points.n_points_here());
    const auto corner = [&](int n) { return mesh().corner(static_cast<std::size_t>(e), n); };
    for (const Vector& local : shown.points()) {
      Vector x = corner(0);
      for (int a = 0; a < 3; ++a) x = x + local[a] * (corner(a + 1) - corner(0));
      for (const double coordinate : x) points.points.push_back(static_cast<float>(coordinate));
    }
    for (const auto& cell : shown.cells())
      for (const int point : cell) points.cells.push_back(first + point);
  }
  return points;
}

template <class Real>
std::size_t Galerkin<Real>::n_snapshot_points() const {
  return ElementPoints(order_).points().size() *
         static_cast<std::size_t>(std::count_if(placement_.element.begin(), placement_.element.end(),
                                                [this](int e) { return in_domain(e); }));
}

template <class Real>
bool Galerkin<Real>::has_snapshot(Quantity quantity) const {
  return quantity == Quantity::velocity || quantity == Quantity::pressure || quantity == Quantity::stress;
}

template <class Real>
void Galerkin<Real>::snapshot(Quantity quantity, std::span<float> values) const {
  std::vector<std::vector<double>> phi;
  const ElementPoints shown(order_);
  for (const Vector& point : shown.points()) phi.push_back(numerics::tetrahedral_basis(order_, point).values);
  float* to = values.data();
  const Real* q = kept_.are_kept() ? kept_.array(0) : q_.host();
  for (std::size_t place = 0; place < placement_.element.size(); ++place) {
    const Element element = element_at(q, place);
    if (!in_domain(element.number)) continue;
    for (const std::vector<double>& basis : phi)
      for (int c = 0; c < scenario::n_components(quantity, 3); ++c)
        *to++ = static_cast<float>(value_of(quantity, c, element.coefficients, layout_.width, basis));
  }
}

template <class Real>
std::vector<double> Galerkin<Real>::read_probes() {
  return probes_.read(q_.host(Access::read), layout_);
}

template <class Real>
bool Galerkin<Real>::keep_wavefield() {
  return !is_on_host() && kept_.keep({&q_}, queue_);
}

/// Energies of elements that attenuate, in place of those of elastic ones.
template <class Real>
void Galerkin<Real>::measure_relaxing(double* energies) const {
  auto& self = const_cast<Galerkin&>(*this);
  const auto measure = [&](const BlockRun& run) {
    if (!run.memory) return;
    const RelaxingElements<Real> elements{layout_,
                                          self.medium_.device(Access::read),
                                          run.blocks.first * layout_.width,
                                          *run.memory * layout_.width,
                                          memories_.arrays(),
                                          memories_.step(run.cluster)};
    exec::run(queue_, run.blocks.size() * layout_.width,
              MeasureRelaxing<Real>{elements, self.volume_.device(Access::read), q_.device(Access::read), energies});
  };
  for (const std::vector<BlockRun>* runs : {&runs_, &runs_beside_})
    for (const BlockRun& run : *runs) measure(run);
}

template <class Real>
auto Galerkin<Real>::measure_on_device() const -> Measures {
  const std::size_t n = placement_.element.size(), n_pieces = (n + SumPiece::piece - 1) / SumPiece::piece;
  if (measures_.empty()) {
    measures_ = exec::Twin<double>(2 * n, queue_);
    sums_ = exec::Twin<double>(2 * n_pieces, queue_);
  }
  double *measures = measures_.device(Access::read_write), *sums = sums_.device(Access::read_write);
  auto& self = const_cast<Galerkin&>(*this);
  const auto measure = [&]<class View>(View) {
    exec::run(queue_, n,
              MeasureElement<Real, View>{layout_, self.medium_.device(Access::read), self.volume_.device(Access::read),
                                         q_.device(Access::read), measures, measures + n});
  };
  if (kernels_.is_general())
    measure(GeneralView<Real>());
  else
    measure(MediumView<Real>());
  if (law_) measure_relaxing(measures);
  for (std::size_t which : {0, 1})
    exec::run(queue_, n_pieces, SumPiece{measures + which * n, n, sums + which * n_pieces});
  const double* found = sums_.host(Access::read);
  Measures total;
  for (std::size_t p = 0; p < n_pieces; ++p) {
    total.energy += found[p];
    total.difference += found[n_pieces + p];
  }
  return total;
}

template <class Real>
double Galerkin<Real>::energy() const {
  if (!is_on_host()) return communicator_.sum(measure_on_device().energy);
  const Real* q = q_.data();
  const MemoryArrays<Real> memories = memories_.arrays();
  const double total = exec::sum(placement_.element.size(), [&](std::size_t place) {
    const Element element = element_at(q, place);
    if (!in_domain(element.number)) return 0.0;
    const auto e = static_cast<std::size_t>(element.number);
    const physics::Material& m = materials()[e];
    const std::optional<physics::StrainEnergy> general =
        m.anisotropy ? std::optional(physics::StrainEnergy(m.anisotropy->moduli)) : std::nullopt;
    const int relaxing = placement_.memory_of(place / layout_.width);
    const auto strain_energy = [&](std::size_t k, const physics::Symmetric<3, double>& stress) {
      if (relaxing >= 0) {
        const std::size_t at = static_cast<std::size_t>(relaxing) * layout_.width + place % layout_.width;
        return memories.is_general ? relaxing_strain_energy(memories.at(at), k, m.general_moduli(), stress)
                                   : relaxing_strain_energy(memories.at(at), k, m.moduli, stress);
      }
      return general ? general->of(stress) : physics::strain_energy(m.moduli, stress);
    };
    double sum = 0;
    for (int k = 0; k < n_basis_; ++k) {
      auto value = [&](int f) { return static_cast<double>(element.coefficients[(f * n_basis_ + k) * layout_.width]); };
      physics::Symmetric<3, double> stress{};
      double kinetic = 0;
      for (int f = xx; f <= yz; ++f) stress.of[f] = value(f);
      for (int i = 0; i < 3; ++i) kinetic += value(vx + i) * value(vx + i);
      sum += 0.5 * m.rho * kinetic + strain_energy(static_cast<std::size_t>(k), stress);
    }
    return jacobian(mesh(), e) * sum;
  });
  return communicator_.sum(total);
}

template <class Real>
bool Galerkin<Real>::finite() const {
  if (!is_on_host()) return !communicator_.any(!(measure_on_device().difference == 0));
  const Real* values = q_.data();
  const double wrong = exec::sum(q_.size() / pack_size<Real>, [&](std::size_t n) {
    double sum = 0;
    for (int lane = 0; lane < pack_size<Real>; ++lane) sum += std::isfinite(values[n * pack_size<Real> + lane]) ? 0 : 1;
    return sum;
  });
  return !communicator_.any(wrong > 0);
}

template <class Real>
method::Extreme Galerkin<Real>::extreme() const {
  static constexpr const char* names[n_fields] = {"sxx", "syy", "szz", "sxy", "sxz", "syz", "vx", "vy", "vz"};
  method::WorstPoint worst;
  const Real* q = q_.host();
  for (std::size_t place = 0; place < placement_.element.size(); ++place) {
    const Element element = element_at(q, place);
    if (element.number < 0) continue;
    for (int f = 0; f < n_fields; ++f)
      for (int k = 0; k < n_basis_; ++k)
        worst.include(std::abs(static_cast<double>(element.coefficients[(f * n_basis_ + k) * layout_.width])), names[f],
                      [&] { return mesh().centre(static_cast<std::size_t>(element.number)); });
  }
  return worst.of_all(communicator_);
}

template <class Real>
void Galerkin<Real>::transfer(method::State& state) {
  state.value(step_);
  state.values(q_.host(state.restoring() ? Access::write : Access::read), q_.size());
  memories_.transfer(state);
  absorbing_layer_.transfer(state);
  for (Receivers<Real>& receivers : receivers_) receivers.transfer(state);
}

template class Galerkin<float>;
template class Galerkin<double>;

}  // namespace unda::dg

// Lanczos' iteration for fluids and solids together. One application of A is what a step does: forces of both, the solid's motion added to
// the fluid's, and the potential's acceleration to the solid's. K_f r, which the length of r needs, serves the next iteration.
#include "sem/coupled_eigenvalue.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "sem/lanczos.hpp"
#include "sem/sums.hpp"

namespace unda::sem {
namespace {

/// The vectors of the iteration on one part.
template <class Real, class Part>
class PartVectors {
 public:
  PartVectors(const Part& part, const parallel::Communicator& communicator, std::uint64_t number)
      : part_(part),
        size_(part.mesh().size()),
        n_(part.n_numbers()),
        q_(n_),
        before_(n_),
        next_(n_),
        forces_(n_),
        counts_(size_, Real(0)),
        mass_(size_, Real(0)) {
    const Real* inverse_mass = part.inverse_mass();
    bool any_held = false;
    for_each_place(part.mesh(), [&](std::size_t place, bool owned, std::int64_t number_of_point) {
      if (!(inverse_mass[place] > 0)) {
        any_held = true;
        return;
      }
      if (owned) {
        counts_[place] = 1;
        mass_[place] = 1 / inverse_mass[place];
      }
      const auto nc = static_cast<std::uint64_t>(part.n_components());
      for (std::uint64_t c = 0; c < nc; ++c)
        q_[c * size_ + place] =
            static_cast<Real>(lanczos_start((number << 40) + static_cast<std::uint64_t>(number_of_point) * nc + c));
    });
    is_afloat_ = !part.is_solid() && !communicator.any(any_held);
    if (!part.is_solid()) part_.apply_stiffness(q_.data(), forces_.data());
    const double square = part.is_solid() ? product(q_, q_, mass_) : -product(forces_, q_, counts_);
    length_ = std::sqrt(std::max(0.0, communicator.sum(square)));
  }

  /// Patches may lie beside it.
  bool is_there() const { return length_ > 0; }
  /// So that it is 1 over n long.
  void scale_start(double n) {
    if (!is_there()) return;
    std::swap(q_, next_);
    go_on(n * length_);
    exec::for_each(n_, [&](std::size_t i) { before_[i] = 0; });
  }

  const Part& part() const { return part_; }
  const exec::Buffer<Real>& q() const { return q_; }
  exec::Buffer<Real>& forces() { return forces_; }

  /// Of displacements; those of the potential are known.
  void find_forces() {
    if (!part_.is_solid()) return;
    exec::for_each(n_, [&](std::size_t i) { forces_[i] = 0; });
    part_.apply_stiffness(q_.data(), forces_.data());
  }
  /// u K u, of displacements before the fluid presses; of the potential, after the solid has pushed, its acceleration times its force.
  double own_work() const {
    if (part_.is_solid()) return -product(forces_, q_, counts_);
    const Real* inverse_mass = part_.inverse_mass();
    return sum_of_many(n_, [&](std::size_t n) {
      const double f = forces_[n];
      return f * f * static_cast<double>(inverse_mass[n]) * static_cast<double>(counts_[n]);
    });
  }
  /// next = A q - a q - b before.
  void find_next(double a, double b) {
    const Real* inverse_mass = part_.inverse_mass();
    for (int c = 0; c < part_.n_components(); ++c) {
      const std::size_t first = static_cast<std::size_t>(c) * size_;
      exec::for_each(size_, [&, a = static_cast<Real>(a), b = static_cast<Real>(b)](std::size_t p) {
        const std::size_t at = first + p;
        next_[at] = -forces_[at] * inverse_mass[p] - a * q_[at] - b * before_[at];
      });
    }
  }
  /// A fluid that nothing holds does not feel a constant, which counts nothing and would grow by rounding.
  void take_constant_away(const parallel::Communicator& communicator) {
    const std::vector<Real>& m = mass_;
    double sums[2] = {0, 0};
    if (is_afloat_) {
      sums[0] =
          sum_of_many(n_, [&](std::size_t n) { return static_cast<double>(m[n]) * static_cast<double>(next_[n]); });
      sums[1] = sum_of_many(n_, [&](std::size_t n) { return static_cast<double>(m[n]); });
    }
    const double all = communicator.sum(sums[0]), mass = communicator.sum(sums[1]);
    if (!is_afloat_ || !(mass > 0)) return;
    const auto mean = static_cast<Real>(all / mass);
    exec::for_each(n_, [&](std::size_t n) { next_[n] -= part_.inverse_mass()[n] > 0 ? mean : Real(0); });
  }
  /// The square of next in the inner product.
  double square_of_next() {
    if (part_.is_solid()) return product(next_, next_, mass_);
    exec::for_each(n_, [&](std::size_t i) { forces_[i] = 0; });
    part_.apply_stiffness(next_.data(), forces_.data());
    return -product(forces_, next_, counts_);
  }
  void go_on(double size) {
    const auto factor = static_cast<Real>(1 / size);
    exec::for_each(n_, [&](std::size_t i) {
      next_[i] *= factor;
      forces_[i] *= factor;
    });
    std::swap(before_, q_);
    std::swap(q_, next_);
  }

 private:
  /// Over the points of this rank.
  double product(const exec::Buffer<Real>& x, const exec::Buffer<Real>& y, const std::vector<Real>& weight) const {
    double sum = 0;
    for (int c = 0; c < part_.n_components(); ++c) {
      const Real *at_x = x.data() + static_cast<std::size_t>(c) * size_,
                 *at_y = y.data() + static_cast<std::size_t>(c) * size_;
      sum += sum_of_many(size_, [=, w = weight.data()](std::size_t p) {
        return static_cast<double>(at_x[p]) * static_cast<double>(at_y[p]) * static_cast<double>(w[p]);
      });
    }
    return sum;
  }

  const Part& part_;
  std::size_t size_, n_;
  exec::Buffer<Real> q_, before_, next_, forces_;
  std::vector<Real> counts_, mass_;  ///< 1 and the mass at the places that count in sums, 0 elsewhere
  bool is_afloat_ = false;
  double length_ = 0;  ///< of the start
};

template <class Real, class Part, class Face>
double eigenvalue_of(const std::vector<const Part*>& parts, const std::vector<Face>& couplings,
                     const parallel::Communicator& communicator) {
  using Vectors = PartVectors<Real, Part>;
  std::vector<Vectors> vectors;
  for (std::size_t n = 0; n < parts.size(); ++n) vectors.emplace_back(*parts[n], communicator, n);
  const auto n_there = std::count_if(vectors.begin(), vectors.end(), [](const auto& part) { return part.is_there(); });
  for (Vectors& part : vectors) part.scale_start(std::sqrt(static_cast<double>(n_there)));
  auto sum_of = [&](auto value) {
    double sum = 0;
    for (Vectors& part : vectors) sum += value(part);
    return communicator.sum(sum);
  };
  Lanczos lanczos;
  for (;;) {
    for (Vectors& part : vectors) part.find_forces();
    for (const Face& c : couplings) c.add_flux(vectors[c.solid()].q().data(), vectors[c.fluid()].forces().data());
    const double a = sum_of([](Vectors& part) { return part.own_work(); });
    for (const Face& c : couplings)
      c.add_pressure(vectors[c.fluid()].forces().data(), parts[c.fluid()]->inverse_mass(),
                     vectors[c.solid()].forces().data());
    for (Vectors& part : vectors) part.find_next(a, lanczos.last_b());
    for (Vectors& part : vectors) part.take_constant_away(communicator);
    const double b = std::sqrt(std::max(0.0, sum_of([](Vectors& part) { return part.square_of_next(); })));
    if (lanczos.add(a, b)) return lanczos.value();
    for (Vectors& part : vectors) part.go_on(b);
  }
}

}  // namespace

template <class Real>
double coupled_eigenvalue(const std::vector<const Region<Real>*>& parts, const std::vector<Coupling<Real>>& couplings,
                          const parallel::Communicator& communicator) {
  return eigenvalue_of<Real>(parts, couplings, communicator);
}

template <class Real>
double coupled_eigenvalue(const std::vector<const MeshRegion<Real>*>& parts,
                          const std::vector<MeshCoupling<Real>>& couplings,
                          const parallel::Communicator& communicator) {
  return eigenvalue_of<Real>(parts, couplings, communicator);
}

template double coupled_eigenvalue<float>(const std::vector<const Region<float>*>&, const std::vector<Coupling<float>>&,
                                          const parallel::Communicator&);
template double coupled_eigenvalue<double>(const std::vector<const Region<double>*>&,
                                           const std::vector<Coupling<double>>&, const parallel::Communicator&);
template double coupled_eigenvalue<float>(const std::vector<const MeshRegion<float>*>&,
                                          const std::vector<MeshCoupling<float>>&, const parallel::Communicator&);
template double coupled_eigenvalue<double>(const std::vector<const MeshRegion<double>*>&,
                                           const std::vector<MeshCoupling<double>>&, const parallel::Communicator&);

}  // namespace unda::sem

// The Taylor series of elements that attenuate, where receivers are.
#include "dg/relaxing_seats.hpp"

#include "exec/for_each.hpp"

namespace unda::dg {
namespace {

/// [strain][coefficient] of the velocities of an element whose coefficients lie `stride` numbers apart.
template <class Real>
std::vector<Real> strain_rate(const Operators<Real>& o, const MediumView<Real>& m, const Real* fields,
                              std::size_t stride) {
  using Order = physics::Symmetric<3, Real>;
  const auto n = static_cast<std::size_t>(o.n_basis);
  std::vector<Real> rate(n_stresses * n);
  for (int v = 0; v < 3; ++v)
    for (int d = 0; d < 3; ++d)
      for (const Entry<Real>& e : o.stiffness[d]) {
        const Real slope =
            e.value * fields[(static_cast<std::size_t>(vx + v) * n + static_cast<std::size_t>(e.row)) * stride];
        for (int axis = 0; axis < 3; ++axis)
          rate[static_cast<std::size_t>(Order::place(axis, v)) * n + static_cast<std::size_t>(e.column)] +=
              m.gradient(d, axis) * slope;
      }
  return rate;
}

/// Of coefficient k of [strain][coefficient].
template <class Real>
physics::Symmetric<3, Real> stress_of(const physics::Isotropic<Real>& moduli, const std::vector<Real>& strain,
                                      std::size_t k) {
  physics::Strain<3, Real> e;
  for (std::size_t f = 0; f < n_stresses; ++f) e.of[f] = strain[f * (strain.size() / n_stresses) + k];
  return physics::stress(moduli, e);
}

}  // namespace

template <class Real>
RelaxingSeats<Real>::RelaxingSeats(const std::vector<std::size_t>& places, const Placement& placement,
                                   const FieldLayout& layout)
    : layout_(layout) {
  for (std::size_t n = 0; n < places.size(); ++n)
    if (const int block = placement.memory_of(places[n] / layout.width); block >= 0)
      seats_.push_back({n, static_cast<std::size_t>(block), places[n] % layout.width});
}

template <class Real>
void RelaxingSeats<Real>::gather(const Memories<Real>& memories) {
  const std::size_t n = layout_.n_basis, of_one = n_stresses * n;
  exec::for_each_heavy(seats_.size(), [&](std::size_t i) {
    Seat& seat = seats_[i];
    const auto numbers = [&](const Pack<Real>* from, std::size_t count) {
      std::vector<Real> found(count);
      for (std::size_t k = 0; k < count; ++k) found[k] = from[k][seat.lane];
      return found;
    };
    const auto n_mechanisms = static_cast<std::size_t>(memories.step().n_mechanisms);
    seat.memory = numbers(memories.memory(seat.block), n_mechanisms * of_one);
    const std::vector<Real> strain = numbers(memories.strain(seat.block), of_one);
    for (std::size_t l = 0; l < n_mechanisms; ++l)
      for (std::size_t k = 0; k < n; ++k) {
        const auto gain = stress_of(memories.moduli_at(seat.block, seat.lane, l), strain, k);
        for (std::size_t f = 0; f < n_stresses; ++f) seat.memory[l * of_one + f * n + k] += gain.of[f];
      }
  });
}

template <class Real>
void RelaxingSeats<Real>::derive(const Memories<Real>& memories, const Operators<Real>& operators, const Real* medium,
                                 const Real* from, Real* to) {
  const std::size_t n = layout_.n_basis, width = layout_.width, of_one = n_stresses * n;
  exec::for_each_heavy(seats_.size(), [&](std::size_t i) {
    Seat& seat = seats_[i];
    const std::size_t first = layout_.first(seat.number);
    const std::vector<Real> rate =
        strain_rate(operators, MediumView<Real>::of(medium, width, seat.number), from + first, width);
    for (std::size_t l = 0; l * of_one < seat.memory.size(); ++l) {
      const auto moduli = memories.moduli_at(seat.block, seat.lane, l);
      const Real w = memories.step().power[l][0];
      for (std::size_t k = 0; k < n; ++k) {
        const auto gain = stress_of(moduli, rate, k);
        for (std::size_t f = 0; f < n_stresses; ++f) {
          Real& s = seat.memory[l * of_one + f * n + k];
          to[first + (f * n + k) * width] -= w * s;
          s = gain.of[f] - w * s;
        }
      }
    }
  });
}

template class RelaxingSeats<float>;
template class RelaxingSeats<double>;

}  // namespace unda::dg

// Memory variables of attenuation (physics/relaxation.hpp) as kernels see them. An update that relaxes has a memory s_l of every
// target and mechanism. Over a step, with rates(d, m) the update's own arithmetic, linear in the moduli m,
//   s_l    <- s_l + decay_l s_l + dt rates(d, D_l)
//   target <- target + dt rates(d, M) + sum_l decay_l s_l
// where D_l are the moduli of mechanism l times its gain, and M is what the medium then holds: relaxed moduli and all D_l. What layers
// and faces change in derivatives adds to memories as it does to targets.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "exec/arithmetic.hpp"

namespace unda::fd {

inline constexpr int max_mechanisms = 8;
inline constexpr int max_relaxing_targets = 6;
inline constexpr int max_relaxing_moduli = 9;

template <class Real>
struct Relaxing {
  int n = 0;                                 ///< mechanisms; 0: no attenuation
  std::array<Real, max_mechanisms> decay{};  ///< of a step
  std::array<double, max_mechanisms> gain{};
  std::array<std::array<Real*, max_relaxing_targets>, max_mechanisms> memory{};  ///< by target of the update
  std::array<std::ptrdiff_t, 3> memory_stride{};
  /// On devices all memories of a piece of a row lie together, 2^piece_bits numbers of each, and so do all moduli: a GPU then goes through
  /// one array, not many.
  int piece_bits = 30;
  std::ptrdiff_t memory_piece = 0, modulus_piece = 0;
  std::array<std::array<const Real*, max_relaxing_moduli>, max_mechanisms> modulus{};  ///< by parameter of the update
  std::array<std::ptrdiff_t, 3> modulus_stride{};

  constexpr Real* memory_at(int l, std::size_t target, int i, int j, int k) const {
    return memory[l][target] + along_row(i, memory_piece) + j * memory_stride[1] + k * memory_stride[2];
  }
  constexpr const Real* modulus_at(int l, std::size_t parameter, int i, int j, int k) const {
    return modulus[l][parameter] + along_row(i, modulus_piece) + j * modulus_stride[1] + k * modulus_stride[2];
  }

 private:
  constexpr std::ptrdiff_t along_row(int i, std::ptrdiff_t piece) const {
    return (i >> piece_bits) * piece + (i & ((1 << piece_bits) - 1));
  }
};

/// Whether an update is that of stresses, whose parameters are moduli alone.
template <class Update>
inline constexpr bool relaxes = requires {
  Update::relaxes;
};

/// The last update of a scheme: the one that relaxes, where one does.
template <class Stages>
struct LastUpdateOf {
  using type = void;
};
template <template <class...> class Stage, class Update>
struct LastUpdateOf<std::tuple<Stage<Update>>> {
  using type = Update;
};
template <class First, class Second>
struct LastUpdateOf<std::tuple<First, Second>> : LastUpdateOf<std::tuple<Second>> {};
template <class Scheme>
using LastUpdate = typename LastUpdateOf<typename Scheme::Stages>::type;

/// A number, or a pack of them from there on.
template <class Value, class Real>
[[gnu::always_inline]] constexpr Value load_value(const Real* from) {
  if constexpr (std::is_same_v<Value, Real>) {
    return *from;
  } else {
    Value value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
}
template <class Value, class Real>
[[gnu::always_inline]] constexpr void store_value(Real* to, const Value& value) {
  if constexpr (std::is_same_v<Value, Real>)
    *to = value;
  else
    std::memcpy(to, &value, sizeof value);
}
template <class Value, class Real>
[[gnu::always_inline]] constexpr Value every(Real number) {
  if constexpr (std::is_same_v<Value, Real>)
    return number;
  else
    return number - Value{};
}

/// The rates of the memories of one mechanism.
template <class Update, class Value, class Real>
[[gnu::always_inline]] constexpr void memory_rates(const Relaxing<Real>& relaxing, int l, int i, int j, int k,
                                                   const Value* d, Value* rate) {
  Value m[Update::parameters.size()]{};
  for (std::size_t n = 0; n < Update::parameters.size(); ++n)
    m[n] = load_value<Value>(relaxing.modulus_at(l, n, i, j, k));
  Update::rates(d, m, rate);
}

/// The plain step at the points from i on: `value` are the targets after their own plain step.
template <class Update, class Value, class Real>
[[gnu::always_inline]] constexpr void relax(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                            const Value* d, Value* value) {
  constexpr std::size_t n_targets = Update::targets.size();
  for (int l = 0; l < relaxing.n; ++l) {
    Value rate[n_targets]{};
    memory_rates<Update>(relaxing, l, i, j, k, d, rate);
    const Value decay = every<Value>(relaxing.decay[l]);
    for (std::size_t n = 0; n < n_targets; ++n) {
      Real* memory = relaxing.memory_at(l, n, i, j, k);
      const Value old = load_value<Value>(memory);
      value[n] = exec::multiply_add(decay, old, value[n]);
      store_value(memory, exec::multiply_add(every<Value>(dt), rate[n], exec::multiply_add(decay, old, old)));
    }
  }
}

/// What a change of derivatives does to the memories of the targets that feel it, of which `kept(target)` is left before.
template <class Update, class Value, class Real, class Kept>
[[gnu::always_inline]] constexpr void relax_change(const Relaxing<Real>& relaxing, Real dt, int i, int j, int k,
                                                   const Value* change,
                                                   const std::array<bool, Update::targets.size()>& feels,
                                                   const Kept& kept) {
  constexpr std::size_t n_targets = Update::targets.size();
  for (int l = 0; l < relaxing.n; ++l) {
    Value rate[n_targets]{};
    memory_rates<Update>(relaxing, l, i, j, k, change, rate);
    for (std::size_t n = 0; n < n_targets; ++n) {
      if (!feels[n]) continue;
      Real* memory = relaxing.memory_at(l, n, i, j, k);
      store_value(memory, exec::multiply_add(every<Value>(dt), rate[n], Value(kept(n, load_value<Value>(memory)))));
    }
  }
}

/// On a traction-free face: a strain across it that keeps the normal stress at zero has its share in the memories.
template <class Scheme, class Real>
constexpr void hold_memories(const Relaxing<Real>& relaxing, int axis, Real strain, int i, int j, int k) {
  using Update = LastUpdate<Scheme>;
  for (int l = 0; l < relaxing.n; ++l) {
    Real m[Update::parameters.size()]{};
    for (std::size_t n = 0; n < Update::parameters.size(); ++n) m[n] = *relaxing.modulus_at(l, n, i, j, k);
    for (int a = 0; a < Scheme::dim; ++a)
      *relaxing.memory_at(l, static_cast<std::size_t>(a), i, j, k) -= Scheme::modulus_of_update(a, axis, m) * strain;
  }
}

/// The energy of relaxed springs and mechanisms: sigma_R C_R^-1 sigma_R/2 + sum_l s_l dC_l^-1 s_l/2, and that of motion. `f`: fields,
/// `m`: medium; memory(l, n) and modulus(l, n): of target and parameter n of the update that relaxes, fields and memories with the
/// roots of the lengths that they stand for.
template <class Scheme, class Value, class Memory, class Modulus>
[[gnu::always_inline]] constexpr Value energy_with_memories(int n_mechanisms, const double* gain, Value* f, Value* m,
                                                            const Memory& memory, const Modulus& modulus) {
  using Update = LastUpdate<Scheme>;
  constexpr auto targets = Update::targets;
  constexpr auto parameters = Update::parameters;
  Value energy{}, own_m[Scheme::medium.size()]{};
  for (std::size_t n = 0; n < Scheme::medium.size(); ++n) own_m[n] = m[n];
  for (int l = 0; l < n_mechanisms; ++l) {
    Value own_f[Scheme::fields.size()]{};
    for (std::size_t n = 0; n < parameters.size(); ++n) {
      own_m[parameters[n]] = modulus(l, n);
      m[parameters[n]] -= own_m[parameters[n]];
    }
    for (std::size_t n = 0; n < targets.size(); ++n) {
      own_f[targets[n]] = memory(l, n);
      f[targets[n]] -= own_f[targets[n]];
    }
    energy += gain[l] * Scheme::energy_density(own_f, own_m);
  }
  return energy + Scheme::energy_density(f, m);
}

}  // namespace unda::fd

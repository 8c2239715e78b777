// The energy of a row: densities by packs, added up point after point. The sum has the bits of one that takes the points one
// by one, as devices do.
#pragma once

#include <algorithm>

#include "base/simd.hpp"
#include "fd/arrays.hpp"

namespace unda::fd {

/// So many numbers from any address, in double precision.
template <class Real>
[[gnu::always_inline]] inline Pack<double> widened(const Real* from) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return load_pack(from);
  } else {
    using Narrow __attribute__((vector_size(pack_bytes / 2))) = Real;
    Narrow values;
    std::memcpy(&values, from, sizeof values);
    return __builtin_convertvector(values, Pack<double>);
  }
}

/// As View::parameter_value: the mean is taken in the precision of the arrays.
template <class Real>
[[gnu::always_inline]] inline Pack<double> parameter_pack(const View<Real>& view, int p, int i, int j, int k) {
  const Real* at = view.parameter_row(p, j, k) + i;
  if (view.parameter_step[p] == 0) return widened(at);
  alignas(pack_bytes) Real mean[pack_size<double>];
  for (int lane = 0; lane < pack_size<double>; ++lane)
    mean[lane] = Real(0.5) * (at[lane] + at[lane + view.parameter_step[p]]);
  return widened(mean);
}

/// At the points from i on; f and m are used up.
template <class Scheme, class Real>
[[gnu::always_inline]] inline Pack<double> energy_density_at(const View<Real>& view, const EnergyShares& share,
                                                             Pack<double>* f, Pack<double>* m, int i, int j, int k) {
  if constexpr (relaxes<LastUpdate<Scheme>>)
    if (view.relaxing.n > 0)
      return energy_with_memories<Scheme>(
          view.relaxing.n, view.relaxing.gain.data(), f, m,
          [&](int l, std::size_t n) {
            const auto& of_target = share[static_cast<std::size_t>(LastUpdate<Scheme>::targets[n])];
            return Pack<double>(widened(view.relaxing.memory_at(l, n, i, j, k)) *
                                (load_pack(of_target[0] + i) * of_target[1][j] * of_target[2][k]));
          },
          [&](int l, std::size_t n) { return widened(view.relaxing.modulus_at(l, n, i, j, k)); });
  return Scheme::energy_density(f, m);
}

/// Over the volume of a cell. Rows and shares along them are padded to whole packs.
template <class Scheme, class Real>
double energy_row(const View<Real>& view, const EnergyShares& share, int j, int k) {
  constexpr std::size_t n_fields = Scheme::fields.size(), n_medium = Scheme::medium.size();
  double sum = 0;
  for (int i = 0; i < view.n[0]; i += pack_size<double>) {
    Pack<double> f[n_fields], m[n_medium];
    for (std::size_t n = 0; n < n_fields; ++n)
      f[n] = widened(view.row(static_cast<int>(n), j, k) + i) *
             (load_pack(share[n][0] + i) * share[n][1][j] * share[n][2][k]);
    for (std::size_t n = 0; n < n_medium; ++n) m[n] = parameter_pack(view, static_cast<int>(n), i, j, k);
    const Pack<double> energy = energy_density_at<Scheme>(view, share, f, m, i, j, k);
    const int count = std::min(pack_size<double>, view.n[0] - i);
    for (int lane = 0; lane < count; ++lane) sum += energy[lane];
  }
  return sum;
}

}  // namespace unda::fd

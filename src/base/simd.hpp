// A pack: as many numbers as a cache line holds, worked on together. Arithmetic operators come with the type,
// also with a plain number on one side; the compiler splits a pack where the machine's vectors are narrower.
#pragma once

#include <cstddef>
#include <cstring>

namespace unda {

inline constexpr std::size_t pack_bytes = 64;

template <class Real>
struct PackOf {
  using type __attribute__((vector_size(pack_bytes))) = Real;
};
template <class Real>
using Pack = typename PackOf<Real>::type;

template <class Real>
inline constexpr int pack_size = static_cast<int>(pack_bytes / sizeof(Real));

/// From any address.
template <class Real>
inline Pack<Real> load_pack(const Real* from) {
  Pack<Real> pack;
  std::memcpy(&pack, from, pack_bytes);
  return pack;
}

template <class Real>
inline void store_pack(Real* to, const Pack<Real>& pack) {
  std::memcpy(to, &pack, pack_bytes);
}

/// The same number in every place.
template <class Real>
inline Pack<Real> fill_pack(Real value) {
  return Pack<Real>{} + value;
}

}  // namespace unda

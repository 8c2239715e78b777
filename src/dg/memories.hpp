// What a rank's elements that attenuate keep besides fields and medium: the moduli of their relaxation mechanisms and their memory
// variables (kernels/relaxing.hpp). They lie in blocks of their own (placement.hpp): nothing is stored where Q is infinite.
#pragma once

#include "dg/kernels/relaxing.hpp"
#include "dg/make_medium.hpp"
#include "dg/placement.hpp"
#include "exec/twin.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"

namespace unda::dg {

/// By element: which attenuate; empty: none.
std::vector<bool> attenuating(const Materials& materials);

/// Absorbing layers have no mechanisms but the phase velocities of the middle of the band. `law`: none where nothing attenuates.
Materials without_memories_outside(const mesh::Tetrahedra& mesh, const model::RelaxationLaw* law, Materials materials);

template <class Real>
class Memories {
 public:
  Memories() = default;
  /// Blocks `width` places wide, on the host one pack. `steps` by cluster, s.
  Memories(const model::RelaxationLaw& law, int order, const Placement& placement, const Materials& materials,
           std::size_t width, const std::vector<double>& steps, const exec::Queue& queue, bool is_general = false);

  const RelaxingStep<Real>& step(int cluster = 0) const { return steps_[static_cast<std::size_t>(cluster)]; }
  /// Of a block among those with memories, on the host.
  const Pack<Real>* moduli(std::size_t block) const {
    return reinterpret_cast<const Pack<Real>*>(moduli_.data()) + block * n_kept_moduli(is_general_) * n_mechanisms();
  }
  Pack<Real>* memory(std::size_t block) { return reinterpret_cast<Pack<Real>*>(memory_.data()) + block * n_memory_; }
  Pack<Real>* strain(std::size_t block) { return memory(block) + n_memory_ - n_memory_ / (n_mechanisms() + 1); }
  /// Of a place.
  std::size_t n_numbers() const { return n_memory_; }
  /// On the device, to be read and written.
  MemoryArrays<Real> arrays() {
    return {moduli_.device(exec::Access::read),
            memory_.device(exec::Access::read_write),
            width_,
            n_memory_ / (n_mechanisms() + 1) / n_stresses,
            static_cast<int>(n_mechanisms()),
            is_general_};
  }
  void transfer(method::State& state);
  /// Of a place of a block.
  static double bytes(int order, int n_mechanisms, bool is_general);

 private:
  std::size_t n_mechanisms() const {
    return steps_.empty() ? 0 : static_cast<std::size_t>(steps_.front().n_mechanisms);
  }

  std::vector<RelaxingStep<Real>> steps_;  ///< by cluster
  std::size_t n_memory_ = 0, width_ = 1;   ///< numbers of a place, places of a block
  bool is_general_ = false;                ///< of a mesh in which some solid has 21 moduli
  exec::Twin<Real> moduli_;                ///< [block][mechanism][modulus][place]
  exec::Twin<Real> memory_;                ///< [block][number][place]
};

extern template class Memories<float>;
extern template class Memories<double>;

}  // namespace unda::dg

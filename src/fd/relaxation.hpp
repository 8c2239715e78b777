// The memory variables of attenuation on one rank: arrays of memories, the moduli of each mechanism, and what a time step makes of
// them (relaxing.hpp). Owned by the propagator; empty where nothing attenuates.
#pragma once

#include <memory>

#include "fd/medium.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"

namespace unda::fd {

template <class Real>
class Relaxation {
 public:
  Relaxation() = default;
  /// `model` is the unrelaxed one. The moduli of a mechanism are what a cell's stiffness loses when that mechanism relaxes.
  Relaxation(const model::Model& model, const model::RelaxationLaw& law, const Grid& grid,
             const SchemeDescription& scheme, const parallel::Communicator& communicator, const exec::Queue& queue,
             const SlipInterfaces& slips);

  bool empty() const { return rates_.empty(); }
  std::size_t n_mechanisms() const { return rates_.size(); }
  std::size_t n_memories() const { return rates_.size() * n_targets_; }
  std::size_t n_moduli() const { return rates_.size() * parameters_.size(); }
  std::size_t n_modulus_values() const;

  /// Takes the memory of the memories, and turns unrelaxed moduli of the medium into those of a step.
  void set_step(double dt, Medium<Real>& medium, const Layout& layout, const exec::Queue& queue);
  /// Tells a view where all of it lies, on the host or on the device.
  void show_to(View<Real>& view);
  void show_on_device(View<Real>& view);
  void transfer(method::State& state);

 private:
  Layout modulus_layout() { return moduli_.front().array_of(0).layout; }
  void move_moduli_to_pieces(const exec::Queue& queue);
  void show_step(View<Real>& view) const;

  std::vector<double> rates_;  ///< rad/s
  double dt_ = 0;
  std::size_t n_targets_ = 0;
  std::vector<int> parameters_;        ///< of the update that relaxes
  std::vector<Medium<Real>> moduli_;   ///< by mechanism
  std::vector<Array<Real>> memories_;  ///< of a host: [mechanism][target]
  Layout layout_;                      ///< of each
  /// Of a device: [piece of a row][mechanism][target, parameter][node].
  exec::Twin<Real> memory_pieces_, modulus_pieces_;
};

extern template class Relaxation<float>;
extern template class Relaxation<double>;

}  // namespace unda::fd

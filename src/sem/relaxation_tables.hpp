// What elements that attenuate keep besides their moduli: those of the relaxation mechanisms, and their memory variables.
#pragma once

#include <array>
#include <vector>

#include "exec/twin.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"
#include "sem/medium.hpp"

namespace unda::sem {

using Tensor = std::vector<std::array<double, 3>>;

/// At a point: what an unrelaxed stress is made of.
struct PointStress {
  Physics physics;
  int dim;
  const physics::Material& unrelaxed;
  const Tensor& gradient;
};

template <class Real>
class RelaxationTables {
 public:
  RelaxationTables() = default;
  /// Without moduli, which come element by element. Of a queue: whether memories lie as devices want them.
  RelaxationTables(const Mesh& mesh, Physics physics, bool moduli_by_point, const model::RelaxationLaw& law,
                   const exec::Queue& queue);
  /// Of any elements side by side, on the host.
  RelaxationTables(int dim, Physics physics, int points_of_an_element, std::size_t n_elements, bool moduli_by_point,
                   const model::RelaxationLaw& law);
  void take(const model::RelaxationLaw& law, std::size_t element, std::span<const physics::Material> materials);
  void take(const Mesh& mesh, const model::RelaxationLaw& law, const Index& element,
            std::span<const physics::Material> materials);
  /// Memories of a medium at rest, on the device of a queue.
  void set_step(const model::RelaxationLaw& law, double dt, const exec::Queue& queue);

  /// On the device, to be read and written.
  const RelaxationArrays<Real>& arrays();
  /// Where they are kept, to be copied.
  exec::Twin<Real>& memories() { return memory_; }
  /// On the host, for snapshots: takes from the stress of a gradient, as stress_at() makes both, what mechanisms have relaxed. `memories`:
  /// those of all, `scale`: what the memories of the point carry.
  void relax(const Mesh& mesh, const Index& element, const Index& point, const PointStress& at, const Real* memories,
             double scale, Tensor& stress) const;
  /// Of any elements.
  void relax(std::size_t element, int point, const PointStress& at, double scale, Tensor& stress) const;
  void transfer(const Mesh& mesh, method::State& state);
  /// Of any elements.
  void transfer(method::State& state) { state.values(memory_.host(exec::Access::read_write), memory_.size()); }
  std::size_t bytes() const;
  /// What it will take.
  static double bytes_for(const Mesh& mesh, Physics physics, bool uniform_elements, int n_mechanisms);

 private:
  /// take(table, whether its numbers carry the Jacobian, what they are by point).
  template <class Take>
  void take_by(const model::RelaxationLaw& law, std::span<const physics::Material> materials, Take take);
  void show_moduli();
  /// values_of(table, whether its numbers carry the Jacobian): at a point.
  template <class ValuesOf>
  void relax_by(ValuesOf values_of, const PointStress& at, const Real* memory, double scale, Tensor& stress) const;

  bool general_ = false;              ///< of solids with 21 moduli
  std::vector<Moduli<Real>> moduli_;  ///< by mechanism
  Moduli<Real> shear_;                ///< of such solids
  std::size_t memory_size_ = 0;
  std::vector<exec::Twin<Real>> moduli_there_;  ///< those of a device that is not the host
  exec::Twin<Real> memory_;
  RelaxationArrays<Real> arrays_;
};

extern template class RelaxationTables<float>;
extern template class RelaxationTables<double>;

}  // namespace unda::sem

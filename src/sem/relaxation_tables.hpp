// What elements that attenuate keep besides their moduli: those of the relaxation mechanisms, and their memory variables.
#pragma once

#include "exec/twin.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"
#include "sem/medium.hpp"

namespace unda::sem {

template <class Real>
class RelaxationTables {
 public:
  RelaxationTables() = default;
  /// Without moduli, which come element by element. Of a queue: whether memories lie as devices want them.
  RelaxationTables(const Mesh& mesh, bool moduli_by_point, const model::RelaxationLaw& law, const exec::Queue& queue);
  /// Of any elements side by side, on the host.
  RelaxationTables(int dim, int points_of_an_element, std::size_t n_elements, bool moduli_by_point,
                   const model::RelaxationLaw& law);
  void take(int dim, const model::RelaxationLaw& law, std::size_t element,
            std::span<const physics::Material> materials);
  void take(const Mesh& mesh, const model::RelaxationLaw& law, const Index& element,
            std::span<const physics::Material> materials);
  /// Memories of a medium at rest, on the device of a queue.
  void set_step(const model::RelaxationLaw& law, double dt, const exec::Queue& queue);

  /// On the device, to be read and written.
  const RelaxationArrays<Real>& arrays();
  void transfer(const Mesh& mesh, method::State& state);
  /// Of any elements.
  void transfer(method::State& state) { state.values(memory_.host(exec::Access::read_write), memory_.size()); }
  std::size_t bytes() const;
  /// What it will take.
  static double bytes_for(const Mesh& mesh, bool uniform_elements, int n_mechanisms);

 private:
  /// f(mechanism's moduli, what the materials are for it).
  template <class Function>
  void for_each_mechanism(const model::RelaxationLaw& law, std::span<const physics::Material> materials, Function f);

  std::vector<Moduli<Real>> moduli_;  ///< by mechanism
  std::size_t memory_size_ = 0;
  std::vector<exec::Twin<Real>> moduli_there_;  ///< those of a device that is not the host
  exec::Twin<Real> memory_;
  RelaxationArrays<Real> arrays_;
};

extern template class RelaxationTables<float>;
extern template class RelaxationTables<double>;

}  // namespace unda::sem

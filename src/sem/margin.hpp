// The absorbing margins of a rank: elements outside the domain in which waves fade (kernels/margin.hpp has the equations); their
// outer end is held. The kernels of the domain know nothing of them.
#pragma once

#include <map>

#include "method/state.hpp"
#include "sem/kernels/margin.hpp"
#include "sem/medium.hpp"

namespace unda::sem {

template <class Real>
class Margin {
 public:
  Margin() = default;
  /// `arrays`: those of the domain's kernels, which must outlive it; `uniform_elements`: the model does not vary within elements.
  Margin(const Mesh& mesh, Physics physics, const model::Model& model, const ElementArrays<Real>& arrays,
         bool uniform_elements);

  /// What it takes once the step is set.
  std::size_t bytes() const;
  /// Of all axes together by place: what velocities lose to the margins, in masses a second. Empty: no margins here.
  const std::vector<double>& rates() const { return rates_; }

  /// `alpha`, in 1/s: what is much slower passes as through the elements of the domain. `inverse_mass` by place.
  void set_step(double dt, double alpha, const exec::Buffer<Real>& inverse_mass);
  /// Adds the forces of the elements at the time of u; comes once a step.
  void add_forces(const Real* u, Real* f);
  /// Likewise as if nothing were stretched, for the largest step.
  void add_unstretched_forces(const Real* u, Real* f) const;
  /// What inertia adds to forces that have been added up over all elements and ranks, the loss at the rates() apart.
  void add_inertia(const Real* u, Real* f);
  void transfer(method::State& state);

 private:
  /// Elements that may be worked on side by side: their colour, and the axes that are stretched.
  using Group = std::pair<int, std::array<bool, 3>>;
  /// A point with its rates along the axes; its mass times what multiplies u and three memories of it.
  struct Point {
    std::ptrdiff_t place = 0;
    std::array<double, 3> rate{};
    std::array<Real, 4> factor{};
  };

  std::map<Group, std::vector<Index>> groups(const Mesh& mesh) const;
  void make_packs(const Mesh& mesh);
  void fill_pack(const Mesh& mesh, Physics physics, const model::Model& model, std::size_t pack, int lane);
  void find_rates(const Mesh& mesh, double speed);
  template <class Function>
  void for_each_pack(Function f) const;

  int dim_ = 3, n_components_ = 1, n_moduli_ = 1, n_columns_ = 1, n_shape_ = 1, n_points_ = 1;
  MarginKernel<Real> kernel_ = nullptr;
  MarginArrays<Real> arrays_;
  std::vector<MarginPack<Real>> packs_;
  std::vector<std::array<Index, pack_size<Real>>> elements_;  ///< of the packs; of places left over the first again
  std::vector<std::size_t> last_of_colour_;                   ///< in packs_; those of one colour share no point
  exec::Buffer<Pack<Real>> constants_, memory_;
  std::size_t n_memory_packs_ = 0;
  std::array<std::vector<double>, 3> rate_;  ///< [axis][point of this rank along it]
  std::vector<double> rates_;
  std::vector<Point> points_;
  exec::Buffer<Real> point_memory_;  ///< [point][component][3]
  Real gathering_ = 0;               ///< half of what a memory of a point takes in over a step
};

extern template class Margin<float>;
extern template class Margin<double>;

}  // namespace unda::sem

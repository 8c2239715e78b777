// The absorbing margins of a rank: elements outside the domain in which waves fade (kernels/margin.hpp has the equations); their
// outer end is held. The kernels of the domain know nothing of them.
#pragma once

#include <map>

#include "method/state.hpp"
#include "sem/kernels/margin.hpp"
#include "sem/medium.hpp"

namespace unda::sem {

/// The square of the fastest speed over the slowest. Where soft ground lies on rock, waves that soft layers guide, whose crests and
/// energy go opposite ways, grow in margins: the softer the ground, the more of slow waves margins leave to themselves and the more
/// they damp plainly, at the price of a larger echo.
double softness(const model::Extremes& earth);

template <class Real>
class Margin {
 public:
  Margin() = default;
  /// `arrays`: those of the domain's kernels, which must outlive it; `uniform_elements`: the model does not vary within elements.
  Margin(const Mesh& mesh, Physics physics, const model::Model& model, const ElementArrays<Real>& arrays,
         bool uniform_elements);

  /// What it takes once the step is set; and what one will take that is not made yet, but for packs that are not full.
  std::size_t bytes() const;
  static double bytes_for(const Mesh& mesh, Physics physics, bool uniform_elements);
  /// The points that it damps, on all axes together: f(place, what velocities lose, in masses a second).
  template <class Function>
  void for_each_rate(Function f) const {
    for (const Point& p : points_) f(static_cast<std::size_t>(p.place), on_top_ * (p.rate[0] + p.rate[1] + p.rate[2]));
  }

  /// `alpha`, in 1/s: what is much slower passes as through the elements of the domain. `inverse_mass` by place.
  void set_step(double dt, double alpha, const exec::Buffer<Real>& inverse_mass);
  /// Adds the forces of the elements at the time of u; comes once a step.
  void add_forces(const Real* u, Real* f);
  /// Likewise as if nothing were stretched, for the largest step.
  void add_unstretched_forces(const Real* u, Real* f) const;
  /// What inertia adds to forces that have been added up over all elements and ranks, the loss at for_each_rate() apart.
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

  /// Numbers that the elements of a pack have each.
  struct Constants {
    std::size_t shape = 0, moduli = 0, profile = 0;  ///< the last by stretched axis
    std::size_t count(const std::array<bool, 3>& stretched) const;
  };
  static Constants constants(const Mesh& mesh, Physics physics, bool uniform_elements);

  std::map<Group, std::vector<Index>> groups(const Mesh& mesh) const;
  void make_packs(const Mesh& mesh, const Constants& each);
  void fill_pack(const Mesh& mesh, Physics physics, const model::Model& model, std::size_t pack, int lane);
  void find_rates(const Mesh& mesh, const model::Extremes& earth);
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
  double on_top_ = 1;                        ///< rates with plain damping over those without
  std::vector<Point> points_;
  exec::Buffer<Real> point_memory_;  ///< [point][component][3]
  Real gathering_ = 0;               ///< half of what a memory of a point takes in over a step
};

extern template class Margin<float>;
extern template class Margin<double>;

}  // namespace unda::sem

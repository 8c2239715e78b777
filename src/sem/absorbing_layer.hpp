// The absorbing layers of a rank: elements outside the domain in which waves fade (kernels/absorbing_layer.hpp has the equations); their
// outer end is held. The kernels of the domain know nothing of them.
#pragma once

#include <map>

#include "base/simd.hpp"
#include "exec/twin.hpp"
#include "method/state.hpp"
#include "sem/device/device_layers.hpp"
#include "sem/kernels/absorbing_layer.hpp"
#include "sem/layer_strength.hpp"
#include "sem/medium.hpp"
#include "sem/step_items.hpp"

namespace unda::sem {

template <class Real>
class AbsorbingLayer {
 public:
  AbsorbingLayer() = default;
  /// `arrays`: those of the domain's kernels, which must outlive it; `uniform_elements`: the model does not vary within elements.
  AbsorbingLayer(const Mesh& mesh, Physics physics, const model::Model& model, const ElementArrays<Real>& arrays,
                 bool uniform_elements, const exec::Queue& queue = {});
  /// Moduli and speeds of an element, which may lie anywhere; all come before set_step().
  void take(const Mesh& mesh, Physics physics, const Index& element, std::span<const physics::Material> materials);

  /// What it takes once the step is set; and what one will take that is not made yet, but for packs that are not full.
  std::size_t bytes() const;
  static double bytes_for(const Mesh& mesh, Physics physics, bool uniform_elements, const exec::Device& device = {});
  /// The points that it damps, on all axes together: f(place, what velocities lose, in masses a second).
  template <class Function>
  void for_each_rate(Function f) const {
    for (const Point& p : points_)
      f(static_cast<std::size_t>(p.place), p.stretch * (p.rate[0] + p.rate[1] + p.rate[2] + p.plain));
  }

  /// Multiplies the masses of stretched points by the product of their k; `inverse_mass` by place.
  void stretch_masses(Real* inverse_mass) const {
    for (const Point& p : points_) inverse_mass[p.place] /= static_cast<Real>(p.stretch);
  }
  /// How a point is stretched along an axis: d/k and k.
  double rate(int axis, int point) const;
  double stretch(int axis, int point) const;
  /// Of a step: exp(-alpha dt), and half of what a memory variable that decays at the rate alpha takes in. Known once the step is.
  Real fading() const { return arrays_.fading; }
  Real gathering() const { return gathering_; }
  /// P waves over the shortest edge of an element, the highest of this rank; and that of all parts and ranks, which comes before set_step().
  double highest_speed() const;
  void set_highest_speed(double of_all_ranks) { highest_speed_ = of_all_ranks; }
  /// `room`: the largest stable step over dt. `inverse_mass` by place, as stretch_masses() left it.
  void set_step(const Mesh& mesh, double dt, double room, double highest_frequency, const Real* inverse_mass);
  /// On the host: adds the forces of the elements at the time of u, v half a step before; comes once a step.
  void add_forces(const Real* u, const Real* v, Real* f);
  /// Likewise as if nothing were stretched, for the largest step.
  void add_unstretched_forces(const Real* u, Real* f) const;
  /// On the host: what inertia adds to forces that have been added up over all elements and ranks, the loss at for_each_rate() apart.
  void add_inertia(const Real* u, Real* f);
  /// On a device: all that the layers do in a step, the loss included. Made by set_step().
  DeviceLayers<Real>& on_device() { return on_device_; }
  const DeviceLayers<Real>& on_device() const { return on_device_; }
  void transfer(method::State& state);

 private:
  /// Elements that may be worked on side by side: their colour, and the axes that are stretched.
  using Group = std::pair<int, std::array<bool, 3>>;
  /// A point with its rates d/k along the axes, its plain damping, the product of its k.
  struct Point {
    std::ptrdiff_t place = 0;
    std::array<double, 3> rate{};
    double plain = 0, stretch = 1;
  };

  /// Numbers that the elements of a pack have each.
  struct Constants {
    std::size_t shape = 0, moduli = 0, profile = 0;  ///< the last by stretched axis
    std::size_t count(const std::array<bool, 3>& stretched) const;
  };
  static Constants constants(const Mesh& mesh, Physics physics, bool uniform_elements);

  std::map<Group, std::vector<Index>> groups(const Mesh& mesh) const;
  void make_packs(const Mesh& mesh, const Constants& each);
  void find_shape(const Mesh& mesh, std::size_t pack, int lane);
  void find_rates(const Mesh& mesh, const model::Model& model);
  void set_profile(double dt, double alpha, std::size_t pack);
  static std::array<double, 4> stretched_mass(double alpha, double mass, const Point& point);
  void make_device_layers(const Mesh& mesh, double dt, double alpha);
  Pack<Real>* constants_of(std::size_t place) { return reinterpret_cast<Pack<Real>*>(constants_.data()) + place; }
  double viscosity(double dt, double room, double highest_frequency, double speed) const;
  Point point_at(const Mesh& mesh, const Index& at) const;
  void add_forces(const AbsorbingArrays<Real>& arrays, const Real* u, const Real* v, Real* f) const;

  int dim_ = 3;
  Physics physics_ = Physics::elastic;
  int n_components_ = 1, n_moduli_ = 1, n_columns_ = 1, n_shape_ = 1, n_points_ = 1;
  AbsorbingKernel<Real> kernel_ = nullptr;
  AbsorbingArrays<Real> arrays_;
  std::vector<AbsorbingPack<Real>> packs_;
  std::vector<std::array<Index, pack_size<Real>>> elements_;  ///< of the packs; of places left over the first again
  std::map<Index, std::pair<std::size_t, int>> seat_;         ///< pack and lane of an element, until the step is set
  std::vector<std::size_t> last_of_colour_;                   ///< in packs_; those of one colour share no point
  exec::Queue queue_;
  std::array<Real, 2> per_metre_{};        ///< of horizontal derivatives of the unit element
  exec::Buffer<Real> constants_, memory_;  ///< in packs
  DeviceLayers<Real> on_device_;
  std::size_t n_memory_packs_ = 0;
  std::array<std::vector<double>, 3> rate_, stretch_, plain_;  ///< d, k and P, [axis][point of this rank along it]
  LayerStrength strength_;                                     ///< for all faces: alpha, viscosity
  std::vector<std::array<double, pack_size<Real>>> speed_;     ///< of P waves over the shortest edge, by pack and lane
  double highest_speed_ = 0;                                   ///< of all packs and ranks
  std::vector<Point> points_;
  std::vector<std::ptrdiff_t> point_places_;
  exec::Buffer<Real> masses_;        ///< [4][point]
  exec::Buffer<Real> point_memory_;  ///< [component][3][point]
  Real gathering_ = 0;               ///< half of what a memory of a point takes in over a step
};

extern template class AbsorbingLayer<float>;
extern template class AbsorbingLayer<double>;

}  // namespace unda::sem

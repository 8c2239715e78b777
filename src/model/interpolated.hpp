// A model known at the points of a regular grid, linear in each of vp, vs, rho, 1/qp and 1/qs between them.
// Owns its samples; made by make_grid_model() (grid.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/stiffness.hpp"

namespace unda::model {

/// Where samples lie, by physical axis: position = origin + index * spacing. An axis that the domain lacks
/// has one sample and spacing 1.
struct SampleGrid {
  std::array<std::int64_t, 3> n{1, 1, 1};
  Vector origin{0, 0, 0};
  Vector spacing{1, 1, 1};  ///< signed

  std::int64_t size() const { return n[0] * n[1] * n[2]; }
};

class InterpolatedModel final : public Model {
 public:
  /// samples: [z][y][x][vp vs rho], checked already; the grid covers the domain. losses: [z][y][x][1/qp 1/qs], or none. `anisotropy`:
  /// none, or [z][y][x][epsilon delta gamma tilt azimuth] with moduli that are positive definite.
  InterpolatedModel(const scenario::Domain& domain, const SampleGrid& grid, std::vector<float> samples,
                    std::vector<float> losses = {}, const std::vector<float>& anisotropy = {});

  /// Sample by sample.
  std::shared_ptr<const Model> changed(const Change& change) const override;
  Properties at(const Vector& x) const override;
  /// Thomsen's parameters and the direction of the axis, either way along it, are linear between samples.
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override;
  bool is_solid(const Vector& x) const override;
  /// By the samples of that kind alone.
  Properties of_side(const Vector& x, bool solid) const override;
  bool blends_sides(const Vector& low, const Vector& high) const override;
  /// By midpoints of equal parts of the box, two or more a sample spacing and an axis.
  CellMeans mean(const Vector& low, const Vector& high) const override;
  Stiffness stiffness(const Vector& low, const Vector& high) const override;
  double mean_density(const Vector& low, const Vector& high) const override;
  double shear_stiffness(const Vector& low, const Vector& high, int pair) const override;
  bool has_interfaces() const override { return true; }
  bool varies_along(int axis) const override { return varies_[static_cast<std::size_t>(axis)]; }
  Extremes extremes() const override { return extremes_; }
  std::vector<SlowestAtDepth> slowest_by_depth() const override;

 private:
  /// The two samples next to a position along one axis: floats from the start of the axis to the lower one,
  /// from there to the upper one, and the upper one's weight.
  struct Bracket {
    std::int64_t offset = 0, step = 0;
    double weight = 0;
  };
  /// A box along one axis: where it begins and ends, and the midpoints of its equal parts.
  struct Span {
    std::uint64_t model = 0;
    double low = 0, high = 0;
    Bracket at_low, at_high;
    std::vector<Bracket> midpoints;
  };
  using Box = std::array<Span, 3>;

  Bracket locate(int axis, double position) const;
  int n_parts(int axis, double length) const;
  template <class Visit>
  void for_each_corner(const Vector& x, Visit visit) const;
  template <class Visit>
  bool for_each_sample(const Box& box, Visit visit) const;
  const float* only_sample(const Box& box) const;
  template <int dim, class Of>
  typename Of::Values column(std::int64_t x_offset, const Bracket& y, const Bracket& z) const;
  template <int dim>
  Properties interpolate(const Vector& x) const;
  const Box& box_of(const Vector& low, const Vector& high) const;
  template <int dim, class Of, class Visit>
  void for_each_in_row(const std::vector<Bracket>& row, const Bracket& y, const Bracket& z, Visit visit) const;
  template <int dim>
  CellMeans sampled_mean(const Box& box) const;
  template <int dim>
  double sampled_density(const Box& box) const;
  template <int dim>
  double sampled_shear(const Box& box, int pair) const;
  template <int dim>
  Stiffness sampled_stiffness(const Box& box) const;
  template <int dim>
  Stiffness sampled_anisotropic_stiffness(const Vector& low, const Vector& high) const;
  bool differs_along(int axis) const;
  Properties sample(std::size_t at) const;
  void add_quality(const Vector& x, Properties& p) const;
  void survey();
  /// Of a medium at a point: Thomsen's parameters and the axis.
  struct Axial {
    physics::Thomsen medium;
    Vector axis;
    bool is_isotropic() const {
      return medium.vs == 0 || (medium.epsilon == 0 && medium.delta == 0 && medium.gamma == 0);
    }
  };
  Axial axial_at(const Vector& x, const Properties& here) const;
  Axial axial_of_sample(std::size_t sample) const;
  static double changed_delta(const Axial& axial, const Properties& before, const Properties& after);
  Stiffness stiffness_at(const Vector& x, const Properties& here) const;

  std::uint64_t number_ = 0;  ///< of this model and no other
  int dim_;
  std::array<scenario::Interval, 3> extent_;
  SampleGrid grid_;
  Vector inverse_spacing_;
  std::array<std::int64_t, 3> stride_;  ///< floats from a sample to the next one
  std::vector<float> samples_;
  std::vector<float> losses_;  ///< linear between samples as well; empty: none
  static constexpr std::size_t n_axial = 6;
  std::vector<float> axial_;  ///< none, or [z][y][x][epsilon delta gamma, axis]
  std::array<bool, 3> varies_{};
  Extremes extremes_;
};

}  // namespace unda::model

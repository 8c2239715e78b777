// The elements behind absorbing faces. What is smooth in them, the parts of degree 0 and 1, passes a perfectly matched layer; higher
// degrees are damped, multiplied by exp(-rate dt) after every step, stresses and velocities alike.
//
//   dq/dt = (as in the domain) - sum_a d_a psi_a        d_a the rate along axis a, growing with the depth
//   dpsi_a/dt = A_a dq/dx_a - (alpha + d_a) psi_a       A_a dq/dx_a: what derivatives along a give to dq/dt
//
// Derivatives are those within an element. Jumps between elements are not in them, and with psi of all degrees fields grew.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "dg/absorbing_step.hpp"
#include "dg/operators.hpp"
#include "dg/packs.hpp"
#include "dg/placement.hpp"
#include "exec/twin.hpp"
#include "mesh/outward_layers.hpp"
#include "method/expected_echo.hpp"
#include "method/state.hpp"

namespace unda::dg {

using RatesByAxis = std::array<double, 3>;

/// How the layers absorb.
struct LayerStrength {
  double left_over = 0;  ///< of a wave that goes straight to the end and comes back
  double alpha = 0;      ///< over pi times the highest frequency: what is much slower passes as in the domain
  double plain = 0;      ///< the part of the rates by which smooth parts fade too
};
/// From hard ground to soft, where layers guide waves that grow in perfectly matched layers.
LayerStrength layer_strength(const model::Extremes& earth);
/// With the plain fading that anisotropic solids need.
LayerStrength layer_strength(const model::Model& model, const std::array<scenario::Interval, 3>& domain);

/// The thickness of layers in boxes, as asked for or by default, and how much wider each is than the one before.
struct AbsorbingBoxes {
  int n = 0, by_default = 0;
  double growth = 1;
  bool are_thin() const { return n < by_default; }
};
/// `edge`: of the first box, in the shortest wavelengths.
AbsorbingBoxes absorbing_boxes(const scenario::DgOptions& options, const model::Extremes& earth, double edge);

/// What layers of the default thickness send back, as measured by angle (bench/edge_survey) and against exact seismograms (quiet_edges_long.cpp).
method::ExpectedEcho expected_echo(const model::Extremes& earth);

/// What they add to the misfit of traces: where waves are well resolved, 44 layered models in 3-D were 0.002 to 0.012 off, one 0.026
/// (bench/layered_models --seed 20611 --dims 3).
constexpr double misfit_of_edges = 0.004;

/// The rates of every element, 1/s, the same in all of a layer of boxes or prisms.
std::vector<RatesByAxis> absorbing_rates(const mesh::Tetrahedra& mesh, const mesh::LayerExtent& layers,
                                         const model::Extremes& earth);

template <class Real>
class AbsorbingLayer {
 public:
  AbsorbingLayer() = default;
  /// `rates` by element; empty: no absorbing layers. `steps` by cluster, s. Blocks are `width` places wide, on the host one pack.
  AbsorbingLayer(const Operators<Real>& operators, const Placement& placement, const std::vector<RatesByAxis>& rates,
                 const LayerStrength& strength, double highest_frequency, const std::vector<double>& steps,
                 int width = pack_size<Real>, const exec::Queue& queue = {}, bool anisotropic = false);
  bool exists() const { return !blocks_.empty(); }
  /// After a step of the elements of some blocks. `medium` and `q` of all blocks, on the device.
  void apply(const Real* medium, Real* q, const BlockRange& blocks);
  void transfer(method::State& state);
  /// Before any is made; beside the fields of the elements.
  static double bytes(int order, const Placement& placement, const std::vector<RatesByAxis>& rates, int width,
                      bool anisotropic);

 private:
  /// The blocks with elements in layers, and how many numbers of each place of a block all axes of all blocks keep.
  struct Blocks {
    std::vector<AbsorbingBlock> list;
    std::size_t n_memory = 0;
  };
  static Blocks find_blocks(int order, const Placement& placement, const std::vector<RatesByAxis>& rates,
                            std::size_t width, bool anisotropic);
  static int n_smooth(int order) { return std::min(most_smooth, numerics::n_tetrahedral(order - 1)); }
  static constexpr std::size_t n_factors = sizeof(AbsorbingFactors<Real>) / sizeof(Real);
  void put_factors(const Blocks& blocks, const Placement& placement, const std::vector<RatesByAxis>& rates,
                   double alpha, double plain, const std::vector<double>& steps);
  /// Of a place of a block, on a device.
  static std::size_t slope_numbers(int n_smooth) {
    return 3 * AbsorbingStep<Real>::n_slopes * static_cast<std::size_t>(n_smooth);
  }
  template <template <class> class MediumOf>
  void apply_here(const Real* medium, Real* q, const BlockRange& own);
  template <class View>
  void apply_there(const Real* medium, Real* q, const BlockRange& own);
  template <bool anisotropic>
  AbsorbingStep<Real, anisotropic> step() const {
    return {n_basis_, n_smooth_, smooth_derivative_};
  }

  exec::Queue queue_;
  std::size_t width_ = pack_size<Real>;
  bool anisotropic_ = false;
  int n_basis_ = 0, n_smooth_ = 0;
  SmoothDerivative<Real> smooth_derivative_;
  exec::Twin<Entry<Real>> derivative_;
  std::vector<std::size_t> numbers_;  ///< of the blocks with elements in layers, ascending
  exec::Twin<AbsorbingBlock> blocks_;
  exec::Twin<Real> factors_;  ///< [block][number of AbsorbingFactors][place]
  exec::Twin<Real> memory_;   ///< of the axes of blocks, [field][coefficient][place]
  exec::Twin<Real> slopes_;   ///< within a step, on devices (AbsorbingArrays)
};

extern template class AbsorbingLayer<float>;
extern template class AbsorbingLayer<double>;

}  // namespace unda::dg

// The field of point sources in a stack of layers at one horizontal wavenumber and one complex frequency.
// All amplitudes of all layers are unknowns of one banded system ("global matrix", Schmidt and Jensen 1985): fields that
// are continuous, or jump at a source, across every interface. Waves are counted from the side of their layer from which
// they fall off, so that no exponential grows: stable at any thickness and frequency (compare Kausel and Roesset 1981).
#pragma once

#include "reference/layered/banded_system.hpp"
#include "reference/layered/slab_waves.hpp"
#include "reference/layered/stack.hpp"

namespace unda::reference {

/// One azimuthal order of one source, without its angular factor and without its time function. The fields of order 1 are
/// given as their factors of -i.
struct Excitation {
  std::size_t slab = 0;                               ///< below the source: Stack::slab_below
  int order = 0;                                      ///< 0, 1 or 2
  double vertical_moment = 0, horizontal_moment = 0;  ///< order 0: Mzz, and (Mxx + Myy)/2 (2-D: Mxx)
  double moment = 0;                                  ///< order 1: of xz and yz; order 2: of (Mxx - Myy)/2 and Mxy
  double force = 0;                                   ///< order 0: upward; order 1: horizontal
};

/// The field of one excitation at one depth.
struct Response {
  Complex x, w, t, z;  ///< P-SV, as in slab_waves.hpp
  Complex y, r;        ///< SH; 0 for order 0 and in fluids
};

class StackSolver {
 public:
  /// `with_sh`: also the SH part (3-D).
  StackSolver(const Stack& stack, std::vector<Excitation> excitations, std::vector<double> depths, bool with_sh);

  void set_frequency(Complex s);
  /// For a layer of the earth, in place of what it has at this frequency.
  void set_medium(std::size_t layer, const ComplexMedium& medium) { media_[layer] = medium; }
  /// Of all depths and excitations: response(depth, excitation).
  void solve(double k);
  const Response& response(std::size_t depth, std::size_t excitation) const {
    return responses_[depth * excitations_.size() + excitation];
  }
  /// The medium that a depth is in, at this frequency.
  const ComplexMedium& medium(std::size_t depth) const { return media_[stack_.slabs()[slab_of_[depth]].layer]; }

 private:
  /// Which unknowns and equations a slab has; the equations are those at its top.
  struct Places {
    std::size_t down = 0, up = 0;  ///< the first unknown of each family
    std::size_t n_down = 0, n_up = 0;
    std::size_t first_row = 0, n_rows = 0;
  };
  struct System {
    std::vector<Places> places;
    BandedSystem equations;
    std::vector<std::size_t> excitations;  ///< a right-hand side each
  };
  void lay_out(System& system, bool sh);
  std::size_t rows_at_top(std::size_t slab, bool sh) const;
  void assemble(double k);
  void put(std::size_t interface, std::size_t slab, int sigma, double distance, double factor);
  void put_sh(std::size_t interface, std::size_t slab, int sigma, double distance, double factor);
  void put_jumps(double k);
  void evaluate(std::size_t depth);
  const SlabWaves& waves(std::size_t slab) const { return waves_[stack_.slabs()[slab].layer]; }

  const Stack& stack_;
  std::vector<Excitation> excitations_;
  std::vector<double> depths_;
  std::vector<std::size_t> slab_of_;  ///< by depth
  bool with_sh_;
  System p_sv_, sh_;
  Complex s_;
  std::vector<ComplexMedium> media_;  ///< by layer
  std::vector<SlabWaves> waves_;      ///< by layer
  std::vector<double> stress_scale_;  ///< of the equations at the top of each slab
  std::vector<Response> responses_;
};

}  // namespace unda::reference

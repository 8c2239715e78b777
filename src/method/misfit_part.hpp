// What faces and interfaces add to the misfit of traces, as a method foretells it.
#pragma once

#include <cstddef>
#include <string>

#include "numerics/dispersed_pulse.hpp"

namespace unda::method {

/// For one source: a number, or that of a wave that is `speed_error` too fast or too slow at the source's highest frequency F, and
/// (f/F)^error_order of it at f, after so many wavelengths.
struct MisfitPart {
  std::size_t source = 0;
  std::string cause;  ///< "waves along the free surface"
  double misfit = 0;
  double speed_error = 0, error_order = 0, wavelengths = 0;
  double share = 1;  ///< that such waves have in the traces

  double of(const numerics::DispersedPulse& pulse) const {
    return misfit + (speed_error > 0 ? share * pulse.misfit(wavelengths, speed_error, error_order) : 0);
  }
};

/// Of very many sources, as a fault has them, every so many-th stands for the others.
inline std::size_t step_between_examples(std::size_t n_sources) {
  constexpr std::size_t most_examples = 64;
  return n_sources <= most_examples ? 1 : (n_sources + most_examples - 1) / most_examples;
}

}  // namespace unda::method

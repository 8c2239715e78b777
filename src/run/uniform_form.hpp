// Closed forms in uniform media: point sources in full spaces (isotropic and anisotropic), explosions in fluids under a free surface.
#pragma once

#include <optional>
#include <string>

#include "output/traces.hpp"
#include "run/experiment.hpp"

namespace unda::run {

struct UniformForm {
  std::string description;  ///< "explosion in a uniform fluid, 3-D"
  bool free_top = false;
  bool solid = false;
  bool anisotropic = false;
};

/// Where the scenario has one, for all that its receivers record.
std::optional<UniformForm> uniform_form(const Experiment& experiment);

/// Adds it to `exact`, [receiver][component][sample]; not a number at a source.
void fill_uniform_form(const Experiment& experiment, const UniformForm& form, const output::TraceGroup& group,
                       scenario::Quantity quantity, const std::vector<double>& time, output::TraceArray& exact);

}  // namespace unda::run

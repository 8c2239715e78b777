// The exact answer, for scenarios simple enough to have one: what the program can check itself against.
#pragma once

#include <optional>
#include <string>

#include "output/traces.hpp"
#include "run/experiment.hpp"

namespace unda::run {

struct ClosedFormReport {
  std::string description;     ///< "explosion in a uniform fluid (3-D)"
  double misfit = 0;           ///< relative L2 over all receivers and samples of the worst group and quantity
  double worst = 0;            ///< of a single receiver
  std::string worst_label;     ///< "surface3, velocity"
  std::size_t n_left_out = 0;  ///< receivers near a source
};

/// The receivers that are judged. Near a source the mesh does not show a point; where all stand there, all are judged.
enum class Judged { all, beyond_sources };

/// The closed form that the traces of this experiment will get, in words.
std::optional<std::string> closed_form_of(const Experiment& experiment);

/// Adds the closed form to the traces where there is one; says how far the traces are from it.
std::optional<ClosedFormReport> add_closed_form(const Experiment& experiment, output::Traces& traces,
                                                Judged judged = Judged::all);

}  // namespace unda::run

// What a wavenumber integration will do: its frequencies, wavenumbers, excitations and groups of receivers.
#pragma once

#include <vector>

#include "reference/layered/frequencies.hpp"
#include "reference/layered/seismograms.hpp"
#include "reference/layered/stack.hpp"
#include "reference/layered/synthesis.hpp"
#include "reference/layered/wavenumbers.hpp"

namespace unda::reference {

/// Receivers at one depth whose integrals end alike, for one source.
struct ReceiverGroup {
  std::size_t source = 0, depth = 0;
  Ending ending;
  std::vector<std::size_t> receivers;
};

/// Everything but the fields: which frequencies, wavenumbers, excitations and groups.
struct IntegrationPlan {
  FrequencyPlan frequencies;
  WavenumberPlan wavenumbers;
  std::vector<Node> nodes;
  std::vector<double> depths;
  std::vector<Excitation> excitations;
  std::vector<std::size_t> source_of;  ///< by excitation
  std::vector<ReceiverGroup> groups;
  Wanted wanted;
  GuidedWaves guided;
  double beyond_guided = 0;  ///< wavenumbers count fully up to those of guided waves times this
  double longest = 0;        ///< ending

  explicit IntegrationPlan(const LayeredEarth& earth) : guided(earth) {}
  double evanescent(Complex s) const { return beyond_guided * guided.largest_wavenumber(std::abs(s)); }
};

IntegrationPlan plan_integration(const LayeredProblem& problem, const Stack& stack);

/// The layers, cut at all sources.
Stack stack_of(const LayeredProblem& problem);
double horizontal_distance(int dim, const Vector& offset);
/// Where the field is not finite.
bool at_source(const IntegrationPlan& plan, const Vector& offset);

}  // namespace unda::reference

// Traces: what the receivers recorded, in memory and as traces.h5.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "scenario/scenario.hpp"

namespace unda::output {

/// One quantity of one group of receivers: values[receiver][component][sample], flat.
struct TraceArray {
  int n_components = 1;
  std::vector<double> values;
  std::vector<char> absent{};  ///< [receiver][component], 1: was not recorded; empty: all were
};

struct TraceGroup {
  std::string name;
  std::vector<Vector> positions;
  std::vector<std::string> labels;
  std::map<scenario::Quantity, TraceArray> quantities;
  std::map<scenario::Quantity, TraceArray> closed_form;  ///< where the scenario has one
  std::vector<double> depths{};  ///< below the surface of the mesh, where they were given in place of z; else empty
  std::vector<scenario::GeographicOrigin> places{};  ///< in a chunk of the earth; else empty
  std::vector<double> moved_down{};  ///< by how much the run moved each, onto the facets of its mesh, m; else empty
};

struct Traces {
  std::string title, method;
  int dim = 3;
  std::vector<double> time;
  std::vector<TraceGroup> groups;
  bool complete = true;  ///< false: the run stopped early and the traces are shorter than asked
};

std::vector<std::string> component_names(scenario::Quantity quantity, int dim);
std::string units(scenario::Quantity quantity);

/// Writes beside `file` and renames, so that a file under that name is always whole.
void write_traces(const std::filesystem::path& file, const Traces& traces, bool single_precision);
/// Throws InputError where the file cannot be read or does not have the layout of the contract.
Traces read_traces(const std::filesystem::path& file);

}  // namespace unda::output

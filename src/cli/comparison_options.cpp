// Options of comparisons, and what they mean.
#include "cli/comparison_options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "scenario/names.hpp"

namespace unda::cli {
namespace {

scenario::Quantity quantity_named(const std::string& name) {
  const auto& names = scenario::names<scenario::Quantity>;
  const auto found = std::find(names.begin(), names.end(), name);
  return scenario::Quantity(found - names.begin());
}

}  // namespace

void add_comparison_options(CLI::App& command, ComparisonArguments& a) {
  add_filter_options(command, a.filter, "zero-phase Butterworth filter on both sides");
  command.add_option("--receivers", a.group, "only this group of receivers")->type_name("NAME");
  command.add_option("--quantity", a.quantity, "only this quantity")
      ->check(CLI::IsMember(std::vector<std::string>(scenario::names<scenario::Quantity>.begin(),
                                                     scenario::names<scenario::Quantity>.end())));
  command
      .add_option("--position-tolerance", a.position_tolerance,
                  "by how much positions may differ (default: 1e-6 of the largest coordinate)")
      ->check(CLI::PositiveNumber)
      ->type_name("M");
}

verify::CompareOptions comparison_options(const ComparisonArguments& a) {
  verify::CompareOptions options;
  options.group = a.group;
  options.position_tolerance = a.position_tolerance;
  options.corners = corners_of(a.filter);
  if (!a.quantity.empty()) options.quantity = quantity_named(a.quantity);
  return options;
}

}  // namespace unda::cli

// Reference seismograms that come as one file a station (CSV) or a component (SAC), put together as Traces.
// The traces have one group without a name, and components as in three dimensions; what no file holds is absent.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "output/traces.hpp"

namespace unda::output {

/// A coordinate that a file does not tell.
inline constexpr double unknown_coordinate = std::numeric_limits<double>::quiet_NaN();

/// One recorded component.
struct StationTrace {
  std::filesystem::path file;
  std::string label;
  Vector position{unknown_coordinate, unknown_coordinate, unknown_coordinate};
  scenario::Quantity quantity = scenario::Quantity::velocity;
  int component = 0;  ///< of component_names(quantity, 3)
  double start = 0, interval = 0;
  std::vector<double> values;
};

/// Throws the InputError that names the file.
[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& what);

/// Throws InputError where samplings differ or a component of a station comes twice.
Traces assemble(const std::vector<StationTrace>& stations);

/// A table of numbers under a line that names its columns and, optionally, the place:
///   # x(east)=800 y(north)=600 z=0; t[s], v_east, v_north, v_up [m/s]
/// The label is the name of the file without its ending. Or, as unda export writes it, with the labels of receivers:
///   time [s],line1.x [m/s],line1.z [m/s],line2.x [m/s], ...
std::vector<StationTrace> read_csv(const std::filesystem::path& file);

/// Binary SAC of either byte order, version 6 or 7. Values are taken as SI units. The quantity is that of the header,
/// where unda export or IDEP tells it, otherwise `quantity`.
StationTrace read_sac(const std::filesystem::path& file, std::optional<scenario::Quantity> quantity);
/// Whether a file looks like one.
bool is_sac(const std::filesystem::path& file);

}  // namespace unda::output

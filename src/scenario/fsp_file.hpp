// FSP files of the SRCMOD database: a finite-fault inversion as a table of subfaults under a header of % lines.
#pragma once

#include <filesystem>

#include "scenario/finite_fault.hpp"
#include "scenario/text_file.hpp"

namespace unda::scenario {

/// Whether the file starts with a % line.
bool looks_like_fsp(const std::filesystem::path& file);

/// Positions hold longitude and latitude as they stand in the file, moved to the centres of subfaults by (x east, y north) in
/// m in `shifts` where the header says that they are top centres; all else is in SI units.
struct FspFault {
  FiniteFault fault;
  std::vector<Vector> shifts;    ///< of each point, to be added once it is in m
  bool starts_by_speed = false;  ///< no column TRUP: slip starts as a front of the header's average speed arrives
  bool rise_of_header = false;   ///< no column RISE: the average of the header
};
FspFault read_fsp(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

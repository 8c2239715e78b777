// Network, station, location and channel codes of traces, as SAC and miniSEED want them.
#pragma once

#include <string>
#include <vector>

#include "output/export/gathers.hpp"

namespace unda::output {

struct StationCode {
  std::string network, station;
};

/// What a format allows.
struct CodeLimits {
  std::size_t network = 2, station = 5;
  bool upper_case = true;
  const char* format = "miniSEED";
};

/// Codes of all receivers of the selected groups. A label "NET.STA" gives both codes, another the station, in network XX.
/// A group with a label that does not fit (letters and digits, at most so many) is numbered R0001, R0002, ... all
/// through the file; `notes` then says so. Codes that coincide are an input error.
class StationCodes {
 public:
  StationCodes(const Gathers& gathers, const CodeLimits& limits, std::vector<std::string>& notes);
  const StationCode& of(const TraceGroup* group, std::size_t receiver) const;

 private:
  std::vector<std::pair<const TraceGroup*, std::vector<StationCode>>> groups_;
};

/// The letter for a sampling rate in Hz, by the SEED manual for broad-band channels: J F C H B M L V U.
char band_code(double rate);

/// Band, X (a computed channel), orientation: E N Z for x y z, P for pressure, 1 to 6 for stress xx yy zz xy xz yz.
std::string channel_code(const Gather& gather, double rate);

/// D0, V0, A0, P0 or S0: displacement, velocity, acceleration, pressure, stress.
std::string location_code(scenario::Quantity quantity);

}  // namespace unda::output

// The 240-byte trace header that SEG-Y and SU share: which number stands at which byte.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/export/gathers.hpp"

namespace unda::output {

struct HeaderField {
  int byte = 1;  ///< of the first byte, counted from 1 as in the standard
  int size = 2;  ///< 2 or 4 bytes
  std::int32_t value = 0;
};

/// Of receivers and source, and its depth: the numbers to which the scale of the headers applies.
std::vector<double> header_coordinates(const Gathers& gathers);

/// What all trace headers of a file have in common, and the limits of the format.
class TraceHeaders {
 public:
  /// Throws InputError when interval, length or coordinates do not fit the format. `coordinates`: all that the file is
  /// to hold, so that one scale serves; empty: those of these gathers.
  TraceHeaders(const Gathers& gathers, const std::string& format, const std::vector<double>& coordinates = {});

  /// `gather` and `receiver` count from 0, `sequence` from 1 through the file. Alone, each gather is a field record;
  /// among shots a shot is, with its number as source point. The fields of SEG-Y revision 1 beyond
  /// byte 180 are added when `revision_1` is set; SU has others there.
  std::vector<HeaderField> of(std::size_t gather, std::size_t receiver, std::size_t sequence, bool revision_1) const;

  std::int32_t interval_us() const { return interval_us_; }
  std::int32_t n_samples() const { return static_cast<std::int32_t>(gathers_.n_samples()); }

 private:
  HeaderField record(std::size_t gather) const;
  HeaderField number_in_record(std::size_t gather, std::size_t receiver) const;
  void place(std::vector<HeaderField>& fields, const Vector& receiver) const;

  const Gathers& gathers_;
  std::int32_t interval_us_ = 0, delay_ms_ = 0;
  std::int32_t divisor_ = 1;  ///< of coordinates and elevations: 1, 10, ... 10000; the header stores -divisor
};

}  // namespace unda::output

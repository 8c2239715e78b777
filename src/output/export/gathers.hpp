// What an export writes: a selection of traces with all that headers may want to know.
// Owns the traces; gathers look into them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/vector.hpp"
#include "output/traces.hpp"
#include "scenario/chunk.hpp"
#include "scenario/projection.hpp"

namespace unda::output {

/// One component of one quantity of one group of receivers.
struct Gather {
  const TraceGroup* group = nullptr;
  scenario::Quantity quantity{};
  std::string component;                        ///< "x", "xy", or "p"
  std::vector<std::span<const double>> traces;  ///< by receiver

  /// "streamer pressure", "well velocity x".
  std::string title() const;
};

struct ExportSource {
  Vector position{0, 0, 0};
  double depth = 0;  ///< below the surface, m
};

/// What a catalogue tells of an event: moments in N m along x, y, z, and when half of them have been released.
struct ExportMechanism {
  std::array<double, 6> moment{};    ///< xx yy zz xy xz yz
  double centroid_time = 0;          ///< s
  std::optional<double> duration{};  ///< of a triangle, s
};

/// What to take; empty: all.
struct Selection {
  std::string receivers, quantity, component;
};

class Gathers {
 public:
  /// Throws InputError when the traces are damaged or nothing is selected. `file` is for messages.
  Gathers(Traces traces, const Selection& selection, const std::string& file);
  Gathers(const Gathers&) = delete;
  Gathers& operator=(const Gathers&) = delete;

  const std::vector<Gather>& all() const { return gathers_; }
  int dim() const { return traces_.dim; }
  std::size_t n_samples() const { return traces_.time.size(); }
  std::size_t n_traces() const;
  double interval() const { return interval_; }          ///< s
  double start() const { return traces_.time.front(); }  ///< of the first sample, s
  const std::vector<double>& time() const { return traces_.time; }

  std::string title;     ///< of the scenario; may be empty
  std::size_t shot = 0;  ///< its number in a file of several, from 1; 0: alone
  std::string shot_name{};
  std::optional<ExportSource> source;                      ///< nothing: not known
  std::optional<ExportMechanism> mechanism{};              ///< of a lone point source whose time function has area 1
  std::optional<scenario::LocalProjection> map{};          ///< x, y to latitude and longitude, where they are tied
  std::optional<scenario::GeographicOrigin> map_origin{};  ///< and what they are tied to
  std::optional<scenario::ChunkFrame> chunk{};             ///< of a chunk of the earth
  std::optional<std::int64_t> time_zero{};                 ///< t = 0 in UTC, microseconds since 1970
  std::optional<double> origin_time{};                     ///< of the event, s after t = 0
  std::string event_name{};
  std::optional<double> top{};  ///< of a flat domain, m

  /// Whether positions have latitudes and longitudes.
  bool is_geographic() const { return map || chunk; }
  std::optional<scenario::GeographicOrigin> place_of(const Vector& position) const;
  /// z of the surface above a position at a depth, m; of a chunk of the earth 0.
  double elevation(const Vector& position, double depth) const { return chunk ? 0 : position[2] + depth; }
  /// Of a receiver below the surface, m; nothing where the surface is not known.
  std::optional<double> depth_of(const TraceGroup& group, std::size_t receiver) const;

  /// Throws InputError when a sample is not finite or too large for float32.
  void require_floats(const std::string& format) const;
  /// True when every sample is a float32 already.
  bool all_single() const;

 private:
  void check_shapes(const std::string& file) const;
  void check_time(const std::string& file);
  void select(const Selection& selection, const std::string& file);

  Traces traces_;
  std::vector<Gather> gathers_;
  double interval_ = 0;
};

}  // namespace unda::output

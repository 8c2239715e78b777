// Times of snapshots, and the field at t = 0.
#include "run/snapshot_times.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "exec/for_each.hpp"
#include "run/frame_list.hpp"
#include "run/initial_field.hpp"

namespace unda::run {
namespace {

using scenario::Quantity;

/// A starting field at t = 0, in the components of a snapshot.
std::vector<double> components_of(const method::StartingField& field, Quantity quantity, const scenario::Domain& domain,
                                  const Vector& x) {
  if (quantity == Quantity::velocity) {
    const Vector v = field.velocity(x, 0);
    std::vector<double> components;
    for (const int axis : domain.axes()) components.push_back(v[axis]);
    return components;
  }
  const std::array<double, 6> s = field.stress(x, 0);  // xx yy zz xy xz yz
  if (quantity == Quantity::pressure) return {-(s[0] + s[1] + s[2]) / 3};
  return domain.dim == 3 ? std::vector<double>(s.begin(), s.end()) : std::vector<double>{s[0], s[2], s[4]};
}

}  // namespace

double last_snapshot_time(const scenario::Scenario& s) {
  return s.output.snapshots ? last_frame_time(s.output.snapshots->interval, s.time.duration) : 0;
}

std::int64_t n_snapshots(const scenario::Scenario& s) {
  return n_frames(s.output.snapshots->interval, s.time.duration);
}

std::int64_t step_of_snapshot(const Experiment& e, std::int64_t number) {
  return std::llround(static_cast<double>(number) * e.scenario->output.snapshots->interval / e.dt);
}

double time_of_snapshot(const Experiment& e, const method::Simulation& simulation, Quantity quantity,
                        std::int64_t step) {
  const double offset = step > 0 ? simulation.snapshot_time_offset(quantity) : 0;
  return (static_cast<double>(step) + offset) * e.dt;
}

bool has_wavefield(const method::Discretisation& fields, Quantity quantity) {
  return fields.has_snapshot(quantity) && (quantity != Quantity::stress || fields.physics() == "elastic");
}

void take_start(const Experiment& e, Quantity quantity, const method::SnapshotPoints& points, std::span<float> values) {
  std::fill(values.begin(), values.end(), 0.0F);
  const auto field = starting_field(e);
  if (!field || quantity == Quantity::displacement) return;
  const scenario::Domain& domain = e.scenario->domain;
  const std::size_t n_points = method::n_points_here(points);
  constexpr std::size_t piece = 256;  // points
  exec::for_each_heavy((n_points + piece - 1) / piece, [&](std::size_t n) {
    for (std::size_t p = n * piece; p < std::min(n_points, (n + 1) * piece); ++p) {
      const std::vector<double> components = components_of(*field, quantity, domain, method::position(points, p));
      float* value = &values[p * components.size()];
      for (const double component : components) *value++ = static_cast<float>(component);
    }
  });
}

}  // namespace unda::run

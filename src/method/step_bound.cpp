// Telling the place and the reason.
#include "method/step_bound.hpp"

#include <fmt/format.h>

namespace unda::method {
namespace {

std::string place_of(const Vector& x) {
  std::string place;
  for (std::size_t a = 0; a < 3; ++a)
    if (!std::isnan(x[a])) place += fmt::format("{}{} = {:.6g}", place.empty() ? "at " : ", ", "xyz"[a], x[a]);
  return place.empty() ? "everywhere" : place + " m";
}

std::string length_of(double shortest, double longest) {
  const std::string low = fmt::format("{:.4g}", shortest), high = fmt::format("{:.4g}", longest);
  return (low == high ? low : low + " to " + high) + " m";
}

}  // namespace

std::string StepBound::words() const {
  if (relaxation_time > 0)
    return fmt::format("the shortest time of the relaxation mechanisms, {:.4g} s", relaxation_time);
  constexpr double as_fast = 0.999;
  const std::string share =
      speed >= as_fast * fastest ? "the fastest" : fmt::format("{:.2g} of the fastest", speed / fastest);
  const std::string length = length_of(shortest, longest);
  return fmt::format("{}{}{}: waves of {:.5g} m/s, {}, {}{}{}", n_steps > 1 ? fmt::format("1/{} of it ", n_steps) : "",
                     place_of(position), is_in_layer ? " in the absorbing layer" : "", speed, share,
                     between == Between::grid_points ? "between grid points " + length + " apart"
                                                     : "across an element with edges of " + length,
                     is_smallest ? ", the smallest" : "", n_alike > 1 ? fmt::format(", one of {} alike", n_alike) : "");
}

}  // namespace unda::method

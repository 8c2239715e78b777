// The keys of [[source]], of its calibration and of its time function.
#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

/// Of a chunk of the earth.
void declare_place(Section& s, SourceSpec& v) {
  GeographicOrigin place;
  double depth = 0;
  s.required({.name = "lat", .unit = "degrees", .help = "the geographic latitude"},
             number(place.latitude, between(-90, 90)));
  s.required({.name = "lon", .unit = "degrees", .help = "the longitude"}, number(place.longitude, between(-180, 360)));
  s.required({.name = "depth", .unit = "m", .help = "the depth below the surface"}, number(depth, non_negative));
  if (!s.active()) return;
  v.place = place;
  v.depth = depth;
}

/// position = [...], or x, y and depth below the surface. z follows from depth when the position is checked.
void declare_position(Section& s, SourceSpec& v) {
  const bool by_depth = !s.given("position") && (s.given("depth") || s.given("x") || s.given("y"));
  s.only(!by_depth, "neither x, y nor depth", [&] {
    s.required({.name = "position", .unit = "m", .help = "where it is", .note = "or x, y and depth"},
               components(v.position, s.axes()));
  });
  s.only(by_depth, "no position", [&] {
    s.required({.name = "x", .unit = "m", .help = "where it is"}, number(v.position[0]));
    s.only(s.dim() == 3, "a 3-D domain",
           [&] { s.required({.name = "y", .unit = "m", .help = "where it is"}, number(v.position[1])); });
    s.only(s.dim() > 1, "a 2-D or 3-D domain", [&] {
      s.required({.name = "depth",
                  .unit = "m",
                  .help = "the depth below the surface",
                  .note = "straight down from the mesh where it has topography; 0: on it"},
                 number(v.depth, non_negative));
    });
  });
}

void declare_moment_tensor(Section& s, std::array<double, 6>& v) {
  constexpr std::array<const char*, 6> component_names{"xx", "yy", "zz", "xy", "xz", "yz"};
  constexpr std::array<int, 6> least_dim{1, 3, 2, 3, 2, 3};
  constexpr std::array<const char*, 4> conditions{"", "", "a 2-D or 3-D domain", "a 3-D domain"};
  bool any = false;
  for (std::size_t i = 0; i < 6; ++i) {
    any = any || s.given(component_names[i]);
    const std::string help = fmt::format("M{}", component_names[i]);
    s.only(s.dim() >= least_dim[i], conditions[static_cast<std::size_t>(least_dim[i])], [&] {
      s.optional({.name = component_names[i], .unit = "N m", .help = help.c_str(), .note = "in 2-D N m per metre"},
                 number(v[i]));
    });
  }
  if (s.active() && !any) s.fail("xx", "is missing; give at least one component of the moment tensor in N m");
}

/// M = M0 I, with as many diagonal components as the domain has axes.
void set_explosion(std::array<double, 6>& moment, double m0, const std::vector<int>& axes) {
  for (int axis : axes) moment[static_cast<std::size_t>(axis)] = m0;
}

void declare_strength(Section& s, SourceSpec& v) {
  s.only(v.kind == SourceKind::explosion, "kind = \"explosion\"", [&] {
    double m0 = 0;
    Calibration calibration;
    s.only(!s.given("calibration"), "no calibration", [&] {
      if (s.required({.name = "moment",
                      .unit = "N m",
                      .help = "the moment M0",
                      .note = "or calibration; in 2-D N m per metre"},
                     number(m0)))
        set_explosion(v.moment, m0, s.axes());
    });
    if (s.table({.name = "calibration",
                 .help = "in place of the moment: the time function times `amplitude` is the pressure at `distance` in "
                         "a uniform medium with the properties at the source, later by the travel time",
                 .note = "in 2-D the time function must have no mean"},
                [&](Section& t) { declare(t, calibration); }))
      v.calibration = calibration;
  });
  s.only(v.kind == SourceKind::moment_tensor, "kind = \"moment_tensor\"", [&] {
    s.required_table({.name = "moment", .help = "the components that are not zero, for instance { xy = 1e18 }"},
                     [&](Section& t) { declare_moment_tensor(t, v.moment); });
  });
  s.only(v.kind == SourceKind::force, "kind = \"force\"", [&] {
    s.required({.name = "force", .unit = "N", .help = "the force", .note = "in 2-D N per metre"},
               components(v.force, s.axes()));
  });
}

}  // namespace

void declare(Section& s, Calibration& v) {
  s.required({.name = "amplitude", .unit = "Pa", .help = "the factor of the time function in the pressure"},
             number(v.amplitude));
  s.required({.name = "distance", .unit = "m", .help = "the distance from the explosion at which that pressure acts"},
             number(v.distance, positive));
}

void declare(Section& s, TimeFunctionSpec& v) {
  if (!s.required({.name = "kind", .help = "the shape: \"ricker\", \"gaussian\", \"brune\" or \"samples\""},
                  word(v.kind)) &&
      !s.documenting())
    return s.abandon();
  s.only(v.kind == TimeFunctionKind::ricker, "kind = \"ricker\"", [&] {
    s.required({.name = "frequency", .unit = "Hz", .help = "f in (1 - 2a) exp(-a), a = (pi f (t - delay))^2"},
               number(v.frequency, positive));
    if (s.active() && v.frequency > 0) v.delay = 1.5 / v.frequency;
    s.optional({.name = "delay", .unit = "s", .help = "the time of the peak", .otherwise = "1.5 / frequency"},
               number(v.delay));
  });
  s.only(v.kind == TimeFunctionKind::gaussian, "kind = \"gaussian\"", [&] {
    s.required(
        {.name = "sigma", .unit = "s", .help = "the width in exp(-((t - delay)/sigma)^2 / 2) / (sigma sqrt(2 pi))"},
        number(v.sigma, positive));
    if (s.active()) v.delay = 6 * v.sigma;
    s.optional({.name = "delay", .unit = "s", .help = "the time of the peak", .otherwise = "6 sigma"}, number(v.delay));
  });
  s.only(v.kind == TimeFunctionKind::brune, "kind = \"brune\"",
         [&] { s.required({.name = "rise", .unit = "s", .help = "T in t/T^2 exp(-t/T)"}, number(v.rise, positive)); });
  s.only(v.kind == TimeFunctionKind::samples, "kind = \"samples\"", [&] {
    s.samples({.name = "file", .help = "the file of t and s(t), two numbers a line"}, v.file, v.array, true);
  });
}

void declare(Section& s, SourceSpec& v) {
  const bool from_file = s.given("file");
  s.file(
      {.name = "file",
       .help =
           "a CMTSOLUTION, FORCESOLUTION or QuakeML, or a finite fault as SRF or FSP, which then gives kind, position "
           "and strength"},
      v.file, false);
  s.only(!from_file, "no file", [&] {
    if (!s.required({.name = "kind", .help = "what acts: \"explosion\", \"moment_tensor\" or \"force\""},
                    word(v.kind)) &&
        s.active())
      return s.abandon();
    s.only(s.on_sphere(), "domain.kind = \"chunk\"", [&] { declare_place(s, v); });
    s.only(!s.on_sphere(), "domain.kind = \"box\"", [&] { declare_position(s, v); });
    declare_strength(s, v);
  });
  const Key key{.name = "time_function",
                .help = "the time function s(t), for instance { kind = \"ricker\", frequency = 2.0 }",
                .note =
                    "the moment rate in 1/s, the factor of a force, or with calibration the shape of the "
                    "pressure; optional beside file"};
  const auto body = [&](Section& t) { declare(t, v.time_function); };
  if (from_file)
    s.table(key, body);
  else
    s.required_table(key, body);
}

}  // namespace unda::scenario

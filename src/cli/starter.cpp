// The text of the starter scenarios: what depends on the dimension, and what does not.
#include "cli/starter.hpp"

#include "base/error.hpp"
#include "run/methods.hpp"
#include "run/result_directory.hpp"

namespace unda::cli {
namespace {

constexpr const char* head =
    R"(# A scenario for unda: what the earth, the sources and the receivers are. SI units, z up.
#   unda check {0}    is it right?
#   unda plan {0}     how large would it be?
#   unda run {0}      run it; the result goes to results/{1}
# All keys: unda info --keys
title = "{2}"
)";

constexpr const char* earth_1d = R"(
[domain]                  # m; 1-D: x alone
x = [0, 3000]

[model]                   # in 1-D fluids only
kind = "uniform"
vp = 1500.0               # m/s
vs = 0.0
rho = 1000.0              # kg/m^3

[boundary]                # free, absorbing, rigid or periodic; faces: west, east
default = "absorbing"
# west = "free"

[[source]]
kind = "explosion"
position = [1000]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }   # Hz, s

[[receivers]]
name = "line"
line = { from = [1200], to = [2800], count = 9 }
quantities = ["pressure", "velocity"]   # displacement, velocity, acceleration, pressure

[time]
duration = 1.5            # s
sample_interval = 0.002   # traces come at these times, whatever the step of the method
)";

constexpr const char* earth_2d = R"(
[domain]                  # m; 2-D: x and z, all of it physical (absorbing layers lie outside)
x = [0, 4000]
z = [-2000, 0]

[model]                   # uniform, layers (from the top down) or grid (files)
kind = "layers"
[[model.layer]]
top = 0.0
vp = 2000.0               # m/s
vs = 1100.0               # 0: a fluid
rho = 2000.0              # kg/m^3
[[model.layer]]
top = -600.0
vp = 3500.0
vs = 2000.0
rho = 2400.0

[boundary]                # free, absorbing, rigid or periodic; faces: west, east, bottom, top
default = "absorbing"
top = "free"

[[source]]                # explosion, moment_tensor or force; more sources: more [[source]] tables
kind = "explosion"
position = [1000, -300]   # x, z
moment = 1e12             # N m, per metre in 2-D
time_function = { kind = "ricker", frequency = 6, delay = 0.25 }    # Hz, s

[[receivers]]
name = "surface"
line = { from = [1200, 0], to = [3800, 0], count = 27 }
quantities = ["velocity"]   # displacement, velocity, acceleration, pressure, stress

[[receivers]]
name = "well"
positions = [[2000, -300], [2000, -900], [2000, -1500]]
quantities = ["velocity", "pressure"]

[time]
duration = 2.5            # s
sample_interval = 0.004   # traces come at these times, whatever the step of the method
)";

constexpr const char* earth_3d = R"(
[domain]                  # m; x east, y north, z up, all of it physical (absorbing layers lie outside)
x = [0, 2000]
y = [0, 2000]
z = [-1200, 0]

[model]                   # uniform, layers (from the top down) or grid (files)
kind = "layers"
[[model.layer]]
top = 0.0
vp = 2500.0               # m/s
vs = 1400.0               # 0: a fluid
rho = 2100.0              # kg/m^3
[[model.layer]]
top = -400.0
vp = 3500.0
vs = 2000.0
rho = 2400.0

[boundary]                # free, absorbing, rigid or periodic; faces: west, east, south, north, bottom, top
default = "absorbing"
top = "free"

[[source]]                # explosion, moment_tensor or force; more sources: more [[source]] tables
kind = "moment_tensor"
position = [700, 800, -600]   # x, y, z
moment = { xy = 1e14 }    # N m; xx yy zz xy xz yz, those that are not zero
time_function = { kind = "ricker", frequency = 3, delay = 0.45 }    # Hz, s

[[receivers]]
name = "surface"
line = { from = [800, 800, 0], to = [1900, 1500, 0], count = 12 }
quantities = ["velocity"]   # displacement, velocity, acceleration, pressure, stress

[time]
duration = 2.0            # s
sample_interval = 0.005   # traces come at these times, whatever the step of the method
)";

constexpr const char* tail = R"(
[mesh]
max_frequency = {0}      # Hz, the highest that must be right (2.5 times that of a ricker); the spacing follows

[solver]
method = "{1}"
precision = "single"      # single or double
# device = "cpu"

[output]                  # beside traces.h5
plots = true
# snapshots = {{ interval = 0.25, quantities = ["velocity", "pressure"] }}
)";

struct Earth {
  const char *title, *text;
  double max_frequency;
};

constexpr Earth earths[] = {{"An explosion in a fluid, 1-D", earth_1d, 25.0},
                            {"An explosion in a layer over a half-space, 2-D", earth_2d, 15.0},
                            {"A double couple under a layer, 3-D", earth_3d, 7.5}};

std::string text_for(const std::filesystem::path& file, int dim, scenario::Method method) {
  const Earth& earth = earths[dim - 1];
  return fmt::format(fmt::runtime(head), file.string(), file.stem().string(), earth.title) + earth.text +
         fmt::format(fmt::runtime(tail), earth.max_frequency, scenario::name_of(method));
}

}  // namespace

void write_starter(const std::filesystem::path& file, int dim, scenario::Method method) {
  if (run::available_methods().find(scenario::name_of(method)) == std::string::npos)
    throw InputError(fmt::format("--method {}: is not part of this version of unda; available: {}",
                                 scenario::name_of(method), run::available_methods()));
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, error)))
    throw InputError(fmt::format("{}: exists already; give another name", file.string()));
  const std::filesystem::path folder = file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    throw InputError(fmt::format("{}: there is no directory {}", file.string(), folder.string()));
  run::write_text(file, text_for(file, dim, method));
}

}  // namespace unda::cli

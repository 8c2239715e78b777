// What thin layers cost, in words.
#include "fd/thin_layers_remarks.hpp"

#include <fmt/format.h>

#include "fd/misfit_parts.hpp"
#include "method/expected_echo.hpp"

namespace unda::fd {

std::vector<std::array<std::string, 2>> thin_layers_remarks(const scenario::Scenario& scenario,
                                                            const std::vector<model::LevelInterface>& interfaces,
                                                            const Grid& whole, double frequency) {
  std::vector<std::array<std::string, 2>> remarks;
  const Axis& up = whole.axis[static_cast<std::size_t>(whole.dim - 1)];
  if (up.physical != 2) return remarks;
  for (const ThinLayer& layer : thin_layers(interfaces, up)) {
    const std::string what =
        fmt::format("z = {:.6g} to {:.6g} m (vp {:.6g}, vs {:.6g}), {:.4g} m thick, {:.2g} of a cell", layer.low,
                    layer.high, layer.medium.vp, layer.medium.vs, layer.high - layer.low, layer.part_of_cell);
    if (layer.is_fluid() && interfaces[layer.floor].is_sea_floor())
      // A sheet of water 0.006 to 0.9 cells thick within rock, 7.6 points per wavelength.
      remarks.push_back({method::warning_word, fmt::format("{}: the fluid at {}: cells that it cuts bear no shear, "
                                                           "however thin it is, and misfits were 0.7 to 0.8. "
                                                           "Take solver.method = \"sem\", or a smaller mesh.spacing",
                                                           scenario.where("model"), what)});
    else
      remarks.push_back({"thin layer", frequency > 0
                                           ? fmt::format("{}: its interfaces add about {:.2g} % to the misfit", what,
                                                         100 * misfit_of(layer, interfaces, whole, frequency))
                                           : what});
  }
  return remarks;
}

}  // namespace unda::fd

// Choosing a device.
#include "method/device_choice.hpp"

#include <fmt/format.h>

namespace unda::method {

HostAlone host_alone(const scenario::Scenario& s, const model::Extremes& earth) {
  using scenario::Method;
  if (s.solver.method == Method::sem && s.domain.chunk) return {"spectral elements compute a chunk of the earth", ""};
  if (s.solver.method == Method::sem && s.takes_any_hexahedra())
    return {"spectral elements on a mesh.file run",
            "the boxes that the program makes, or method dg, which takes mesh.file with tetrahedra"};
  if (s.solver.method == Method::dg && earth.attenuates() && earth.any_anisotropic)
    return {"discontinuous Galerkin computes anisotropic solids beside media that attenuate",
            "leave out qp and qs, or the anisotropy; methods that have both on devices: sem, fd"};
  return {};
}

exec::Device choose_device(const scenario::Scenario& s, const model::Extremes& earth, std::size_t n_gpus) {
  using exec::DeviceKind;
  const scenario::Device wish = s.solver.device;
  if (wish == scenario::Device::cpu) return {};
  if (const HostAlone host = host_alone(s, earth); !host.what.empty()) {
    if (wish == scenario::Device::automatic) return {};
    s.fail("solver.device",
           fmt::format("\"{}\": {} on the host alone: take \"auto\" or \"cpu\"{}{}", scenario::name_of(wish), host.what,
                       host.way_out.empty() ? "" : ", or ", host.way_out));
  }
  if (wish == scenario::Device::debug) return {DeviceKind::simulated, 0};
  if (n_gpus > 0) return {DeviceKind::gpu, parallel::rank_on_this_machine() % static_cast<int>(n_gpus)};
  if (wish == scenario::Device::gpu)
    s.fail("solver.device", fmt::format("\"gpu\": {}; allowed here: \"auto\", \"cpu\"", exec::why_no_gpu()));
  return {};
}

std::string why_not_on_gpu(const scenario::Scenario& s, const model::Extremes& earth, std::size_t n_gpus) {
  if (s.solver.device != scenario::Device::automatic || n_gpus == 0) return "";
  const HostAlone host = host_alone(s, earth);
  return host.what.empty() ? "" : fmt::format("the GPU of this machine is left alone: {} on the host alone", host.what);
}

void check_memory(const scenario::Scenario& s, const std::string& key, const std::string& what, double bytes,
                  const std::string& advice, const exec::Device& device, const parallel::Communicator& ranks) {
  const bool on_gpu = device.kind == exec::DeviceKind::gpu;
  const int n_places = on_gpu ? static_cast<int>(exec::gpus().size()) : 1;
  const int sharing = (parallel::ranks_on_this_machine() + n_places - 1) / n_places;
  const auto available = static_cast<double>(exec::free_memory(device));
  if (!ranks.any(bytes * sharing > 0.95 * available)) return;
  s.fail(key,
         fmt::format("{} need {:.3g} GB{}; this {} has {:.1f} GB free. {}{}", what, bytes * sharing / 1e9,
                     sharing > 1 ? fmt::format(" for {} ranks that share it", sharing) : "", on_gpu ? "GPU" : "machine",
                     available / 1e9, advice, on_gpu ? ", or solver.device = \"cpu\"" : ""));
}

}  // namespace unda::method

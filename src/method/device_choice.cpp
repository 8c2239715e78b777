// Choosing a device.
#include "method/device_choice.hpp"

#include <fmt/format.h>

namespace unda::method {

exec::Device choose_device(const scenario::Scenario& s) {
  using exec::DeviceKind;
  const scenario::Device wish = s.solver.device;
  if (wish == scenario::Device::cpu) return {};
  if (wish == scenario::Device::debug) return {DeviceKind::simulated, 0};
  const std::size_t n = exec::gpus().size();
  if (n > 0) return {DeviceKind::gpu, parallel::rank_on_this_machine() % static_cast<int>(n)};
  if (wish == scenario::Device::gpu)
    s.fail("solver.device", fmt::format("\"gpu\": {}; allowed here: \"auto\", \"cpu\"", exec::why_no_gpu()));
  return {};
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

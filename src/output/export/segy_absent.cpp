// SEG-Y in a build without segyio: refused.
#include "base/error.hpp"
#include "output/export/segy.hpp"

namespace unda::output {
namespace {

[[noreturn]] void refuse() {
  throw InputError(
      "--format segy: needs segyio, which this build of unda is without; install it (Debian: libsegyio-dev) and build "
      "again, or take another format, as su");
}

}  // namespace

std::vector<std::string> write_segy(const Gathers&, const std::filesystem::path&, NewFiles&) { refuse(); }
std::vector<std::string> write_segy_shots(const ShotSeries&, const std::filesystem::path&, NewFiles&) { refuse(); }

}  // namespace unda::output

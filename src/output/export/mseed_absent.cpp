// miniSEED in a build without libmseed: refused.
#include "base/error.hpp"
#include "output/export/mseed.hpp"

namespace unda::output {

std::vector<std::string> write_mseed(const Gathers&, const std::filesystem::path&, NewFiles&) {
  throw InputError(
      "--format mseed: needs libmseed, which this build of unda is without; install it (Debian: libmseed-dev) and "
      "build again, or take another format, as sac");
}

}  // namespace unda::output

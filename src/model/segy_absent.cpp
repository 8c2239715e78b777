// SEG-Y models in a build without segyio: refused.
#include <fmt/format.h>

#include "base/error.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {

SampledArray read_segy(const std::filesystem::path& file, const std::vector<std::int64_t>&) {
  throw InputError(fmt::format(
      "{}: reading SEG-Y needs segyio, which this build of unda is without; install it (Debian: libsegyio-dev) and "
      "build again, or write the model as .npy",
      file.string()));
}

}  // namespace unda::model

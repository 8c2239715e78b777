// Raw samples: little-endian float32 without a header, the shape told by the scenario.
// The file must have exactly the bytes that the shape asks for.
#include "base/error.hpp"
#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {

SampledArray read_raw(const std::filesystem::path& file, const std::vector<std::int64_t>& shape, std::uint64_t offset) {
  BinaryFile binary(file);
  if (shape.empty())
    binary.fail(
        "a raw file does not tell its shape; give { file = \"...\", shape = [slowest, ..., fastest] }, or "
        "use "
        "a .npy, .rsf, .sgy or .segy file");
  return {binary.array(offset, shape, ScalarType{}), shape, std::nullopt};
}

}  // namespace unda::model

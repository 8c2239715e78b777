// Checksums of input files.
#include "run/input_files.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/checksum.hpp"
#include "model/sampled_array.hpp"

namespace unda::run {
namespace {

/// The mesh of another method is named, but not read.
bool is_read(const scenario::Scenario& s, const scenario::InputFile& file) {
  return file.key.rfind("mesh", 0) != 0 || file.path == s.mesh.file;
}

}  // namespace

std::vector<output::CheckpointInput> checksums_of_input(const scenario::Scenario& s) {
  std::vector<output::CheckpointInput> inputs;
  for (const scenario::InputFile& file : s.input_files) {
    if (!is_read(s, file)) continue;
    inputs.push_back({file.key, file.path.string(), checksum_of_file(file.path)});
    if (file.key.rfind("model.", 0) != 0 || model::format_of(file.path) != model::SampleFormat::rsf) continue;
    if (const std::filesystem::path data = model::rsf_data_file(file.path); !data.empty())
      inputs.push_back({file.key, data.string(), checksum_of_file(data)});
  }
  return inputs;
}

std::string changed_input(const std::vector<output::CheckpointInput>& there,
                          const std::vector<output::CheckpointInput>& here) {
  for (const output::CheckpointInput& input : here) {
    const auto same = std::find_if(there.begin(), there.end(), [&](const output::CheckpointInput& other) {
      return other.key == input.key && other.name == input.name;
    });
    if (same == there.end()) return fmt::format("{}: {} was not read there", input.key, input.name);
    if (same->checksum != input.checksum)
      return fmt::format("{}: {} has changed since; put the old file back, or start again without --restart", input.key,
                         input.name);
  }
  return {};
}

}  // namespace unda::run

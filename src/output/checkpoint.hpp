// The state of a run in one file, written by all ranks, from which it goes on bit for bit. Layout: attributes of the root
// group: `scenario` (TOML text as run), `facts` (JSON: version, step, ranks, input files, sizes and checksums of the state
// of each rank) and `checksum` of these two; `state`, the bytes of rank 0, 1, ... one after another. What does not agree
// with its checksum is refused before anything is restored.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "method/state.hpp"
#include "parallel/communicator.hpp"

namespace unda::output {

/// A file that the run had read.
struct CheckpointInput {
  std::string key, name, checksum;
};

struct CheckpointFacts {
  std::string version;
  std::string scenario;  ///< TOML text as run
  std::int64_t step = 0;
  std::vector<std::int64_t> ranks;  ///< by axis or part: how the work was divided
  double dt = 0;                    ///< s
  std::string mesh;                 ///< in words
  std::vector<CheckpointInput> inputs;
};

using TransferState = std::function<void(method::State&)>;

/// Replaces the file at once when the new one is whole. Collective.
void write_checkpoint(const std::filesystem::path& file, const CheckpointFacts& facts, const TransferState& transfer,
                      const parallel::Communicator& ranks);

/// Throws InputError where this is no checkpoint, or a damaged one.
CheckpointFacts read_checkpoint_facts(const std::filesystem::path& file);
/// Collective, on as many ranks as wrote it.
void read_checkpoint(const std::filesystem::path& file, const TransferState& transfer,
                     const parallel::Communicator& ranks);

}  // namespace unda::output

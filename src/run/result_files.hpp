// Results as commands are given them: a traces.h5, a result directory, a directory of shots.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/shot_index.hpp"

namespace unda::run {

/// The traces.h5 of a result directory, or the file itself. Throws InputError where there is none.
std::filesystem::path traces_file(const std::filesystem::path& given);

/// Traces, and the file that a command makes of them.
struct MadeOfTraces {
  std::filesystem::path traces, out;
};

/// Of a result, or of each shot of a directory that is done: `name` beside the traces, or `out` where that is given and there is one result.
std::vector<MadeOfTraces> made_of_traces(const std::filesystem::path& given, const std::string& name,
                                         const std::filesystem::path& out);

/// The shots of a directory that are done; the others are named in a warning. Throws InputError where none is.
std::vector<ShotState> shots_done(const std::filesystem::path& directory);

}  // namespace unda::run

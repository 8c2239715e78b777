// unda reference: exact seismograms of a layered scenario, in the layout of a result.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unda::run {

struct ReferenceOptions {
  std::filesystem::path out;  ///< empty: results/<file stem>-reference
  bool overwrite = false;
  std::function<void(const std::filesystem::path& directory)> draw;  ///< as in RunOptions
};

/// Of a file with shots: one result a shot, in directories named by them. Throws InputError before anything is written where
/// the scenario has no exact form. Collective; the first rank does the work.
void write_reference(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                     const ReferenceOptions& options);

}  // namespace unda::run

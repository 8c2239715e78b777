// The directory a run writes into: made late, never overwritten by accident. What a run wrote stands in its manifest
// (manifest.hpp); --overwrite removes that and nothing else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace unda::run {

/// `wish` or results/<file stem>.
std::filesystem::path result_path(const scenario::Scenario& scenario, const std::filesystem::path& wish);

/// What a run writes, below its directory.
const std::vector<std::string>& names_of_result();

/// Throws InputError where files of these names could not be written there: a file in the place of a directory, a
/// directory that is not empty, or with `overwrite` a file that no run has written. Touches nothing.
void check_directory(const std::filesystem::path& directory, bool overwrite, const std::vector<std::string>& names);
/// For a result, which must not replace its own input either.
void check_result_directory(const std::filesystem::path& directory, bool overwrite, const scenario::Scenario& scenario);

/// Throws InputError where a run that goes on would replace a file that it has not written.
void check_restart_directory(const std::filesystem::path& directory);

/// Makes the directory and clears an old result of ours from it; then begins the manifest.
void make_directory(const std::filesystem::path& directory);

/// Notes a file in the manifest of its directory, or of the one above where it stands in a folder; nothing where there is none.
void note_file(const std::filesystem::path& file);
/// Likewise before it is written: throws RunError where another file has its name. Returns the file.
const std::filesystem::path& claim_file(const std::filesystem::path& file);

/// Removes a result of ours from a directory, and the directory where nothing else is in it.
void clear_result(const std::filesystem::path& directory);

/// A small text file, whole or not at all.
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace unda::run

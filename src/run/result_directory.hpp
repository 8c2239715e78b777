// The directory a run writes into: made late, never overwritten by accident.
#pragma once

#include <filesystem>

#include "scenario/scenario.hpp"

namespace unda::run {

/// `wish` or results/<file stem>.
std::filesystem::path result_path(const scenario::Scenario& scenario, const std::filesystem::path& wish);

/// Throws InputError where a result could not be written there; touches nothing.
void check_result_directory(const std::filesystem::path& directory, bool overwrite);

/// Makes the directory, clears an old result of ours from it, and writes scenario.toml.
void make_result_directory(const std::filesystem::path& directory, const scenario::Scenario& scenario);

/// Removes a result of ours from a directory, and the directory where nothing else is in it.
void clear_result(const std::filesystem::path& directory);

/// A small text file, whole or not at all.
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace unda::run

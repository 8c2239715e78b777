// The table of export formats: name, what it is, and the function that writes it.
#pragma once

#include <span>

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"
#include "output/export/shot_series.hpp"

namespace unda::output {

struct ExportFormat {
  const char* name;
  const char* help;
  bool directory;  ///< several files under the name given
  /// Returns what the user should know.
  std::vector<std::string> (*write)(const Gathers&, const std::filesystem::path& out, NewFiles&);
  /// All shots in one file; null: a file or a directory for each.
  std::vector<std::string> (*write_shots)(const ShotSeries&, const std::filesystem::path& out, NewFiles&) = nullptr;
};

std::span<const ExportFormat> export_formats();

}  // namespace unda::output

// unda export: traces in the formats of other programs.
#pragma once

#include <filesystem>
#include <string>

namespace unda::run {

struct ExportOptions {
  std::filesystem::path traces;  ///< traces.h5, the result directory that holds it, or a directory of shots
  std::string format;
  std::filesystem::path out;
  std::string receivers, quantity, component;  ///< empty: all
  std::string start;                           ///< of t = 0, ISO; empty: what the source file tells, if anything
  bool overwrite = false;
};

void export_traces(const ExportOptions& options);

}  // namespace unda::run

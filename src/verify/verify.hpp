// unda verify: one scenario by every method that can take it, and how far their seismograms are apart.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "verify/compare.hpp"

namespace unda::verify {

struct VerifyOptions {
  std::filesystem::path out;  ///< empty: results/<file stem>-verify
  bool overwrite = false;
  std::vector<scenario::Method> methods;  ///< those to try
  bool refine = false;                    ///< each also at half the spacing
  std::vector<std::string> references;    ///< files to measure every run against, as unda compare takes them
  double tolerance = 0.05;
  CompareOptions compare;
  std::string command;  ///< as the user gave it, for the report
  /// Writes report.html of a directory with a verify.json; false where it cannot; none: there is no page.
  std::function<bool(const std::filesystem::path& directory)> write_report;
};

/// Runs each method into a directory of its own below `out`, compares every pair and every run with the closed form and
/// the references, and writes verify.json and report.html. A method that cannot take the scenario is told of; a run that
/// fails does not keep the others from running. Throws InputError, before anything is written, where nothing can be run
/// or compared, and RunError at the end where not all agree. Collective. Of a file with shots it takes the first.
void verify_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                     const VerifyOptions& options);

}  // namespace unda::verify

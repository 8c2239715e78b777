// CSV: a table for each group and quantity, a column of times and one for each trace.
#pragma once

#include "output/export/gathers.hpp"
#include "output/export/new_files.hpp"

namespace unda::output {

/// `out` is a directory, or the file itself when it ends in .csv and there is one table. Returns what the user should know.
std::vector<std::string> write_csv(const Gathers& gathers, const std::filesystem::path& out, NewFiles& files);

}  // namespace unda::output

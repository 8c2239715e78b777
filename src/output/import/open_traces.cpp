// Telling the formats of traces apart: by content where they have a mark, else by the ending of the name.
#include "output/import/open_traces.hpp"

#include <algorithm>
#include <fstream>

#include "output/import/station_files.hpp"

namespace unda::output {

namespace fs = std::filesystem;

namespace {

std::string ending(const fs::path& file) {
  std::string text = file.extension().string();
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_hdf5(const fs::path& file) {
  char mark[8] = {};
  std::ifstream(file, std::ios::binary).read(mark, sizeof mark);
  return std::string_view(mark, sizeof mark) == std::string_view("\x89HDF\r\n\x1a\n", 8);
}

bool is_text(const fs::path& file) {
  char start[512] = {};
  std::ifstream in(file, std::ios::binary);
  in.read(start, sizeof start);
  return std::all_of(start, start + in.gcount(),
                     [](char c) { return c == '\n' || c == '\r' || c == '\t' || c >= ' '; });
}

std::vector<fs::path> files_with(const fs::path& directory, const std::string& wanted) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file() && ending(entry.path()) == wanted) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Traces open_directory(const fs::path& directory, std::optional<scenario::Quantity> quantity) {
  if (fs::exists(directory / "traces.h5")) return read_traces(directory / "traces.h5");
  const std::vector<fs::path> csv = files_with(directory, ".csv"), sac = files_with(directory, ".sac");
  if (csv.empty() && sac.empty())
    refuse_file(directory,
                "holds neither traces.h5 nor files ending in .csv or .sac; name a result directory or a file");
  if (!csv.empty() && !sac.empty()) refuse_file(directory, "holds both .csv and .sac files; name one of them");
  std::vector<StationTrace> stations;
  for (const fs::path& file : csv)
    for (StationTrace& trace : read_csv(file)) stations.push_back(std::move(trace));
  for (const fs::path& file : sac) stations.push_back(read_sac(file, quantity));
  return assemble(stations);
}

}  // namespace

Traces open_traces(const fs::path& path, std::optional<scenario::Quantity> quantity) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) refuse_file(path, "no such file or directory");
  if (fs::is_directory(status)) return open_directory(path, quantity);
  if (!fs::is_regular_file(status)) refuse_file(path, "is not a file");
  if (!std::ifstream(path)) refuse_file(path, "cannot be opened for reading");
  if (fs::file_size(path) == 0) refuse_file(path, "is empty");
  if (is_hdf5(path)) return read_traces(path);
  if (is_sac(path)) return assemble({read_sac(path, quantity)});
  if (ending(path) == ".csv" || ending(path) == ".txt") {
    if (!is_text(path)) refuse_file(path, "is not text");
    return assemble(read_csv(path));
  }
  refuse_file(path,
              "is not HDF5, and neither CSV (.csv) nor SAC; name a result directory, its traces.h5, or such a file");
}

}  // namespace unda::output

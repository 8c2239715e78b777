// Traces to export, a directory for the files, and numbers out of their bytes.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "output/export/formats.hpp"

namespace unda::output::test {

namespace fs = std::filesystem;
using scenario::Quantity;

class ExportTest : public ::testing::Test {
 protected:
  ExportTest() {
    std::string pattern = (fs::temp_directory_path() / "unda-export-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~ExportTest() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  std::string bytes(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder / name, std::ios::binary).rdbuf();
    return out.str();
  }
  /// Writes and gives the notes.
  std::vector<std::string> write(const std::string& format, const Gathers& gathers, const std::string& name,
                                 bool overwrite = false) const {
    for (const ExportFormat& f : export_formats())
      if (f.name == format) {
        NewFiles files(overwrite);
        std::vector<std::string> notes = f.write(gathers, folder / name, files);
        files.commit();
        return notes;
      }
    ADD_FAILURE() << format;
    return {};
  }
  std::string refusal(const std::string& format, const Gathers& gathers, const std::string& name = "out") const {
    try {
      write(format, gathers, name);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  std::size_t n_files() const {
    std::size_t n = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) n += entry.is_regular_file() ? 1 : 0;
    return n;
  }
  fs::path folder;
};

template <class T>
T number(const std::string& bytes, std::size_t at, bool big_endian) {
  char raw[sizeof(T)];
  std::memcpy(raw, bytes.data() + at, sizeof(T));
  if (big_endian) std::reverse(raw, raw + sizeof(T));
  return std::bit_cast<T>(raw);
}

/// The value of sample i of component c at receiver r.
inline double sample(std::size_t r, std::size_t c, std::size_t i) {
  return static_cast<float>(std::sin(0.1 * static_cast<double>(i) + static_cast<double>(r)) +
                            10 * static_cast<double>(c));
}

inline TraceGroup group(const std::string& name, const std::vector<std::string>& labels, Quantity quantity, int dim,
                        std::size_t n_samples) {
  TraceGroup g;
  g.name = name;
  g.labels = labels;
  TraceArray array{scenario::n_components(quantity, dim), {}};
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const auto k = static_cast<double>(r);
    g.positions.push_back({100.5 * k - 50, dim == 3 ? 20.25 * k : 0, -5 - k});
    for (std::size_t c = 0; c < static_cast<std::size_t>(array.n_components); ++c)
      for (std::size_t i = 0; i < n_samples; ++i) array.values.push_back(sample(r, c, i));
  }
  g.quantities[quantity] = std::move(array);
  return g;
}

/// Velocity in 3-D at three receivers.
inline Traces traces(double interval = 0.004, std::size_t n_samples = 25,
                     const std::vector<std::string>& labels = {"JP.AAA", "jp.bbb", "CCC"}) {
  Traces t;
  t.dim = 3;
  for (std::size_t i = 0; i < n_samples; ++i) t.time.push_back(static_cast<double>(i) * interval);
  t.groups.push_back(group("net", labels, Quantity::velocity, 3, n_samples));
  return t;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace unda::output::test

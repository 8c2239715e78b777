// Help for the tests of the scenario: files in a directory of their own, and the messages that reading them
// gives.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "scenario/reader.hpp"

namespace unda::scenario::test {

namespace fs = std::filesystem;

inline fs::path data(const std::string& name) { return fs::path(UNDA_SOURCE_DIR) / "tests/data/scenarios" / name; }

inline std::string read_text(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

inline void write_text(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// A test with an empty directory that goes away with it.
class ScenarioFiles : public ::testing::Test {
 protected:
  ScenarioFiles() {
    std::string pattern = (fs::temp_directory_path() / "unda-scenario-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  ~ScenarioFiles() override {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    write_text(directory_ / name, text);
    return directory_ / name;
  }
  fs::path directory_;
};

/// The messages of the InputError that reading throws; none when it reads.
inline std::vector<std::string> mistakes_in(const fs::path& file, const std::vector<std::string>& overrides = {}) {
  try {
    read_scenario(file, overrides);
  } catch (const InputError& error) {
    return error.messages();
  }
  return {};
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline std::string all(const std::vector<std::string>& messages) {
  std::string out;
  for (const std::string& m : messages) out += m + "\n";
  return out;
}

}  // namespace unda::scenario::test

// What the tests of models share: scenarios in memory, files written byte by byte, and the message of a
// failure.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "model/model.hpp"

namespace unda::model::test {

/// A folder of its own for each test, removed at its end.
class Folder {
 public:
  Folder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / (std::string("unda_model_") + info->test_suite_name() + "_" +
                                                      info->name() + "_" + std::to_string(getpid()));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The bytes of numbers, one after the other.
template <class T>
std::string bytes_of(const std::vector<T>& values, bool big_endian = false) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    bytes += big_endian == (std::endian::native == std::endian::big) ? one : std::string(one.rbegin(), one.rend());
  }
  return bytes;
}

/// A .npy file around data that is already in bytes.
inline std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  const auto length = static_cast<std::uint32_t>(header.size());
  bytes +=
      version == 1 ? bytes_of<std::uint16_t>({static_cast<std::uint16_t>(length)}) : bytes_of<std::uint32_t>({length});
  return bytes + header + data;
}

inline std::string npy_header(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
         ", }   \n";
}

inline std::string npy_float(const std::string& shape, const std::vector<float>& values) {
  return npy(npy_header("<f4", shape), bytes_of(values));
}

inline scenario::Scenario scenario_of(int dim, std::vector<scenario::Interval> extent) {
  scenario::Scenario s;
  s.file = "test.toml";
  s.domain.dim = dim;
  const std::vector<int> axes = dim == 1 ? std::vector{0} : dim == 2 ? std::vector{0, 2} : std::vector{0, 1, 2};
  for (std::size_t i = 0; i < axes.size(); ++i) s.domain.extent[axes[i]] = extent[i];
  return s;
}

inline scenario::GridSource number(double value) {
  scenario::GridSource source;
  source.value = value;
  return source;
}

inline scenario::GridSource from_file(const std::filesystem::path& file, std::vector<std::int64_t> shape = {}) {
  scenario::GridSource source;
  source.file = file;
  source.shape = std::move(shape);
  return source;
}

/// A grid model whose vp comes from a file, with vs = 0 and rho = 1000.
inline scenario::Scenario grid_scenario(int dim, std::vector<scenario::Interval> extent, const scenario::GridSource& vp,
                                        const Vector& origin, const Vector& spacing) {
  scenario::Scenario s = scenario_of(dim, std::move(extent));
  s.model.kind = scenario::ModelKind::grid;
  s.model.grid.vp = vp;
  s.model.grid.vs = number(0);
  s.model.grid.rho = number(1000);
  s.model.grid.origin = origin;
  s.model.grid.spacing = spacing;
  s.model.grid.geometry_given = true;
  return s;
}

/// The message of the InputError that `action` must throw.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return "";
}

inline std::string failure(const scenario::Scenario& s) {
  return message_of([&] { make_model(s); });
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != text.npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in: " << text;
}

}  // namespace unda::model::test

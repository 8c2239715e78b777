// An HDF5 file with every call checked: groups, arrays of numbers or strings, attributes. Closes what it
// opens.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace unda::output {

class Hdf5File {
 public:
  enum class Mode { create, read };
  Hdf5File(const std::filesystem::path& path, Mode mode);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  using Shape = std::vector<std::uint64_t>;

  void make_group(const std::string& name);
  void write(const std::string& name, const std::vector<double>& values, const Shape& shape, bool single_precision);
  void write(const std::string& name, std::span<const float> values, const Shape& shape);
  void write(const std::string& name, const std::vector<std::string>& values);
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::string>& values);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, const std::vector<double>& values);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::int64_t>& values);
  /// ASCII of fixed length, for readers that know no other text.
  void fixed_attribute(const std::string& object, const std::string& name, const std::string& value);
  /// Writes everything out; throws where the destructor could not.
  void close();

  bool has(const std::string& name) const;
  std::vector<std::string> members(const std::string& group) const;
  std::vector<double> read(const std::string& name, Shape& shape) const;
  std::vector<std::string> read_strings(const std::string& name) const;

 private:
  [[noreturn]] void failed(const std::string& what) const;
  std::int64_t check(std::int64_t handle, const std::string& what) const;
  /// Types and spaces are HDF5 handles.
  void write_numbers(const std::string& name, std::int64_t stored, std::int64_t in_memory, const void* values,
                     const Shape& shape);
  void write_attribute(const std::string& object, const std::string& name, std::int64_t stored, std::int64_t in_memory,
                       std::int64_t space, const void* values);

  std::filesystem::path path_;
  std::int64_t file_ = -1;
};

}  // namespace unda::output

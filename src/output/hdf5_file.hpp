// An HDF5 file with every call checked: groups, arrays of numbers or strings, attributes. Closes what it
// opens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "parallel/communicator.hpp"

namespace unda::output {

class Hdf5File {
 public:
  enum class Mode { create, read, change };
  Hdf5File(const std::filesystem::path& path, Mode mode);
  /// One file for all ranks of a communicator: every call is made by all of them, with the same arguments, but for
  /// write_box and the bytes.
  Hdf5File(const std::filesystem::path& path, Mode mode, const parallel::Communicator& ranks);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  using Shape = std::vector<std::uint64_t>;

  /// An array of numbers of which every rank writes a box, from `first` on.
  void write_box(const std::string& name, std::span<const float> values, const Shape& whole, const Shape& first,
                 const Shape& count);
  void write_box(const std::string& name, std::span<const std::int64_t> values, const Shape& whole, const Shape& first,
                 const Shape& count);
  void write_box(const std::string& name, std::span<const std::uint8_t> values, const Shape& whole, const Shape& first,
                 const Shape& count);
  /// A name for an array or group of another file, whose path counts from this one's folder.
  void link(const std::string& name, const std::string& other_file, const std::string& name_there);
  /// Bytes, of which any rank writes or reads any part by itself.
  void make_bytes(const std::string& name, std::uint64_t size);
  void write_bytes(const std::string& name, std::uint64_t first, std::span<const std::byte> bytes);
  void read_bytes(const std::string& name, std::uint64_t first, std::span<std::byte> bytes) const;
  std::string read_text_attribute(const std::string& object, const std::string& name) const;

  void make_group(const std::string& name);
  void write(const std::string& name, const std::vector<double>& values, const Shape& shape, bool single_precision);
  void write(const std::string& name, std::span<const float> values, const Shape& shape);
  void write(const std::string& name, std::span<const std::int8_t> values, const Shape& shape);
  void write(const std::string& name, const std::vector<std::string>& values);
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::string>& values);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, const std::vector<double>& values);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::int64_t>& values);
  /// ASCII of fixed length, for readers that know no other text.
  void fixed_attribute(const std::string& object, const std::string& name, const std::string& value);
  /// Other numbers for an array that is there.
  void write_over(const std::string& name, const std::vector<double>& values);
  /// Writes everything out; throws where the destructor could not.
  void close();

  bool has(const std::string& name) const;
  std::vector<std::string> members(const std::string& group) const;
  std::vector<double> read(const std::string& name, Shape& shape) const;
  std::vector<std::string> read_strings(const std::string& name) const;

 private:
  /// Before the library is called: is there memory for it? Throws RunError.
  void begin_call() const;
  [[noreturn]] void failed(const std::string& what) const;
  std::int64_t check(std::int64_t handle, const std::string& what) const;
  /// Types and spaces are HDF5 handles.
  void write_numbers(const std::string& name, std::int64_t stored, std::int64_t in_memory, const void* values,
                     const Shape& shape);
  void write_box(const std::string& name, std::int64_t stored, std::int64_t in_memory, const void* values, bool none,
                 const Shape& whole, const Shape& first, const Shape& count);
  void write_attribute(const std::string& object, const std::string& name, std::int64_t stored, std::int64_t in_memory,
                       std::int64_t space, const void* values);

  std::filesystem::path path_;
  std::int64_t file_ = -1;
  bool shared_ = false;  ///< by several ranks
};

}  // namespace unda::output

// A binary file of numbers that may not be what it claims: every size is compared with the file's own first.
// Used by the readers of sample files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace unda::model {

struct ScalarType {
  enum class Kind { floating, integer, unsigned_integer } kind = Kind::floating;
  int bytes = 4;
  bool big_endian = false;
};

class BinaryFile {
 public:
  /// Throws InputError unless it is a regular file that can be read.
  explicit BinaryFile(const std::filesystem::path& file);

  std::uint64_t size() const { return size_; }
  /// Bytes [offset, offset + length), fewer where the file ends earlier.
  std::string bytes(std::uint64_t offset, std::uint64_t length);
  /// The array that fills the file from `offset` to its end exactly, as float.
  std::vector<float> array(std::uint64_t offset, const std::vector<std::int64_t>& shape, const ScalarType& type);

  /// Entry `number` of an array of such arrays that begins at `offset`, as float.
  std::vector<float> part(std::uint64_t offset, std::int64_t number, const std::vector<std::int64_t>& shape,
                          const ScalarType& type);

  /// Throws InputError with the file's name before the message.
  [[noreturn]] void fail(const std::string& message) const;
  /// The number of samples of a shape; fails on an empty shape, a length below 1, and on overflow.
  std::uint64_t count(const std::vector<std::int64_t>& shape) const;

 private:
  void read(char* to, std::uint64_t bytes);
  std::vector<float> read_numbers(std::uint64_t offset, std::uint64_t n, const ScalarType& type);

  std::filesystem::path file_;
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

}  // namespace unda::model

// Where things of other programs' files lie in the scenario: latitudes and longitudes to x and y, and what is wrong in which
// line of a file.
#pragma once

#include <optional>
#include <string>

#include "scenario/chunk.hpp"
#include "scenario/problems.hpp"
#include "scenario/projection.hpp"
#include "scenario/text_file.hpp"

namespace unda::scenario {

/// What is wrong in one file, under the key that named it.
class FileProblems {
 public:
  FileProblems(std::string key, std::filesystem::path file, Problems& problems)
      : key_(std::move(key)), file_(std::move(file)), problems_(problems) {}
  void add(int line, const std::string& text);
  void add(const std::vector<FileComplaint>& complaints);
  bool none() const { return count_ == 0; }

 private:
  std::string key_;
  std::filesystem::path file_;
  Problems& problems_;
  std::size_t count_ = 0;
};

/// Places of a file in the domain: degrees in a chunk of the earth or through the projection about domain.origin, otherwise y and x in m.
class Ground {
 public:
  explicit Ground(const Domain& domain) : domain_(domain) {
    if (domain.origin) projection_.emplace(*domain.origin);
    if (domain.chunk) chunk_.emplace(*domain.chunk);
  }

  /// Sets x and y of `p`, and z from the depth below a flat top or the surface of a chunk; an empty text, or what is wrong.
  std::string place(double latitude, double longitude, double depth, Vector& p) const;
  /// An empty text, or why `p` is not in the domain, with the way out. `z_is_open`: z follows from the mesh later.
  std::string outside(const Vector& point, const std::string& who, bool z_is_open) const;

  std::string words() const;
  const std::optional<ChunkFrame>& chunk() const { return chunk_; }

 private:
  std::string extents() const;

  const Domain& domain_;
  std::optional<LocalProjection> projection_;
  std::optional<ChunkFrame> chunk_;
};

}  // namespace unda::scenario

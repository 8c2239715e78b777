// SPECFEM's tomography_model.xyz: four lines of numbers (origin and end, spacings, counts, smallest and largest values), then a line for
// each sample, x fastest and z slowest: x y z vp vs rho, perhaps qp qs (2-D: x z vp vs rho). Lines that begin with # do not count.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

constexpr std::array<const char*, 5> columns{"vp", "vs", "rho", "qp", "qs"};

class TextNumbers {
 public:
  explicit TextNumbers(const std::filesystem::path& file) : checked_(file), stream_(file) {}

  [[noreturn]] void fail(const std::string& message) const {
    checked_.fail(fmt::format("line {}: {}", n_lines_, message));
  }
  std::uint64_t bytes() const { return checked_.size(); }

  /// The numbers of the next line that has any; false at the end of the file.
  bool next(std::vector<double>& numbers) {
    numbers.clear();
    while (numbers.empty() && std::getline(stream_, line_)) {
      ++n_lines_;
      parse(numbers);
    }
    return !numbers.empty();
  }

 private:
  void parse(std::vector<double>& numbers) const {
    const char *at = line_.data(), *end = at + line_.size();
    while (true) {
      while (at != end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == ',' || *at == '+')) ++at;
      if (at == end || *at == '#') return;
      double value = 0;
      const auto [after, error] = std::from_chars(at, end, value);
      if (error != std::errc())
        fail(fmt::format("'{}' is no number", std::string(at, std::min<std::ptrdiff_t>(end - at, 20))));
      numbers.push_back(value);
      at = after;
    }
  }

  BinaryFile checked_;
  std::ifstream stream_;
  std::string line_;
  std::size_t n_lines_ = 0;
};

struct TomographyGrid {
  std::vector<double> origin, spacing;  ///< x, y, z or x, z
  std::vector<std::int64_t> n;
};

/// One of the first lines, with as many numbers as it must have; 0: an origin and an end, of two or three axes.
std::vector<double> header_line(TextNumbers& file, const char* what, std::size_t n) {
  std::vector<double> numbers;
  if (!file.next(numbers)) file.fail(fmt::format("the file ends before {}", what));
  const bool right = n > 0 ? numbers.size() == n : numbers.size() == 4 || numbers.size() == 6;
  if (!right)
    file.fail(fmt::format("found {} numbers; must be {}, {}", numbers.size(),
                          n > 0 ? std::to_string(n) : std::string("6, in 2-D 4"), what));
  return numbers;
}

TomographyGrid read_header(TextNumbers& file) {
  TomographyGrid grid;
  const std::vector<double> ends = header_line(file, "the first and the last x, y and z", 0);
  const std::size_t dim = ends.size() / 2;
  grid.origin.assign(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(dim));
  grid.spacing = header_line(file, "the spacings", dim);
  for (const double count : header_line(file, "the numbers of samples", dim)) {
    if (!(count >= 1 && count <= 1e9) || count != std::floor(count))
      file.fail(fmt::format("found {} samples along an axis; must be a whole number, 1 or more", count));
    grid.n.push_back(static_cast<std::int64_t>(count));
  }
  for (std::size_t a = 0; a < dim; ++a) {
    const double end = grid.origin[a] + static_cast<double>(grid.n[a] - 1) * grid.spacing[a];
    if (!(std::abs(end - ends[dim + a]) <= 0.01 * std::abs(grid.spacing[a])))
      file.fail(fmt::format("{} samples every {} from {} on end at {}, not at {} as the first line says", grid.n[a],
                            grid.spacing[a], grid.origin[a], end, ends[dim + a]));
  }
  header_line(file, "the smallest and largest vp, vs and rho", 6);
  return grid;
}

std::size_t column_of(const std::string& parameter, std::size_t dim, std::size_t n_columns, const TextNumbers& file) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (parameter != columns[c]) continue;
    if (dim + c < n_columns) return dim + c;
    file.fail(fmt::format("has {} numbers: there is no {}", n_columns, parameter));
  }
  file.fail(fmt::format("{} does not stand in such a file; it has vp, vs, rho, perhaps qp and qs", parameter));
}

/// Lines must stand in the order of the grid: to a hundredth of a spacing.
void check_place(const TextNumbers& file, const TomographyGrid& grid, const std::vector<double>& line,
                 std::int64_t sample) {
  for (std::size_t a = 0; a < grid.n.size(); ++a) {
    const double expected = grid.origin[a] + static_cast<double>(sample % grid.n[a]) * grid.spacing[a];
    sample /= grid.n[a];
    if (!(std::abs(line[a] - expected) <= 0.01 * std::abs(grid.spacing[a])))
      file.fail(fmt::format("{} = {}; the sample here must be at {}: x fastest, then y, then z, as the first lines say",
                            grid.n.size() == 2 ? "xz"[a] : "xyz"[a], line[a], expected));
  }
}

}  // namespace

SampledArray read_tomography(const std::filesystem::path& path, const std::string& parameter) {
  TextNumbers file(path);
  const TomographyGrid grid = read_header(file);
  const std::size_t dim = grid.n.size();
  SampledArray array;
  array.shape.assign(grid.n.rbegin(), grid.n.rend());
  array.geometry =
      SampleGeometry{{grid.origin.rbegin(), grid.origin.rend()}, {grid.spacing.rbegin(), grid.spacing.rend()}};
  // A number takes a digit and a space at least.
  const std::uint64_t most = file.bytes() / (2 * (dim + 3));
  std::uint64_t n = 1;
  for (const std::int64_t length : array.shape) {
    if (static_cast<std::uint64_t>(length) > most / n)
      file.fail(fmt::format("the file is too short for {} samples", shape_text(array.shape)));
    n *= static_cast<std::uint64_t>(length);
  }
  array.data.reserve(n);
  std::vector<double> line;
  while (file.next(line)) {
    if (array.data.size() == n) file.fail(fmt::format("a sample too many; the header says {}", n));
    if (line.size() < dim + 3) file.fail(fmt::format("found {} numbers; must be {} or more", line.size(), dim + 3));
    check_place(file, grid, line, static_cast<std::int64_t>(array.data.size()));
    array.data.push_back(static_cast<float>(line[column_of(parameter, dim, line.size(), file)]));
  }
  if (array.data.size() != n) file.fail(fmt::format("the file ends after {} samples of {}", array.data.size(), n));
  return array;
}

}  // namespace unda::model

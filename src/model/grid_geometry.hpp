// How the array of a sample file lies in space: which physical axis each of its axes is, where its samples
// stand, and which of them the domain needs. Everything that is wrong here is an InputError with both sides'
// figures.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "model/interpolated.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {

/// The axes of one file's array, by physical axis.
struct ArrayAxes {
  std::string names;                            ///< slowest first, for instance "zyx"
  std::array<std::int64_t, 3> n{1, 1, 1};       ///< samples
  std::array<std::int64_t, 3> stride{0, 0, 0};  ///< floats from a sample to the next one

  std::int64_t offset(const std::array<std::int64_t, 3>& index) const {
    return index[0] * stride[0] + index[1] * stride[1] + index[2] * stride[2];
  }
  /// The sample's index by physical axis from its place in the array.
  std::array<std::int64_t, 3> index(std::int64_t offset) const;
};

/// Neighbouring samples of a file: a grid of its own that starts at sample `first` of the file's.
struct GridPart {
  SampleGrid grid;
  std::array<std::int64_t, 3> first{0, 0, 0};
};

/// Names the axes (the scenario's, else the format's) and checks their number and that each has 2 samples at
/// least.
ArrayAxes array_axes(const scenario::Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                     const std::vector<std::int64_t>& shape);

/// All samples of a file in space: origin and spacing are the scenario's, else the file's; they cover the
/// domain.
SampleGrid place(const scenario::Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                 const SampledArray& array, const ArrayAxes& axes);

/// A further file must have the same number of samples, at the same places if it is the files that tell.
void check_same(const scenario::Scenario& scenario, const std::string& key, const std::filesystem::path& file,
                const SampleGrid& first, const SampledArray& array, const ArrayAxes& axes);

/// The smallest part whose interpolation covers the domain.
GridPart influencing_part(const SampleGrid& all, const scenario::Domain& domain);

/// "sample [3, 0, 7] (axes zyx, from 0) at x = 70, y = 0, z = -30"; index by physical axis.
std::string describe_sample(const SampleGrid& grid, const ArrayAxes& axes, const std::array<std::int64_t, 3>& index);

}  // namespace unda::model

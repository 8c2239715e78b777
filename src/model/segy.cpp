// SEG-Y as a model: one column of samples a trace, read with segyio.
// A shape in the scenario arranges the traces in rows: [y, x, z] in 3-D.
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <segyio/segy.h>

#include "model/binary_file.hpp"
#include "model/sampled_array.hpp"

namespace unda::model {
namespace {

constexpr std::uint64_t text_and_binary_header = 3600;

struct CloseSegy {
  void operator()(segy_file* file) const { segy_close(file); }
};

struct Layout {
  int format = 0, samples = 0, traces = 0, trace_bytes = 0;
  long first_trace = 0;
};

Layout read_layout(const BinaryFile& binary, segy_file* segy) {
  std::vector<char> header(static_cast<std::size_t>(segy_binheader_size()));
  if (segy_binheader(segy, header.data()) != SEGY_OK) binary.fail("the binary header cannot be read");
  Layout layout;
  layout.format = segy_format(header.data());
  if (layout.format != SEGY_IBM_FLOAT_4_BYTE && layout.format != SEGY_IEEE_FLOAT_4_BYTE)
    binary.fail(fmt::format("has sample format {}; allowed: 1 (IBM float) and 5 (IEEE float)", layout.format));
  layout.samples = segy_samples(header.data());
  if (layout.samples < 0) layout.samples += 1 << 16;  // an unsigned short since revision 2
  if (layout.samples < 1) binary.fail(fmt::format("has {} samples a trace", layout.samples));
  layout.first_trace = segy_trace0(header.data());
  layout.trace_bytes = segy_trsize(layout.format, layout.samples);
  if (layout.first_trace < static_cast<long>(text_and_binary_header) ||
      static_cast<std::uint64_t>(layout.first_trace) >= binary.size())
    binary.fail("has no traces");
  if (segy_traces(segy, &layout.traces, layout.first_trace, layout.trace_bytes) != SEGY_OK || layout.traces < 1)
    binary.fail(
        fmt::format("its {} bytes are not a whole number of traces of {} samples", binary.size(), layout.samples));
  return layout;
}

/// [trace, sample] unless the scenario arranges the traces; a single trace is an array with one axis.
std::vector<std::int64_t> arrange(const BinaryFile& binary, const Layout& layout,
                                  const std::vector<std::int64_t>& asked) {
  if (asked.empty() && layout.traces == 1) return {layout.samples};
  if (asked.empty()) return {layout.traces, layout.samples};
  const auto in_file = static_cast<std::uint64_t>(layout.traces) * static_cast<std::uint64_t>(layout.samples);
  if (asked.back() != layout.samples || binary.count(asked) != in_file)
    binary.fail(fmt::format("shape {} does not fit its {} traces of {} samples", shape_text(asked), layout.traces,
                            layout.samples));
  return asked;
}

}  // namespace

SampledArray read_segy(const std::filesystem::path& file, const std::vector<std::int64_t>& shape) {
  const BinaryFile binary(file);
  if (binary.size() <= text_and_binary_header) binary.fail("is too short to be SEG-Y");
  const std::unique_ptr<segy_file, CloseSegy> segy(segy_open(file.c_str(), "rb"));
  if (!segy) binary.fail("cannot be opened");
  const Layout layout = read_layout(binary, segy.get());
  segy_set_format(segy.get(), layout.format);

  SampledArray array;
  array.shape = arrange(binary, layout, shape);
  array.data.resize(static_cast<std::size_t>(layout.traces) * static_cast<std::size_t>(layout.samples));
  for (int trace = 0; trace < layout.traces; ++trace) {
    float* to = array.data.data() + static_cast<std::ptrdiff_t>(trace) * layout.samples;
    if (segy_readtrace(segy.get(), trace, to, layout.first_trace, layout.trace_bytes) != SEGY_OK)
      binary.fail(fmt::format("reading trace {} of {} failed", trace + 1, layout.traces));
  }
  segy_to_native(layout.format, static_cast<long long>(array.data.size()), array.data.data());
  return array;
}

}  // namespace unda::model

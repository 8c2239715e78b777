// Reading traces.h5, with every size checked against the others before it is believed.
// What does not fit is wrong input: the file is not ours, is damaged, or belongs to a run that failed.
#include <algorithm>
#include <cmath>
#include <new>

#include "base/error.hpp"
#include "output/guarded_reading.hpp"
#include "output/hdf5_file.hpp"
#include "output/traces.hpp"
#include "scenario/names.hpp"

namespace unda::output {

using scenario::Quantity;

namespace {

std::string listed(const Hdf5File::Shape& shape) {
  std::string text;
  for (const std::uint64_t n : shape) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

class TraceReader {
 public:
  explicit TraceReader(const std::filesystem::path& path) : path_(path), file_(path, Hdf5File::Mode::read) {}

  Traces read() {
    if (!file_.has("/receivers")) wrong("holds no group /receivers: not a traces file");
    for (const std::string& name : file_.members("/receivers")) read_group(name);
    if (traces_.groups.empty()) wrong("holds no receivers");
    return std::move(traces_);
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", path_.string(), what));
  }

  std::vector<double> numbers(const std::string& array, Hdf5File::Shape& shape) const {
    if (!file_.has(array)) wrong(fmt::format("lacks {}: damaged, or not a traces file", array));
    return file_.read(array, shape);
  }

  std::vector<double> finite_numbers(const std::string& array, Hdf5File::Shape& shape) const {
    std::vector<double> values = numbers(array, shape);
    if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
      wrong(fmt::format("{} has values that are not finite (NaN or infinite): the file is damaged", array));
    return values;
  }

  void read_group(const std::string& name) {
    const std::string base = "/receivers/" + name;
    Hdf5File::Shape shape;
    const std::vector<double> time = finite_numbers(base + "/time", shape);
    if (shape.size() != 1 || time.empty()) wrong(base + "/time is not a list of times");
    if (!traces_.groups.empty() && time != traces_.time)
      wrong(fmt::format("{}/time differs from that of the group {}", base, traces_.groups.front().name));
    traces_.time = time;

    TraceGroup group;
    group.name = name;
    read_positions(base, group);
    if (!file_.has(base + "/label")) wrong(fmt::format("lacks {}/label: damaged, or not a traces file", base));
    group.labels = file_.read_strings(base + "/label");
    if (group.labels.size() != group.positions.size())
      wrong(fmt::format("{} has {} labels for {} positions", base, group.labels.size(), group.positions.size()));
    for (const auto& [key, values] : {std::pair{"/depth", &group.depths}, {"/moved_down", &group.moved_down}}) {
      if (!file_.has(base + key)) continue;
      *values = finite_numbers(base + key, shape);
      if (shape.size() != 1 || shape[0] != group.positions.size())
        wrong(fmt::format("{}{} is not a number for each receiver: the file is damaged", base, key));
    }
    for (std::size_t q = 0; q < scenario::names<Quantity>.size(); ++q) read_quantity(base, Quantity(q), group);
    traces_.groups.push_back(std::move(group));
  }

  void read_positions(const std::string& base, TraceGroup& group) {
    Hdf5File::Shape shape;
    const std::vector<double> positions = finite_numbers(base + "/position", shape);
    if (shape.size() != 2 || shape[1] < 1 || shape[1] > 3) wrong(base + "/position is not a table of points");
    const int dim = static_cast<int>(shape[1]);
    if (!traces_.groups.empty() && dim != traces_.dim) wrong(base + "/position has another dimension than the others");
    traces_.dim = dim;
    for (std::size_t r = 0; r < shape[0]; ++r) {
      const double* p = &positions[r * shape[1]];
      group.positions.push_back(dim == 3   ? Vector{p[0], p[1], p[2]}
                                : dim == 2 ? Vector{p[0], 0, p[1]}
                                           : Vector{p[0], 0, 0});
    }
  }

  void read_quantity(const std::string& base, Quantity quantity, TraceGroup& group) const {
    const std::string array = base + "/" + scenario::name_of(quantity);
    if (!file_.has(array)) return;
    const int n_components = scenario::n_components(quantity, traces_.dim);
    Hdf5File::Shape expected{group.positions.size(), traces_.time.size()};
    if (quantity != Quantity::pressure) expected.insert(expected.begin() + 1, static_cast<std::uint64_t>(n_components));
    Hdf5File::Shape shape;
    std::vector<double> values = numbers(array, shape);
    if (shape != expected)
      wrong(fmt::format("{} is [{}], but positions and times ask for [{}]: the file is damaged", array, listed(shape),
                        listed(expected)));
    group.quantities[quantity] = {n_components, std::move(values)};
  }

  std::filesystem::path path_;
  Hdf5File file_;
  Traces traces_;
};

}  // namespace

Traces read_traces(const std::filesystem::path& path) {
  try {
    const LibraryGuard guard = guard_reading(path, ", or not a traces file");
    return TraceReader(path).read();
  } catch (const RunError& e) {
    throw InputError(fmt::format("{} (damaged, or not a traces file)", e.what()));
  } catch (const std::bad_alloc&) {
    throw InputError(fmt::format("{}: its arrays are larger than the memory of this machine", path.string()));
  }
}

}  // namespace unda::output

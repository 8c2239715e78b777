// traces.h5: what its arrays are called, and writing it.
#include "output/traces.hpp"

#include "base/error.hpp"
#include "output/hdf5_file.hpp"

namespace unda::output {

using scenario::Quantity;

namespace {

void write_arrays(Hdf5File& file, const std::string& path, const std::map<Quantity, TraceArray>& arrays, int dim,
                  std::size_t n_receivers, std::size_t n_samples, bool single_precision) {
  for (const auto& [quantity, array] : arrays) {
    const std::string name = path + "/" + scenario::name_of(quantity);
    Hdf5File::Shape shape{n_receivers, n_samples};
    if (quantity != Quantity::pressure) shape.insert(shape.begin() + 1, static_cast<std::uint64_t>(array.n_components));
    file.write(name, array.values, shape, single_precision);
    file.attribute(name, "units", units(quantity));
    file.attribute(name, "components", component_names(quantity, dim));
  }
}

void write_places(Hdf5File& file, const std::string& path, const std::vector<scenario::GeographicOrigin>& places) {
  if (places.empty()) return;
  std::vector<double> latitudes, longitudes;
  for (const scenario::GeographicOrigin& place : places) {
    latitudes.push_back(place.latitude);
    longitudes.push_back(place.longitude);
  }
  for (const auto& [key, values] : {std::pair{"/latitude", &latitudes}, {"/longitude", &longitudes}}) {
    file.write(path + key, *values, {places.size()}, false);
    file.attribute(path + key, "units", "degrees");
  }
}

}  // namespace

std::vector<std::string> component_names(Quantity quantity, int dim) {
  if (quantity == Quantity::pressure) return {"p"};
  if (quantity == Quantity::stress)
    return dim == 3 ? std::vector<std::string>{"xx", "yy", "zz", "xy", "xz", "yz"}
                    : std::vector<std::string>{"xx", "zz", "xz"};
  if (dim == 1) return {"x"};
  return dim == 2 ? std::vector<std::string>{"x", "z"} : std::vector<std::string>{"x", "y", "z"};
}

std::string units(Quantity quantity) {
  switch (quantity) {
    case Quantity::displacement:
      return "m";
    case Quantity::velocity:
      return "m/s";
    case Quantity::acceleration:
      return "m/s^2";
    default:
      return "Pa";
  }
}

void write_traces(const std::filesystem::path& path, const Traces& traces, bool single_precision) {
  const std::filesystem::path partial = path.string() + ".partial";
  try {
    Hdf5File file(partial, Hdf5File::Mode::create);
    file.attribute("/", "title", traces.title);
    file.attribute("/", "method", traces.method);
    file.attribute("/", "complete", traces.complete ? 1.0 : 0.0);
    file.make_group("/receivers");
    bool any_closed_form = false;
    for (const TraceGroup& group : traces.groups) any_closed_form = any_closed_form || !group.closed_form.empty();
    if (any_closed_form) file.make_group("/closed_form");
    for (const TraceGroup& group : traces.groups) {
      const std::string name = "/receivers/" + group.name;
      const std::size_t n = group.positions.size();
      file.make_group(name);
      file.write(name + "/time", traces.time, {traces.time.size()}, false);
      file.attribute(name + "/time", "units", "s");
      std::vector<double> positions;
      for (const Vector& p : group.positions) {
        positions.push_back(p[0]);
        if (traces.dim == 3) positions.push_back(p[1]);
        if (traces.dim >= 2) positions.push_back(p[2]);
      }
      file.write(name + "/position", positions, {n, static_cast<std::uint64_t>(traces.dim)}, false);
      file.attribute(name + "/position", "units", "m");
      file.write(name + "/label", group.labels);
      for (const auto& [key, values] : {std::pair{"/depth", &group.depths}, {"/moved_down", &group.moved_down}})
        if (!values->empty()) {
          file.write(name + key, *values, {n}, false);
          file.attribute(name + key, "units", "m");
        }
      write_places(file, name, group.places);
      write_arrays(file, name, group.quantities, traces.dim, n, traces.time.size(), single_precision);
      if (group.closed_form.empty()) continue;
      file.make_group("/closed_form/" + group.name);
      write_arrays(file, "/closed_form/" + group.name, group.closed_form, traces.dim, n, traces.time.size(),
                   single_precision);
    }
    file.close();
    std::filesystem::rename(partial, path);
  } catch (const std::filesystem::filesystem_error& e) {
    throw RunError(fmt::format("{}: cannot write this file: {}", path.string(), e.code().message()));
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw;
  }
}

}  // namespace unda::output

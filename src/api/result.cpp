// Results as arrays.
#include "api/result.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "output/import/open_traces.hpp"

namespace unda::api {
namespace {

using scenario::Quantity;

constexpr const char* receivers = "receivers";
constexpr const char* closed_form = "closed_form";

std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>> stored(std::vector<double>&& values,
                                                                                        bool single_precision) {
  if (!single_precision) return std::move(values);
  std::vector<float> narrow(values.size());
  std::transform(values.begin(), values.end(), narrow.begin(), [](double x) { return static_cast<float>(x); });
  return narrow;
}

std::vector<std::int64_t> shape_of(Quantity quantity, const output::TraceArray& array, std::size_t n_receivers,
                                   std::size_t n_samples) {
  std::vector<std::int64_t> shape{static_cast<std::int64_t>(n_receivers), static_cast<std::int64_t>(n_samples)};
  if (quantity != Quantity::pressure) shape.insert(shape.begin() + 1, array.n_components);
  return shape;
}

int type_of(const ResultArray& array) { return static_cast<int>(array.values.index()); }

std::vector<double> coordinates(const output::TraceGroup& group, int dim) {
  std::vector<double> all;
  for (const Vector& p : group.positions) {
    all.push_back(p[0]);
    if (dim == 3) all.push_back(p[1]);
    if (dim >= 2) all.push_back(p[2]);
  }
  return all;
}

}  // namespace

Json layout_of(const method::SnapshotPoints& points, int dim) {
  if (const auto* grid = std::get_if<method::SnapshotGrid>(&points)) {
    const std::string axes = dim == 3 ? "xyz" : dim == 2 ? "xz" : "x";
    Json n = Json::array(), origin = n, spacing = n;
    for (const char axis : axes) {
      const auto a = static_cast<std::size_t>(axis - 'x');
      n.push_back(grid->n[a]);
      origin.push_back(grid->origin[a]);
      spacing.push_back(grid->spacing[a]);
    }
    return {{"grid", {{"axes", axes}, {"n", n}, {"origin", origin}, {"spacing", spacing}}}, {"mesh", nullptr}};
  }
  const auto& mesh = std::get<method::SnapshotMesh>(points);
  return {
      {"grid", nullptr},
      {"mesh", {{"points", mesh.n_points_here()}, {"cells", mesh.n_cells()}, {"corners", mesh.points_of_a_cell()}}}};
}

}  // namespace unda::api

using namespace unda;

void unda_result::take(output::Traces&& taken, bool single_precision) {
  traces = std::move(taken);
  const std::size_t n_samples = traces.time.size();
  arrays.push_back({{"time"}, {static_cast<std::int64_t>(n_samples)}, traces.time});
  for (output::TraceGroup& group : traces.groups) {
    const std::size_t n = group.positions.size();
    const auto keep = [&](const char* what, std::vector<double> values, std::vector<std::int64_t> shape) {
      if (!values.empty()) arrays.push_back({{what, group.name}, std::move(shape), std::move(values)});
    };
    const auto n_signed = static_cast<std::int64_t>(n);
    keep("position", api::coordinates(group, traces.dim), {n_signed, traces.dim});
    keep("depth", group.depths, {n_signed});
    keep("moved_down", group.moved_down, {n_signed});
    for (auto* kind : {&group.quantities, &group.closed_form})
      for (auto& [quantity, array] : *kind)
        arrays.push_back(
            {{kind == &group.quantities ? api::receivers : api::closed_form, group.name, scenario::name_of(quantity)},
             api::shape_of(quantity, array, n, n_samples),
             api::stored(std::exchange(array.values, {}), single_precision)});
  }
}

void unda_result::take(run::KeptSnapshots&& snapshots, int dim) {
  if (const auto* mesh = std::get_if<method::SnapshotMesh>(&snapshots.points)) {
    arrays.push_back({{"points"}, {static_cast<std::int64_t>(mesh->n_points_here()), 3}, mesh->points});
    arrays.push_back({{"cells"},
                      {static_cast<std::int64_t>(mesh->n_cells()), static_cast<std::int64_t>(mesh->points_of_a_cell())},
                      mesh->cells});
  }
  const auto n_points = static_cast<std::int64_t>(method::n_points_here(snapshots.points));
  for (std::size_t n = 0; n < snapshots.taken.size(); ++n)
    for (std::size_t q = 0; q < snapshots.quantities.size(); ++q)
      arrays.push_back({{"snapshot", std::to_string(n), scenario::name_of(snapshots.quantities[q])},
                        {n_points, scenario::n_components(snapshots.quantities[q], dim)},
                        std::move(snapshots.taken[n].values[q])});
}

output::Traces unda_result::whole_traces() const {
  output::Traces whole = traces;
  for (const api::ResultArray& array : arrays) {
    if (array.what.size() != 3 || (array.what[0] != api::receivers && array.what[0] != api::closed_form)) continue;
    const auto group = std::find_if(whole.groups.begin(), whole.groups.end(),
                                    [&](const output::TraceGroup& g) { return g.name == array.what[1]; });
    auto& kind = array.what[0] == api::receivers ? group->quantities : group->closed_form;
    for (auto& [quantity, values] : kind)
      if (scenario::name_of(quantity) == array.what[2])
        std::visit([&values](const auto& numbers) { values.values.assign(numbers.begin(), numbers.end()); },
                   array.values);
  }
  return whole;
}

api::Json unda_result::facts() const {
  api::Json list = api::Json::array(), groups = list;
  for (const api::ResultArray& array : arrays)
    list.push_back({{"what", array.what}, {"type", api::type_of(array)}, {"shape", array.shape}});
  for (const output::TraceGroup& group : traces.groups) {
    api::Json quantities = api::Json::object();
    for (const auto& [quantity, array] : group.quantities)
      quantities[scenario::name_of(quantity)] = {{"units", output::units(quantity)},
                                                 {"components", output::component_names(quantity, traces.dim)}};
    groups.push_back({{"name", group.name}, {"labels", group.labels}, {"quantities", quantities}});
  }
  return {{"title", traces.title},       {"method", traces.method}, {"dimensions", traces.dim},
          {"complete", traces.complete}, {"arrays", list},          {"groups", groups}};
}

const void* unda_values(const unda_result* result, size_t n) {
  if (n >= result->arrays.size()) return nullptr;
  return std::visit([](const auto& values) -> const void* { return values.data(); }, result->arrays[n].values);
}

void unda_free_result(unda_result* result) { delete result; }

unda_result* unda_open(const char* path, char** answer) {
  auto result = std::make_unique<unda_result>();
  *answer = api::answered([&] {
    result->take(output::open_traces(path), false);
    return result->facts();
  });
  return result->arrays.empty() ? nullptr : result.release();
}

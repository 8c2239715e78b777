// Asking the model, and sharing elements among ranks.
#include "sem/unstructured/whole_mesh.hpp"

#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/for_each.hpp"
#include "mesh/align_hexahedra.hpp"
#include "mesh/geometry.hpp"
#include "model/properties.hpp"
#include "model/regions.hpp"
#include "parallel/partition.hpp"
#include "parallel/together.hpp"

namespace unda::sem {
namespace {

bool is_of_one_material(const scenario::Scenario& s, const model::Model& model) {
  return model.regions() != nullptr || s.model.kind == scenario::ModelKind::uniform;
}

}  // namespace

LocalMetric metric_of(const mesh::Tangents& t) {
  LocalMetric m;
  m.volume = mesh::determinant(t);
  for (int b = 0; b < 3; ++b) m.inverse[b] = (1 / m.volume) * mesh::cross(t[(b + 1) % 3], t[(b + 2) % 3]);
  return m;
}

WholeMesh::WholeMesh(const scenario::Scenario& s, std::shared_ptr<const mesh::Hexahedra> mesh,
                     std::shared_ptr<const model::Model> model, const parallel::Communicator& ranks)
    : scenario_(s),
      mesh_(std::move(mesh)),
      model_(std::move(model)),
      gll_(numerics::gll(s.solver.sem.degree)),
      order_(mesh::in_rows(*mesh_)),
      numbers_(*mesh_, gll_.degree),
      locator_(*mesh_),
      is_uniform_(is_of_one_material(s, *model_)) {
  if (is_uniform_ && model_->regions() == nullptr) everywhere_ = model::material(*model_, mesh_->centre(0));
  find_fluids(ranks);
  share(ranks);
}

scenario::BoundaryKind WholeMesh::condition(std::size_t e, int face) const {
  return mesh::condition(scenario_, mesh_->boundary[e][static_cast<std::size_t>(face)],
                         mesh::centre_of_face(*mesh_, e, face));
}

std::vector<physics::Material> WholeMesh::materials(std::size_t e) const {
  if (const model::Regions* regions = model_->regions()) return {regions->material_of(mesh_->region[e])};
  if (everywhere_) return {*everywhere_};
  const Vector inside = mesh_->centre(e);
  const int centre = degree() % 2 == 0 ? (points_of_an_element() - 1) / 2 : -1;  // the number of that point
  const bool knows_centre = e >= first_centre_ && e < first_centre_ + centres_.size();
  std::vector<physics::Material> found;
  for (int p = 0; p < points_of_an_element(); ++p)
    found.push_back(p == centre && knows_centre
                        ? centres_[e - first_centre_]
                        : model::material_at_side(*model_, position(e, point_of(p, degree())), inside));
  for (const physics::Material& m : found)
    if (m.is_fluid() != is_fluid_[e])
      scenario_.fail("mesh.file",
                     fmt::format("the element at ({:.6g}, {:.6g}, {:.6g}) is partly fluid (vs = 0) and partly solid; "
                                 "let faces of the mesh follow the interface",
                                 inside[0], inside[1], inside[2]));
  return found;
}

physics::Material WholeMesh::material_near(std::size_t e, const Vector& x) const {
  if (is_uniform_) return materials(e).front();
  return model::material_at_side(*model_, x, mesh_->centre(e));
}

/// By the middles of elements, of which every rank asks for its share.
void WholeMesh::find_fluids(const parallel::Communicator& ranks) {
  const model::Extremes earth = model_->extremes();
  is_fluid_.assign(mesh_->size(), !earth.any_solid);
  if (!earth.any_fluid || !earth.any_solid) return;
  if (is_uniform_) {
    for (std::size_t e = 0; e < mesh_->size(); ++e) is_fluid_[e] = materials(e).front().is_fluid();
    return;
  }
  const auto n_ranks = static_cast<std::size_t>(ranks.size()), rank = static_cast<std::size_t>(ranks.rank());
  const auto first_of = [&](std::size_t r) { return mesh_->size() * r / n_ranks; };
  first_centre_ = first_of(rank);
  centres_.resize(first_of(rank + 1) - first_centre_);
  exec::for_each_heavy(centres_.size(), [&](std::size_t n) {
    const Vector x = mesh_->centre(first_centre_ + n);
    centres_[n] = model::material_at_side(*model_, x, x);
  });
  std::vector<double> found;
  for (const physics::Material& m : centres_) found.push_back(m.is_fluid() ? 1 : 0);
  std::vector<double> all = ranks.gather(found);
  all.resize(mesh_->size());
  ranks.broadcast(all);
  for (std::size_t e = 0; e < all.size(); ++e) is_fluid_[e] = all[e] > 0;
}

/// Elements on both sides of a face between fluid and solid stay together: what they do to each other needs no messages.
void WholeMesh::share(const parallel::Communicator& ranks) {
  if (ranks.size() == 1) return;
  std::vector<int> leader(mesh_->size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto leader_of = [&](int e) {
    while (leader[static_cast<std::size_t>(e)] != e) e = leader[static_cast<std::size_t>(e)];
    return e;
  };
  for (std::size_t e = 0; e < mesh_->size(); ++e)
    for (const mesh::Neighbour& other : mesh_->neighbours[e]) {
      if (!other.exists() || is_fluid_[e] == is_fluid_[static_cast<std::size_t>(other.element)]) continue;
      const int a = leader_of(static_cast<int>(e)), b = leader_of(other.element);
      leader[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  std::vector<int> group(mesh_->size(), -1);
  int n_groups = 0;
  for (std::size_t e = 0; e < mesh_->size(); ++e) {
    const int first = leader_of(static_cast<int>(e));
    group[e] = first == static_cast<int>(e) ? n_groups++ : group[static_cast<std::size_t>(first)];
  }
  if (n_groups < ranks.size())
    scenario_.fail("mesh", fmt::format("{} elements are too few for {} ranks", mesh_->size(), ranks.size()));
  std::vector<std::vector<int>> beside(static_cast<std::size_t>(n_groups));
  parallel::Graph graph;
  graph.weights.assign(static_cast<std::size_t>(n_groups), 0);
  for (std::size_t e = 0; e < mesh_->size(); ++e) {
    const auto own = static_cast<std::size_t>(group[e]);
    graph.weights[own] += is_fluid_[e] ? 1 : dim();
    for (const mesh::Neighbour& other : mesh_->neighbours[e])
      if (other.exists() && group[static_cast<std::size_t>(other.element)] != group[e])
        beside[own].push_back(group[static_cast<std::size_t>(other.element)]);
  }
  for (std::vector<int>& others : beside) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    graph.neighbours.insert(graph.neighbours.end(), others.begin(), others.end());
    graph.first.push_back(static_cast<int>(graph.neighbours.size()));
  }
  std::vector<double> parts(static_cast<std::size_t>(n_groups));
  parallel::on_root(ranks, [&] {
    const std::vector<int> part = parallel::partition(graph, ranks.size());
    parts.assign(part.begin(), part.end());
  });
  ranks.broadcast(parts);
  rank_of_.resize(mesh_->size());
  for (std::size_t e = 0; e < mesh_->size(); ++e)
    rank_of_[e] = static_cast<int>(parts[static_cast<std::size_t>(group[e])]);
}

Vector WholeMesh::position(std::size_t e, const Index& point) const {
  Vector xi{};
  for (int a = 0; a < dim(); ++a) xi[a] = gll_.point[static_cast<std::size_t>(point[a])];
  return mesh_->position(e, xi);
}

/// By the polynomials through the points, so that moving and turning the whole strains nothing at any degree.
std::vector<mesh::Tangents> WholeMesh::tangents(std::size_t e) const {
  const int n_points = points_of_an_element(), n = degree() + 1;
  std::vector<Vector> x;
  for (int p = 0; p < n_points; ++p) x.push_back(position(e, point_of(p, degree())));
  std::vector<mesh::Tangents> found(static_cast<std::size_t>(n_points));
  for (int p = 0; p < n_points; ++p) {
    mesh::Tangents& t = found[static_cast<std::size_t>(p)];
    if (dim() == 2) t[2] = {0, -1, 0};
    const Index at = point_of(p, degree());
    int stride = 1;
    for (int a = 0; a < dim(); ++a, stride *= n)
      for (int m = 0; m < n; ++m) {
        const int q = p + (m - at[a]) * stride;
        t[a] = t[a] + gll_.d(at[a], m) * x[static_cast<std::size_t>(q)];
      }
  }
  return found;
}

}  // namespace unda::sem

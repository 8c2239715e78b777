// Choosing among meshes, and growing layers.
#include "dg/make_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dg/resolution.hpp"
#include "dg/stable_step.hpp"
#include "mesh/balanced_facets.hpp"
#include "mesh/generated.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/outward_layers.hpp"
#include "mesh/patch_faces.hpp"
#include "mesh/region_model.hpp"
#include "mesh/thin_layers.hpp"
#include "method/refusals.hpp"
#include "model/properties.hpp"
#include "parallel/parcel.hpp"
#include "parallel/together.hpp"

namespace unda::dg {
namespace {

using scenario::Scenario;

constexpr double points_of_sizes = 2e6;  // of the lattice that tells Gmsh how large elements may be

/// Refuses before any integer can overflow: numbers of nodes, elements and faces, of which an element has four. Wider ones would bring
/// nothing yet: METIS as distributions build it counts in 32 bits, and at order 4 so many elements take about a terabyte.
void check_count(const Scenario& s, double n_elements) {
  constexpr int most = std::numeric_limits<int>::max() / 4;
  if (n_elements > most)
    s.fail(key_of_size(s),
           fmt::format("makes {:.3g} tetrahedra, and their faces are numbered in 32 bits, which is enough for "
                       "{}. Take larger elements or a smaller domain",
                       n_elements, most));
}

/// What Gmsh would make in place of boxes, where it is less work.
std::vector<std::array<std::string, 2>> compare_with_gmsh(const Scenario& s, const model::Model& model,
                                                          const mesh::Levels& levels, const mesh::Tetrahedra& boxes) {
  constexpr double inner_radius = 0.13;  // of the worst elements that it makes, over their edge; boxes have 0.207
  constexpr double worth_telling = 0.8;  // of the work of boxes
  constexpr double n_points = 5e4;
  for (const scenario::BoundaryKind kind : s.boundary)
    if (kind == scenario::BoundaryKind::periodic) return {};
  const int order = s.solver.dg.order;
  const mesh::SizeField field = mesh::make_size_field(s, model, levels, wavelengths_of_an_edge(order), n_points);
  const mesh::MeshEstimate other = mesh::estimate(field, model, levels);
  const physics::Material there = model::material(model, other.quickest_at);
  const double step = stable_step(there, order, inner_radius * other.quickest * there.vp());
  const Materials materials = make_materials(boxes, model);
  double own = INFINITY;
  for (std::size_t e = 0; e < boxes.n_in_domain(); ++e) own = std::min(own, stable_step(boxes, materials, order, e));
  const double work = other.n_elements / step / (static_cast<double>(boxes.n_in_domain()) / own);
  if (!(work < worth_telling)) return {};
  return {{"elements",
           fmt::format("mesh.generator = \"gmsh\" would make about {:.3g} of them, by the speeds of waves where they "
                       "are, in steps of about {:.2g} s: {:.0f} % of the work of these boxes",
                       other.n_elements, step, 100 * work)}};
}

/// An edge beside an absorbing face in the shortest wavelengths; those that are longer than their order allows count as if they were not.
double in_wavelengths(const Scenario& s, const model::Model& model, double edge) {
  const double allowed = wavelengths_of_an_edge(s.solver.dg.order);
  const double highest = s.mesh.max_frequency.value_or(s.highest_frequency);
  return highest > 0 ? std::min(allowed, edge * highest / model.extremes().slowest) : allowed;
}

/// On the rank that has the mesh.
void look_at_patches(const Scenario& s, const mesh::Tetrahedra& mesh, SharedMesh& made) {
  if (s.patches.empty()) return;
  method::refuse_patches_before_layers(s, "solver.dg.absorbing_elements", mesh.n_absorbing > 0);
  const mesh::PatchFaces faces(s, mesh);
  faces.check();
  made.remarks.push_back(faces.remark());
}

void from_boxes(const Scenario& s, const model::Model& model, bool with_layers, const parallel::Communicator& ranks,
                const std::function<void(double)>& check, SharedMesh& made) {
  mesh::Levels levels = make_levels(s, model);
  const mesh::Levels inner = levels;
  made.outside = absorbing_boxes(s.solver.dg, model.extremes(), in_wavelengths(s, model, levels.spacing));
  if (with_layers) mesh::add_absorbing_boxes(s, made.outside.n, made.outside.growth, levels);
  const double n_elements = 6.0 * levels.n[0] * levels.n[1] * levels.n[2];
  check_count(s, n_elements);
  check(n_elements);
  made.description = ", six in each of " + levels.describe("boxes");
  parallel::on_root(ranks, [&] {
    mesh::Tetrahedra boxes = mesh::cut_boxes(levels);
    mesh::connect(boxes, s);
    if (boxes.n_absorbing > 0) made.rates = absorbing_rates(boxes, mesh::layer_extent(levels), model.extremes());
    if (with_layers) made.remarks = compare_with_gmsh(s, model, inner, boxes);
    const bool own_steps = s.solver.dg.time_stepping == scenario::TimeStepping::local;
    for (auto& remark : mesh::thin_layers_remarks(inner, model, own_steps)) made.remarks.push_back(std::move(remark));
    look_at_patches(s, boxes, made);
    made.mesh = std::make_shared<const mesh::Tetrahedra>(std::move(boxes));
  });
}

/// The other way round; boxes have larger steps, element for element.
std::vector<std::array<std::string, 2>> compare_with_boxes(const mesh::Levels& levels, const mesh::Tetrahedra& mesh) {
  constexpr double steps = 1.5;  // of boxes, over those of Gmsh's elements of the same size
  const double n_boxes = 6.0 * static_cast<double>(levels.n_boxes());
  if (n_boxes > steps * static_cast<double>(mesh.n_in_domain())) return {};
  return {{"elements",
           fmt::format("mesh.generator = \"box\" would make {:.6g} of them, of better shapes and with larger steps: "
                       "boxes are as good here",
                       n_boxes)}};
}

mesh::Tetrahedra from_gmsh(const Scenario& s, const mesh::Levels& levels, const mesh::SizeField& field,
                           SharedMesh& made) {
  mesh::GeneratedMesh generated = mesh::generate(s, levels, field);
  mesh::connect(generated.mesh, s, generated.sides);
  made.remarks = compare_with_boxes(levels, generated.mesh);
  return std::move(generated.mesh);
}

/// A warning, where faces that are to absorb have no layers behind them. What faces alone send back is that of boxes without layers.
void tell_of_bare_sides(const Scenario& s, const std::string& mesh_name, const std::vector<mesh::BareSide>& bare,
                        SharedMesh& made) {
  if (bare.empty() || s.solver.dg.absorbing_elements.value_or(1) == 0) return;
  std::string sides;
  for (const mesh::BareSide& b : bare)
    sides += fmt::format(
        "{}{} ({} faces, {})", sides.empty() ? "" : ", ", face_names[b.side], b.n_faces,
        b.farthest > 0 ? fmt::format("up to {:.3g} m off {} = {:.6g}", b.farthest, axis_names[b.side / 2], b.plane)
                       : fmt::format("beside faces of another kind in {} = {:.6g}", axis_names[b.side / 2], b.plane));
  made.remarks.push_back(
      {method::warning_word,
       fmt::format("{}: no absorbing layers can grow on {} of {}, as layers need a plane side that absorbs all over. "
                   "These faces absorb alone: they send back up to 10 % of what comes straight at them and up to 46 % "
                   "at 45 degrees. Make them plane and let them end at the domain's sides, or keep them away from "
                   "what you look at; solver.dg.absorbing_elements = 0 asks for no layers anywhere",
                   s.where(s.mesh.file.empty() ? "boundary" : "mesh.file"), sides, mesh_name)});
}

/// With prisms outside.
void finish(const Scenario& s, const model::Model& model, bool with_layers, mesh::Tetrahedra mesh, SharedMesh& made) {
  if (with_layers) {
    const auto layers_for = [&](double edge) {
      const AbsorbingBoxes own = absorbing_boxes(s.solver.dg, model.extremes(), in_wavelengths(s, model, edge));
      if (own.n > made.outside.n) made.outside = own;
      return mesh::GrowingLayers{own.n, own.growth};
    };
    const mesh::LayerGrowth grown = mesh::grow_layers(s, layers_for, mesh);
    if (mesh.n_absorbing > 0) made.rates = absorbing_rates(mesh, grown.extent, model.extremes());
    tell_of_bare_sides(s, mesh.name, grown.bare, made);
  }
  look_at_patches(s, mesh, made);
  made.description = " of " + mesh.name;
  made.mesh = std::make_shared<const mesh::Tetrahedra>(std::move(mesh));
}

void from_file(const Scenario& s, const model::Model& model, bool with_layers, const parallel::Communicator& ranks,
               SharedMesh& made) {
  const mesh::RegionModel* regions = mesh::region_model(model);
  parallel::on_root(ranks, [&] {
    finish(s, model, with_layers, regions ? regions->take_tetrahedra(s) : mesh::read_tetrahedra(s), made);
  });
}

void by_gmsh(const Scenario& s, const model::Model& model, bool with_layers, const parallel::Communicator& ranks,
             const std::function<void(double)>& check, SharedMesh& made) {
  const double wavelengths = wavelengths_of_an_edge(s.solver.dg.order);
  const mesh::Levels levels = mesh::make_levels(s, model, wavelengths);
  mesh::SizeField field;
  double n_elements = 0;
  parallel::on_root(ranks, [&] {
    field = mesh::make_size_field(s, model, levels, wavelengths, points_of_sizes);
    n_elements = mesh::estimate(field, model, levels).n_elements;
  });
  ranks.broadcast({&n_elements, 1});
  check_count(s, n_elements);
  check(n_elements);  // asks all ranks
  parallel::on_root(ranks, [&] { finish(s, model, with_layers, from_gmsh(s, levels, field, made), made); });
}

}  // namespace

mesh::Levels make_levels(const Scenario& s, const model::Model& model) {
  mesh::Levels levels = mesh::make_levels(s, model, wavelengths_of_an_edge(s.solver.dg.order));
  mesh::balance_facets(s, levels);
  return levels;
}

const char* key_of_size(const Scenario& s) {
  return !s.mesh.file.empty() ? "mesh.file" : s.mesh.spacing ? "mesh.spacing" : "mesh.max_frequency";
}

SharedMesh make_mesh(const Scenario& s, const model::Model& model, bool with_layers,
                     const parallel::Communicator& ranks, const std::function<void(double)>& check) {
  SharedMesh made;
  if (model.regions() || (!s.mesh.file.empty() && !s.mesh.by_gmsh()))
    from_file(s, model, with_layers, ranks, made);
  else if (s.mesh.by_gmsh())
    by_gmsh(s, model, with_layers, ranks, check, made);
  else
    from_boxes(s, model, with_layers, ranks, check, made);
  if (made.mesh) {
    made.n_elements = made.mesh->size();
    made.n_absorbing = made.mesh->n_absorbing;
    made.description = fmt::format("{} tetrahedra{}", made.mesh->n_in_domain(), made.description);
  }
  parallel::tell_all(ranks, [&](parallel::Parcel& parcel) {
    parcel.value(made.n_elements);
    parcel.value(made.n_absorbing);
    parcel.value(made.outside);
    parcel.text(made.description);
    pass_remarks(parcel, made.remarks);
  });
  const auto n_elements = static_cast<double>(made.n_elements);
  check_count(s, n_elements);
  check(n_elements);
  return made;
}

}  // namespace unda::dg

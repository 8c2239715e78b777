// What spectral elements take of a scenario, and what they refuse.
#include "sem/propagator.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mesh/chunk.hpp"
#include "mesh/hexahedra_file.hpp"
#include "mesh/hexahedra_top.hpp"
#include "mesh/region_model.hpp"
#include "method/device_choice.hpp"
#include "method/refusals.hpp"
#include "numerics/gll.hpp"
#include "scenario/chunk.hpp"
#include "sem/dispersion.hpp"
#include "sem/layer_strength.hpp"
#include "sem/memory.hpp"
#include "sem/refinement.hpp"
#include "sem/spectral_elements.hpp"
#include "sem/unstructured/mesh_elements.hpp"

namespace unda::sem {
namespace {

using scenario::BoundaryKind;
using scenario::Quantity;
using scenario::Scenario;

/// What boxes have and other meshes do not.
void refuse_beside_a_mesh_file(const Scenario& s) {
  if (s.domain.topography)
    s.fail("domain.topography",
           "shapes the boxes that the program makes; mesh.file brings its own surface: leave one out");
  if (!s.parallel.ranks.empty())
    s.fail("parallel.ranks",
           "cuts boxes along their axes; the elements of mesh.file are shared out by METIS: leave it out");
  if (s.solver.sem.absorbing_elements.value_or(0) > 0)
    s.fail("solver.sem.absorbing_elements",
           "absorbing layers go with the boxes that the program makes, and with tetrahedra by dg; faces of a mesh.file "
           "absorb by themselves: take 0, or leave the key out");
  for (int face = 0; face < 6; ++face)
    if (s.boundary[static_cast<std::size_t>(face)] == BoundaryKind::periodic)
      s.fail(fmt::format("boundary.{}", face_names[static_cast<std::size_t>(face)]),
             "\"periodic\" goes with the boxes that the program makes, not with a mesh.file");
}

/// Faces of a chunk of the earth absorb by themselves.
void refuse_in_a_chunk(const Scenario& s) {
  if (s.solver.sem.absorbing_elements.value_or(0) > 0)
    s.fail("solver.sem.absorbing_elements",
           "absorbing layers go with boxes; sides of a chunk absorb by themselves: take 0, or leave the key out");
}

void refuse_what_cannot_be_honoured(const Scenario& s, const model::Extremes& earth) {
  if (s.domain.dim == 1) s.fail("domain", "spectral elements need 2 or 3 dimensions; methods for 1-D: fd");
  if (!s.mesh.file.empty()) refuse_beside_a_mesh_file(s);
  if (s.domain.chunk) refuse_in_a_chunk(s);
  if (s.solver.physics == scenario::Physics::acoustic_second_order)
    s.fail("solver.physics", "\"acoustic_second_order\" is a scheme of fd; spectral elements take \"acoustic\"");
  const std::string others = s.domain.dim == 3 ? "fd, dg" : "fd";
  if (earth.any_fluid && !earth.any_solid && s.solver.physics == scenario::Physics::elastic)
    s.fail("solver.physics",
           "found \"elastic\" for a fluid (vs = 0), whose waves are acoustic by spectral elements; leave "
           "the key out, or methods that do: " +
               others);
  if (earth.any_fluid && earth.any_solid && !s.takes_any_hexahedra() && s.model.kind != scenario::ModelKind::layers)
    s.fail("model.kind",
           "some of it is fluid (vs = 0) and some solid, which spectral elements couple on faces between "
           "layers: use \"layers\"; methods that take others: " +
               others);
  if (earth.any_fluid && earth.any_solid && s.boundary[top] == BoundaryKind::periodic)
    s.fail("boundary.top",
           "spectral elements do not couple fluids and solids with a periodic top and bottom; methods "
           "that do: fd");
  if (s.initial && s.initial->kind == scenario::InitialSpec::Kind::radiation)
    s.fail("initial.kind", "spectral elements do not start from \"radiation\"; methods that do: fd");
  if (s.domain.topography && s.boundary[top] == BoundaryKind::absorbing)
    s.fail("boundary.top", "an absorbing top under a topography is not available; use \"free\" or a flat top");
}

/// Stresses that relax are read from the memories of all points or from those of a receiver.
void refuse_stresses_without_memories(const Scenario& s, const model::Model& model) {
  if (!model.extremes().any_solid) return;
  const auto refuse = [&](const char* key, Quantity quantity, const std::vector<Quantity>& asked, const char* way_out) {
    if (std::find(asked.begin(), asked.end(), quantity) != asked.end())
      s.fail(key, fmt::format("found \"{}\", which spectral elements do not have there of solids that attenuate; {}",
                              scenario::name_of(quantity), way_out));
  };
  if (s.output.snapshots && s.domain.dim == 2)
    refuse("output.snapshots.quantities", Quantity::pressure, s.output.snapshots->quantities,
           "take \"stress\", or receivers, which have it");
  if (!s.output.surface) return;
  for (const Quantity quantity : {Quantity::pressure, Quantity::stress})
    refuse("output.surface.quantities", quantity, s.output.surface->quantities,
           "take \"velocity\", or snapshots and receivers, which have it");
}

/// What patches of the boundary ask of boxes.
void refuse_patches(const Scenario& s, const Mesh& mesh) {
  for (std::size_t i = 0; i < s.patches.size(); ++i) {
    const scenario::BoundaryPatch& patch = s.patches[i];
    const std::string key = fmt::format("boundary.patch[{}]", i);
    if (patch.kind == BoundaryKind::absorbing && mesh.levels().n_absorbing_boxes() > 0)
      s.fail(key + ".kind",
             "found \"absorbing\" beside faces with absorbing layers, which spectral elements do not have together; "
             "take solver.sem.absorbing_elements = 0, with which all of them absorb by themselves, or method dg");
    if (patch.kind == BoundaryKind::absorbing && patch.face == top && s.domain.topography)
      s.fail(key + ".kind", "an absorbing top under a topography is not available; use a flat top, or method dg");
  }
  method::refuse_patches_before_layers(s, "solver.sem.absorbing_elements", mesh.levels().n_absorbing_boxes() > 0);
  patch_faces(s, mesh).check();
}

/// By default eight points of the polynomials thick, in soft ground up to twice that.
int absorbing_elements(const scenario::SemOptions& options, const model::Extremes& earth) {
  const int points = default_layer_points(earth);
  return static_cast<int>(options.absorbing_elements.value_or((points + options.degree - 1) / options.degree));
}

Index counts_by_axis(const mesh::Levels& levels) {
  return levels.dim == 3 ? levels.n : Index{levels.n[0], levels.n[2], 1};
}

parallel::Cartesian cut(const Scenario& s, const mesh::Levels& levels, const parallel::Communicator& ranks) {
  const Index n = counts_by_axis(levels);
  std::array<bool, 3> periodic{};
  for (int a = 0; a < levels.dim; ++a)
    periodic[a] = s.boundary[2 * (levels.dim == 2 && a == 1 ? 2 : a)] == BoundaryKind::periodic;
  std::array<int, 3> by_axis{1, 1, 1};
  if (s.parallel.ranks.empty()) {
    const auto chosen = parallel::choose_ranks(ranks.size(), n, {1, 1, 1});
    if (!chosen)
      s.fail("mesh", fmt::format("{} ranks are too many for {}; take fewer, or smaller elements", ranks.size(),
                                 levels.describe("elements")));
    by_axis = *chosen;
  } else {
    std::int64_t product = 1;
    for (int a = 0; a < levels.dim; ++a) {
      by_axis[a] = static_cast<int>(std::min<std::int64_t>(s.parallel.ranks[static_cast<std::size_t>(a)], 1 << 20));
      product *= by_axis[a];
    }
    if (product != ranks.size())
      s.fail("parallel.ranks",
             fmt::format("make {} ranks; this run has {}", product, parallel::ranks_in_words(ranks.size())));
    if (!parallel::ranks_fit(by_axis, n, {1, 1, 1}))
      s.fail("parallel.ranks",
             fmt::format("every part needs an element along each axis; there are {}", levels.describe("elements")));
  }
  parallel::Cartesian cuts(by_axis, n, periodic, ranks.rank());
  if (s.parallel.exchange_with_self) cuts.exchange_with_self();
  return cuts;
}

/// Before anything large is allocated.
template <class Real>
void check_memory(const Scenario& s, const Mesh& mesh, const model::Model& model, const exec::Device& device,
                  const parallel::Communicator& ranks) {
  Memory memory;
  const std::vector<Part> parts = parts_of_mesh(mesh.levels(), model);
  for (const Part& part : parts) {
    const Mesh slab = mesh.slab(part.layers, loose_face(part.physics));
    const int n_mechanisms = part.attenuates ? static_cast<int>(s.model.attenuation.mechanisms) : 0;
    const Memory of_part = memory_for<Real>(slab, part.physics, elements_are_uniform(s, model), n_mechanisms, device,
                                            keeps_forces(s, parts.size()));
    memory.domain += of_part.domain;
    memory.absorbing += of_part.absorbing;
  }
  method::check_memory(s, s.mesh.spacing ? "mesh.spacing" : "mesh.max_frequency",
                       fmt::format("{} of degree {}", mesh.levels().describe("elements"), s.solver.sem.degree),
                       memory.domain + memory.absorbing, "Take larger elements, a smaller domain or more ranks", device,
                       ranks);
}

template <class Real>
std::unique_ptr<method::Propagator> make_on_file(const Scenario& s, std::shared_ptr<const model::Model> model,
                                                 const parallel::Communicator& ranks) {
  exec::use(method::choose_device(s, model->extremes()));
  std::shared_ptr<const mesh::Hexahedra> elements = hexahedra_of(s, *model);
  mesh::PatchFaces(s, *elements).check();
  std::shared_ptr<const model::RelaxationLaw> law;
  if (model->extremes().attenuates()) {
    law = std::make_shared<const model::RelaxationLaw>(s.model);
    model = model::unrelaxed_model(s, *model, *law);
  }
  check_counts(s, static_cast<double>(elements->size()), s.solver.sem.degree, ranks.size());
  const double bytes =
      MeshElements<Real>::bytes_for(*elements, *model, s.solver.sem.degree, law ? law->n_mechanisms() : 0);
  method::check_memory(s, s.domain.chunk ? "mesh" : "mesh.file",
                       fmt::format("{} elements of degree {}", elements->size(), s.solver.sem.degree),
                       bytes / ranks.size(), "Take larger elements, a smaller domain or more machines", {}, ranks);
  auto whole = std::make_shared<const WholeMesh>(s, std::move(elements), std::move(model), ranks);
  return std::make_unique<MeshElements<Real>>(s, std::move(whole), ranks, std::move(law));
}

template <class Real>
std::unique_ptr<method::Propagator> make(const Scenario& s, std::shared_ptr<const model::Model> model,
                                         const parallel::Communicator& ranks) {
  if (s.takes_any_hexahedra()) return make_on_file<Real>(s, std::move(model), ranks);
  mesh::Levels levels = mesh_of(s, *model);
  mesh::add_absorbing_boxes(s, absorbing_elements(s.solver.sem, model->extremes()), 1, levels);
  const parallel::Cartesian cuts = cut(s, levels, ranks);
  Mesh mesh(s, std::move(levels), s.solver.sem.degree, cuts);
  refuse_patches(s, mesh);
  const bool attenuates = model->extremes().attenuates();
  const exec::Device device = method::choose_device(s, model->extremes());
  exec::use(device);
  check_memory<Real>(s, mesh, *model, device, ranks);
  std::shared_ptr<const model::RelaxationLaw> law;
  if (attenuates) {
    law = std::make_shared<const model::RelaxationLaw>(s.model);
    model = model::unrelaxed_model(s, *model, *law);
  }
  return std::make_unique<SpectralElements<Real>>(s, std::move(model), std::move(mesh), cuts, ranks,
                                                  exec::Queue(device), std::move(law));
}

}  // namespace

mesh::Levels mesh_of(const Scenario& s, const model::Model& model) { return chosen_levels(s, model); }

mesh::ChunkLayers chunk_layers_of(const Scenario& s, const model::Model& model) {
  return mesh::make_chunk_layers(s, model, wavelengths_per_element(s.solver.sem.degree));
}

/// The model of regions has read them already.
std::shared_ptr<const mesh::Hexahedra> hexahedra_of(const Scenario& s, const model::Model& model) {
  if (s.domain.chunk) return std::make_shared<const mesh::Hexahedra>(mesh::make_chunk(s, chunk_layers_of(s, model)));
  if (const mesh::RegionModel* regions = mesh::region_model(model)) return regions->hexahedra();
  return std::make_shared<const mesh::Hexahedra>(mesh::read_hexahedra(s));
}

method::SurfaceHeight surface_of(const Scenario& s, const model::Model& model,
                                 const parallel::Communicator& /*ranks*/) {
  if (s.domain.dim == 1 || (!s.mesh.file.empty() && s.domain.topography)) return {};
  if (s.domain.chunk)
    return [frame = scenario::ChunkFrame(*s.domain.chunk)](double x, double y) -> std::optional<method::SurfacePoint> {
      const double r = scenario::earth_radius, across = x * x + y * y;
      if (across >= r * r) return {};
      const double z = -across / (r + std::sqrt(r * r - across));
      if (!frame.outside({x, y, z}).empty()) return {};
      return method::SurfacePoint{z, 0};
    };
  if (!s.mesh.file.empty()) {
    const std::shared_ptr<const mesh::Hexahedra> elements = hexahedra_of(s, model);
    return [elements, top = mesh::HexahedraTop(*elements)](double x, double y) -> std::optional<method::SurfacePoint> {
      if (const auto z = top.height(x, y)) return method::SurfacePoint{*z, 0};
      return {};
    };
  }
  const auto levels = std::make_shared<const mesh::Levels>(mesh_of(s, model));
  return [levels, gll = numerics::gll(s.solver.sem.degree)](double x, double y) -> std::optional<method::SurfacePoint> {
    std::array<int, 2> element{};
    std::array<std::vector<double>, 2> value{std::vector{1.0}, std::vector{1.0}};
    for (int axis = 0; axis + 1 < levels->dim; ++axis) {
      const double at = ((axis == 0 ? x : y) - levels->domain[axis].low) / levels->edge(axis);
      element[axis] = std::clamp(static_cast<int>(std::floor(at)), 0, levels->n_in_domain(axis) - 1);
      value[axis] = gll.values(2 * (at - element[axis]) - 1);
    }
    // Within an element the surface is the polynomial through its heights at the points of the element.
    double z = 0;
    for (std::size_t j = 0; j < value[1].size(); ++j)
      for (std::size_t i = 0; i < value[0].size(); ++i)
        z += value[0][i] * value[1][j] *
             levels->height(levels->anchors.back().plane, levels->coordinate(0, element[0] + 0.5 * (1 + gll.point[i])),
                            levels->dim == 3 ? levels->coordinate(1, element[1] + 0.5 * (1 + gll.point[j])) : 0);
    return method::SurfacePoint{z, 0};
  };
}

std::unique_ptr<method::Propagator> make_propagator(const Scenario& s, std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks) {
  refuse_what_cannot_be_honoured(s, model->extremes());
  if (model->extremes().attenuates()) refuse_stresses_without_memories(s, *model);
  return s.solver.precision == scenario::Precision::double_precision ? make<double>(s, std::move(model), ranks)
                                                                     : make<float>(s, std::move(model), ranks);
}

}  // namespace unda::sem

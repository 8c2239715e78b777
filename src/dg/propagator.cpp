// Choosing mesh, order and precision for a scenario.
#include "dg/propagator.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dg/galerkin.hpp"
#include "dg/make_mesh.hpp"
#include "dg/memory.hpp"
#include "dg/resolution.hpp"
#include "mesh/facets.hpp"
#include "mesh/region_model.hpp"
#include "method/device_choice.hpp"
#include "method/refusals.hpp"
#include "parallel/parcel.hpp"
#include "parallel/together.hpp"

namespace unda::dg {
namespace {

using scenario::Scenario;

void refuse_what_cannot_be_honoured(const Scenario& s) {
  if (s.domain.dim != 3)
    s.fail("domain", fmt::format("discontinuous Galerkin works in 3-D, this domain is {}-D; methods that can: {}",
                                 s.domain.dim, s.domain.dim == 1 ? "fd" : "fd, sem"));
  if (!s.mesh.file.empty() && s.domain.topography)
    s.fail("domain.topography",
           "shapes the boxes that the program makes; mesh.file brings its own surface: leave one out");
  if (!s.parallel.ranks.empty())
    s.fail("parallel.ranks",
           "cuts a grid along its axes; the meshes of discontinuous Galerkin are cut by METIS: leave it out");
  if (s.solver.physics == scenario::Physics::acoustic_second_order)
    s.fail("solver.physics", "\"acoustic_second_order\" is a scheme of fd; dg has \"acoustic\" and \"elastic\"");
}

void refuse_local_steps(const Scenario& s) {
  if (s.solver.dg.time_stepping == scenario::TimeStepping::local && s.parallel.exchange_with_self)
    s.fail("parallel.exchange_with_self", "goes with one step for all: solver.dg.time_stepping = \"global\"");
}

/// Of the machine's ranks together, before anything large is made. The mesh is made on the host, by one rank, fields on the device.
double mesh_of_a_rank(double n_elements, const parallel::Communicator& ranks) {
  const double whole = n_elements * mesh_bytes;
  return ranks.size() == 1 ? whole : whole / parallel::ranks_on_this_machine() + whole / ranks.size();
}

template <class Real>
void check_memory(const Scenario& s, double n_elements, bool is_anisotropic, const exec::Device& device,
                  const parallel::Communicator& ranks) {
  const int order = s.solver.dg.order;
  const std::string what = fmt::format("{:.3g} tetrahedra of order {}", n_elements, order);
  const char* advice = "Take larger elements, a smaller domain or more machines";
  const double fields = n_elements * element_bytes<Real>(order, device, is_anisotropic) / ranks.size();
  const bool on_gpu = device.kind == exec::DeviceKind::gpu;
  method::check_memory(s, key_of_size(s), what, mesh_of_a_rank(n_elements, ranks) + (on_gpu ? 0 : fields), advice, {},
                       ranks);
  if (on_gpu) method::check_memory(s, key_of_size(s), what, fields, advice, device, ranks);
}

/// With memory variables, where all of the domain attenuates.
template <class Real>
void check_memory_of_mechanisms(const Scenario& s, const SharedMesh& mesh, int n_mechanisms, bool anisotropic,
                                const exec::Device& device, const parallel::Communicator& ranks) {
  const int order = s.solver.dg.order;
  const auto n_elements = static_cast<double>(mesh.n_elements),
             n_attenuating = static_cast<double>(mesh.n_elements - mesh.n_absorbing);
  const double fields = (n_elements * element_bytes<Real>(order, device, anisotropic) +
                         n_attenuating * relaxing_bytes<Real>(order, device, n_mechanisms, anisotropic)) /
                        ranks.size();
  const bool on_gpu = device.kind == exec::DeviceKind::gpu;
  method::check_memory(
      s, key_of_size(s),
      fmt::format("{:.3g} tetrahedra of order {} with {} relaxation mechanisms", n_elements, order, n_mechanisms),
      on_gpu ? fields : mesh_of_a_rank(n_elements, ranks) + fields,
      "Take larger elements, a smaller domain or more machines", on_gpu ? device : exec::Device{}, ranks);
}

template <class Real>
std::unique_ptr<method::Propagator> make(const Scenario& s, std::shared_ptr<const model::Model> model,
                                         const parallel::Communicator& ranks) {
  const bool attenuates = model->extremes().attenuates();
  const exec::Device device = method::choose_device(s, model->extremes());
  exec::use(device);
  refuse_local_steps(s);
  const bool is_anisotropic = model->extremes().any_anisotropic;
  SharedMesh mesh =
      make_mesh(s, *model, true, ranks, [&](double n) { check_memory<Real>(s, n, is_anisotropic, device, ranks); });
  if (mesh.n_elements < static_cast<std::size_t>(ranks.size()))
    s.fail("mesh", fmt::format("{} elements are too few for {} ranks", mesh.n_elements, ranks.size()));
  std::shared_ptr<const model::RelaxationLaw> law;
  if (attenuates) {
    law = std::make_shared<const model::RelaxationLaw>(s.model);
    model = model::unrelaxed_model(s, *model, *law);
    check_memory_of_mechanisms<Real>(s, mesh, law->n_mechanisms(), is_anisotropic, device, ranks);
  }
  // Small clusters are not to wait for the largest, which goes beside them.
  const bool has_local_steps = s.solver.dg.time_stepping != scenario::TimeStepping::global;
  return std::make_unique<Galerkin<Real>>(s, std::move(model), std::move(mesh),
                                          cpu_kernels<Real>(s.solver.dg.order, is_anisotropic), ranks,
                                          exec::Queue(device, has_local_steps), std::move(law));
}

}  // namespace

std::shared_ptr<const mesh::Tetrahedra> mesh_of(const Scenario& s, const model::Model& model,
                                                const parallel::Communicator& ranks) {
  return make_mesh(s, model, false, ranks).mesh;
}

method::SurfaceHeight surface_of(const Scenario& s, const model::Model& model, const parallel::Communicator& ranks) {
  if (s.domain.dim != 3 || (!s.mesh.file.empty() && s.domain.topography)) return {};
  if (!s.mesh.file.empty() || s.mesh.by_gmsh()) {
    std::vector<mesh::Triangle> triangles;
    const auto shared = model.regions() ? nullptr : mesh_of(s, model, ranks);
    parallel::on_root(
        ranks, [&] { triangles = mesh::top_triangles(shared ? *shared : mesh::region_model(model)->tetrahedra(s)); });
    parallel::tell_all(ranks, [&](parallel::Parcel& parcel) { parcel.list(triangles); });
    const auto facets = std::make_shared<const mesh::TopFacets>(std::move(triangles));
    return [facets](double x, double y) -> std::optional<method::SurfacePoint> {
      const std::optional<mesh::FacetPoint> p = facets->at(x, y);
      if (!p) return {};
      return method::SurfacePoint{p->height, p->edge};
    };
  }
  const auto levels = std::make_shared<const mesh::Levels>(make_levels(s, model));
  return [levels](double x, double y) -> std::optional<method::SurfacePoint> {
    const mesh::FacetPoint p = mesh::facet_of_boxes(*levels, x, y);
    return method::SurfacePoint{p.height, p.edge};
  };
}

std::unique_ptr<method::Propagator> make_propagator(const Scenario& s, std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks) {
  refuse_what_cannot_be_honoured(s);
  return s.solver.precision == scenario::Precision::double_precision ? make<double>(s, std::move(model), ranks)
                                                                     : make<float>(s, std::move(model), ranks);
}

}  // namespace unda::dg

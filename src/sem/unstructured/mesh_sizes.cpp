// What a run on any mesh costs, and how well it resolves waves.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sem/dispersion.hpp"
#include "sem/unstructured/mesh_elements.hpp"

namespace unda::sem {
template <class Real>
method::Sizes MeshElements<Real>::sizes() const {
  method::Sizes s;
  const mesh::Hexahedra& mesh = whole_->elements();
  const int dim = whole_->dim(), degree = whole_->degree();
  s.mesh = fmt::format("{} {}{} of {}", mesh.size(), mesh.order == 2 ? "curved " : "",
                       dim == 3 ? "hexahedra" : "quadrilaterals", mesh.name);
  s.order = degree;
  s.cells = static_cast<std::int64_t>(mesh.size());
  s.remarks = mesh.remarks;
  const double n_points = whole_->points_of_an_element(), points = std::pow(degree, dim);
  for (const auto& region : regions_) {
    std::int64_t owned = 0, n_elements = 0;
    for_each_place(region->mesh(), [&](std::size_t, bool is_own, std::int64_t) { owned += is_own ? 1 : 0; });
    for (std::size_t slot = 0; slot < region->mesh().n_slots(); ++slot)
      n_elements += region->mesh().element(slot) >= 0 ? 1 : 0;
    const int nc = region->n_components();
    s.dofs += 2 * nc * communicator_.sum(owned);
    s.memory_bytes += static_cast<double>(region->bytes());
    // Displacement and velocity are read and written, forces written and read, masses, places, metric and moduli read.
    const double share = static_cast<double>(communicator_.sum(n_elements)) / static_cast<double>(mesh.size());
    const double n_law = n_moduli(region->physics(), dim), real = sizeof(Real);
    const double of_law = whole_->is_uniform() ? n_law : n_law * n_points;
    s.bytes_per_update += share * (real * (points * (6 * nc + 1) + of_law + n_points * n_metric(dim)) + 4 * n_points);
    const double general = dim == 2 ? 16.0 : 69.0;  // products and sums of strains and moduli
    const double law = region->physics() == Physics::anisotropic ? general : nc == 1 ? dim : dim == 2 ? 12.0 : 25.0;
    s.flops_per_update += share * (points * 5 * nc + n_points * (2.0 * nc * dim * (2 * degree + 1) + nc * dim + law +
                                                                 n_law + 2.0 * nc * dim * (2 * dim - 1)));
    if (region->attenuates()) {
      const double n_stresses = dim * (dim + 1) / 2.0, mechanisms = law_->n_mechanisms();
      s.bytes_per_update += share * real * mechanisms * (2 * n_stresses + 2) * n_points;
      s.flops_per_update += share * mechanisms * n_points * (6 * n_stresses + 10);
    }
  }
  for (const MeshCoupling<Real>& coupling : couplings_) s.memory_bytes += static_cast<double>(coupling.bytes());
  const bool any_absorbing =
      std::any_of(regions_.begin(), regions_.end(), [](const auto& r) { return r->has_absorbing_faces(); });
  if (communicator_.any(any_absorbing))
    s.remarks.push_back({"edges",
                         "absorbing faces take waves that meet them straight on; at a slant and along them much comes "
                         "back. Boxes that the program makes have absorbing layers"});
  if (!scenario_.patches.empty()) s.remarks.push_back(mesh::PatchFaces(scenario_, mesh).remark());
  const double f = method::highest_frequency(sources_);
  if (f > 0) {
    double longest = 0;
    for (const auto& region : regions_) longest = std::max(longest, region->crossing().longest_time());
    const double wavelengths = f * communicator_.max(longest);
    s.extent_of_source = wavelengths * whole_->model().extremes().slowest / f;
    s.bytes_of_source = n_points * bytes_of_weights<Real>(dim);
    s.sources_in_turn = true;
    s.points_per_wavelength = degree / wavelengths;
    s.dispersion_error = phase_error(degree, wavelengths);
    s.dispersion_order = 2 * degree;
  }
  return s;
}

/// As if all were solid where anything is.
template <class Real>
double MeshElements<Real>::bytes_for(const mesh::Hexahedra& mesh, const model::Model& model, int degree,
                                     int n_mechanisms) {
  const model::Extremes earth = model.extremes();
  const Physics physics = !earth.any_solid        ? Physics::acoustic
                          : earth.any_anisotropic ? Physics::anisotropic
                                                  : Physics::elastic;
  const int dim = mesh.dim, nc = is_solid(physics) ? dim : 1;
  const double in_element = std::pow(degree + 1, dim), points = std::pow(degree, dim), real = sizeof(Real);
  const double moduli = n_kept_moduli(physics, dim) * (model.regions() != nullptr ? 1 : in_element);
  const double memories = n_mechanisms * (dim * (dim + 1) / 2.0 + 2) * in_element;
  return static_cast<double>(mesh.size()) *
         (real * ((3 * nc + 1) * points + n_metric(dim) * in_element + moduli + memories) + 8 * in_element +
          16 * points);
}

template double MeshElements<float>::bytes_for(const mesh::Hexahedra&, const model::Model&, int, int);
template double MeshElements<double>::bytes_for(const mesh::Hexahedra&, const model::Model&, int, int);
template method::Sizes MeshElements<float>::sizes() const;
template method::Sizes MeshElements<double>::sizes() const;

}  // namespace unda::sem

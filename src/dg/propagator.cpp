// Choosing mesh, order and precision for a scenario.
#include "dg/propagator.hpp"

#include <cmath>

#include <fmt/format.h>

#include "dg/galerkin.hpp"

namespace unda::dg {
namespace {

using scenario::Scenario;

void refuse_what_cannot_be_honoured(const Scenario& s, const parallel::Communicator& ranks) {
  if (s.domain.dim != 3)
    s.fail("domain", fmt::format("discontinuous Galerkin works in 3-D, this domain is {}-D; methods that can: fd",
                                 s.domain.dim));
  if (s.domain.topography) s.fail("domain.topography", "dg does not follow topography yet");
  if (!s.mesh.file.empty()) s.fail("mesh.file", "dg does not read meshes yet; leave it out");
  if (ranks.size() > 1) s.fail("solver.method", fmt::format("dg works on one rank, this run has {}", ranks.size()));
  if (s.solver.device == scenario::Device::gpu || s.solver.device == scenario::Device::debug)
    s.fail("solver.device", "discontinuous Galerkin runs on the CPU; allowed here: \"auto\", \"cpu\"");
  if (s.solver.physics == scenario::Physics::acoustic_second_order)
    s.fail("solver.physics", "\"acoustic_second_order\" is a scheme of fd; dg has \"acoustic\" and \"elastic\"");
  auto check = [&s](const scenario::Material& material, const std::string& key) {
    if (material.qp > 0 || material.qs > 0)
      s.fail(key + (material.qp > 0 ? ".qp" : ".qs"), "discontinuous Galerkin has no attenuation; methods that have: sem");
    if (!material.c.empty()) s.fail(key + ".c", "discontinuous Galerkin is isotropic; methods with 21 moduli: sem");
  };
  if (s.model.kind == scenario::ModelKind::uniform) check(s.model.uniform, "model");
  for (std::size_t n = 0; n < s.model.layers.size(); ++n)
    check(s.model.layers[n].material, fmt::format("model.layer[{}]", n));
  if (s.model.grid.qp || s.model.grid.qs)
    s.fail(s.model.grid.qp ? "model.qp" : "model.qs",
           "discontinuous Galerkin has no attenuation; methods that have: sem");
}

double chosen_spacing(const Scenario& s, const model::Model& model) {
  if (s.mesh.spacing) return *s.mesh.spacing;
  return model.extremes().slowest / *s.mesh.max_frequency;
}

std::vector<double> divided(const scenario::Interval& extent, double spacing) {
  const int n = std::max(1, static_cast<int>(std::ceil(extent.length() / spacing - 1e-6)));
  std::vector<double> lines;
  for (int k = 0; k <= n; ++k) lines.push_back(extent.low + extent.length() * k / n);
  return lines;
}

SharedMesh make_mesh(const Scenario& s, const model::Model& model) {
  const double spacing = chosen_spacing(s, model);
  std::array<std::vector<double>, 3> lines;
  for (int a = 0; a < 3; ++a) lines[a] = divided(s.domain.extent[a], spacing);
  auto mesh = std::make_shared<mesh::Tetrahedra>(mesh::cut_box(lines));
  mesh::connect(*mesh, s);
  const std::string description = fmt::format("{} tetrahedra", mesh->size());
  return {std::move(mesh), {}, description};
}

template <class Real>
std::unique_ptr<method::Propagator> make(const Scenario& s, std::shared_ptr<const model::Model> model,
                                         const parallel::Communicator& ranks) {
  SharedMesh mesh = make_mesh(s, *model);
  return std::make_unique<Galerkin<Real>>(s, std::move(model), std::move(mesh), cpu_kernels<Real>(s.solver.dg.order), ranks);
}

}  // namespace

std::unique_ptr<method::Propagator> make_propagator(const Scenario& s, std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks) {
  refuse_what_cannot_be_honoured(s, ranks);
  return s.solver.precision == scenario::Precision::double_precision ? make<double>(s, std::move(model), ranks)
                                                                     : make<float>(s, std::move(model), ranks);
}

}  // namespace unda::dg

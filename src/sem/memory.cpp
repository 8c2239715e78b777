// The memory of spectral elements, counted from the mesh.
#include "sem/memory.hpp"

#include <algorithm>
#include <cmath>

#include "sem/absorbing_layer.hpp"
#include "sem/device/domain_forces.hpp"
#include "sem/fluid_relaxation.hpp"
#include "sem/relaxation_tables.hpp"

namespace unda::sem {
namespace {

double stacey_components(const Mesh& mesh, int n_components) {
  double points = 0;
  for (int a = 0; a < mesh.dim(); ++a)
    for (const int side : {0, 1})
      if (mesh.absorbing(a, side) == 0 &&
          (mesh.has_face(a, side, scenario::BoundaryKind::absorbing) || mesh.has_patches(a, side)))
        points += static_cast<double>(mesh.n_points()) / mesh.n_points(a);
  return points * n_components;
}

}  // namespace

bool keeps_forces(const scenario::Scenario& s, std::size_t n_parts) {
  const auto has_accelerations = [](const scenario::ReceiverSpec& r) {
    return std::find(r.quantities.begin(), r.quantities.end(), scenario::Quantity::acceleration) != r.quantities.end();
  };
  return n_parts > 1 || s.output.snapshots || s.output.surface || s.output.checkpoint_every_steps ||
         std::any_of(s.receivers.begin(), s.receivers.end(), has_accelerations);
}

template <class Real>
Memory memory_for(const Mesh& mesh, Physics physics, bool uniform_elements, int n_mechanisms,
                  const exec::Device& device, bool keeps_forces) {
  const bool in_3d = mesh.dim() == 3;
  const int nc = is_solid(physics) ? mesh.dim() : 1;
  const auto size = static_cast<double>(mesh.size()), plane = static_cast<double>(mesh.plane());
  const double moduli = n_kept_moduli(physics, mesh.dim()) * plane * (in_3d ? mesh.n(2) : 1) *
                        (uniform_elements ? 1 : mesh.points_of_an_element());
  const double rise =
      mesh.levels().is_deformed() ? plane * (in_3d ? std::pow(mesh.degree(), 2) * (mesh.n(2) + 1) : mesh.degree()) : 0;
  // A damped component: its place and two numbers, and the place and the number that they are made from.
  constexpr double damped_component = 2 * sizeof(Real) + 3 * sizeof(double);
  double in_domain = 1;
  for (int a = 0; a < mesh.dim(); ++a) in_domain *= mesh.domain_points(a).count();
  // On a device points of layers know their damping themselves.
  const double damped =
      (device.is_host() ? nc * (static_cast<double>(mesh.n_points()) - in_domain) : 0) + stacey_components(mesh, nc);
  const double materials = uniform_elements ? static_cast<double>(mesh.n_elements()) * sizeof(physics::Material) : 0;
  const double absorbing =
      AbsorbingLayer<Real>::bytes_for(mesh, physics, uniform_elements, device) + damped_component * damped;
  const double relaxation = n_mechanisms == 0 ? 0
                            : is_solid(physics)
                                ? RelaxationTables<Real>::bytes_for(mesh, physics, uniform_elements, n_mechanisms)
                                : FluidRelaxation<Real>::bytes_for(mesh.size(), n_mechanisms);
  // Displacement, velocity, forces, where these stay those that the energy is found from, and the inverse mass.
  if (!device.is_host())
    return {sizeof(Real) * (((keeps_forces || nc == 1 ? 4 : 3) * nc + 1) * size + moduli) +
                DeviceDomainForces<Real>::bytes_for(mesh, physics) + relaxation,
            absorbing};
  // Displacement, velocity, forces and the inverse mass.
  return {sizeof(Real) * ((3 * nc + 1) * size + moduli + rise) + materials + relaxation, absorbing};
}

template Memory memory_for<float>(const Mesh&, Physics, bool, int, const exec::Device&, bool);
template Memory memory_for<double>(const Mesh&, Physics, bool, int, const exec::Device&, bool);

}  // namespace unda::sem

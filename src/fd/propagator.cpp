// Choosing grid, scheme, order and precision for a scenario.
#include "fd/propagator.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/gpu_support.hpp"
#include "fd/device/gpu_orders.hpp"
#include "fd/finite_differences.hpp"
#include "fd/kernels/energy_row.hpp"
#include "fd/medium.hpp"
#include "fd/resolution.hpp"
#include "fd/schemes/acoustic.hpp"
#include "fd/schemes/acoustic_second_order.hpp"
#include "fd/schemes/elastic.hpp"
#include "method/device_choice.hpp"
#include "method/refusals.hpp"
#include "model/properties.hpp"
#include "model/relaxation.hpp"
#include "numerics/one_sided_difference.hpp"

namespace unda::fd {
namespace {

using scenario::Scenario;

constexpr const char* tilted =
    "the staggered grid of fd takes anisotropy with axes along x, y and z alone (nine moduli, or a tilt of 0 or 90 "
    "degrees); "
    "methods that can: sem, dg";

/// Materials that the scenario writes out, and the axis of a grid.
void refuse_tilted_axes(const Scenario& s) {
  auto check = [&](const scenario::Material& m, const std::string& key) {
    if (const auto anisotropy = model::anisotropy_of(m, s.domain.dim);
        anisotropy && !physics::is_orthorhombic(anisotropy->moduli))
      s.fail(key + (m.c.empty() ? ".tilt" : ".c"), tilted);
  };
  if (s.model.kind == scenario::ModelKind::uniform) check(s.model.uniform, "model");
  for (std::size_t n = 0; n < s.model.layers.size(); ++n)
    check(s.model.layers[n].material, fmt::format("model.layer[{}]", n));
  const scenario::GridModel& grid = s.model.grid;
  if (s.model.kind != scenario::ModelKind::grid || !grid.tilt) return;
  const auto is_right = [](const std::optional<scenario::GridSource>& angle) {
    return !angle || (angle->file.empty() && std::abs(std::remainder(angle->value, 90)) < 1e-9);
  };
  if (!is_right(grid.tilt)) s.fail("model.tilt", tilted);
  if (std::abs(std::remainder(grid.tilt->value, 180)) > 1e-9 && !is_right(grid.azimuth))
    s.fail("model.azimuth", tilted);
}

void refuse_what_cannot_be_honoured(const Scenario& s) {
  if (s.domain.topography)
    s.fail("domain.topography",
           "finite differences have a flat top; methods that follow topography: sem, dg "
           "(solver.method = \"sem\")");
  if (!s.mesh.file.empty())
    s.fail("mesh.file", "finite differences make their own grid; methods that read meshes: sem, dg");
  if (!s.patches.empty())
    s.fail("boundary.patch[0]", "finite differences hold one condition on all of a face; methods that can: sem, dg");
  refuse_tilted_axes(s);
}

/// What needs the model.
void refuse_what_the_model_asks(const Scenario& s, const model::Model& model) {
  const model::Extremes earth = model.extremes();
  if (!earth.any_anisotropic) return;
  if (earth.any_fluid && model.level_interfaces().empty())
    method::refuse_anisotropy(s,
                              "fd couples anisotropic solids with fluids in level layers alone; methods that can: sem, "
                              "dg");
  if (s.domain.dim != 2) return;
  const auto refuse_pressure = [&](const char* key, const std::vector<scenario::Quantity>& quantities) {
    for (const scenario::Quantity quantity : quantities)
      if (quantity == scenario::Quantity::pressure)
        s.fail(
            key,
            "found \"pressure\", which fd does not have of anisotropic plane strain; take \"stress\", or methods that "
            "can: sem");
  };
  if (s.output.snapshots) refuse_pressure("output.snapshots.quantities", s.output.snapshots->quantities);
  if (s.output.surface) refuse_pressure("output.surface.quantities", s.output.surface->quantities);
}

/// The loops for a device; none for the host.
template <class Scheme, class Real>
DeviceChoice<Real> loops_on(const exec::Device& device, int radius) {
  exec::use(device);
  if (device.kind == exec::DeviceKind::simulated)
    return {exec::Queue(device), device_kernels_for<exec::Simulated, Scheme, Real>(radius)};
  if constexpr (exec::has_gpu_support)
    if (device.kind == exec::DeviceKind::gpu) {
      require(is_among(2 * radius, GpuOrders{}),
              "solver.fd.order = {}: this build has GPU kernels of order {} alone; build again with "
              "-DUNDA_FEW_GPU_ORDERS=OFF, or take solver.device = \"cpu\"",
              2 * radius, gpu_orders);
      return {exec::Queue(device), device_kernels_for<exec::Gpu, Scheme, Real>(radius)};
    }
  return {};
}

void check_points(const Scenario& s, const Grid& grid, double spacing, const model::Model& model) {
  const int radius = s.solver.fd.order / 2;
  for (int a = 0; a < grid.dim; ++a) {
    if (grid.axis[a].n_domain_nodes < 4)
      s.fail("mesh.spacing", fmt::format("{:.6g} m leaves {} grid points along {}; at least 4 are needed", spacing,
                                         grid.axis[a].n_domain_nodes, axis_names[grid.axis[a].physical]));
    auto has_face = [](scenario::BoundaryKind kind) {
      return kind == scenario::BoundaryKind::free || kind == scenario::BoundaryKind::rigid;
    };
    const bool one_sided = model.extremes().any_solid && (has_face(grid.axis[a].low) || has_face(grid.axis[a].high));
    const int least = std::max(2 * radius + 2, one_sided ? 2 * numerics::one_sided_difference(radius).n_rows + 1 : 0);
    if (grid.axis[a].n_nodes < least)
      s.fail("mesh.spacing",
             fmt::format("{:.6g} m leaves {} grid points along {}; order {} needs at least {}", spacing,
                         grid.axis[a].n_nodes, axis_names[grid.axis[a].physical], s.solver.fd.order, least));
  }
}

/// Of this rank's part; ranks on the same machine share its memory, and its GPUs.
void check_memory(const Scenario& s, const Grid& grid, double spacing, const model::Model& model, std::size_t n_fields,
                  std::size_t n_parameters, std::size_t number_bytes, const parallel::Communicator& communicator,
                  const exec::Device& device) {
  const int radius = s.solver.fd.order / 2;
  double points = 1;
  for (const int axis : s.domain.axes()) points *= std::ceil(s.domain.extent[axis].length() / spacing) + 1;
  const int unit = device.is_host() ? row_unit : gpu_row_unit;
  const auto field_size = static_cast<double>(make_layout(grid, radius, {true, true, true}, unit).size);
  const auto parameter_size = static_cast<double>(parameter_layout(model, grid, unit).size);
  const double bytes = static_cast<double>(number_bytes) * (static_cast<double>(n_fields) * field_size +
                                                            static_cast<double>(n_parameters) * parameter_size);
  method::check_memory(s, "mesh.spacing", fmt::format("{:.6g} m makes {:.3g} grid points, which", spacing, points),
                       bytes, "Take a larger spacing, a smaller domain or more ranks", device, communicator);
}

/// Refuses before any integer can overflow.
void check_count(const Scenario& s, double spacing) {
  double points = 1;
  for (const int axis : s.domain.axes()) {
    const double n = s.domain.extent[axis].length() / spacing;
    points *= n + 1;
    if (n > 1e8) points = INFINITY;
  }
  if (points > 1e12)
    s.fail("mesh.spacing",
           fmt::format("{:.6g} m makes {:.3g} grid points, more than any machine holds", spacing, points));
}

template <template <int> class Scheme, int Dim, class Real>
std::unique_ptr<method::Propagator> make(const Scenario& s, const Spacing& spacing,
                                         std::shared_ptr<const model::Model> model,
                                         const parallel::Communicator& communicator, const Attenuation& attenuation) {
  const int order = s.solver.fd.order;
  const SchemeDescription scheme = describe<Scheme<Dim>>();
  const bool one_sided =
      scheme.face_rule(0, 0, true) == FaceRule::open || scheme.face_rule(0, 0, true) == FaceRule::held;
  Grid grid = make_grid(s, spacing, absorbing_points(s, *model));
  for (int a = 0; a < Dim && one_sided; ++a) grid.axis[a].closure = order / 2;
  check_points(s, grid, spacing.level, *model);
  const SlipInterfaces slips = scheme.slip_role != nullptr ? SlipInterfaces(*model, grid, order / 2) : SlipInterfaces();
  const parallel::Cartesian cuts = cut_grid(s, grid, least_nodes(scheme, grid, order / 2, one_sided),
                                            slips.planes(grid.axis[Dim - 1]), communicator);
  const exec::Device device = method::choose_device(s, model->extremes());
  const DeviceChoice<Real> loops = loops_on<Scheme<Dim>, Real>(device, order / 2);
  const UpdateDescription& last = scheme.stages.back().updates.back();
  const std::size_t n_mechanisms = attenuation.law ? attenuation.law->rates().size() : 0;
  check_memory(s, part_of(grid, cuts), spacing.level, *model,
               scheme.fields.size() + n_doubled(loops.kernels, scheme) + n_mechanisms * last.targets.size(),
               scheme.medium.size() + n_mechanisms * last.parameters.size(), sizeof(Real), communicator, device);
  return std::make_unique<FiniteDifferences<Real>>(
      s, std::move(model), scheme, kernels_for<Scheme<Dim>, Real>(order / 2), energy_row<Scheme<Dim>, Real>, grid, cuts,
      communicator, loops, attenuation);
}

template <int Dim>
using SmoothElastic = Elastic<Dim, false>;
template <int Dim>
using LayeredElastic = Elastic<Dim, true>;

template <int Dim, class Real>
std::unique_ptr<method::Propagator> make_elastic(const Scenario& s, const Spacing& spacing,
                                                 std::shared_ptr<const model::Model> model,
                                                 const parallel::Communicator& communicator,
                                                 const Attenuation& attenuation) {
  // All ranks look at their share of the planes.
  Grid share = make_grid(s, spacing, 0);
  Axis& slowest = share.axis[Dim - 1];
  const Slab own = piece_of(0, slowest.n_nodes, communicator.rank(), communicator.size());
  slowest.n_nodes = own.last - own.first;
  slowest.offset = own.first;
  for (int a = 0; a < Dim; ++a) share.axis[a].closure = s.solver.fd.order / 2;
  // Planes beside contacts of fluids and solids have moduli of their own along and across them.
  const auto interfaces = model->level_interfaces();
  const bool slips = std::any_of(interfaces.begin(), interfaces.end(), [](const auto& i) { return i.is_sea_floor(); });
  const model::Extremes extremes = model->extremes();
  const bool smooth =
      !slips && !(extremes.any_fluid && extremes.any_solid) && is_isotropic(*model, share, communicator);
  return smooth ? make<SmoothElastic, Dim, Real>(s, spacing, std::move(model), communicator, attenuation)
                : make<LayeredElastic, Dim, Real>(s, spacing, std::move(model), communicator, attenuation);
}

template <template <int> class Scheme, class Real>
std::unique_ptr<method::Propagator> make_dim(const Scenario& s, const Spacing& spacing,
                                             std::shared_ptr<const model::Model> model,
                                             const parallel::Communicator& communicator,
                                             const Attenuation& attenuation) {
  switch (s.domain.dim) {
    case 1:
      return make<Scheme, 1, Real>(s, spacing, std::move(model), communicator, attenuation);
    case 2:
      return make<Scheme, 2, Real>(s, spacing, std::move(model), communicator, attenuation);
    default:
      return make<Scheme, 3, Real>(s, spacing, std::move(model), communicator, attenuation);
  }
}

/// The grid is made for the speeds at the dominant frequency, the step for unrelaxed ones.
Attenuation attenuation_of(const Scenario& s, const model::Model& model) {
  if (!model.extremes().attenuates()) return {};
  const auto law = std::make_shared<const model::RelaxationLaw>(s.model);
  return {law, model.changed([&](const model::Properties& p) { return law->at_frequency(p, law->band().high / 2.5); })};
}

}  // namespace

std::unique_ptr<method::Propagator> make_propagator(const Scenario& s, std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& ranks) {
  refuse_what_cannot_be_honoured(s);
  refuse_what_the_model_asks(s, *model);
  const Attenuation attenuation = attenuation_of(s, *model);
  const Spacing spacing = chosen_spacing(s, attenuation.law ? *attenuation.speeds : *model);
  if (attenuation.law) model = model::unrelaxed_model(s, *model, *attenuation.law);
  check_count(s, spacing.level);
  const model::Extremes extremes = model->extremes();
  const bool is_double = s.solver.precision == scenario::Precision::double_precision;
  if (extremes.any_solid || s.solver.physics == scenario::Physics::elastic) {
    if (s.domain.dim == 1) s.fail("model.vs", "elastic waves need 2 or 3 dimensions; a 1-D medium has vs = 0");
    if (s.domain.dim == 2)
      return is_double ? make_elastic<2, double>(s, spacing, std::move(model), ranks, attenuation)
                       : make_elastic<2, float>(s, spacing, std::move(model), ranks, attenuation);
    return is_double ? make_elastic<3, double>(s, spacing, std::move(model), ranks, attenuation)
                     : make_elastic<3, float>(s, spacing, std::move(model), ranks, attenuation);
  }
  if (s.solver.physics == scenario::Physics::acoustic_second_order) {
    if (attenuation.law) s.fail("solver.physics", "\"acoustic_second_order\" has no attenuation; \"acoustic\" has");
    if (extremes.rho_max > extremes.rho_min * (1 + 1e-9))
      s.fail("solver.physics",
             fmt::format("\"acoustic_second_order\" needs a uniform density, the model has {:.6g} to {:.6g} "
                         "kg/m^3; \"acoustic\" takes any",
                         extremes.rho_min, extremes.rho_max));
    return is_double ? make_dim<AcousticSecondOrder, double>(s, spacing, std::move(model), ranks, attenuation)
                     : make_dim<AcousticSecondOrder, float>(s, spacing, std::move(model), ranks, attenuation);
  }
  return is_double ? make_dim<Acoustic, double>(s, spacing, std::move(model), ranks, attenuation)
                   : make_dim<Acoustic, float>(s, spacing, std::move(model), ranks, attenuation);
}

}  // namespace unda::fd

// Finding the faces between a fluid and a solid, and stepping what they do.
#include "sem/coupling.hpp"

#include <algorithm>

#include "exec/run.hpp"
#include "exec/upload.hpp"

namespace unda::sem {

using exec::Access;

namespace {

/// Of the lower or upper face of an element at a point on it: (-dz/dx, (-dz/dy,) 1) times the area seen from above.
std::array<double, 3> upward_area(const Mesh& mesh, const Index& e, const Index& point) {
  const int up = mesh.up();
  double seen = horizontal_jacobian(mesh);
  for (int a = 0; a < up; ++a) seen *= mesh.gll().weight[point[a]];
  std::array<double, 3> area{};
  area[up] = seen;
  if (!mesh.is_deformed(e[up])) return area;
  for (int a = 0; a < up; ++a)
    for (int m = 0; m <= mesh.degree(); ++m) {
      Index other = point;
      other[a] = m;
      area[a] -= seen * 2 / mesh.edge(a) * mesh.gll().d(point[a], m) * mesh.position(e, other)[2];
    }
  return area;
}

}  // namespace

template <class Real>
Coupling<Real>::Coupling(std::size_t fluid, std::size_t solid, int plane, const std::vector<Region<Real>>& parts,
                         const RankMesh& slab)
    : fluid_(fluid),
      solid_(solid),
      n_components_(slab.mesh.dim()),
      component_(static_cast<std::ptrdiff_t>(slab.mesh.size())),
      queue_(slab.queue) {
  const Mesh &of_fluid = parts[fluid].mesh(), &of_solid = parts[solid].mesh();
  const int up = of_solid.up(), degree = of_solid.degree();
  std::vector<double> area = areas(parts[solid], plane, of_solid.layers().first == plane);
  add_up(of_solid, slab.cuts, slab.communicator, area.data(), n_components_);
  const auto level = [&](const Mesh& mesh) { return degree * (plane - mesh.first(up)); };
  if (of_solid.is_empty() || of_fluid.is_empty() || level(of_solid) < 0 || level(of_solid) >= of_solid.n_points(up) ||
      level(of_fluid) < 0 || level(of_fluid) >= of_fluid.n_points(up))
    return;
  Index first{}, last{of_solid.n_points(0), of_solid.n_points(1), of_solid.n_points(2)};
  first[up] = level(of_solid);
  last[up] = first[up] + 1;
  for_each_index(first, last, [&](const Index& point) {
    Index in_fluid = point;
    in_fluid[up] = level(of_fluid);
    at_.push_back(point);
    fluid_places_.push_back(of_fluid.place(in_fluid));
    solid_places_.push_back(of_solid.place(point));
  });
  for (int c = 0; c < n_components_; ++c)
    for (const std::ptrdiff_t place : solid_places_)
      area_.push_back(static_cast<Real>(area[static_cast<std::size_t>(c * component_ + place)]));
}

/// [component][place] of the solid, out of the fluid, from its elements on this rank.
template <class Real>
std::vector<double> Coupling<Real>::areas(const Region<Real>& solid, int plane, bool solid_is_above) const {
  const Mesh& mesh = solid.mesh();
  const int up = mesh.up(), degree = mesh.degree();
  std::vector<double> area(static_cast<std::size_t>(n_components_) * mesh.size(), 0.0);
  const int layer = plane - mesh.first(up) - (solid_is_above ? 0 : 1);
  if (mesh.is_empty() || layer < 0 || layer >= mesh.n(up)) return area;
  Index first{}, last{mesh.n(0), mesh.n(1), mesh.n(2)}, last_point{degree + 1, degree + 1, degree + 1};
  first[up] = layer;
  last[up] = layer + 1;
  for (int a = up; a < 3; ++a) last_point[a] = 1;
  for_each_index(first, last, [&](const Index& e) {
    for_each_index({0, 0, 0}, last_point, [&](Index point) {
      point[up] = solid_is_above ? 0 : degree;
      const std::array<double, 3> upward = upward_area(mesh, e, point);
      Index in_rank{};
      for (int a = 0; a < mesh.dim(); ++a) in_rank[a] = degree * e[a] + point[a];
      for (int c = 0; c < n_components_; ++c)
        area[static_cast<std::size_t>(c * component_ + mesh.place(in_rank))] += solid_is_above ? upward[c] : -upward[c];
    });
  });
  return area;
}

template <class Real>
void Coupling<Real>::set_step(const Region<Real>& solid) {
  const AbsorbingLayer<Real>& layer = solid.absorbing_layer();
  const std::size_t n = at_.size();
  std::vector<Real> area = area_, rate(2 * n);
  bool any_stretched = false;
  for (std::size_t i = 0; i < n; ++i) {
    double stretch = 1, sum = 0, product = 1;
    for (int a = 0; a + 1 < n_components_; ++a) {
      stretch *= layer.stretch(a, at_[i][a]);
      sum += layer.rate(a, at_[i][a]);
      product *= layer.rate(a, at_[i][a]);
    }
    for (std::size_t c = 0; c < static_cast<std::size_t>(n_components_); ++c)
      area[c * n + i] = static_cast<Real>(static_cast<double>(area_[c * n + i]) * stretch);
    rate[i] = static_cast<Real>(sum);
    rate[n + i] = static_cast<Real>(n_components_ == 3 ? product : 0);
    any_stretched = any_stretched || sum > 0;
  }
  area_there_ = exec::upload(area, queue_);
  fluid_there_ = exec::upload(fluid_places_, queue_);
  solid_there_ = exec::upload(solid_places_, queue_);
  if (!any_stretched) return;
  rate_ = exec::upload(rate, queue_);
  for (exec::Twin<Real>& memory : memory_) memory = exec::Twin<Real>(2 * n, queue_);
  fading_ = layer.fading();
  gathering_ = layer.gathering();
}

template <class Real>
FacePoints<Real> Coupling<Real>::points_there() {
  return {at_.size(),
          fluid_there_.device(Access::read),
          solid_there_.device(Access::read),
          area_there_.device(Access::read),
          component_,
          n_components_};
}

template <class Real>
void Coupling<Real>::push_fluid(Region<Real>& fluid, Region<Real>& solid) {
  if (at_.empty()) return;
  const FaceStretch<Real> stretch{rate_.empty() ? nullptr : rate_.device(Access::read),
                                  memory_[0].device(Access::read_write), fading_, gathering_};
  exec::run(queue_, at_.size(),
            AddFlux<Real>{points_there(), stretch, solid.fields_there().displacement, fluid.forces_there()});
}

template <class Real>
void Coupling<Real>::push_solid(Region<Real>& fluid, Region<Real>& solid) {
  if (at_.empty()) return;
  const FaceStretch<Real> stretch{rate_.empty() ? nullptr : rate_.device(Access::read),
                                  memory_[1].device(Access::read_write), fading_, gathering_};
  const Fields<Real> pressing = fluid.fields_there();
  exec::run(queue_, at_.size(),
            AddPressure<Real>{points_there(), stretch, pressing.forces, pressing.inverse_mass, solid.forces_there()});
}

template <class Real>
void Coupling<Real>::add_flux(const Real* u, Real* fluid_forces) const {
  const FacePoints<Real> points{at_.size(),   fluid_places_.data(), solid_places_.data(),
                                area_.data(), component_,           n_components_};
  exec::run({}, at_.size(), AddFlux<Real>{points, {}, u, fluid_forces});
}

template <class Real>
void Coupling<Real>::add_pressure(const Real* fluid_forces, const Real* fluid_inverse_mass, Real* solid_forces) const {
  const FacePoints<Real> points{at_.size(),   fluid_places_.data(), solid_places_.data(),
                                area_.data(), component_,           n_components_};
  exec::run({}, at_.size(), AddPressure<Real>{points, {}, fluid_forces, fluid_inverse_mass, solid_forces});
}

template <class Real>
void Coupling<Real>::transfer(method::State& state) {
  for (exec::Twin<Real>& memory : memory_) state.values(memory.host(Access::read_write), memory.size());
}

template <class Real>
double Coupling<Real>::bytes_for(std::size_t n_points, int dim, bool stretched) {
  const std::size_t n_numbers = 2 * static_cast<std::size_t>(dim) + (stretched ? 6 : 0);
  return static_cast<double>(n_points * (sizeof(Index) + 4 * sizeof(std::ptrdiff_t) + n_numbers * sizeof(Real)));
}

template <class Real>
double Coupling<Real>::bytes_for(const Mesh& mesh) {
  const auto n_points = static_cast<std::size_t>(mesh.n_points(0)) * (mesh.dim() == 3 ? mesh.n_points(1) : 1);
  return bytes_for(n_points, mesh.dim(), mesh.levels().n_absorbing_boxes() > 0);
}

template class Coupling<float>;
template class Coupling<double>;

}  // namespace unda::sem

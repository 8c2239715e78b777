// Finding the faces between fluid and solid, and what they do.
#include "sem/unstructured/mesh_coupling.hpp"

#include <map>

#include "exec/run.hpp"

namespace unda::sem {

template <class Real>
MeshCoupling<Real>::MeshCoupling(std::size_t fluid, std::size_t solid, const Elements& of_fluid,
                                 const Elements& of_solid, const parallel::Communicator& communicator)
    : fluid_(fluid), solid_(solid), of_fluid_(&of_fluid), of_solid_(&of_solid), communicator_(communicator) {
  const WholeMesh& whole = of_fluid.whole();
  const mesh::Hexahedra& mesh = whole.elements();
  const int dim = whole.dim();
  struct Point {
    std::int32_t fluid = 0, solid = 0;
    Vector area{};
  };
  std::map<std::int64_t, Point> by_number;
  std::map<std::int64_t, std::int32_t> places_of_solid;
  for (std::size_t slot = 0; slot < of_fluid.n_slots(); ++slot) {
    if (of_fluid.element(slot) < 0) continue;
    const auto e = static_cast<std::size_t>(of_fluid.element(slot));
    for (int face = 0; face < mesh.n_faces(); ++face) {
      const mesh::Neighbour& other = mesh.neighbours[e][static_cast<std::size_t>(face)];
      if (!other.exists() || whole.is_fluid(static_cast<std::size_t>(other.element))) continue;
      const auto solid_slot = static_cast<std::size_t>(of_solid.slot_of(static_cast<std::size_t>(other.element)));
      for (int p = 0; p < whole.points_of_an_element(); ++p) {
        const std::int32_t place = of_solid.place(solid_slot, p);
        places_of_solid[of_solid.number(static_cast<std::size_t>(place))] = place;
      }
      for_each_point_of_face(whole, e, face, [&](int p, const Vector& area) {
        const std::int32_t place = of_fluid.place(slot, p);
        const std::int64_t number = of_fluid.number(static_cast<std::size_t>(place));
        Point& point = by_number[number];
        point.fluid = place;
        point.solid = places_of_solid.at(number);
        point.area = point.area + area;
      });
    }
  }
  for (const auto& [number, point] : by_number) {
    fluid_places_.push_back(point.fluid);
    solid_places_.push_back(point.solid);
  }
  for (int c = 0; c < dim; ++c)
    for (const auto& [number, point] : by_number)
      area_.push_back(static_cast<Real>(point.area[static_cast<std::size_t>(whole.physical(c))]));
}

template <class Real>
FacePoints<Real> MeshCoupling<Real>::points() const {
  return {fluid_places_.size(),
          fluid_places_.data(),
          solid_places_.data(),
          area_.data(),
          static_cast<std::ptrdiff_t>(of_solid_->size()),
          of_solid_->whole().dim()};
}

template <class Real>
void MeshCoupling<Real>::push_fluid(MeshRegion<Real>& fluid, const MeshRegion<Real>& solid) const {
  exec::run({}, fluid_places_.size(), AddFlux<Real>{points(), {}, solid.fields().displacement, fluid.forces()});
}

template <class Real>
void MeshCoupling<Real>::push_solid(const MeshRegion<Real>& fluid, MeshRegion<Real>& solid) const {
  const Fields<Real> pressing = fluid.fields();
  exec::run({}, fluid_places_.size(),
            AddPressure<Real>{points(), {}, pressing.forces, pressing.inverse_mass, solid.forces()});
}

template <class Real>
void MeshCoupling<Real>::add_flux(const Real* u, Real* fluid_forces) const {
  std::vector<Real> flux(of_fluid_->size(), Real(0));
  exec::run({}, fluid_places_.size(), AddFlux<Real>{points(), {}, u, flux.data()});
  add_up(of_fluid_->towards(1), communicator_, flux.data());
  for (std::size_t n = 0; n < flux.size(); ++n) fluid_forces[n] += flux[n];
}

template <class Real>
void MeshCoupling<Real>::add_pressure(const Real* fluid_forces, const Real* fluid_inverse_mass,
                                      Real* solid_forces) const {
  const int dim = of_solid_->whole().dim();
  std::vector<Real> pushes(static_cast<std::size_t>(dim) * of_solid_->size(), Real(0));
  exec::run({}, fluid_places_.size(), AddPressure<Real>{points(), {}, fluid_forces, fluid_inverse_mass, pushes.data()});
  add_up(of_solid_->towards(dim), communicator_, pushes.data());
  for (std::size_t n = 0; n < pushes.size(); ++n) solid_forces[n] += pushes[n];
}

template class MeshCoupling<float>;
template class MeshCoupling<double>;

}  // namespace unda::sem

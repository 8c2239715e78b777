// Filling the tables of the mechanisms.
#include "sem/relaxation_tables.hpp"

#include <algorithm>

#include "sem/kernels/stiffness_reference.hpp"

namespace unda::sem {
namespace {

int n_stresses(const Mesh& mesh) { return mesh.dim() * (mesh.dim() + 1) / 2; }
int n_layers(const Mesh& mesh) { return mesh.dim() == 3 ? mesh.n(2) : 1; }

template <class Real>
std::size_t lay_out(const Mesh& mesh, RelaxationArrays<Real>& arrays, bool in_blocks) {
  const int n = mesh.degree() + 1;
  return arrays.lay_out(n_stresses(mesh), n_layers(mesh), n, mesh.points_of_an_element() / n, mesh.plane(), in_blocks);
}

}  // namespace

template <class Real>
RelaxationTables<Real>::RelaxationTables(const Mesh& mesh, Physics physics, bool moduli_by_point,
                                         const model::RelaxationLaw& law, const exec::Queue& queue)
    : general_(physics == Physics::anisotropic) {
  arrays_.n_mechanisms = law.n_mechanisms();
  memory_size_ = lay_out(mesh, arrays_, !queue.device().is_host()) + 2 * 64;  // packs reach beyond the last
  for (int l = 0; l < law.n_mechanisms(); ++l) moduli_.emplace_back(mesh, 2, moduli_by_point);
  if (general_) shear_ = Moduli<Real>(mesh, mesh.dim() == 3 ? 6 : 1, moduli_by_point);
  show_moduli();
}

template <class Real>
RelaxationTables<Real>::RelaxationTables(int dim, Physics physics, int points_of_an_element, std::size_t n_elements,
                                         bool moduli_by_point, const model::RelaxationLaw& law)
    : general_(physics == Physics::anisotropic) {
  arrays_.n_mechanisms = law.n_mechanisms();
  memory_size_ =
      arrays_.lay_out(dim * (dim + 1) / 2, 1, 1, points_of_an_element, static_cast<std::ptrdiff_t>(n_elements), false) +
      2 * 64;
  for (int l = 0; l < law.n_mechanisms(); ++l)
    moduli_.emplace_back(2, moduli_by_point, points_of_an_element, n_elements);
  if (general_) shear_ = Moduli<Real>(dim == 3 ? 6 : 1, moduli_by_point, points_of_an_element, n_elements);
  show_moduli();
}

template <class Real>
void RelaxationTables<Real>::show_moduli() {
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    arrays_.modulus[l] = {moduli_[l].values[0].data(), moduli_[l].values[1].data()};
  for (std::size_t n = 0; n < arrays_.shear.size(); ++n) arrays_.shear[n] = shear_.values[n].data();
}

/// Isotropic solids have lambda and mu of every mechanism, those with 21 moduli what parts p and s - p of them it relaxes, and t
/// (physics/anisotropic_quality.hpp).
template <class Real>
template <class Take>
void RelaxationTables<Real>::take_by(const model::RelaxationLaw& law, std::span<const physics::Material> materials,
                                     Take take) {
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    take(moduli_[l], !general_, [&](std::size_t p) -> ModulusValues {
      const int mechanism = static_cast<int>(l);
      if (general_) {
        const model::PartsOfModuli parts = law.parts_of(materials[p].quality, mechanism);
        return {parts.p, parts.s - parts.p};
      }
      const physics::Isotropic<double> moduli = law.moduli_of(materials[p], mechanism);
      return {moduli.lambda, moduli.mu};
    });
  if (!general_) return;
  const bool in_plane = shear_.values[1].size() == 0;
  take(shear_, true, [&](std::size_t p) -> ModulusValues {
    const physics::Symmetric<3, double> t = materials[p].shear_moduli();
    if (in_plane) return {t(1, 1)};
    return {t.of[0], t.of[1], t.of[2], t.of[3], t.of[4], t.of[5]};
  });
}

template <class Real>
void RelaxationTables<Real>::take(const model::RelaxationLaw& law, std::size_t element,
                                  std::span<const physics::Material> materials) {
  take_by(law, materials, [&](Moduli<Real>& table, bool /*times_jacobian*/, auto values_at) {
    table.take_values(element, materials.size(), values_at);
  });
}

template <class Real>
void RelaxationTables<Real>::take(const Mesh& mesh, const model::RelaxationLaw& law, const Index& e,
                                  std::span<const physics::Material> materials) {
  take_by(law, materials, [&](Moduli<Real>& table, bool times_jacobian, auto values_at) {
    table.take_values(mesh, e, materials.size(), times_jacobian, values_at);
  });
}

template <class Real>
void RelaxationTables<Real>::set_step(const model::RelaxationLaw& law, double dt, const exec::Queue& queue) {
  for (std::size_t l = 0; l < moduli_.size(); ++l) arrays_.step[l] = mechanism_step<Real>(law.rates()[l], dt);
  memory_ = exec::Twin<Real>(memory_size_, queue);
  if (queue.device().is_host() || !moduli_there_.empty()) return;
  const auto bring = [&](const exec::Buffer<Real>& here) {
    exec::Twin<Real>& there = moduli_there_.emplace_back(here.size(), queue);
    std::copy(here.begin(), here.end(), there.host(exec::Access::write));
    there.release_host();
    return there.device(exec::Access::read);
  };
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    for (std::size_t m = 0; m < 2; ++m) arrays_.modulus[l][m] = bring(moduli_[l].values[m]);
  for (std::size_t n = 0; n < arrays_.shear.size(); ++n)
    if (shear_.values[n].size() > 0) arrays_.shear[n] = bring(shear_.values[n]);
}

template <class Real>
const RelaxationArrays<Real>& RelaxationTables<Real>::arrays() {
  arrays_.memory = memory_.device(exec::Access::read_write);
  return arrays_;
}

/// Memories have gone a step on with these strains: before, they were (M - gain S)/keep.
template <class Real>
template <class ValuesOf>
void RelaxationTables<Real>::relax_by(ValuesOf values_of, const PointStress& at, const Real* memory, double scale,
                                      Tensor& stress) const {
  physics::Symmetric<3, double> t{};
  if (general_) {
    const ModulusValues v = values_of(shear_, true);
    if (at.dim == 2)
      t(1, 1) = v[0];
    else
      std::copy_n(v.begin(), 6, std::begin(t.of));
  }
  for (std::size_t l = 0; l < moduli_.size(); ++l) {
    const ModulusValues v = values_of(moduli_[l], !general_);
    physics::Material relaxing{0, {v[0], v[1]}, {}, {}};
    if (general_)
      relaxing.anisotropy = std::make_shared<const physics::Anisotropy>(
          physics::Anisotropy{physics::with_factors(at.unrelaxed.anisotropy->moduli, t, v[0], v[0] + v[1]), {}});
    const Tensor whole = stress_at(at.dim, at.physics, relaxing, at.gradient);
    const MechanismStep<Real>& step = arrays_.step[l];
    for (int a = 0; a < at.dim; ++a)
      for (int b = a; b < at.dim; ++b) {
        const int place = a == b ? a : a + b + at.dim - 1;  // that of physics::Symmetric
        const double s = whole[static_cast<std::size_t>(a)][b],
                     kept = static_cast<double>(memory[place * arrays_.memory_stress]) / scale,
                     part = step.now * s + (kept - step.gain * s) / step.keep;
        stress[static_cast<std::size_t>(a)][b] -= part;
        if (a != b) stress[static_cast<std::size_t>(b)][a] -= part;
      }
    memory += at.dim * (at.dim + 1) / 2 * arrays_.memory_stress;
  }
}

template <class Real>
void RelaxationTables<Real>::relax(const Mesh& mesh, const Index& e, const Index& point, const PointStress& at,
                                   const Real* memories, double scale, Tensor& stress) const {
  RelaxationArrays<Real> here = arrays_;
  here.memory = const_cast<Real*>(memories);
  const int n = mesh.degree() + 1, n_columns = mesh.points_of_an_element() / n, p = number_in_element(mesh, point);
  relax_by([&](const Moduli<Real>& table, bool times_jacobian) { return table.at(mesh, e, point, times_jacobian); }, at,
           here.memory_at(mesh.dim() == 3 ? e[2] : 0, p / n_columns, p % n_columns, mesh.element_place(e)), scale,
           stress);
}

template <class Real>
void RelaxationTables<Real>::relax(std::size_t element, int p, const PointStress& at, double scale,
                                   Tensor& stress) const {
  RelaxationArrays<Real> here = arrays_;
  here.memory = const_cast<Real*>(memory_.host());
  relax_by([&](const Moduli<Real>& table, bool) { return table.at(element, table.by_point ? p : 0); }, at,
           here.memory_at(0, 0, p, static_cast<std::ptrdiff_t>(element)), scale, stress);
}

/// A checkpoint has the order of the host, whatever device it is made on.
template <class Real>
void RelaxationTables<Real>::transfer(const Mesh& mesh, method::State& state) {
  RelaxationArrays<Real> here = arrays_, saved = arrays_;
  std::vector<Real> values(lay_out(mesh, saved, false));
  saved.memory = values.data();
  here.memory = memory_.host(exec::Access::read_write);
  const auto with_each_pair = [&](auto copy) {
    const int n = mesh.degree() + 1, n_columns = mesh.points_of_an_element() / n,
              n_numbers = here.n_mechanisms * n_stresses(mesh);
    for (int layer = 0; layer < n_layers(mesh); ++layer)
      for (int plane = 0; plane < n; ++plane)
        for (int column = 0; column < n_columns; ++column)
          for (std::ptrdiff_t m = 0; m < n_numbers; ++m)
            for (std::ptrdiff_t e = 0; e < mesh.plane(); ++e)
              copy(here.memory_at(layer, plane, column, e)[m * here.memory_stress],
                   saved.memory_at(layer, plane, column, e)[m * saved.memory_stress]);
  };
  if (!state.restoring()) with_each_pair([](const Real& mine, Real& kept) { kept = mine; });
  state.values(values.data(), values.size());
  if (state.restoring()) with_each_pair([](Real& mine, const Real& kept) { mine = kept; });
}

template <class Real>
std::size_t RelaxationTables<Real>::bytes() const {
  std::size_t sum = memory_size_ * sizeof(Real);
  for (const Moduli<Real>& of_mechanism : moduli_) sum += of_mechanism.bytes();
  return sum + shear_.bytes();
}

template <class Real>
double RelaxationTables<Real>::bytes_for(const Mesh& mesh, Physics physics, bool uniform_elements, int n_mechanisms) {
  const double points = mesh.points_of_an_element(), of_moduli = uniform_elements ? 1 : points;
  const double shear = physics == Physics::anisotropic ? (mesh.dim() == 3 ? 6 : 1) * of_moduli : 0;
  return sizeof(Real) * static_cast<double>(mesh.plane()) * n_layers(mesh) *
         (n_mechanisms * (points * n_stresses(mesh) + 2 * of_moduli) + shear);
}

template class RelaxationTables<float>;
template class RelaxationTables<double>;

}  // namespace unda::sem

// Filling the tables of the mechanisms.
#include "sem/relaxation_tables.hpp"

#include <algorithm>

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
RelaxationTables<Real>::RelaxationTables(const Mesh& mesh, bool moduli_by_point, const model::RelaxationLaw& law,
                                         const exec::Queue& queue) {
  const int n = law.n_mechanisms();
  arrays_.n_mechanisms = n;
  memory_size_ = lay_out(mesh, arrays_, !queue.device().is_host()) + 2 * 64;  // packs reach beyond the last
  for (int l = 0; l < n; ++l) moduli_.emplace_back(mesh, Physics::elastic, moduli_by_point);
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    arrays_.modulus[l] = {moduli_[l].values[0].data(), moduli_[l].values[1].data()};
}

template <class Real>
RelaxationTables<Real>::RelaxationTables(int dim, int points_of_an_element, std::size_t n_elements,
                                         bool moduli_by_point, const model::RelaxationLaw& law) {
  const int n = law.n_mechanisms();
  arrays_.n_mechanisms = n;
  memory_size_ =
      arrays_.lay_out(dim * (dim + 1) / 2, 1, 1, points_of_an_element, static_cast<std::ptrdiff_t>(n_elements), false) +
      2 * 64;
  for (int l = 0; l < n; ++l)
    moduli_.emplace_back(Physics::elastic, dim, moduli_by_point, points_of_an_element, n_elements);
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    arrays_.modulus[l] = {moduli_[l].values[0].data(), moduli_[l].values[1].data()};
}

template <class Real>
template <class Function>
void RelaxationTables<Real>::for_each_mechanism(const model::RelaxationLaw& law,
                                                std::span<const physics::Material> materials, Function f) {
  std::vector<physics::Material> relaxing(materials.begin(), materials.end());
  for (std::size_t l = 0; l < moduli_.size(); ++l) {
    for (std::size_t p = 0; p < materials.size(); ++p)
      relaxing[p].moduli = law.moduli_of(materials[p], static_cast<int>(l));
    f(moduli_[l], relaxing);
  }
}

template <class Real>
void RelaxationTables<Real>::take(int dim, const model::RelaxationLaw& law, std::size_t element,
                                  std::span<const physics::Material> materials) {
  for_each_mechanism(law, materials, [&](auto& moduli, const auto& relaxing) {
    moduli.take(Physics::elastic, dim, element, relaxing);
  });
}

template <class Real>
void RelaxationTables<Real>::take(const Mesh& mesh, const model::RelaxationLaw& law, const Index& e,
                                  std::span<const physics::Material> materials) {
  for_each_mechanism(law, materials,
                     [&](auto& moduli, const auto& relaxing) { moduli.take(mesh, Physics::elastic, e, relaxing); });
}

template <class Real>
void RelaxationTables<Real>::set_step(const model::RelaxationLaw& law, double dt, const exec::Queue& queue) {
  for (std::size_t l = 0; l < moduli_.size(); ++l) arrays_.step[l] = mechanism_step<Real>(law.rates()[l], dt);
  memory_ = exec::Twin<Real>(memory_size_, queue);
  if (queue.device().is_host() || !moduli_there_.empty()) return;
  for (std::size_t l = 0; l < moduli_.size(); ++l)
    for (std::size_t m = 0; m < 2; ++m) {
      const exec::Buffer<Real>& here = moduli_[l].values[m];
      exec::Twin<Real>& there = moduli_there_.emplace_back(here.size(), queue);
      std::copy(here.begin(), here.end(), there.host(exec::Access::write));
      there.release_host();
      arrays_.modulus[l][m] = there.device(exec::Access::read);
    }
}

template <class Real>
const RelaxationArrays<Real>& RelaxationTables<Real>::arrays() {
  arrays_.memory = memory_.device(exec::Access::read_write);
  return arrays_;
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
  return sum;
}

template <class Real>
double RelaxationTables<Real>::bytes_for(const Mesh& mesh, bool uniform_elements, int n_mechanisms) {
  const double points = mesh.points_of_an_element();
  return sizeof(Real) * static_cast<double>(mesh.plane()) * n_layers(mesh) * n_mechanisms *
         (points * n_stresses(mesh) + 2 * (uniform_elements ? 1 : points));
}

template class RelaxationTables<float>;
template class RelaxationTables<double>;

}  // namespace unda::sem

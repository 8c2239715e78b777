// Relaxation mechanisms of elements.
#include "dg/memories.hpp"

#include <algorithm>

#include "exec/upload.hpp"

namespace unda::dg {

std::vector<bool> attenuating(const Materials& materials) {
  std::vector<bool> found;
  for (const physics::Material& m : materials) found.push_back(m.quality.attenuates());
  return std::find(found.begin(), found.end(), true) == found.end() ? std::vector<bool>() : found;
}

Materials without_memories_outside(const mesh::Tetrahedra& mesh, const model::RelaxationLaw* law, Materials materials) {
  for (std::size_t e = mesh.n_in_domain(); e < materials.size() && law != nullptr; ++e)
    materials[e] = law->in_mid_band(materials[e]);
  return materials;
}

template <class Real>
Memories<Real>::Memories(const model::RelaxationLaw& law, int order, const Placement& placement,
                         const Materials& materials, std::size_t width, const std::vector<double>& steps,
                         const exec::Queue& queue, bool is_general)
    : n_memory_(n_memory_numbers(law.n_mechanisms(), numerics::n_tetrahedral(order))),
      width_(width),
      is_general_(is_general) {
  for (const double dt : steps) steps_.push_back(relaxing_step<Real>(law.rates(), dt));
  const std::size_t n_of_one = n_kept_moduli(is_general), n_numbers = n_of_one * n_mechanisms();
  std::vector<Real> moduli(placement.n_memory_blocks * n_numbers * width, Real(0));
  for (std::size_t place = 0; place < placement.element.size(); ++place) {
    const int element = placement.element[place], block = placement.memory_of(place / width);
    if (element < 0 || block < 0) continue;
    Real* to = moduli.data() + static_cast<std::size_t>(block) * n_numbers * width + place % width;
    for (int l = 0; l < law.n_mechanisms(); ++l) {
      const auto keep = [&](std::size_t n, double modulus) {
        to[(n_of_one * static_cast<std::size_t>(l) + n) * width] = static_cast<Real>(modulus);
      };
      const physics::Material& material = materials[static_cast<std::size_t>(element)];
      if (is_general) {
        const physics::Moduli of_one = law.general_moduli_of(material, l);
        for (std::size_t n = 0; n < n_of_one; ++n) keep(n, of_one.of[n]);
      } else {
        const physics::Isotropic<double> of_one = law.moduli_of(material, l);
        keep(0, of_one.lambda);
        keep(1, of_one.mu);
      }
    }
  }
  moduli_ = exec::upload(moduli, queue);
  memory_ = exec::Twin<Real>(placement.n_memory_blocks * n_memory_ * width, queue);
}

template <class Real>
void Memories<Real>::transfer(method::State& state) {
  if (memory_.empty()) return;
  state.values(memory_.host(state.restoring() ? exec::Access::write : exec::Access::read), memory_.size());
}

template <class Real>
double Memories<Real>::bytes(int order, int n_mechanisms, bool is_general) {
  return sizeof(Real) * static_cast<double>(n_memory_numbers(n_mechanisms, numerics::n_tetrahedral(order)) +
                                            n_kept_moduli(is_general) * static_cast<std::size_t>(n_mechanisms));
}

template class Memories<float>;
template class Memories<double>;

}  // namespace unda::dg

// Memories and moduli of relaxation mechanisms.
#include "fd/relaxation.hpp"

#include "base/error.hpp"
#include "physics/relaxation.hpp"

namespace unda::fd {
namespace {

const UpdateDescription& relaxing_update(const SchemeDescription& scheme) {
  const UpdateDescription& last = scheme.stages.back().updates.back();
  require(last.relaxes, "{} waves have no memory variables", scheme.name);
  return last;
}

}  // namespace

template <class Real>
Relaxation<Real>::Relaxation(const model::Model& model, const model::RelaxationLaw& law, const Grid& grid,
                             const SchemeDescription& scheme, const parallel::Communicator& communicator,
                             const exec::Queue& queue, const SlipInterfaces& slips)
    : rates_(law.rates()),
      n_targets_(relaxing_update(scheme).targets.size()),
      parameters_(relaxing_update(scheme).parameters) {
  std::vector<Parameter> parameters;
  for (const int p : parameters_) parameters.push_back(scheme.medium[static_cast<std::size_t>(p)]);
  for (int l = 0; l < law.n_mechanisms(); ++l) {
    const auto relaxed = model.changed([&](const model::Properties& p) { return law.with_one_relaxed(p, l); });
    moduli_.emplace_back(model, grid, parameters, communicator, queue, slips, CutContacts(), relaxed.get());
    moduli_.back().forget_models();
  }
}

template <class Real>
std::size_t Relaxation<Real>::n_modulus_values() const {
  std::size_t n = 0;
  for (const Medium<Real>& moduli : moduli_) n += moduli.n_values();
  return n;
}

template <class Real>
void Relaxation<Real>::set_step(double dt, Medium<Real>& medium, const Layout& layout, const exec::Queue& queue) {
  dt_ = dt;
  layout_ = layout;
  memories_.clear();
  if (queue.device().is_host())
    for (std::size_t n = 0; n < n_memories(); ++n) memories_.emplace_back(layout, static_cast<int>(n), queue);
  else
    memory_pieces_ = exec::Twin<Real>(n_memories() * layout.size, queue);
  for (std::size_t l = 0; l < rates_.size(); ++l) {
    const auto gain = static_cast<Real>(physics::relaxation_step(rates_[l], dt).gain);
    for (std::size_t n = 0; n < parameters_.size(); ++n) {
      Array<Real>&own = moduli_[l].array_of(static_cast<int>(n)), &all = medium.array_of(parameters_[n]);
      Real *part = own.origin() - own.layout.origin, *whole = all.origin() - all.layout.origin;
      for (std::size_t i = 0; i < own.layout.size; ++i) {
        whole[i] -= (1 - gain) * part[i];
        part[i] *= gain;
      }
    }
  }
  if (!queue.device().is_host()) move_moduli_to_pieces(queue);
}

template <class Real>
void Relaxation<Real>::move_moduli_to_pieces(const exec::Queue& queue) {
  if (empty()) return;
  const std::size_t size = modulus_layout().size;
  modulus_pieces_ = exec::Twin<Real>(n_moduli() * size, queue);
  Real* to = modulus_pieces_.host(exec::Access::write);
  for (std::size_t number = 0; number < n_moduli(); ++number) {
    const Array<Real>& own =
        moduli_[number / parameters_.size()].array_of(static_cast<int>(number % parameters_.size()));
    const Real* from = own.origin() - own.layout.origin;
    for (std::size_t i = 0; i < size; ++i)
      to[(i / gpu_row_unit * n_moduli() + number) * gpu_row_unit + i % gpu_row_unit] = from[i];
  }
  modulus_pieces_.release_host();
}

template <class Real>
void Relaxation<Real>::show_step(View<Real>& view) const {
  Relaxing<Real>& seen = view.relaxing;
  seen.n = static_cast<int>(rates_.size());
  for (std::size_t l = 0; l < rates_.size(); ++l) {
    const physics::RelaxationStep step = physics::relaxation_step(rates_[l], dt_);
    seen.decay[l] = static_cast<Real>(step.decay);
    seen.gain[l] = step.gain;
  }
}

template <class Real>
void Relaxation<Real>::show_to(View<Real>& view) {
  show_step(view);
  Relaxing<Real>& seen = view.relaxing;
  seen.memory_stride = layout_.stride;
  for (std::size_t l = 0; l < rates_.size() && !memories_.empty(); ++l)
    for (std::size_t n = 0; n < n_targets_; ++n)
      seen.memory[l][n] = memories_[l * n_targets_ + n].origin(exec::Access::read_write);
  for (std::size_t l = 0; l < rates_.size(); ++l)
    for (std::size_t n = 0; n < parameters_.size(); ++n) {
      Array<Real>& modulus = moduli_[l].array_of(static_cast<int>(n));
      seen.modulus[l][n] = modulus.origin(exec::Access::read);
      seen.modulus_stride = modulus.layout.stride;
    }
}

template <class Real>
void Relaxation<Real>::show_on_device(View<Real>& view) {
  show_step(view);
  if (empty()) return;
  Relaxing<Real>& seen = view.relaxing;
  const auto n_numbers = static_cast<std::ptrdiff_t>(n_memories()),
             n_of_media = static_cast<std::ptrdiff_t>(n_moduli());
  const Layout media = modulus_layout();
  seen.piece_bits = gpu_row_bits;
  seen.memory_piece = n_numbers * gpu_row_unit;
  seen.modulus_piece = n_of_media * gpu_row_unit;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    seen.memory_stride[axis] = n_numbers * layout_.stride[axis];
    seen.modulus_stride[axis] = n_of_media * media.stride[axis];
  }
  Real* memory = memory_pieces_.device(exec::Access::read_write) + n_numbers * layout_.origin;
  const Real* modulus = modulus_pieces_.device(exec::Access::read) + n_of_media * media.origin;
  for (std::size_t l = 0; l < rates_.size(); ++l) {
    for (std::size_t n = 0; n < n_targets_; ++n, memory += gpu_row_unit) seen.memory[l][n] = memory;
    for (std::size_t n = 0; n < parameters_.size(); ++n, modulus += gpu_row_unit) seen.modulus[l][n] = modulus;
  }
}

template <class Real>
void Relaxation<Real>::transfer(method::State& state) {
  const exec::Access access = state.restoring() ? exec::Access::write : exec::Access::read;
  for (Array<Real>& memory : memories_) state.values(memory.values.host(access), memory.values.size());
  if (!memory_pieces_.empty()) state.values(memory_pieces_.host(access), memory_pieces_.size());
}

template class Relaxation<float>;
template class Relaxation<double>;

}  // namespace unda::fd

// Keeping a wavefield.
#include "fd/device/kept_wavefield.hpp"

namespace unda::fd {

template <class Real>
bool KeptWavefield<Real>::keep(std::vector<Array<Real>>& fields, const exec::Queue& computing) {
  if (there_.empty()) {
    std::size_t bytes = 0;
    for (const Array<Real>& field : fields) bytes += field.values.bytes();
    constexpr double margin = 1.1;  // for what others allocate
    if (static_cast<double>(exec::free_memory(computing.device())) < margin * static_cast<double>(bytes)) return false;
    queue_ = exec::Queue(computing.device());
    for (const Array<Real>& field : fields) {
      there_.push_back(exec::allocate(computing.device(), field.values.bytes()));
      here_.push_back(exec::allocate_staging(computing.device(), field.values.bytes()));
    }
  }
  queue_.wait();  // for the last one
  for (std::size_t n = 0; n < fields.size(); ++n)
    exec::copy(computing, there_[n].get(), fields[n].values.device(exec::Access::read), fields[n].values.bytes(),
               exec::Direction::on_device);
  queue_.wait_for(computing);
  for (std::size_t n = 0; n < fields.size(); ++n)
    exec::copy(queue_, here_[n].get(), there_[n].get(), fields[n].values.bytes(), exec::Direction::to_host);
  kept_ = true;
  return true;
}

template <class Real>
void KeptWavefield<Real>::show_to(View<Real>& view, const std::vector<Array<Real>>& fields) const {
  queue_.wait();
  for (std::size_t n = 0; n < fields.size(); ++n)
    view.field[n] = static_cast<Real*>(here_[n].get()) + fields[n].shift + fields[n].layout.origin;
}

template class KeptWavefield<float>;
template class KeptWavefield<double>;

}  // namespace unda::fd

// Keeping arrays.
#include "exec/kept_arrays.hpp"

namespace unda::exec {

template <class Real>
bool KeptArrays<Real>::keep(const std::vector<Twin<Real>*>& arrays, const Queue& computing) {
  if (computing.device().is_host()) return false;
  if (there_.empty()) {
    std::size_t bytes = 0;
    for (const Twin<Real>* array : arrays) bytes += array->bytes();
    constexpr double margin = 1.1;  // for what others allocate
    if (static_cast<double>(free_memory(computing.device())) < margin * static_cast<double>(bytes)) return false;
    queue_ = Queue(computing.device());
    for (const Twin<Real>* array : arrays) {
      there_.push_back(allocate(computing.device(), array->bytes()));
      here_.push_back(allocate_staging(computing.device(), array->bytes()));
    }
  }
  queue_.wait();  // for the last ones
  for (std::size_t n = 0; n < arrays.size(); ++n)
    copy(computing, there_[n].get(), arrays[n]->device(Access::read), arrays[n]->bytes(), Direction::on_device);
  queue_.wait_for(computing);
  for (std::size_t n = 0; n < arrays.size(); ++n)
    copy(queue_, here_[n].get(), there_[n].get(), arrays[n]->bytes(), Direction::to_host);
  kept_ = true;
  return true;
}

template <class Real>
Real* KeptArrays<Real>::array(std::size_t n) const {
  queue_.wait();
  return static_cast<Real*>(here_[n].get());
}

template class KeptArrays<float>;
template class KeptArrays<double>;

}  // namespace unda::exec

// A list made on the host, for loops on the device of a queue.
#pragma once

#include <algorithm>
#include <vector>

#include "exec/twin.hpp"

namespace unda::exec {

template <class T>
Twin<T> upload(const std::vector<T>& values, const Queue& queue) {
  Twin<T> twin(values.size(), queue);
  if (values.empty()) return twin;
  std::copy(values.begin(), values.end(), twin.host(Access::write));
  twin.device(Access::read);
  return twin;
}

}  // namespace unda::exec

// How far numbers are from others, relative to those.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace unda::dg {

template <class Real>
double difference(const Real* a, const Real* b, std::size_t n) {
  double wrong = 0, all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    wrong += std::pow(static_cast<double>(a[k]) - static_cast<double>(b[k]), 2);
    all += std::pow(static_cast<double>(b[k]), 2);
  }
  return std::sqrt(wrong / all);
}

template <class Real>
double difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  return difference(a.data(), b.data(), a.size());
}

}  // namespace unda::dg

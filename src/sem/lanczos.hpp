// The tridiagonal matrix of Lanczos' iteration, K q_j = M (b_j-1 q_j-1 + a_j q_j + b_j q_j+1), and its largest eigenvalue, which grows
// towards that of the mesh. The upper end of the spectrum is dense, but vectors need not be found, only the value: it settles long before
// they do.
#pragma once

#include <cstdint>
#include <vector>

namespace unda::sem {

class Lanczos {
 public:
  /// After an iteration: whether the value has settled, to 1e-6 over ten iterations.
  bool add(double a, double b);
  double value() const { return value_; }
  double last_b() const { return b_.empty() ? 0 : b_.back(); }

 private:
  std::vector<double> a_, b_;
  double value_ = 0;
};

/// A number between -1 and 1 that looks random, by a mixing of bits: to start from.
double lanczos_start(std::uint64_t n);

}  // namespace unda::sem

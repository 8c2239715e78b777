// Eigenvalues of a growing tridiagonal matrix.
#include "sem/lanczos.hpp"

#include "numerics/dense.hpp"

namespace unda::sem {
namespace {

constexpr std::size_t most_iterations = 400, look_every = 10;
constexpr double settled = 1e-6;  // relative change over look_every iterations

double largest_of(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<Eigen::Index>(a.size());
  Eigen::VectorXd diagonal(n), beside(std::max<Eigen::Index>(n - 1, 0));
  for (Eigen::Index i = 0; i < n; ++i) diagonal[i] = a[static_cast<std::size_t>(i)];
  for (Eigen::Index i = 0; i + 1 < n; ++i) beside[i] = b[static_cast<std::size_t>(i)];
  return numerics::tridiagonal_eigenvalues(diagonal, beside)[n - 1];
}

}  // namespace

bool Lanczos::add(double a, double b) {
  a_.push_back(a);
  const bool is_over = !(b > 1e-6 * a);
  if (a_.size() % look_every == 0 || is_over) {
    const double before = value_;
    value_ = largest_of(a_, b_);
    if (value_ - before < settled * value_ || is_over || a_.size() >= most_iterations) return true;
  }
  b_.push_back(b);
  return false;
}

double lanczos_start(std::uint64_t n) {
  n += 0x9e3779b97f4a7c15u;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
  n ^= n >> 31;
  return static_cast<double>(n >> 11) * 0x1p-52 - 1;
}

}  // namespace unda::sem

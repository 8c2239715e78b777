// Lanczos' iteration with the masses as inner product: K q_j = M (b_j-1 q_j-1 + a_j q_j + b_j q_j+1). The largest eigenvalue of
// the matrix of the a and b grows towards that of the mesh. The upper end of the spectrum is dense, but vectors need not be
// found, only the value: it settles long before they do.
#include "sem/largest_eigenvalue.hpp"

#include <cmath>

#include "exec/for_each.hpp"
#include "numerics/dense.hpp"
#include "sem/sums.hpp"

namespace unda::sem {
namespace {

constexpr int most_iterations = 400, look_every = 10;
constexpr double settled = 1e-6;  // relative change over look_every iterations

/// A number between -1 and 1 that looks random, by a mixing of bits.
double start_value(std::uint64_t n) {
  n += 0x9e3779b97f4a7c15u;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
  n ^= n >> 31;
  return static_cast<double>(n >> 11) * 0x1p-52 - 1;
}

double largest_of(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<Eigen::Index>(a.size());
  Eigen::VectorXd diagonal(n), beside(std::max<Eigen::Index>(n - 1, 0));
  for (Eigen::Index i = 0; i < n; ++i) diagonal[i] = a[static_cast<std::size_t>(i)];
  for (Eigen::Index i = 0; i + 1 < n; ++i) beside[i] = b[static_cast<std::size_t>(i)];
  return numerics::tridiagonal_eigenvalues(diagonal, beside)[n - 1];
}

}  // namespace

template <class Real>
double largest_eigenvalue(const Mesh& mesh, int n_components, const Real* inverse_mass,
                          const parallel::Communicator& communicator,
                          const std::function<void(const Real* u, Real* f)>& apply) {
  const std::size_t size = mesh.size(), n = static_cast<std::size_t>(n_components) * size;
  exec::Buffer<Real> q(n), before(n), next(n);
  // 1 and the mass at the places that count in sums, 0 elsewhere.
  std::vector<Real> counts(size, Real(0)), mass(size, Real(0));
  for_each_point(mesh, [&](const Index& point) {
    const auto place = static_cast<std::size_t>(mesh.place(point));
    if (!(inverse_mass[place] > 0)) return;
    if (mesh.owns(point)) {
      counts[place] = 1;
      mass[place] = 1 / inverse_mass[place];
    }
    for (int c = 0; c < n_components; ++c)
      q[c * size + place] =
          static_cast<Real>(start_value(static_cast<std::uint64_t>(mesh.number(point)) * n_components + c));
  });
  // Sum over points, of all ranks, of x y times a weight.
  auto product = [&](const exec::Buffer<Real>& x, const exec::Buffer<Real>& y, const std::vector<Real>& weight) {
    double sum = 0;
    for (int c = 0; c < n_components; ++c) {
      const Real *at_x = x.data() + c * size, *at_y = y.data() + c * size;
      sum += sum_of_many(size, [=, w = weight.data()](std::size_t p) {
        return static_cast<double>(at_x[p]) * static_cast<double>(at_y[p]) * static_cast<double>(w[p]);
      });
    }
    return communicator.sum(sum);
  };
  auto scale = [&](exec::Buffer<Real>& x, double factor) {
    exec::for_each(n, [at = x.data(), f = static_cast<Real>(factor)](std::size_t i) { at[i] *= f; });
  };

  scale(q, 1 / std::sqrt(product(q, q, mass)));
  std::vector<double> a, b;
  double found = 0;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    exec::for_each(n, [&](std::size_t i) { next[i] = 0; });
    apply(q.data(), next.data());
    a.push_back(-product(next, q, counts));
    const double a_now = a.back(), b_before = b.empty() ? 0 : b.back();
    for (int c = 0; c < n_components; ++c) {
      Real* at_next = next.data() + c * size;
      const Real *at_q = q.data() + c * size, *at_before = before.data() + c * size, *inverse = inverse_mass;
      exec::for_each(size, [=, a = static_cast<Real>(a_now), b = static_cast<Real>(b_before)](std::size_t p) {
        at_next[p] = -at_next[p] * inverse[p] - a * at_q[p] - b * at_before[p];
      });
    }
    const double size_of_next = std::sqrt(product(next, next, mass));
    if (iteration % look_every == 0 || !(size_of_next > 1e-6 * a_now)) {
      const double now = largest_of(a, b);
      if (now - found < settled * now || !(size_of_next > 1e-6 * a_now)) return now;
      found = now;
    }
    b.push_back(size_of_next);
    scale(next, 1 / size_of_next);
    std::swap(before, q);
    std::swap(q, next);
  }
  return found;
}

template double largest_eigenvalue<float>(const Mesh&, int, const float*, const parallel::Communicator&,
                                          const std::function<void(const float*, float*)>&);
template double largest_eigenvalue<double>(const Mesh&, int, const double*, const parallel::Communicator&,
                                           const std::function<void(const double*, double*)>&);

}  // namespace unda::sem

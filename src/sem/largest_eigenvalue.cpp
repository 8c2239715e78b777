// Lanczos' iteration with the masses as inner product.
#include "sem/largest_eigenvalue.hpp"

#include <cmath>

#include "exec/for_each.hpp"
#include "sem/lanczos.hpp"
#include "sem/sums.hpp"
#include "sem/unstructured/elements.hpp"

namespace unda::sem {
template <class Real, class Points>
double largest_eigenvalue(const Points& points, int n_components, const Real* inverse_mass,
                          const parallel::Communicator& communicator,
                          const std::function<void(const Real* u, Real* f)>& apply) {
  const std::size_t size = points.size(), n = static_cast<std::size_t>(n_components) * size;
  exec::Buffer<Real> q(n), before(n), next(n);
  // 1 and the mass at the places that count in sums, 0 elsewhere.
  std::vector<Real> counts(size, Real(0)), mass(size, Real(0));
  for_each_place(points, [&](std::size_t place, bool owned, std::int64_t number) {
    if (!(inverse_mass[place] > 0)) return;
    if (owned) {
      counts[place] = 1;
      mass[place] = 1 / inverse_mass[place];
    }
    for (int c = 0; c < n_components; ++c)
      q[c * size + place] = static_cast<Real>(lanczos_start(static_cast<std::uint64_t>(number) * n_components + c));
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
  Lanczos lanczos;
  for (;;) {
    exec::for_each(n, [&](std::size_t i) { next[i] = 0; });
    apply(q.data(), next.data());
    const double a_now = -product(next, q, counts), b_before = lanczos.last_b();
    for (int c = 0; c < n_components; ++c) {
      Real* at_next = next.data() + c * size;
      const Real *at_q = q.data() + c * size, *at_before = before.data() + c * size, *inverse = inverse_mass;
      exec::for_each(size, [=, a = static_cast<Real>(a_now), b = static_cast<Real>(b_before)](std::size_t p) {
        at_next[p] = -at_next[p] * inverse[p] - a * at_q[p] - b * at_before[p];
      });
    }
    const double size_of_next = std::sqrt(product(next, next, mass));
    if (lanczos.add(a_now, size_of_next)) return lanczos.value();
    scale(next, 1 / size_of_next);
    std::swap(before, q);
    std::swap(q, next);
  }
}

template double largest_eigenvalue<float>(const Mesh&, int, const float*, const parallel::Communicator&,
                                          const std::function<void(const float*, float*)>&);
template double largest_eigenvalue<double>(const Mesh&, int, const double*, const parallel::Communicator&,
                                           const std::function<void(const double*, double*)>&);
template double largest_eigenvalue<float>(const Elements&, int, const float*, const parallel::Communicator&,
                                          const std::function<void(const float*, float*)>&);
template double largest_eigenvalue<double>(const Elements&, int, const double*, const parallel::Communicator&,
                                           const std::function<void(const double*, double*)>&);

}  // namespace unda::sem

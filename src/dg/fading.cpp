// Rates of the elements and their factors.
#include "dg/fading.hpp"

#include <cmath>

#include "exec/for_each.hpp"
#include "numerics/absorbing_profile.hpp"

namespace unda::dg {
namespace {

constexpr double left_over = 0.1;  // of a wave that goes straight to the end and comes back

}  // namespace

std::vector<double> fading_rates(const mesh::Tetrahedra& mesh, const mesh::Levels& levels, double speed) {
  std::vector<double> rates(mesh.size(), 0.0);
  for (std::size_t e = mesh.n_in_domain(); e < mesh.size(); ++e) {
    const Vector x = mesh.centre(e);
    for (int axis = 0; axis < 3; ++axis) {
      const scenario::Interval &inner = levels.domain[axis], &outer = levels.extent[axis];
      const double below = inner.low - x[axis], above = x[axis] - inner.high;
      if (below > 0 && levels.margin[axis][0] > 0)
        rates[e] += numerics::absorbing_rate(below / (inner.low - outer.low), inner.low - outer.low, speed, left_over);
      if (above > 0 && levels.margin[axis][1] > 0)
        rates[e] +=
            numerics::absorbing_rate(above / (outer.high - inner.high), outer.high - inner.high, speed, left_over);
    }
  }
  return rates;
}

template <class Real>
Fading<Real>::Fading(int order, const Placement& placement, const std::vector<double>& rates, double dt)
    : packs_of_a_block_(block_numbers<Real>(order) / pack_size<Real>) {
  for (std::size_t number = 0; number < (rates.empty() ? 0 : placement.n_blocks); ++number) {
    Block block{number, {}};
    bool fades = false;
    for (int lane = 0; lane < pack_size<Real>; ++lane) {
      const int e = placement.element[number * pack_size<Real> + static_cast<std::size_t>(lane)];
      const double rate = e < 0 ? 0 : rates[static_cast<std::size_t>(e)];
      block.factor[lane] = static_cast<Real>(std::exp(-rate * dt));
      fades = fades || rate > 0;
    }
    if (fades) blocks_.push_back(block);
  }
}

template <class Real>
void Fading<Real>::apply(Pack<Real>* q) const {
  exec::for_each_block(blocks_.size(), packs_of_a_block_, [&](std::size_t n) {
    Pack<Real>* values = q + blocks_[n].number * packs_of_a_block_;
    for (std::size_t k = 0; k < packs_of_a_block_; ++k) values[k] *= blocks_[n].factor;
  });
}

template class Fading<float>;
template class Fading<double>;

}  // namespace unda::dg

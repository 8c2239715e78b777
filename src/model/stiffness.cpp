// Means of stiffness across layers.
#include "model/stiffness.hpp"

#include <limits>

namespace unda::model {

double Model::shear_stiffness(const Vector& low, const Vector& high, int pair) const {
  return stiffness(low, high).shear[static_cast<std::size_t>(pair)];
}

void Laminate::add(const Stiffness& c, double share) {
  const double compliance = 1 / c.normal(axis_, axis_);
  std::array<double, 3> ratio{};
  for (int a = 0; a < 3; ++a) ratio[a] = c.normal(a, axis_) * compliance;
  share_ += share;
  compliance_ += share * compliance;
  for (int a = 0; a < 3; ++a) {
    ratio_[a] += share * ratio[a];
    for (int b = a; b < 3; ++b)
      rest_[Stiffness::place(a, b)] += share * (c.normal(a, b) - c.normal(a, axis_) * ratio[b]);
    if (a == axis_)
      shear_[a] += share * c.shear[a];  // of the two axes along the layers
    else
      shear_[a] += c.shear[a] > 0 ? share / c.shear[a] : std::numeric_limits<double>::infinity();
  }
}

Stiffness Laminate::stiffness() const {
  Stiffness c;
  const double across = share_ / compliance_, whole = 1 / share_;
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b)
      c.normal(a, b) = rest_[Stiffness::place(a, b)] * whole + ratio_[a] * whole * (ratio_[b] * whole) * across;
    c.shear[a] = a == axis_ ? shear_[a] * whole : share_ / shear_[a];
  }
  return c;
}

}  // namespace unda::model

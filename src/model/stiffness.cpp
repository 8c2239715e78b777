// Means of stiffness across layers.
#include "model/stiffness.hpp"

#include <limits>

namespace unda::model {

void Laminate::add(const Stiffness& c, double share) {
  const double across = c.normal(axis_, axis_);
  share_ += share;
  compliance_ += share / across;
  for (int a = 0; a < 3; ++a) {
    ratio_[a] += share * c.normal(a, axis_) / across;
    for (int b = a; b < 3; ++b)
      rest_[Stiffness::place(a, b)] += share * (c.normal(a, b) - c.normal(a, axis_) * c.normal(b, axis_) / across);
    if (a == axis_)
      shear_[a] += share * c.shear[a];  // of the two axes along the layers
    else
      shear_[a] += c.shear[a] > 0 ? share / c.shear[a] : std::numeric_limits<double>::infinity();
  }
}

Stiffness Laminate::stiffness() const {
  Stiffness c;
  const double across = share_ / compliance_;
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b)
      c.normal(a, b) = rest_[Stiffness::place(a, b)] / share_ + ratio_[a] / share_ * (ratio_[b] / share_) * across;
    c.shear[a] = a == axis_ ? shear_[a] / share_ : share_ / shear_[a];
  }
  return c;
}

}  // namespace unda::model

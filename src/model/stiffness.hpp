// The effective stiffness of a small box that interfaces cut. Across an interface the tractions on it and the strains along
// it are continuous, so that moduli of thin layers combine each in its own way (Backus 1962; orthorhombic cells as in
// Kristek et al. 2017): a box of two isotropic media is not isotropic. Boxes cut along several axes are combined axis by axis.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "model/properties.hpp"

namespace unda::model {

/// Orthorhombic, Pa: normal(a, b) couples normal stress a to normal strain b, shear[n] belongs to the pairs yz, xz, xy.
struct Stiffness {
  std::array<double, 6> normals{};  ///< xx yy zz xy xz yz
  std::array<double, 3> shear{};    ///< yz xz xy; the axis that is not in the pair

  static constexpr std::size_t place(int a, int b) { return static_cast<std::size_t>(a == b ? a : a + b + 2); }
  double normal(int a, int b) const { return normals[place(a, b)]; }
  double& normal(int a, int b) { return normals[place(a, b)]; }
};

inline Stiffness isotropic(const Properties& p) {
  const auto [lambda, mu] = moduli(p);
  const double m = p_wave_modulus(p);
  return {{m, m, m, lambda, lambda, lambda}, {mu, mu, mu}};
}

/// Of moduli with axes along x, y and z; those of others are left out.
inline Stiffness orthorhombic(const physics::Moduli& c) {
  return {{c(0, 0), c(1, 1), c(2, 2), c(0, 1), c(0, 2), c(1, 2)}, {c(3, 3), c(4, 4), c(5, 5)}};
}
/// By either law.
inline Stiffness stiffness_of(const Properties& p, const physics::Anisotropy* anisotropy) {
  return anisotropy ? orthorhombic(anisotropy->moduli) : isotropic(p);
}
inline Stiffness stiffness_of(const Medium& medium) { return stiffness_of(medium.properties, medium.anisotropy.get()); }

/// At a point.
inline Stiffness stiffness_at(const Model& model, const Vector& x) {
  return stiffness_of(model.at(x), model.anisotropy(x).get());
}

/// Adds up parallel layers across an axis, each with its share of the thickness.
class Laminate {
 public:
  explicit Laminate(int axis) : axis_(axis) {}
  void add(const Stiffness& c, double share);
  Stiffness stiffness() const;

 private:
  int axis_;
  double share_ = 0;
  double compliance_ = 0;          ///< mean of 1 / c_nn, n the axis
  std::array<double, 3> ratio_{};  ///< mean of c_an / c_nn
  std::array<double, 6> rest_{};   ///< mean of c_ab - c_an c_bn / c_nn
  std::array<double, 3> shear_{};  ///< mean of the modulus, or of its inverse across the axis
};

/// The same of equally thick layers of isotropic media, in a third of the operations.
class IsotropicLaminate {
 public:
  void add(const Properties& p) {
    const auto [lambda, mu] = moduli(p);
    const double m = p_wave_modulus(p), compliance = 1 / m, ratio = lambda * compliance;
    ++n_;
    compliance_ += compliance;
    ratio_ += ratio;
    same_ += m - lambda * ratio;
    other_ += lambda - lambda * ratio;
    shear_ += mu;
    shear_compliance_ += mu > 0 ? 1 / mu : std::numeric_limits<double>::infinity();
  }
  /// Of layers across the axis.
  Stiffness stiffness(int axis) const {
    const double across = n_ / compliance_, ratio = ratio_ / n_, rest = ratio * ratio * across;
    Stiffness c;
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b)
        c.normal(a, b) = a == axis && b == axis   ? across
                         : a == axis || b == axis ? ratio * across
                                                  : (a == b ? same_ : other_) / n_ + rest;
    for (int a = 0; a < 3; ++a) c.shear[a] = a == axis ? shear_ / n_ : n_ / shear_compliance_;
    return c;
  }

 private:
  double n_ = 0, compliance_ = 0, ratio_ = 0, same_ = 0, other_ = 0, shear_ = 0, shear_compliance_ = 0;
};

/// Of equally thick layers, their shear modulus for tractions on them (`along` false) or in their own plane.
class ShearLaminate {
 public:
  explicit ShearLaminate(bool along) : along_(along) {}
  void add(double mu) {
    ++n_;
    sum_ += along_ ? mu : mu > 0 ? 1 / mu : std::numeric_limits<double>::infinity();
  }
  double modulus() const { return along_ ? sum_ / n_ : n_ / sum_; }

 private:
  bool along_;
  double n_ = 0, sum_ = 0;
};

}  // namespace unda::model

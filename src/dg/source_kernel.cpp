// Moments of a window, and the polynomial that sets them right.
#include "dg/source_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "dg/make_medium.hpp"
#include "numerics/dense.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {
namespace {

/// The window's radius in edges of a box that would hold six elements: the least that leaves sources in corners as accurate as
/// those within an element. Larger ones lose short waves.
constexpr double radius_in_edges = 0.85;

double window(double r) { return std::pow(1 - r * r, 2); }

/// Nearly the same: no wave that would matter is reflected between the two.
bool alike(const physics::Material& a, const physics::Material& b) {
  auto near = [](double x, double y) { return std::abs(x - y) <= 0.1 * std::max(x, y); };
  return near(a.vp(), b.vp()) && near(a.vs(), b.vs()) && near(a.rho, b.rho);
}

/// Monomials of a degree up to `degree`.
void set_monomials(int degree, const Vector& x, double* values) {
  double along_x = 1;
  for (int i = 0; i <= degree; ++i, along_x *= x[0]) {
    double along_y = along_x;
    for (int j = 0; i + j <= degree; ++j, along_y *= x[1]) {
      double along_z = along_y;
      for (int k = 0; i + j + k <= degree; ++k, along_z *= x[2]) *values++ = along_z;
    }
  }
}

/// A point of the quadrature within the window.
struct Point {
  std::size_t of_rule;
  Vector place;   ///< from the source, in radii
  double weight;  ///< on the unit tetrahedron, times the window
};

struct BallPatch {
  std::vector<int> elements;
  std::vector<std::vector<Point>> points;  ///< by element
};

class Ball {
 public:
  Ball(const mesh::Tetrahedra& mesh, const Materials& materials, const std::vector<mesh::ElementPoint>& places,
       const Vector& centre)
      : mesh_(mesh),
        materials_(materials),
        places_(places),
        centre_(centre),
        material_(materials[static_cast<std::size_t>(places.front().element)]) {
    for (const mesh::ElementPoint& place : places_)
      if (const auto e = static_cast<std::size_t>(place.element); is_of_this_medium(e))
        radius_ = std::max(radius_, radius_in_edges * std::cbrt(jacobian(mesh_, e)));
  }

  /// From the elements at the source on through their faces.
  BallPatch cut_out(const numerics::TetrahedralRule& rule) const {
    BallPatch patch;
    std::set<int> seen;
    std::vector<int> next;
    for (const mesh::ElementPoint& place : places_)
      if (seen.insert(place.element).second) next.push_back(place.element);
    for (std::size_t n = 0; n < next.size(); ++n) {
      const auto e = static_cast<std::size_t>(next[n]);
      if (!is_of_this_medium(e)) continue;
      std::vector<Point> points = points_in(e, rule);
      if (points.empty()) continue;
      patch.elements.push_back(next[n]);
      patch.points.push_back(std::move(points));
      for (const mesh::Neighbour& beyond : mesh_.neighbours[e])
        if (beyond.exists() && seen.insert(beyond.element).second) next.push_back(beyond.element);
    }
    return patch;
  }

 private:
  bool is_of_this_medium(std::size_t element) const { return alike(material_, materials_[element]); }

  std::vector<Point> points_in(std::size_t element, const numerics::TetrahedralRule& rule) const {
    std::vector<Point> points;
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      Vector x = mesh_.corner(element, 0) - centre_;
      for (int a = 0; a < 3; ++a) x = x + rule.points[q][a] * (mesh_.corner(element, a + 1) - mesh_.corner(element, 0));
      x = (1 / radius_) * x;
      if (norm(x) < 1) points.push_back({q, x, window(norm(x)) * rule.weights[q]});
    }
    return points;
  }

  const mesh::Tetrahedra& mesh_;
  const Materials& materials_;
  const std::vector<mesh::ElementPoint>& places_;
  Vector centre_;
  physics::Material material_;
  double radius_ = 0;
};

/// The monomials at all points of a patch, a column each.
Eigen::MatrixXd monomials_of(const BallPatch& patch, int degree) {
  std::size_t n_points = 0;
  for (const std::vector<Point>& points : patch.points) n_points += points.size();
  Eigen::MatrixXd values(numerics::n_tetrahedral(degree + 1), static_cast<Eigen::Index>(n_points));
  Eigen::Index column = 0;
  for (const std::vector<Point>& points : patch.points)
    for (const Point& p : points) set_monomials(degree, p.place, values.col(column++).data());
  return values;
}

/// P by the moments of W: those of W P are 1 for the constant and 0 for all other monomials.
Eigen::VectorXd polynomial_for(const mesh::Tetrahedra& mesh, const BallPatch& patch, const Eigen::MatrixXd& values) {
  Eigen::VectorXd weights(values.cols());
  Eigen::Index column = 0;
  for (std::size_t n = 0; n < patch.elements.size(); ++n)
    for (const Point& p : patch.points[n])
      weights[column++] = p.weight * jacobian(mesh, static_cast<std::size_t>(patch.elements[n]));
  const Eigen::MatrixXd weighted = values * weights.asDiagonal(), moments = weighted * values.transpose();
  return numerics::least_squares(moments, Eigen::VectorXd::Unit(values.rows(), 0));
}

}  // namespace

SourceKernel make_source_kernel(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                                const std::vector<mesh::ElementPoint>& places, const Vector& point) {
  // Elements hold the moments up to their own degree; the points see the window's edge.
  const int degree = order - 1;
  const numerics::TetrahedralRule rule = numerics::tetrahedral_rule(order + 3);
  BallPatch patch = Ball(mesh, materials, places, point).cut_out(rule);
  const Eigen::MatrixXd monomials = monomials_of(patch, degree);
  const Eigen::VectorXd polynomial = monomials.transpose() * polynomial_for(mesh, patch, monomials);  // at the points
  std::vector<std::vector<double>> phi;
  for (const Vector& x : rule.points) phi.push_back(numerics::tetrahedral_basis(order, x).values);
  SourceKernel kernel{std::move(patch.elements), {}};
  Eigen::Index column = 0;
  for (const std::vector<Point>& points : patch.points) {
    std::vector<double>& coefficients = kernel.coefficients.emplace_back(phi.front().size(), 0.0);
    for (const Point& p : points) {
      const double value = p.weight * polynomial[column++];
      for (std::size_t k = 0; k < coefficients.size(); ++k) coefficients[k] += value * phi[p.of_rule][k];
    }
  }
  return kernel;
}

}  // namespace unda::dg

// What all ranks know of a mesh of any hexahedra or quadrilaterals: its elements, the numbers of their points, what they are made of, who
// has them. Made once; immutable.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "mesh/hexahedra.hpp"
#include "mesh/locate_hexahedra.hpp"
#include "model/model.hpp"
#include "numerics/gll.hpp"
#include "parallel/communicator.hpp"
#include "physics/material.hpp"
#include "sem/unstructured/point_numbers.hpp"

namespace unda::sem {

class WholeMesh {
 public:
  /// Collective.
  WholeMesh(const scenario::Scenario& scenario, std::shared_ptr<const mesh::Hexahedra> mesh,
            std::shared_ptr<const model::Model> model, const parallel::Communicator& ranks);
  WholeMesh(const WholeMesh&) = delete;
  WholeMesh& operator=(const WholeMesh&) = delete;

  const mesh::Hexahedra& elements() const { return *mesh_; }
  const model::Model& model() const { return *model_; }
  int dim() const { return mesh_->dim; }
  int degree() const { return gll_.degree; }
  const numerics::Gll& gll() const { return gll_; }
  int points_of_an_element() const {
    return dim() == 3 ? (degree() + 1) * (degree() + 1) * (degree() + 1) : (degree() + 1) * (degree() + 1);
  }
  /// 0 x, 1 y, 2 z.
  int physical(int axis) const { return dim() == 2 && axis == 1 ? 2 : axis; }
  /// Elements in an order in which packs of them find their points side by side.
  const std::vector<int>& order() const { return order_; }
  const PointNumbers& numbers() const { return numbers_; }
  const mesh::HexahedraLocator& locator() const { return locator_; }
  bool is_fluid(std::size_t element) const { return is_fluid_[element]; }
  int rank_of(std::size_t element) const { return rank_of_.empty() ? 0 : rank_of_[element]; }
  /// Of a face without neighbour.
  scenario::BoundaryKind condition(std::size_t element, int face) const;

  /// Whether every element is of one material.
  bool is_uniform() const { return is_uniform_; }
  /// One, or one of each point, asked from the model but for what find_fluids() has kept: for whoever makes the tables of the element,
  /// once. Throws InputError for elements that are partly fluid and partly solid.
  std::vector<physics::Material> materials(std::size_t element) const;
  /// At a position in an element: on an interface the side of the element.
  physics::Material material_near(std::size_t element, const Vector& x) const;

  Vector position(std::size_t element, const Index& point) const;
  /// Of the points of an element, [point].
  std::vector<mesh::Tangents> tangents(std::size_t element) const;

 private:
  void find_fluids(const parallel::Communicator& ranks);
  void share(const parallel::Communicator& ranks);

  const scenario::Scenario& scenario_;
  std::shared_ptr<const mesh::Hexahedra> mesh_;
  std::shared_ptr<const model::Model> model_;
  numerics::Gll gll_;
  std::vector<int> order_;
  PointNumbers numbers_;
  mesh::HexahedraLocator locator_;
  bool is_uniform_ = false;
  std::optional<physics::Material> everywhere_;  ///< of a model that is uniform
  std::vector<bool> is_fluid_;
  std::size_t first_centre_ = 0;
  std::vector<physics::Material> centres_;  ///< of the elements that find_fluids() has asked for, from that one on
  std::vector<int> rank_of_;                ///< empty: one rank
};

/// What a point is in the order of an element's points, the first axis fastest.
inline Index point_of(int number, int degree) {
  const int n = degree + 1;
  return {number % n, number / n % n, number / (n * n)};
}

/// [b][a] = d xi_b/d x_a, a the axes x, y, z; and what the unit of the reference element stands for.
struct LocalMetric {
  std::array<Vector, 3> inverse{};
  double volume = 0;
};
LocalMetric metric_of(const mesh::Tangents& t);

}  // namespace unda::sem

// What the elements of a rank are made of, asked from the model once. Where the model does not vary within elements there is one
// material an element, and it is kept; else there is one a point. Those of corners and centres, which the search for the largest step
// needs before there are tables, are kept until the tables of the kernels are made, and the others are asked then: the tables keep
// what they need of all.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exec/for_each.hpp"
#include "model/model.hpp"
#include "physics/material.hpp"
#include "sem/asked_places.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// Whether the model is the same all over every element: uniform, or layers, whose tops are faces.
bool elements_are_uniform(const scenario::Scenario& scenario, const model::Model& model);
/// Where an element that is uniform is asked, and the number of that point among those of an element.
Index centre_point(const Mesh& mesh);
int number_in_element(const Mesh& mesh, const Index& point);

class Materials {
 public:
  /// Mesh and model must outlive it.
  Materials(const Mesh& mesh, const model::Model& model, bool uniform_elements);
  /// Of layers at a face between two parts, as these know them.
  Materials(const Mesh& mesh, const Materials& below, const Materials& above);

  bool by_point() const { return by_point_; }
  const model::Model& model() const { return *model_; }
  std::size_t bytes() const { return kept_.size() * sizeof(physics::Material); }

  /// The material of an element, or of its point.
  physics::Material at(const Index& element, const Index& point) const;
  /// Of an element at a position in it: on an interface the side of the element. Kept; not for several threads at a time.
  physics::Material near(const Index& element, const Vector& x) const;
  /// f(element, its materials by point, or the one of all) for every element, those that share points never at the same time.
  template <class Function>
  void for_each_element(Function f) const;
  /// What is kept of points, once tables have it.
  void forget_points();

 private:
  std::size_t number(const Index& e) const {
    return (static_cast<std::size_t>(e[2]) * mesh_->n(1) + e[1]) * static_cast<std::size_t>(mesh_->n(0)) + e[0];
  }
  std::size_t n_corners() const { return std::size_t{1} << mesh_->dim(); }
  /// Of an element: one, or those of its corners and its centre.
  std::size_t n_kept() const { return !by_point_ ? 1 : n_corners() + (mesh_->degree() > 1 ? 1 : 0); }
  /// The number of a point among those, none where it is not kept; and a point by its number.
  std::optional<std::size_t> kept_number(const Index& point) const;
  Index kept_point(std::size_t number) const;
  template <class Function>
  void keep(const Function& ask);
  std::vector<physics::Material> ask(const Index& element) const;

  const Mesh* mesh_;
  const model::Model* model_;
  bool by_point_;
  std::vector<physics::Material> kept_;  ///< [element][kept]
  mutable AskedPlaces places_;
};

/// Rows of elements that share no point side by side.
template <class Function>
void Materials::for_each_element(Function f) const {
  const bool in_3d = mesh_->dim() == 3;
  for (int colour = 0; colour < (in_3d ? 4 : 2); ++colour) {
    const int first_j = colour % 2, first_k = colour / 2, step_k = in_3d ? 2 : 1;
    const int n_j = (mesh_->n(1) - first_j + 1) / 2, n_k = (mesh_->n(2) - first_k + step_k - 1) / step_k;
    exec::for_each_heavy(static_cast<std::size_t>(n_j) * n_k, [&](std::size_t r) {
      const int j = first_j + 2 * (static_cast<int>(r) % n_j), k = first_k + step_k * (static_cast<int>(r) / n_j);
      for (int i = 0; i < mesh_->n(0); ++i) {
        const Index e{i, j, k};
        if (by_point())
          f(e, std::span<const physics::Material>(ask(e)));
        else
          f(e, std::span(kept_).subspan(number(e), 1));
      }
    });
  }
}

}  // namespace unda::sem

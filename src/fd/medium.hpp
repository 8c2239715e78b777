// The earth on the grid: means of the model over the cell around each staggered point, kept only along the axes on which the
// model varies (a layered model needs one row a plane, a uniform one a single row). Where the model is smooth, parameters of
// one property on half points share an array on the nodes: a third of the memory, and less to read at every step.
#pragma once

#include <optional>

#include "fd/arrays.hpp"
#include "fd/cut_contacts.hpp"
#include "fd/scheme.hpp"
#include "fd/slip_interfaces.hpp"
#include "model/model.hpp"
#include "model/stiffness.hpp"
#include "parallel/communicator.hpp"

namespace unda::fd {

/// Of a cell: the part of its stiffness that a property names.
double value_of(Property property, const model::Stiffness& c);

/// The box of a cell around a node or half node.
std::pair<Vector, Vector> cell_around(const model::Model& model, const Grid& grid, const Half& half,
                                      const std::array<int, 3>& node);

/// The model over the cell around a point of the grid: parameters of one point share what one of them has asked for.
class CellMedium {
 public:
  CellMedium(const model::Model& model, const Grid& grid, const Half& half, const std::array<int, 3>& node)
      : model_(model), box_(cell_around(model, grid, half, node)) {}
  double value(Property property);

 private:
  const model::Model& model_;
  std::pair<Vector, Vector> box_;
  std::optional<model::Stiffness> stiffness_;
};

/// A parameter at a node of the grid or beyond its ends: the mean over the cell around its own point.
double parameter_at(const model::Model& model, const Grid& grid, const Parameter& parameter,
                    const std::array<int, 3>& node);

/// Whether the cells of a solid are as good as isotropic everywhere: no interface cuts one.
bool is_isotropic(const model::Model& model, const Grid& grid, const parallel::Communicator& communicator);

/// Layout of a parameter's own array, for plans that allocate nothing.
Layout parameter_layout(const model::Model& model, const Grid& grid, int unit = row_unit);

template <class Real>
class Medium {
 public:
  Medium() = default;
  /// `less`: holds what the model has more than this one.
  Medium(const model::Model& model, const Grid& grid, const std::vector<Parameter>& parameters,
         const parallel::Communicator& communicator, const exec::Queue& queue = {}, const SlipInterfaces& slips = {},
         const CutContacts& contacts = {}, const model::Model* less = nullptr);

  /// Tells a view where the parameters lie, on the host or on the device.
  void show_to(View<Real>& view) const;
  void show_on_device(View<Real>& view);
  /// What the kernels read at a node of this part, or would read at one beyond its ends.
  double value(int parameter, const std::array<int, 3>& node) const;
  bool is_mean(int parameter) const { return storage_[parameter].step_axis >= 0; }
  std::size_t n_arrays() const { return arrays_.size(); }
  std::size_t n_values() const;
  /// For media of which value() is not asked: their models may go.
  void forget_models() { model_ = less_ = nullptr; }
  /// Where a parameter lies that has an array of its own. Others of the same grid and model have theirs laid out alike.
  Array<Real>& array_of(int parameter) { return arrays_[storage_[parameter].array]; }

 private:
  /// Where a parameter is kept, and along which axis it is the mean of two neighbours (-1: none).
  struct Storage {
    std::size_t array = 0;
    int step_axis = -1;
  };

  void add_own(const std::vector<int>& parameters);
  void add_means(const std::vector<int>& parameters);
  bool is_smooth(const std::vector<int>& parameters) const;
  void show(View<Real>& view, std::size_t parameter, const Real* origin) const;
  double own_value(int parameter, const std::array<int, 3>& node, CellMedium& cell, CellMedium& less) const;
  Real on_node(Property property, std::array<int, 3> node) const;
  Real mean_of_nodes(int parameter, const std::array<int, 3>& node) const;

  const model::Model* model_ = nullptr;
  const model::Model* less_ = nullptr;
  Grid grid_;
  exec::Queue queue_;
  SlipInterfaces slips_;
  CutContacts contacts_;
  std::array<bool, 3> varies_{};
  std::vector<Parameter> parameters_;
  std::vector<Array<Real>> arrays_;
  std::vector<Storage> storage_;  ///< by parameter
};

extern template class Medium<float>;
extern template class Medium<double>;

}  // namespace unda::fd

// How a finite-difference scheme is declared: fields and where they sit on the cell, and stages: what each update reads,
// differentiates and writes. Ghost widths, storage, boundaries, sources and sampling follow from the declaration.
//
// A scheme is a struct with (see schemes/acoustic.hpp):
//   name, dim, fields, medium                            the wavefield; what the earth contributes, and where
//   using Stages = std::tuple<Stage<Update...>, ...>     in the order in which a step runs them
//   face_rule, injections, readings, field_value,
//   energy_density                                       what faces, sources and receivers mean for its fields
//   slip_role (only where fluids meet solids)            what a field is at such a contact
//   hold_free_face (only with open faces)                what a traction-free face does to the fields on it
//   stiffness (one or several), b(axis)                  parameters that bound the time step
// A stage is a set of updates that read none of each other's targets; all are done row by row in one sweep. An update has
//   targets, derivatives, parameters                     indices into fields and medium
//   relaxes (only where so)                              targets are stresses and parameters moduli: see relaxing.hpp
//   template <class Value> static void rates(const Value* d, const Value* m, Value* rate)
// where rate[i] is the time derivative of target i, linear in the derivatives d; Value is a number or a pack of them.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "base/vector.hpp"
#include "fd/relaxing.hpp"
#include "method/propagator.hpp"

namespace unda::fd {

/// Position on the cell by axis of the grid: 0 on the node, 1 half a cell towards higher index.
using Half = std::array<int, 3>;

/// What a free or rigid face means for a field. odd, even: the field goes on beyond the face as its own mirror image.
/// open, held: nothing is known beyond, so that one-sided differences are taken beside the face; held fields are zero on it.
enum class FaceRule { odd, even, open, held };

/// What a field is at a flat contact of a fluid and a solid across an axis (slip_interfaces.hpp): it goes through, or it
/// belongs to one side.
enum class SlipRole { continuous, velocity_along, stress_along, shear_across };

struct Field {
  const char* name;
  Half half;
};

/// Properties of the earth that a scheme may ask for. Means over the cell around the parameter's own position; stiffness_..:
/// each modulus the mean that is right for it where interfaces cut the cell (model/stiffness.hpp), by physical axes.
enum class Property {
  bulk_modulus,
  shear_modulus,
  p_modulus,
  lame_lambda,
  buoyancy,
  squared_speed,
  stiffness_xx,
  stiffness_yy,
  stiffness_zz,
  stiffness_xy,
  stiffness_xz,
  stiffness_yz,
  shear_yz,
  shear_xz,
  shear_xy
};

struct Parameter {
  Property property;
  Half half;
  /// On a half point along one axis. Where the model is smooth one array on the nodes may serve all parameters of this
  /// property, each the mean of two neighbouring nodes.
  bool may_be_mean = false;
};

/// What an update reads of a field. first: the derivative along an axis, half a cell away from where the field sits;
/// second: the second derivative along an axis, where the field sits; value: the field itself.
enum class Operator { first, second, value };

struct Derivative {
  int field;
  int axis;
  Operator kind = Operator::first;
};

/// A source adds amplitude * s(t) per unit volume to the rate of a field, times a medium parameter where one
/// is given, or times a component of the moment at the point.
struct Injection {
  int field;
  double amplitude;
  int parameter = -1;
  int dipole_axis = -1;  ///< the source is the derivative of a point along this axis, with respect to its position
  std::array<int, 2> moment{-1, -1};  ///< physical axes of the component
};

/// Which kind of motion a scheme's readings give; the others follow by sums and differences over time.
enum class Motion { velocity, acceleration };

/// A recorded quantity is the sum of fields times factors; a factor may depend on the medium at the grid point.
struct FieldTerm {
  int field;
  double factor;
  double (*medium_factor)(const double* medium) = nullptr;
  int gradient_axis = -1;  ///< read the derivative along this axis, over the density
};

/// An update as plain data.
struct UpdateDescription {
  std::vector<int> targets;
  std::vector<Derivative> derivatives;
  std::vector<int> parameters;
  double flops_at_point = 0;  ///< of the scheme's own arithmetic
  bool relaxes = false;       ///< its targets are stresses, its parameters moduli: attenuation gives it memories
};

struct StageDescription {
  std::vector<UpdateDescription> updates;
};

struct NothingRelaxes {};
struct AllRelax {
  static constexpr bool relaxes = true;
};

/// Several updates done in one loop over the row: more independent work for the processor at a time.
template <class... Update>
struct Merged : std::conditional_t<(relaxes<Update> && ...), AllRelax, NothingRelaxes> {
  template <class T, std::size_t... N>
  static constexpr auto joined(const std::array<T, N>&... parts) {
    std::array<T, (N + ... + 0)> all{};
    std::size_t place = 0;
    ((std::copy(parts.begin(), parts.end(), all.begin() + place), place += N), ...);
    return all;
  }
  static constexpr double flops = (Update::flops + ...);
  static constexpr auto targets = joined(Update::targets...);
  static constexpr auto derivatives = joined(Update::derivatives...);
  static constexpr auto parameters = joined(Update::parameters...);
  template <class Value>
  static constexpr void rates(const Value* d, const Value* m, Value* rate) {
    ((Update::rates(d, m, rate), d += Update::derivatives.size(), m += Update::parameters.size(),
      rate += Update::targets.size()),
     ...);
  }
};

/// The updates of one sweep.
template <class... Update>
struct Stage {};

/// A scheme as plain data and functions: all that the framework needs beside the kernels.
struct SchemeDescription {
  const char* name = "";
  int dim = 0;
  std::vector<Field> fields;
  std::vector<Parameter> medium;
  std::vector<StageDescription> stages;
  std::vector<int> stiffness;  ///< the parameters of which the largest gives, with the buoyancies, the square of the
                               ///< fastest speed
  Motion motion = Motion::velocity;
  int (*rate_of)(int field) = nullptr;  ///< the field whose time derivative this one is, or -1; null: none is
  std::vector<int> buoyancy;            ///< by axis; -1: the stiffness is the squared speed itself
  FaceRule (*face_rule)(int field, int axis, bool free_face) = nullptr;
  SlipRole (*slip_role)(int field, int axis) = nullptr;  ///< null: no medium of the scheme slips
  std::vector<Injection> (*injections)(const method::PointSource& source, const std::array<int, 3>& physical) = nullptr;
  std::vector<FieldTerm> (*readings)(scenario::Quantity quantity, int component) = nullptr;
  /// The value of a field where velocity and stress (xx yy zz xy xz yz) are given.
  double (*field_value)(int field, const Vector& velocity, const std::array<double, 6>& stress,
                        const std::array<int, 3>& physical) = nullptr;
};

/// Points beyond the grid that a field's derivatives read, by axis and side. A derivative on node q of a field half a cell
/// up reads from q - radius to q + radius - 1; one half a cell above node q of a field on nodes from q - radius + 1 to
/// q + radius; a second derivative radius both ways. Fields that nothing differentiates along an axis have none there.
using GhostWidths = std::array<std::array<int, 2>, 3>;
GhostWidths ghost_widths(const SchemeDescription& scheme, int field, int radius);

template <class Update>
UpdateDescription describe_update() {
  return {{Update::targets.begin(), Update::targets.end()},
          {Update::derivatives.begin(), Update::derivatives.end()},
          {Update::parameters.begin(), Update::parameters.end()},
          Update::flops,
          relaxes<Update>};
}

template <class... Update>
StageDescription describe_stage(Stage<Update...>) {
  return {{describe_update<Update>()...}};
}

template <class Scheme>
SchemeDescription describe() {
  SchemeDescription d;
  d.name = Scheme::name;
  d.dim = Scheme::dim;
  d.fields.assign(Scheme::fields.begin(), Scheme::fields.end());
  d.medium.assign(Scheme::medium.begin(), Scheme::medium.end());
  std::apply([&d](auto... stage) { (d.stages.push_back(describe_stage(stage)), ...); }, typename Scheme::Stages{});
  if constexpr (requires { Scheme::stiffness.size(); })
    d.stiffness.assign(Scheme::stiffness.begin(), Scheme::stiffness.end());
  else
    d.stiffness = {Scheme::stiffness};
  for (int a = 0; a < Scheme::dim; ++a) d.buoyancy.push_back(Scheme::b(a));
  if constexpr (requires { Scheme::motion; }) d.motion = Scheme::motion;
  if constexpr (requires { Scheme::rate_of(0); }) d.rate_of = Scheme::rate_of;
  d.face_rule = Scheme::face_rule;
  if constexpr (requires { Scheme::slip_role(0, 0); }) d.slip_role = Scheme::slip_role;
  d.injections = Scheme::injections;
  d.readings = Scheme::readings;
  d.field_value = Scheme::field_value;
  return d;
}

}  // namespace unda::fd

// Defines kernels_for: instantiates the row kernels of a scheme for every order of the build. Included only by the files
// that make them.
#pragma once

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "fd/kernels/absorb_row.hpp"
#include "fd/kernels/face_row.hpp"
#include "fd/kernels/kernels.hpp"
#include "fd/kernels/orders.hpp"
#include "fd/kernels/update_row.hpp"

namespace unda::fd {

/// A scheme with a condition on traction-free faces has faces without images.
template <class Scheme>
concept has_open_faces = requires(double* f) {
  Scheme::hold_free_face(0, f, f);
};

/// An update that differentiates nothing is the same for every order.
template <class Update>
constexpr bool has_stencils() {
  return std::any_of(Update::derivatives.begin(), Update::derivatives.end(),
                     [](const Derivative& d) { return d.kind != Operator::value; });
}

template <class Scheme, class Update, int Order, class Real>
UpdateKernels<Real> update_kernels() {
  constexpr int Radius = has_stencils<Update>() ? Order / 2 : 1;
  UpdateKernels<Real> kernels;
  kernels.update_row = update_row<Scheme, Update, Radius, 1, Real>;
  if constexpr (Scheme::dim == 3) kernels.update_row_of_two_planes = update_row<Scheme, Update, Radius, 2, Real>;
  if constexpr (Update::derivatives[0].kind == Operator::second) {
    kernels.absorb_slope_row[0] = absorb_slope_row<Update, Radius, 0, Real>;
    if constexpr (Scheme::dim > 1) kernels.absorb_slope_row[1] = absorb_slope_row<Update, Radius, 1, Real>;
    if constexpr (Scheme::dim > 2) kernels.absorb_slope_row[2] = absorb_slope_row<Update, Radius, 2, Real>;
  }
  if constexpr (has_open_faces<Scheme>) {
    kernels.one_sided_row[0] = one_sided_row<Scheme, Update, 0, Real>;
    kernels.one_sided_row[1] = one_sided_row<Scheme, Update, 1, Real>;
    if constexpr (Scheme::dim > 2) kernels.one_sided_row[2] = one_sided_row<Scheme, Update, 2, Real>;
    // The hold belongs to the stage that updates what is held.
    if constexpr (Update::targets[0] == Scheme::held_with) kernels.hold_face_row = hold_face_row<Scheme, Real>;
  }
  return kernels;
}

template <class Scheme, int Order, class Real, class... Update>
std::vector<UpdateKernels<Real>> stage_kernels(Stage<Update...>) {
  return {update_kernels<Scheme, Update, Order, Real>()...};
}

/// Of two stages, the first is that of another scheme, whose kernels are made elsewhere.
template <class Scheme>
constexpr bool has_first_stage_of_another() {
  if constexpr (requires { typename Scheme::FirstStageOf; })
    return !std::is_same_v<typename Scheme::FirstStageOf, Scheme>;
  else
    return false;
}

template <class Scheme, int Order, class Real>
SchemeKernels<Real> all_stages() {
  using Stages = typename Scheme::Stages;
  if constexpr (has_first_stage_of_another<Scheme>())
    return {kernels_for<typename Scheme::FirstStageOf, Real>(Order / 2).front(),
            stage_kernels<Scheme, Order, Real>(std::tuple_element_t<1, Stages>{})};
  else
    return std::apply([](auto... stage) { return SchemeKernels<Real>{stage_kernels<Scheme, Order, Real>(stage)...}; },
                      Stages{});
}

template <class Scheme, class Real, int... Order>
SchemeKernels<Real> kernels_among(int order, std::integer_sequence<int, Order...>) {
  SchemeKernels<Real> kernels;
  (void)((order == Order && (kernels = all_stages<Scheme, Order, Real>(), true)) || ...);
  return kernels;
}

template <class Scheme, class Real>
SchemeKernels<Real> kernels_for(int radius) {
  auto kernels = kernels_among<Scheme, Real>(2 * radius, HostOrders{});
  require(!kernels.empty(),
          "solver.fd.order = {}: this build has the orders {}; build again with -DUNDA_FEW_ORDERS=OFF", 2 * radius,
          host_orders);
  return kernels;
}

}  // namespace unda::fd

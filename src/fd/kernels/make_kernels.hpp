// Defines kernels_for: instantiates the row kernels of a scheme for every order of the build. Included only by the files
// that make them.
#pragma once

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

template <class Scheme, class Update, int Radius, class Real>
UpdateKernels<Real> update_kernels() {
  UpdateKernels<Real> kernels;
  kernels.update_row = update_row<Scheme, Update, Radius, 1, Real>;
  if constexpr (Scheme::dim == 3) kernels.update_row_of_two_planes = update_row<Scheme, Update, Radius, 2, Real>;
  if constexpr (Update::derivatives[0].kind == Operator::second) {
    kernels.absorb_slope_row[0] = absorb_slope_row<Scheme, Update, Radius, 0, Real>;
    if constexpr (Scheme::dim > 1) kernels.absorb_slope_row[1] = absorb_slope_row<Scheme, Update, Radius, 1, Real>;
    if constexpr (Scheme::dim > 2) kernels.absorb_slope_row[2] = absorb_slope_row<Scheme, Update, Radius, 2, Real>;
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

template <class Scheme, int Radius, class Real, class... Update>
std::vector<UpdateKernels<Real>> stage_kernels(Stage<Update...>) {
  return {update_kernels<Scheme, Update, Radius, Real>()...};
}

template <class Scheme, int Radius, class Real>
SchemeKernels<Real> all_stages() {
  return std::apply([](auto... stage) { return SchemeKernels<Real>{stage_kernels<Scheme, Radius, Real>(stage)...}; },
                    typename Scheme::Stages{});
}

template <class Scheme, class Real, int... Order>
SchemeKernels<Real> kernels_among(int order, std::integer_sequence<int, Order...>) {
  SchemeKernels<Real> kernels;
  (void)((order == Order && (kernels = all_stages<Scheme, Order / 2, Real>(), true)) || ...);
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

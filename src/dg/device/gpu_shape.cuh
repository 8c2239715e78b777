// How the fast step of an order lies on a GPU: blocks of threads, shared memory, how many kernels.
#pragma once

#include "dg/fields.hpp"

namespace unda::dg {

template <int Order, class Real>
struct GpuShape {
  static constexpr int lanes = device_block, n_threads = lanes * n_fields;
  static constexpr int n_basis = numerics::n_tetrahedral(Order);
  static constexpr int n_inner = numerics::n_tetrahedral(Order - 1);  ///< of a derivative
  static constexpr int n_face = numerics::n_triangular(Order);
  static constexpr int n_used = n_face_fields * n_face;
  static constexpr int n_trace = static_cast<int>(trace_numbers<Real>(Order));
  static constexpr int row = lanes + 1;  ///< of traces in shared memory: no two lanes of a column share a bank

  static constexpr std::size_t field_bytes = sizeof(Real) * n_fields * n_basis * lanes;
  static constexpr std::size_t staging_bytes = sizeof(Real) * n_fields * n_face * row;
  static constexpr std::size_t sides_bytes = sizeof(Real) * 2 * n_used * row;  ///< traces of both sides of a face
  /// Instructions that do not stay in a multiprocessor's cache, about 8,000 of them, come too slowly: higher orders do the first half of
  /// a step in pieces, and their integrals go through memory.
  static constexpr int predict_kernels = sizeof(Real) == 4 ? (Order <= 5   ? 1
                                                              : Order == 6 ? 2
                                                                           : 3)
                                                           : (Order <= 4 ? 1 : 3);
  /// Blocks of threads that a multiprocessor is to hold: more of them hide latencies, fewer leave more registers to each.
  static constexpr int predict_blocks = sizeof(Real) == 4 ? (Order <= 4   ? 4
                                                             : Order == 5 ? 3
                                                             : Order == 6 ? 2
                                                                          : 1)
                                                          : (Order <= 3   ? 4
                                                             : Order <= 5 ? 2
                                                                          : 1);
  static constexpr int correct_blocks = sizeof(Real) == 4 ? (Order <= 5   ? 3
                                                             : Order == 6 ? 2
                                                                          : 1)
                                                          : (Order <= 3   ? 3
                                                             : Order == 4 ? 2
                                                                          : 1);
  /// The traces of the next face come while those of one are worked on, where there is room.
  static constexpr int n_sides = correct_blocks * 2 * sides_bytes <= 220 * 1024 ? 2 : 1;
  static constexpr std::size_t correct_bytes = n_sides * sides_bytes;
};

}  // namespace unda::dg

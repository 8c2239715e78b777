// A program of the build: writes the matrices of an order as straight code, one multiply-add for each non-zero, for the host and
// for a GPU.
// unda_dg_generate ORDER FILE [gpu]
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "numerics/tetrahedral_basis.hpp"
#include "numerics/tetrahedral_matrices.hpp"

namespace {

constexpr int rows_at_a_time = 24;  // sums that stay in registers

/// The body of out = matrix in, or of out += matrix in.
std::string product(const Eigen::MatrixXd& matrix, const std::string& in, const std::string& out, bool adds) {
  std::string code;
  for (int first = 0; first < matrix.rows(); first += rows_at_a_time) {
    const int last = std::min<int>(first + rows_at_a_time, static_cast<int>(matrix.rows()));
    std::vector<int> live;
    for (int r = first; r < last; ++r)
      if (!matrix.row(r).isZero(0)) live.push_back(r);
    code += "    {\n";
    std::vector<bool> started(static_cast<std::size_t>(matrix.rows()), adds);
    if (adds)
      for (const int r : live) code += fmt::format("      P s{0} = {1}[{0}];\n", r, out);
    for (int c = 0; c < matrix.cols(); ++c) {
      if (matrix.col(c).segment(first, last - first).isZero(0)) continue;
      code += fmt::format("      const P i{0} = {1}[{0}];\n", c, in);
      for (const int r : live) {
        if (matrix(r, c) == 0) continue;
        code += fmt::format("      {}s{} {} Real({:.17e}) * i{};\n", started[r] ? "" : "P ", r, started[r] ? "+=" : "=",
                            matrix(r, c), c);
        started[r] = true;
      }
    }
    for (const int r : live) code += fmt::format("      {1}[{0}] = s{0};\n", r, out);
    for (int r = first; r < last && !adds; ++r)
      if (matrix.row(r).isZero(0)) code += fmt::format("      {}[{}] = P{{}};\n", out, r);
    code += "    }\n";
  }
  return code;
}

std::string function(const std::string& signature, const std::string& body) {
  return fmt::format("  [[gnu::noinline]] static void {} {{\n{}  }}\n", signature, body);
}

/// name<0>, name<1>, ... from name_0, name_1, ...
std::string choice(const std::string& name, const std::string& parameters, const std::string& arguments, int count) {
  std::string code = fmt::format("  template <int N>\n  static void {}({}) {{\n", name, parameters);
  for (int n = 0; n < count; ++n)
    code += fmt::format("    if constexpr (N == {0}) {1}_{0}({2});\n", n, name, arguments);
  return code + "  }\n";
}

std::string operators(int order) {
  using unda::numerics::n_tetrahedral;
  const unda::numerics::TetrahedralMatrices m = unda::numerics::tetrahedral_matrices(order);
  std::string code = fmt::format(
      "// The matrices of order {0} as straight code; made by unda_dg_generate.\n#pragma once\n\n"
      "#include \"base/simd.hpp\"\n\nnamespace unda::dg {{\n\ntemplate <int Order, class Real>\nstruct "
      "StraightOperators;\n\n"
      "template <class Real>\nstruct StraightOperators<{0}, Real> {{\n  using P = Pack<Real>;\n",
      order);
  for (int level = 0; level + 1 < order; ++level) {
    const int from = n_tetrahedral(order - level), to = n_tetrahedral(order - level - 1);
    std::string body;
    for (int axis = 0; axis < 3; ++axis)
      body += product(m.stiffness[axis].topLeftCorner(from, to).transpose(), "q", std::string(1, "xyz"[axis]), false);
    code += function(fmt::format("derive_{}(const P* q, P* x, P* y, P* z)", level), body);
  }
  code += choice("derive", "const P* q, P* x, P* y, P* z", "q, x, y, z", order - 1);
  std::string volume;
  for (int axis = 0; axis < 3; ++axis)
    volume += product(m.stiffness[axis].leftCols(n_tetrahedral(order - 1)), std::string(1, "xyz"[axis]), "q", true);
  code += function("add_stiffness(const P* x, const P* y, const P* z, P* q)", volume);
  for (int f = 0; f < 4; ++f) {
    code += function(fmt::format("project_{}(const P* q, P* trace)", f),
                     product(m.face[f].transpose(), "q", "trace", false));
    code += function(fmt::format("add_lift_{}(const P* trace, P* q)", f), product(m.face[f], "trace", "q", true));
  }
  code += choice("project", "const P* q, P* trace", "q, trace", 4);
  code += choice("add_lift", "const P* trace, P* q", "trace, q", 4);
  return code + "};\n\n}  // namespace unda::dg\n";
}

/// Matrices of the same shape, each with its part of what load(column) gives: out = sum of matrix load, or out += it. All sums stay
/// in registers.
std::string gpu_product(const std::vector<Eigen::MatrixXd>& matrices, const std::string& out, bool adds) {
  const Eigen::MatrixXd& shape = matrices.front();
  std::string code;
  std::vector<bool> started(static_cast<std::size_t>(shape.rows()), adds);
  for (int c = 0; c < shape.cols(); ++c) {
    std::string terms;
    for (std::size_t n = 0; n < matrices.size(); ++n)
      for (int r = 0; r < shape.rows(); ++r) {
        const double value = matrices[n](r, c);
        if (value == 0) continue;
        const std::string part = matrices.size() == 1 ? "i" : fmt::format("i.of[{}]", n),
                          target = fmt::format("{}[{}]", out, r);
        terms += started[static_cast<std::size_t>(r)]
                     ? fmt::format("      {0} = exec::multiply_add(Real({1:.17e}), {2}, {0});\n", target, value, part)
                     : fmt::format("      {} = Real({:.17e}) * {};\n", target, value, part);
        started[static_cast<std::size_t>(r)] = true;
      }
    if (!terms.empty()) code += fmt::format("    {{\n      const auto i = load({});\n{}    }}\n", c, terms);
  }
  for (int r = 0; r < shape.rows(); ++r)
    if (!started[static_cast<std::size_t>(r)]) code += fmt::format("    {}[{}] = 0;\n", out, r);
  return code;
}

std::string gpu_function(const std::string& name, const std::string& out, const std::string& body) {
  return fmt::format(
      "  template <class Load>\n  static __device__ __forceinline__ void {}(const Load& load, Real* {}) {{\n{}  }}\n",
      name, out, body);
}

std::string gpu_choice(const std::string& name, int count) {
  std::string code = fmt::format(
      "  template <int N, class Load>\n  static __device__ __forceinline__ void {}(const Load& load, Real* out) {{\n",
      name);
  for (int n = 0; n < count; ++n) code += fmt::format("    if constexpr (N == {0}) {1}_{0}(load, out);\n", n, name);
  return code + "  }\n";
}

std::string gpu_operators(int order) {
  using unda::numerics::n_tetrahedral;
  const unda::numerics::TetrahedralMatrices m = unda::numerics::tetrahedral_matrices(order);
  std::string code = fmt::format(
      "// The matrices of order {0} as straight code of a GPU; made by unda_dg_generate.\n#pragma once\n\n"
      "#include \"exec/arithmetic.hpp\"\n\nnamespace unda::dg {{\n\ntemplate <int Order, class Real>\nstruct "
      "GpuOperators;\n\ntemplate <class Real>\nstruct GpuOperators<{0}, Real> {{\n",
      order);
  std::vector<Eigen::MatrixXd> stiffness;
  for (int level = 0; level + 1 < order; ++level) {
    const int from = n_tetrahedral(order - level), to = n_tetrahedral(order - level - 1);
    std::vector<Eigen::MatrixXd> derivatives;
    for (int axis = 0; axis < 3; ++axis)
      derivatives.emplace_back(m.stiffness[axis].topLeftCorner(from, to).transpose());
    code += gpu_function(fmt::format("derive_{}", level), "d", gpu_product(derivatives, "d", false));
  }
  for (int axis = 0; axis < 3; ++axis) stiffness.emplace_back(-m.stiffness[axis].leftCols(n_tetrahedral(order - 1)));
  code += gpu_function("subtract_stiffness", "q", gpu_product(stiffness, "q", true));
  for (int f = 0; f < 4; ++f) {
    code += gpu_function(fmt::format("project_{}", f), "trace", gpu_product({m.face[f].transpose()}, "trace", false));
    code += gpu_function(fmt::format("add_lift_{}", f), "q", gpu_product({m.face[f]}, "q", true));
  }
  code += gpu_choice("derive", order - 1) + gpu_choice("project", 4) + gpu_choice("add_lift", 4);
  return code + "};\n\n}  // namespace unda::dg\n";
}

}  // namespace

int main(int argc, char** argv) {
  const bool for_gpu = argc == 4 && std::string(argv[3]) == "gpu";
  if (argc != 3 && !for_gpu) {
    std::cerr << "usage: unda_dg_generate ORDER FILE [gpu]\n";
    return 2;
  }
  const std::string code = (for_gpu ? gpu_operators : operators)(std::atoi(argv[1]));
  // What is as it was keeps its time: nothing that includes it is compiled again.
  std::ifstream before(argv[2]);
  if (before && std::string(std::istreambuf_iterator<char>(before), {}) == code) return 0;
  std::ofstream file(argv[2]);
  file << code;
  return file.flush() ? 0 : 1;
}

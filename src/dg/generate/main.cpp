// A program of the build: writes the matrices of an order as straight code, one multiply-add for each non-zero.
// unda_dg_generate ORDER FILE
#include <cstdlib>
#include <fstream>
#include <iostream>
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: unda_dg_generate ORDER FILE\n";
    return 2;
  }
  std::ofstream file(argv[2]);
  file << operators(std::atoi(argv[1]));
  return file.flush() ? 0 : 1;
}

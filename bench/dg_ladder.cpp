// How the step of discontinuous Galerkin on a GPU got fast: dg_ladder [ELEMENTS]
// The rungs of Mu, Chen and Wang (2013): matrices with their zeros, their non-zeros, non-zeros as literals in the instructions; then the
// program's own kernels, which keep coefficients in registers and pass them through shared memory. Each rung is compared with the
// program's kernels before it is timed. Prints a table for docs/performance.md (bench/dg_speed --gpu --ladder runs it); what differs
// goes to the error output.
#include <cstdio>

#include <fmt/format.h>

#include "dg_problem.hpp"

namespace unda::dg {
namespace {

/// With all entries of rows that have any, zeros among them.
template <class Real, std::size_t n>
void fill(std::array<std::vector<Entry<Real>>, n>& matrices, int n_rows, int n_columns) {
  for (std::vector<Entry<Real>>& entries : matrices) {
    std::vector<Real> values(static_cast<std::size_t>(n_rows * n_columns));
    for (const Entry<Real>& e : entries) values[static_cast<std::size_t>(e.row * n_columns + e.column)] = e.value;
    entries.clear();
    for (int r = 0; r < n_rows; ++r)
      for (int c = 0; c < n_columns; ++c)
        entries.push_back({r, c, values[static_cast<std::size_t>(r * n_columns + c)]});
  }
}

template <int Order, class Real>
class Ladder {
 public:
  Ladder(std::size_t n_elements, const exec::Queue& gpu)
      : n_blocks_((n_elements + device_block - 1) / device_block), gpu_(gpu), sparse_(make_operators<Real>(Order)) {}

  bool climb() {
    fmt::print("| {} | {} |", Order, name_of_precision<Real>());
    Operators<Real> dense = sparse_;
    fill(dense.stiffness, dense.n_basis, dense.n_basis);
    fill(dense.face, dense.n_basis, dense.n_face);
    measure("dense", 3, [&](std::size_t n) { return way_of<Real>(dense, {}, n, gpu_); });
    measure("sparse", 5, [&](std::size_t n) { return way_of<Real>(sparse_, {}, n, gpu_); });
    measure("literals", 10, [&](std::size_t n) { return way_with_literals<Order, Real>(n, gpu_); });
    measure("program", 20, [&](std::size_t n) { return program(n); });
    fmt::print("\n");
    std::fflush(stdout);
    return right_;
  }

 private:
  Way<Real> program(std::size_t n_blocks) const {
    return way_of(sparse_, fast_step<Real>(Order, gpu_.device()), n_blocks, gpu_);
  }
  template <class Make>
  void measure(const char* name, int repeats, Make make) {
    const double off = difference(Order, make(n_compared_blocks), gpu_, program(n_compared_blocks), gpu_);
    fmt::print(stderr, "order {} {}, {}: differs by {:.1e}\n", Order, name_of_precision<Real>(), name, off);
    if (!(off < rounding<Real>)) {
      right_ = false;
      fmt::print(" WRONG |");
      return;
    }
    Problem<Real> problem(Order, n_blocks_, false, gpu_);
    const Way<Real> way = make(n_blocks_);
    const double time = seconds(gpu_, repeats, [&] {
      problem.predict(way);
      problem.correct(way);
    });
    fmt::print(" {:.3g} |", static_cast<double>(n_blocks_) * device_block / time / 1e6);
  }

  std::size_t n_blocks_;
  exec::Queue gpu_;
  Operators<Real> sparse_;
  bool right_ = true;
};

int run(std::size_t n_elements) {
  const exec::Device device{exec::DeviceKind::gpu, 0};
  exec::use(device);
  const exec::Queue gpu(device);
  fmt::print(
      "| order | precision | matrices with their zeros | non-zeros | non-zeros as literals | registers and shared "
      "memory |\n"
      "|---|---|---|---|---|---|\n");
  bool right = Ladder<4, float>(n_elements, gpu).climb();
  right = Ladder<5, float>(n_elements, gpu).climb() && right;
  right = Ladder<6, float>(n_elements, gpu).climb() && right;
  right = Ladder<4, double>(n_elements, gpu).climb() && right;
  right = Ladder<5, double>(n_elements, gpu).climb() && right;
  return right ? 0 : 1;
}

}  // namespace
}  // namespace unda::dg

int main(int argc, char** argv) { return unda::dg::run(argc > 1 ? std::stoull(argv[1]) : 200000); }

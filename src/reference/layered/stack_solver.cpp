// Assembling and solving the equations of a stack.
#include "reference/layered/stack_solver.hpp"

#include <algorithm>
#include <cmath>

namespace unda::reference {
namespace {

/// What jumps across a source, above minus below: X, W, T, Z, and Y, R. From the body force -div(M delta) + F delta.
struct Jump {
  Column p_sv{};
  std::array<Complex, 2> sh{};
};

Jump jump_of(const Excitation& e, const ComplexMedium& m, double k, Complex s) {
  Jump jump;
  if (e.order == 0) {
    jump.p_sv[1] = e.vertical_moment / m.p_modulus;
    if (!m.fluid) jump.p_sv[2] = k * (e.horizontal_moment - e.vertical_moment * m.lambda / m.p_modulus);
    jump.p_sv[3] = -e.force;
  } else if (m.fluid) {
    jump.p_sv[1] = k * e.force / (m.rho * s * s);
  } else if (e.order == 1) {
    jump.p_sv[0] = jump.sh[0] = e.moment / m.mu;
    jump.p_sv[2] = jump.sh[1] = -e.force;
  } else {
    jump.p_sv[2] = jump.sh[1] = k * e.moment;
  }
  return jump;
}

}  // namespace

StackSolver::StackSolver(const Stack& stack, std::vector<Excitation> excitations, std::vector<double> depths,
                         bool with_sh)
    : stack_(stack), excitations_(std::move(excitations)), depths_(std::move(depths)), with_sh_(with_sh) {
  for (const double z : depths_) slab_of_.push_back(stack_.slab_at(z));
  for (std::size_t n = 0; n < excitations_.size(); ++n) {
    p_sv_.excitations.push_back(n);
    if (excitations_[n].order > 0 && !stack_.slabs()[excitations_[n].slab].fluid) sh_.excitations.push_back(n);
  }
  with_sh_ = with_sh_ && !sh_.excitations.empty();
  lay_out(p_sv_, false);
  if (with_sh_) lay_out(sh_, true);
  waves_.resize(stack_.earth().layers.size());
  stress_scale_.resize(stack_.slabs().size());
  responses_.resize(depths_.size() * excitations_.size());
}

/// P-SV: X, W, T, Z between solids, W and Z beside a fluid, and T = 0 on the solid's side. SH: Y and R, or R = 0.
std::size_t StackSolver::rows_at_top(std::size_t slab, bool sh) const {
  const std::vector<Slab>& slabs = stack_.slabs();
  const bool below = !slabs[slab].fluid;
  if (slab == 0) {
    if (stack_.earth().surface == Surface::half_space) return 0;
    return below ? (sh ? 1 : 2) : (sh ? 0 : 1);
  }
  const bool above = !slabs[slab - 1].fluid;
  if (sh) return above && below ? 2 : above || below ? 1 : 0;
  return above && below ? 4 : above || below ? 3 : 2;
}

void StackSolver::lay_out(System& system, bool sh) {
  const std::size_t n_slabs = stack_.slabs().size();
  std::size_t n_unknowns = 0, n_rows = 0, below = 0, above = 0;
  for (std::size_t n = 0; n < n_slabs; ++n) {
    Places p;
    const std::size_t n_waves = stack_.slabs()[n].fluid ? (sh ? 0 : 1) : (sh ? 1 : 2);
    p.n_down = std::isinf(stack_.slabs()[n].top) ? 0 : n_waves;
    p.n_up = n + 1 == n_slabs ? 0 : n_waves;
    p.down = n_unknowns;
    p.up = n_unknowns + p.n_down;
    n_unknowns = p.up + p.n_up;
    p.first_row = n_rows;
    p.n_rows = rows_at_top(n, sh);
    n_rows += p.n_rows;
    if (p.n_rows > 0) {
      const std::size_t first = n == 0 ? 0 : system.places[n - 1].down;
      below = std::max(below, std::max(n_rows - 1, first) - first);
      above = std::max(above, std::max(n_unknowns, p.first_row + 1) - 1 - p.first_row);
    }
    system.places.push_back(p);
  }
  system.equations.resize(n_unknowns, below, above, system.excitations.size());
}

void StackSolver::set_frequency(Complex s) {
  s_ = s;
  media_.clear();
  for (const EarthLayer& layer : stack_.earth().layers)
    media_.push_back(complex_medium(layer, stack_.earth().reference_frequency, s));
}

/// The columns of one family of a slab, in the equations at the top of the slab `interface`.
void StackSolver::put(std::size_t interface, std::size_t slab, int sigma, double distance, double factor) {
  const Places &rows = p_sv_.places[interface], &unknowns = p_sv_.places[slab];
  const std::size_t n = sigma > 0 ? unknowns.n_down : unknowns.n_up, first = sigma > 0 ? unknowns.down : unknowns.up;
  if (n == 0) return;
  std::array<Column, 2> columns;
  waves(slab).columns(sigma, distance, columns.data());
  const double stress = factor * stress_scale_[interface];
  const bool solid = !stack_.slabs()[slab].fluid;
  const Surface surface = stack_.earth().surface;
  for (std::size_t i = 0; i < n; ++i) {
    const Column& c = columns[i];
    std::size_t row = rows.first_row;
    const auto add = [&](std::size_t component) {
      p_sv_.equations.at(row++, first + i) = (component < 2 ? factor : stress) * c[component];
    };
    if (interface == 0) {
      if (solid) add(surface == Surface::free ? 2 : 0);
      add(surface == Surface::free ? 3 : 1);
      continue;
    }
    add(1);
    add(3);
    if (rows.n_rows == 4) add(0);
    if (solid && rows.n_rows > 2) add(2);
  }
}

void StackSolver::put_sh(std::size_t interface, std::size_t slab, int sigma, double distance, double factor) {
  const Places &rows = sh_.places[interface], &unknowns = sh_.places[slab];
  if ((sigma > 0 ? unknowns.n_down : unknowns.n_up) == 0) return;
  const std::size_t column = sigma > 0 ? unknowns.down : unknowns.up;
  const auto [y, r] = waves(slab).sh_column(sigma, distance);
  std::size_t row = rows.first_row;
  const bool rigid = interface == 0 && stack_.earth().surface == Surface::rigid;
  if (rows.n_rows == 2 || rigid) sh_.equations.at(row++, column) = factor * y;
  if (!rigid) sh_.equations.at(row, column) = factor * stress_scale_[interface] * r;
}

void StackSolver::put_jumps(double k) {
  for (std::size_t n = 0; n < excitations_.size(); ++n) {
    const Excitation& e = excitations_[n];
    const Jump jump = jump_of(e, media_[stack_.slabs()[e.slab].layer], k, s_);
    const std::size_t row = p_sv_.places[e.slab].first_row;
    const double stress = stress_scale_[e.slab];
    p_sv_.equations.right(row, n) = jump.p_sv[1];
    p_sv_.equations.right(row + 1, n) = stress * jump.p_sv[3];
    if (stack_.slabs()[e.slab].fluid) continue;
    p_sv_.equations.right(row + 2, n) = jump.p_sv[0];
    p_sv_.equations.right(row + 3, n) = stress * jump.p_sv[2];
  }
  if (!with_sh_) return;
  for (std::size_t side = 0; side < sh_.excitations.size(); ++side) {
    const Excitation& e = excitations_[sh_.excitations[side]];
    const Jump jump = jump_of(e, media_[stack_.slabs()[e.slab].layer], k, s_);
    sh_.equations.right(sh_.places[e.slab].first_row, side) = jump.sh[0];
    sh_.equations.right(sh_.places[e.slab].first_row + 1, side) = stress_scale_[e.slab] * jump.sh[1];
  }
}

void StackSolver::assemble(double k) {
  const std::vector<Slab>& slabs = stack_.slabs();
  for (std::size_t n = 0; n < waves_.size(); ++n) waves_[n] = SlabWaves(media_[n], k, s_);
  for (std::size_t n = 0; n < slabs.size(); ++n)
    stress_scale_[n] = 1 / std::max(waves(n).stress_scale(), waves(n == 0 ? 0 : n - 1).stress_scale());
  p_sv_.equations.clear();
  if (with_sh_) sh_.equations.clear();
  for (std::size_t n = 0; n < slabs.size(); ++n) {
    const double height = slabs[n].top - slabs[n].bottom;
    if (p_sv_.places[n].n_rows > 0) {  // the slab's top
      put(n, n, 1, 0, -1);
      put(n, n, -1, height, -1);
      if (with_sh_) put_sh(n, n, 1, 0, -1);
      if (with_sh_) put_sh(n, n, -1, height, -1);
    }
    if (n + 1 < slabs.size()) {
      put(n + 1, n, 1, height, 1);
      put(n + 1, n, -1, 0, 1);
      if (with_sh_) put_sh(n + 1, n, 1, height, 1);
      if (with_sh_) put_sh(n + 1, n, -1, 0, 1);
    }
  }
  put_jumps(k);
}

void StackSolver::evaluate(std::size_t depth) {
  const std::size_t slab = slab_of_[depth];
  const Slab& here = stack_.slabs()[slab];
  Response* out = responses_.data() + depth * excitations_.size();
  std::fill(out, out + excitations_.size(), Response{});
  for (const int sigma : {1, -1}) {
    const double distance = sigma > 0 ? here.top - depths_[depth] : depths_[depth] - here.bottom;
    const Places& p = p_sv_.places[slab];
    const std::size_t n_waves = sigma > 0 ? p.n_down : p.n_up, first = sigma > 0 ? p.down : p.up;
    if (n_waves == 0) continue;
    std::array<Column, 2> columns;
    waves(slab).columns(sigma, distance, columns.data());
    for (std::size_t i = 0; i < n_waves; ++i)
      for (std::size_t e = 0; e < excitations_.size(); ++e) {
        const Complex amplitude = p_sv_.equations.right(first + i, e);
        out[e].x += times(columns[i][0], amplitude);
        out[e].w += times(columns[i][1], amplitude);
        out[e].t += times(columns[i][2], amplitude);
        out[e].z += times(columns[i][3], amplitude);
      }
    if (!with_sh_ || here.fluid) continue;
    const auto [y, r] = waves(slab).sh_column(sigma, distance);
    const std::size_t unknown = sigma > 0 ? sh_.places[slab].down : sh_.places[slab].up;
    for (std::size_t side = 0; side < sh_.excitations.size(); ++side) {
      const Complex amplitude = sh_.equations.right(unknown, side);
      out[sh_.excitations[side]].y += times(y, amplitude);
      out[sh_.excitations[side]].r += times(r, amplitude);
    }
  }
}

void StackSolver::solve(double k) {
  assemble(k);
  p_sv_.equations.solve();
  if (with_sh_) sh_.equations.solve();
  for (std::size_t depth = 0; depth < depths_.size(); ++depth) evaluate(depth);
}

}  // namespace unda::reference

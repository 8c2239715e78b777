// Polynomials of the radius, shell by shell.
#include "model/radial.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/prem.hpp"
#include "model/stiffness.hpp"
#include "scenario/chunk.hpp"

namespace unda::model {
namespace {

constexpr int n_samples =
    33;  // radii of a shell at which extremes are looked for, and the speeds of anisotropic ones kept

double at(const RadialPolynomial& a, double x) { return a[0] + x * (a[1] + x * (a[2] + x * a[3])); }

/// A shell as a model has it: radii in m, those of the chunk.
struct Shell {
  double bottom = 0, top = 0;
  const RadialShell* of = nullptr;
  std::vector<physics::SpeedRange> speeds{};  ///< of an anisotropic one, at even radii

  double sample(int n) const { return std::lerp(bottom, top, static_cast<double>(n) / (n_samples - 1)); }
};

/// With the moduli A, C, L, N, F of Love, F = eta (A - 2 L).
physics::Thomsen thomsen_of(const RadialShell& shell, double radius) {
  const double x = radius / scenario::earth_radius, rho = 1e3 * at(shell.rho, x);
  const auto modulus = [&](const RadialPolynomial& speed) {
    const double v = 1e3 * at(speed, x);
    return rho * v * v;
  };
  const RadialAnisotropy& of = *shell.anisotropy;
  const double a = modulus(of.vph), c = modulus(of.vpv), l = modulus(of.vsv), n = modulus(of.vsh);
  const double f = at(of.eta, x) * (a - 2 * l);
  return {1e3 * at(of.vpv, x),
          1e3 * at(of.vsv, x),
          rho,
          (a - c) / (2 * c),
          ((f + l) * (f + l) - (c - l) * (c - l)) / (2 * c * (c - l)),
          (n - l) / (2 * l)};
}

/// 1/Q of rho vp^2 is that of its parts, 4/3 mu and kappa, each by its share.
Properties properties_in(const RadialShell& shell, double radius, bool attenuates) {
  const double x = radius / scenario::earth_radius;
  Properties p{1e3 * at(shell.vp, x), 1e3 * at(shell.vs, x), 1e3 * at(shell.rho, x)};
  if (!attenuates) return p;
  const double shear = 4.0 / 3.0 * (p.vs / p.vp) * (p.vs / p.vp);
  const double loss_mu = shell.q_mu > 0 ? 1 / shell.q_mu : 0, loss_kappa = shell.q_kappa > 0 ? 1 / shell.q_kappa : 0;
  p.qs = p.vs > 0 ? shell.q_mu : 0;
  p.qp = 1 / (shear * loss_mu + (1 - shear) * loss_kappa);
  return p;
}

class RadialModel final : public Model {
 public:
  RadialModel(std::vector<Shell> shells, bool anisotropic, bool attenuates, Change change = {})
      : shells_(std::move(shells)), anisotropic_(anisotropic), attenuates_(attenuates), change_(std::move(change)) {
    extremes_ = no_extremes();
    for (Shell& shell : shells_)
      for (int n = 0; n < n_samples; ++n) {
        const double r = shell.sample(n);
        if (!is_anisotropic(shell)) {
          include(in_shell(shell, r), extremes_);
          continue;
        }
        const physics::Thomsen medium = thomsen_of(*shell.of, r);
        physics::Anisotropy upright = moduli_along({0, 0, 1}, shell, r);
        upright.speeds =
            change_ ? physics::make_anisotropy(upright.moduli, medium.rho, 3)->speeds : physics::speed_range(medium, 3);
        shell.speeds.push_back(upright.speeds);
        const Properties p = in_shell(shell, r);
        include({medium.vp, medium.vs, medium.rho, p.qp, p.qs}, &upright, extremes_);
      }
    finish(extremes_);
  }

  std::shared_ptr<const Model> changed(const Change& change) const override {
    Change both = change;
    if (change_) both = [first = change_, change](const Properties& p) { return change(first(p)); };
    std::vector<Shell> shells = shells_;
    for (Shell& shell : shells) shell.speeds.clear();
    return std::make_shared<RadialModel>(std::move(shells), anisotropic_, attenuates_, std::move(both));
  }

  Properties at(const Vector& x) const override { return at_side(x, x); }
  Properties at_side(const Vector& x, const Vector& inside) const override {
    return in_shell(shell_of(inside), scenario::ChunkFrame::radius(x));
  }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return anisotropy_at_side(x, x);
  }
  std::shared_ptr<const physics::Anisotropy> anisotropy_at_side(const Vector& x, const Vector& inside) const override {
    const Shell& shell = shell_of(inside);
    if (!is_anisotropic(shell)) return nullptr;
    const double r = std::clamp(scenario::ChunkFrame::radius(x), shell.bottom, shell.top);
    physics::Anisotropy found = moduli_along({x[0], x[1], x[2] + scenario::earth_radius}, shell, r);
    found.speeds = speeds_at(shell, r);
    return std::make_shared<const physics::Anisotropy>(found);
  }
  CellMeans mean(const Vector& low, const Vector& high) const override { return homogeneous(at(0.5 * (low + high))); }
  Stiffness stiffness(const Vector& low, const Vector& high) const override {
    return stiffness_at(*this, 0.5 * (low + high));
  }
  bool has_interfaces() const override { return shells_.size() > 1; }
  bool varies_along(int) const override { return true; }
  Extremes extremes() const override { return extremes_; }
  std::vector<double> shell_radii() const override {
    std::vector<double> radii;
    for (const Shell& shell : shells_) radii.push_back(shell.top);
    radii.push_back(shells_.back().bottom);
    return radii;
  }

 private:
  bool is_anisotropic(const Shell& shell) const { return anisotropic_ && shell.of->anisotropy != nullptr; }

  /// A point on an interface belongs to the shell below, one outside all to the nearest.
  const Shell& shell_of(const Vector& x) const {
    const double r = scenario::ChunkFrame::radius(x);
    for (const Shell& shell : shells_)
      if (r > shell.bottom) return shell;
    return shells_.back();
  }

  Properties in_shell(const Shell& shell, double radius) const {
    const Properties p = properties_in(*shell.of, std::clamp(radius, shell.bottom, shell.top), attenuates_);
    return change_ ? change_(p) : p;
  }

  /// Of an anisotropic shell with its axis along a vector; without speeds.
  physics::Anisotropy moduli_along(const Vector& axis, const Shell& shell, double radius) const {
    const physics::Thomsen medium = thomsen_of(*shell.of, radius);
    const physics::Anisotropy given{
        physics::with_axis_along(physics::moduli_of(medium), axis), {}, physics::shear_moduli_of(medium, axis)};
    if (!change_) return given;
    const Properties before = properties_in(*shell.of, radius, attenuates_);
    return changed_moduli(given, before, change_(before));
  }

  static physics::SpeedRange speeds_at(const Shell& shell, double radius) {
    const double place = (radius - shell.bottom) / (shell.top - shell.bottom) * (n_samples - 1);
    const int below = std::clamp(static_cast<int>(place), 0, n_samples - 2);
    const physics::SpeedRange &a = shell.speeds[static_cast<std::size_t>(below)],
                              &b = shell.speeds[static_cast<std::size_t>(below) + 1];
    const double w = place - below;
    return {std::lerp(a.p_min, b.p_min, w), std::lerp(a.p_max, b.p_max, w), std::lerp(a.s_min, b.s_min, w),
            std::lerp(a.s_max, b.s_max, w)};
  }

  std::vector<Shell> shells_;  ///< from the top down
  bool anisotropic_, attenuates_;
  Change change_;
  Extremes extremes_;
};

}  // namespace

std::shared_ptr<const Model> make_radial_model(const scenario::Scenario& s) {
  if (!s.domain.chunk)
    s.fail(
        "model.kind",
        "\"radial\" is the earth as a sphere: give domain.kind = \"chunk\"; allowed here: uniform, layers, grid, and "
        "regions with method = \"dg\" or \"sem\"");
  const double bottom = scenario::earth_radius - s.domain.chunk->depth;
  std::vector<Shell> shells;
  for (const RadialShell& shell : prem())
    if (1e3 * shell.top > bottom) shells.push_back({std::max(1e3 * shell.bottom, bottom), 1e3 * shell.top, &shell});
  return std::make_shared<RadialModel>(std::move(shells), s.model.radial.anisotropic, s.model.radial.attenuates);
}

}  // namespace unda::model

// Two fields at the same complex frequencies and wavenumbers.
//
// s = eta + i omega weighs a trace by exp(-eta t). With eta = `damped`/duration late waves still count, and the wavenumber steps may be
// as wide as the duration allows. Some fifteen frequencies and some receivers of each depth stand for all: misfits are means over
// them.
#include "reference/layered/disturbed_waves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "exec/for_each.hpp"
#include "reference/layered/fade.hpp"
#include "reference/layered/integration_plan.hpp"

namespace unda::reference {
namespace {

using std::numbers::pi;

constexpr int n_frequencies = 15;
constexpr double last_frequency = 1.5;  // over the source's highest: errors grow faster there than spectra fall
constexpr double damped = 1.5;          // eta times the duration
constexpr double images = 3;            // eta times the time after which images of the source come
constexpr double full_wavenumber = 1.1, last_wavenumber = 1.4;  // over that of the slowest guided wave
constexpr std::size_t most_depths = 4, most_at_depth = 8;
constexpr double most_solves = 2e5;
constexpr double largest_error = 0.2;
constexpr int samples_per_period = 8;
constexpr double most_samples = 1 << 14;

/// Some receivers by depth, from near to far.
std::vector<std::vector<LayeredReceiver>> some_receivers(const LayeredProblem& p) {
  const Vector& source = p.sources.front().position;
  std::map<double, std::vector<LayeredReceiver>> by_depth;
  for (const LayeredReceiver& r : p.receivers)
    if (norm(r.position - source) > 0) by_depth[r.position[2]].push_back(r);
  auto some = [](auto& all, std::size_t most) {
    std::remove_reference_t<decltype(all)> chosen;
    const std::size_t n = std::min(all.size(), most);
    for (std::size_t i = 0; i < n; ++i) chosen.push_back(std::move(all[n > 1 ? i * (all.size() - 1) / (n - 1) : 0]));
    return chosen;
  };
  std::vector<std::vector<LayeredReceiver>> depths;
  for (auto& [z, receivers] : by_depth) {
    std::sort(receivers.begin(), receivers.end(), [&](const LayeredReceiver& a, const LayeredReceiver& b) {
      return norm(a.position - source) < norm(b.position - source);
    });
    depths.push_back(some(receivers, most_at_depth));
  }
  return some(depths, most_depths);
}

Complex spectrum(const numerics::TimeFunction& f, double highest, Complex s) {
  const double dt = 1 / (samples_per_period * highest), n = std::clamp(f.end() / dt, 16.0, most_samples);
  Complex sum = 0;
  for (double j = 0; j < n; ++j) sum += f.value(j * dt) * std::exp(-s * (j * dt));
  return sum * dt;
}

/// How often the time function is differentiated in a trace.
int rates(const LayeredProblem& p, const LayeredReceiver& r) {
  const scenario::Quantity q = r.quantities.empty() ? scenario::Quantity::velocity : r.quantities.front();
  return (p.sources.front().is_force ? 0 : -1) + (q == scenario::Quantity::displacement   ? 0
                                                  : q == scenario::Quantity::acceleration ? 2
                                                                                          : 1);
}

class Comparison {
 public:
  Comparison(const LayeredProblem& problem, const MeshErrors& errors)
      : p_(problem),
        errors_(errors),
        receivers_(some_receivers(problem)),
        stack_(stack_of(problem)),
        guided_(problem.earth) {
    const LayeredSource& source = p_.sources.front();
    const std::size_t slab = stack_.slab_below(source.position[2]);
    for (const Excitation& e : excitations_of(p_.dim, source, slab)) excitations_.push_back(e);
    n_own_ = excitations_.size();
    const Moment& m = source.moment;
    const Vector& force = source.force;
    for (const Excitation& e : excitations_)  // in 3-D those of orders 1 and 2 are of unit strength
      strength_.push_back(p_.dim == 2 || e.order == 0 ? 1
                          : e.order == 2              ? std::norm(Complex((m[0] - m[1]) / 2, m[3]))
                          : source.is_force           ? std::norm(Complex(force[0], force[1]))
                                                      : std::norm(Complex(m[4], m[5])));
    if (!source.is_force && m[0] == m[2] && m[3] == 0 && m[4] == 0 && m[5] == 0 && !stack_.slabs()[slab].fluid)
      excitations_.push_back(
          {.slab = slab, .vertical_moment = m[2], .horizontal_moment = p_.dim == 2 ? -m[2] : -m[2] / 2});
    for (const auto& some : receivers_) depths_.push_back(some.front().position[2]);
    highest_ = source.time_function->highest_frequency();
    const double duration = static_cast<double>(p_.n_samples) * p_.sample_interval;
    double farthest = 0;
    for (const auto& some : receivers_)
      for (const LayeredReceiver& r : some)
        farthest = std::max(farthest, horizontal_distance(p_.dim, r.position - source.position));
    eta_ = damped / duration;
    const double fastest = fastest_velocity(p_.earth);
    period_ = 2 * farthest + images / eta_ * fastest;
    const double solves =
        n_frequencies * last_wavenumber * guided_.largest_wavenumber(pi * last_frequency * highest_) * period_ / pi;
    if (solves > most_solves) period_ *= most_solves / solves;
    eta_ = std::max(eta_, images * fastest / std::max(period_ - 2 * farthest, 0.3 * period_));
  }

  DisturbedMisfit misfit() const {
    std::vector<std::vector<Energies>> found(n_frequencies);
    exec::for_each_heavy(n_frequencies, [&](std::size_t n) { found[n] = at_frequency(n_frequencies - n); });
    DisturbedMisfit worst;
    for (std::size_t depth = 0; depth < receivers_.size(); ++depth) {
      Energies all;
      for (const auto& some : found) {
        all.whole += some[depth].whole;
        all.wrong += some[depth].wrong;
        all.shear += some[depth].shear;
        all.misread += some[depth].misread * some[depth].whole;
      }
      if (!(all.whole > 0)) continue;
      worst.by_speeds = std::max(worst.by_speeds, std::sqrt(all.wrong / all.whole));
      worst.by_shear = std::max(worst.by_shear, std::sqrt(all.shear / all.whole));
      worst.by_reading = std::max(worst.by_reading, std::sqrt(all.misread / all.whole));
    }
    return worst;
  }

 private:
  struct Energies {
    double whole = 0, wrong = 0, shear = 0, misread = 0;  ///< the last as a part of the first
  };
  /// Of a receiver: of the own excitations, the same on the mesh, and of shear.
  using Fields = std::vector<Sums>;

  ComplexMedium disturbed(std::size_t layer, ComplexMedium m, double k, Complex s) const {
    const Complex kz2_p = -k * k - s * s / m.vp2, kz2_s = m.fluid ? kz2_p : -k * k - s * s / m.vs2;
    SpeedErrors e = errors_.speeds(layer, k, kz2_p, kz2_s);
    for (Complex* error : {&e.p, &e.s})
      if (std::abs(*error) > largest_error) *error *= largest_error / std::abs(*error);
    m.vp2 *= 1.0 + 2.0 * e.p;
    m.vs2 *= 1.0 + 2.0 * e.s;
    m.mu = m.rho * m.vs2;
    m.p_modulus = m.rho * m.vp2;
    m.lambda = m.p_modulus - 2.0 * m.mu;
    return m;
  }

  std::vector<Energies> at_frequency(std::size_t number) const {
    const double f = last_frequency * highest_ * static_cast<double>(number) / n_frequencies;
    const Complex s(eta_, 2 * pi * f);
    StackSolver exact(stack_, excitations_, depths_, p_.dim == 3);
    const std::vector<Excitation> own(excitations_.begin(), excitations_.begin() + static_cast<std::ptrdiff_t>(n_own_));
    StackSolver on_mesh(stack_, own, depths_, p_.dim == 3);
    exact.set_frequency(s);
    on_mesh.set_frequency(s);
    std::vector<ComplexMedium> media;
    for (const EarthLayer& layer : p_.earth.layers)
      media.push_back(complex_medium(layer, p_.earth.reference_frequency, s));
    std::vector<std::vector<Fields>> sums(receivers_.size());
    for (std::size_t d = 0; d < sums.size(); ++d)
      sums[d].assign(receivers_[d].size(), Fields(n_own_ + excitations_.size(), Sums{}));
    std::vector<Misread> misread(receivers_.size());
    const double guided = guided_.largest_wavenumber(std::abs(s)), step = 2 * pi / period_;
    for (double k = step / 2; k < last_wavenumber * guided; k += step) {
      for (std::size_t n = 0; n < media.size(); ++n) on_mesh.set_medium(n, disturbed(n, media[n], k, s));
      exact.solve(k);
      on_mesh.solve(k);
      const double weight = fade()((k / guided - full_wavenumber) / (last_wavenumber - full_wavenumber));
      for (std::size_t d = 0; d < sums.size(); ++d) {
        add(exact, on_mesh, d, k, weight * step, sums[d]);
        read(exact, d, k, weight, s, misread[d]);
      }
    }
    std::vector<Energies> energies(receivers_.size());
    const double strength = std::norm(spectrum(*p_.sources.front().time_function, highest_, s));
    const double shear = std::pow(errors_.shear(f), 2);
    for (std::size_t d = 0; d < sums.size(); ++d) {
      for (std::size_t r = 0; r < receivers_[d].size(); ++r)
        count(receivers_[d][r], sums[d][r], strength * std::pow(std::norm(s), rates(p_, receivers_[d][r])),
              energies[d]);
      energies[d].shear *= shear;
      energies[d].misread = misread[d].whole > 0 ? misread[d].wrong / misread[d].whole : 0;
    }
    return energies;
  }

  /// Energies of P and of S waves at a depth for all wavenumbers together: all, and what receivers read wrongly.
  struct Misread {
    double whole = 0, wrong = 0;
  };
  /// |u_P| is the divergence of u over the wavenumber of P waves, |u_S| the curl over that of S waves.
  void read(const StackSolver& solver, std::size_t d, double k, double weight, Complex s, Misread& to) const {
    const ComplexMedium& m = solver.medium(d);
    const Complex kp2 = -s * s / m.vp2, ks2 = m.fluid ? kp2 : -s * s / m.vs2;
    const double wrong_p = std::pow(errors_.reading(depths_[d], k, kp2 - k * k), 2);
    const double wrong_s = m.fluid ? 0 : std::pow(errors_.reading(depths_[d], k, ks2 - k * k), 2);
    weight *= weight * (p_.dim == 3 ? k : 1);
    for (std::size_t e = 0; e < n_own_; ++e) {
      const Response& u = solver.response(d, e);
      const double p = std::norm((u.z + m.lambda * k * u.x) / m.p_modulus - k * u.x) / std::abs(kp2);
      const double sv = m.fluid ? 0 : std::norm(u.t / m.mu - 2 * k * u.w) / std::abs(ks2);
      const double own = weight * strength_[e], shear = sv + std::norm(u.y);
      to.whole += own * (p + shear);
      to.wrong += own * (p * wrong_p + shear * wrong_s);
    }
  }

  void add(const StackSolver& exact, const StackSolver& on_mesh, std::size_t d, double k, double weight,
           std::vector<Fields>& to) const {
    const Wanted motion{.motion = true};
    const std::size_t rows_needed = n_rows(p_.dim, motion);
    std::array<double, 5> rows{};
    Sums values{};
    if (p_.dim == 3) weight *= k;
    for (std::size_t r = 0; r < receivers_[d].size(); ++r) {
      const Vector offset = receivers_[d][r].position - p_.sources.front().position;
      fill_rows(p_.dim, k, p_.dim == 2 ? offset[0] : horizontal_distance(3, offset), rows_needed, rows.data());
      for (std::size_t e = 0; e < excitations_.size() + n_own_; ++e) {
        const bool disturbed = e >= excitations_.size();
        const std::size_t number = disturbed ? e - excitations_.size() : e;
        const StackSolver& solver = disturbed ? on_mesh : exact;
        integrands(p_.dim, solver.response(d, number), solver.medium(d), k, motion, values);
        for (const Slot& slot : slots_of(p_.dim, excitations_[number].order, motion))
          to[r][e][slot.sum] += weight * slot.sign * rows[slot.row] * values[slot.sum];
      }
    }
  }

  void count(const LayeredReceiver& receiver, const Fields& sums, double strength, Energies& to) const {
    const LayeredSource& source = p_.sources.front();
    const Vector offset = receiver.position - source.position;
    PointField exact, on_mesh, shear;
    for (std::size_t e = 0; e < excitations_.size(); ++e)
      add_field(p_.dim, source, offset, excitations_[e].order, sums[e], e < n_own_ ? exact : shear);
    for (std::size_t e = 0; e < n_own_; ++e)
      add_field(p_.dim, source, offset, excitations_[e].order, sums[excitations_.size() + e], on_mesh);
    for (std::size_t c = 0; c < 3; ++c) {
      to.whole += strength * std::norm(exact.motion[c]);
      to.wrong += strength * std::norm(exact.motion[c] - on_mesh.motion[c]);
      to.shear += strength * std::norm(shear.motion[c]);
    }
  }

  const LayeredProblem& p_;
  const MeshErrors& errors_;
  std::vector<std::vector<LayeredReceiver>> receivers_;  ///< by depth
  std::vector<double> depths_;
  Stack stack_;
  GuidedWaves guided_;
  std::vector<Excitation> excitations_;  ///< the source's own, then that of shear
  std::vector<double> strength_;         ///< of the own ones, squared
  std::size_t n_own_ = 0;
  double highest_ = 0, eta_ = 0, period_ = 0;
};

}  // namespace

DisturbedMisfit disturbed_misfit(const LayeredProblem& problem, const MeshErrors& errors) {
  return Comparison(problem, errors).misfit();
}

}  // namespace unda::reference

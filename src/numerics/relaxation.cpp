// Fitting relaxation mechanisms: Emmerich and Korn (1987) for the form, non-negative least squares (Lawson and Hanson 1974) for the
// weights.
#include "numerics/relaxation.hpp"

#include <cmath>
#include <numbers>

#include "numerics/dense.hpp"

namespace unda::numerics {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;
constexpr int n_frequencies = 60;  // of a fit

/// Angular frequency at a place of the band's logarithmic axis, 0 to 1.
double frequency_at(const FrequencyBand& band, double place) {
  return 2 * pi * band.low * std::pow(band.high / band.low, place);
}

/// Evenly from end to end.
std::vector<double> even_frequencies(const FrequencyBand& band, int n) {
  std::vector<double> omega;
  for (int k = 0; k < n; ++k) omega.push_back(frequency_at(band, k / (n - 1.0)));
  return omega;
}

/// Those of Chebyshev: least squares at these are nearly least in the largest error.
std::vector<double> dense_at_ends(const FrequencyBand& band, int n) {
  std::vector<double> omega;
  for (int k = 0; k < n; ++k) omega.push_back(frequency_at(band, 0.5 - 0.5 * std::cos((k + 0.5) * pi / n)));
  return omega;
}

/// Least |a x - b| with x[n] >= 0 for n >= 1. Columns of a that would be negative are left out, and taken back where that helps.
Eigen::VectorXd mostly_non_negative(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const Eigen::Index n = a.cols();
  std::vector<bool> used(static_cast<std::size_t>(n), true);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  for (int round = 0; round < 10 * n; ++round) {
    std::vector<Eigen::Index> columns;
    for (Eigen::Index c = 0; c < n; ++c)
      if (used[static_cast<std::size_t>(c)]) columns.push_back(c);
    Eigen::MatrixXd part(a.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) part.col(static_cast<Eigen::Index>(c)) = a.col(columns[c]);
    const Eigen::VectorXd found = least_squares(part, b);
    x.setZero();
    Eigen::Index worst = -1;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double value = found[static_cast<Eigen::Index>(c)];
      x[columns[c]] = value;
      if (columns[c] > 0 && value < 0 && (worst < 0 || value < x[worst])) worst = columns[c];
    }
    if (worst >= 0) {
      used[static_cast<std::size_t>(worst)] = false;
      continue;
    }
    const Eigen::VectorXd slope = a.transpose() * (b - a * x);
    Eigen::Index best = -1;
    for (Eigen::Index c = 1; c < n; ++c)
      if (!used[static_cast<std::size_t>(c)] && slope[c] > 1e-9 && (best < 0 || slope[c] > slope[best])) best = c;
    if (best < 0) break;
    used[static_cast<std::size_t>(best)] = true;
  }
  return x.cwiseMax(0);
}

/// The complex modulus of a quality factor that does not depend on frequency, to first order in 1/Q, in parts of 1/Q.
Complex nearly_elastic(double omega, double q, double centre) {
  return {1 + 2 / (pi * q) * std::log(omega / centre), 1 / q};
}

/// The largest error of 1/Q of a fit with these rates, in parts of 1/Q.
double worst_error(const FrequencyBand& band, const std::vector<double>& rates) {
  constexpr double q = 1e3;
  const double centre = 2 * pi * std::sqrt(band.low * band.high);
  const Relaxation fit = fit_relaxation(rates, band, [&](double omega) { return nearly_elastic(omega, q, centre); });
  double worst = 0;
  for (const double omega : even_frequencies(band, 4 * n_frequencies))
    worst = std::max(worst, q * std::abs((modulus(fit, rates, omega) - nearly_elastic(omega, q, centre)).imag()));
  return worst;
}

/// Over `stretch` times the band, evenly on a logarithmic axis when `power` is 1, closer together at the ends when it is less.
std::vector<double> spread_rates(const FrequencyBand& band, int n, double stretch, double power) {
  std::vector<double> rates;
  for (int l = 0; l < n; ++l) {
    const double even = n == 1 ? 0 : 2.0 * l / (n - 1) - 1;
    rates.push_back(frequency_at(band, 0.5 + 0.5 * stretch * std::copysign(std::pow(std::abs(even), power), even)));
  }
  return rates;
}

}  // namespace

Complex modulus(const Relaxation& relaxation, const std::vector<double>& rates, double omega) {
  Complex sum = 1;
  for (std::size_t l = 0; l < rates.size(); ++l) sum -= relaxation.defect[l] * rates[l] / Complex(rates[l], omega);
  return relaxation.unrelaxed * sum;
}

std::vector<double> relaxation_rates(const FrequencyBand& band, int n) {
  std::vector<double> best;
  double least = INFINITY;
  // Up to three rates that are placed like their own mirror image have no power.
  for (double power = n > 3 ? 0.6 : 1; power < (n > 3 ? 1.5 : 1.1); power += 0.1)
    for (double stretch = 0.6; stretch < 2.2 && (n > 1 || best.empty()); stretch += n > 3 ? 0.05 : 0.02) {
      std::vector<double> rates = spread_rates(band, n, stretch, power);
      const double error = worst_error(band, rates);
      if (error >= least) continue;
      least = error;
      best = std::move(rates);
    }
  return best;
}

Relaxation fit_relaxation(const std::vector<double>& rates, const FrequencyBand& band, const ModulusLaw& law) {
  const std::vector<double> omega = dense_at_ends(band, n_frequencies);
  const auto n = static_cast<Eigen::Index>(rates.size());
  Eigen::MatrixXd a(2 * n_frequencies, n + 1);
  Eigen::VectorXd b(2 * n_frequencies);
  for (Eigen::Index k = 0; k < n_frequencies; ++k) {
    const Complex target = law(omega[static_cast<std::size_t>(k)]);
    const double weight = 1 / std::abs(target);
    auto set = [&](Eigen::Index column, const Complex& value) {
      a(2 * k, column) = weight * value.real();
      a(2 * k + 1, column) = weight * value.imag();
    };
    set(0, 1);
    for (Eigen::Index l = 0; l < n; ++l) {
      const double rate = rates[static_cast<std::size_t>(l)];
      set(l + 1, -rate / Complex(rate, omega[static_cast<std::size_t>(k)]));
    }
    b[2 * k] = weight * target.real();
    b[2 * k + 1] = weight * target.imag();
  }
  const Eigen::VectorXd x = mostly_non_negative(a, b);
  Relaxation fit;
  fit.unrelaxed = x[0];
  for (Eigen::Index l = 0; l < n; ++l) fit.defect[static_cast<std::size_t>(l)] = x[l + 1] / x[0];
  return fit;
}

RelaxationMisfit misfit(const Relaxation& relaxation, const std::vector<double>& rates, const FrequencyBand& band,
                        const ModulusLaw& law) {
  RelaxationMisfit found;
  const std::vector<double> omega = even_frequencies(band, 4 * n_frequencies);
  // 1/c is the real part of 1/sqrt(M).
  auto slowness = [](const Complex& m) { return (1.0 / std::sqrt(m)).real(); };
  for (const double w : omega) {
    const Complex exact = law(w), own = modulus(relaxation, rates, w);
    const double loss = std::abs(own.imag() / own.real() / (exact.imag() / exact.real()) - 1);
    const double velocity = std::abs(slowness(exact) / slowness(own) - 1);
    found.loss_largest = std::max(found.loss_largest, loss);
    found.velocity_largest = std::max(found.velocity_largest, velocity);
    found.loss_rms += loss * loss / static_cast<double>(omega.size());
    found.velocity_rms += velocity * velocity / static_cast<double>(omega.size());
  }
  found.loss_rms = std::sqrt(found.loss_rms);
  found.velocity_rms = std::sqrt(found.velocity_rms);
  return found;
}

}  // namespace unda::numerics

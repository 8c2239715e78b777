// From responses of plane waves to fields at receivers.
#include "reference/layered/synthesis.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace unda::reference {
namespace {

using std::numbers::pi;

/// Numbers of the sums. 2-D keeps X in plus_x, T in plus_t and Sxx in half_sum.
enum Sum : std::size_t { w, plus_x, minus_x, pressure, z, half_sum, plus_t, minus_t, plus_e, minus_e };

/// J_{-n} = (-1)^n J_n.
Slot bessel_slot(std::size_t sum, int order) {
  const auto n = static_cast<std::size_t>(std::abs(order));
  return {sum, n, order < 0 && n % 2 == 1 ? -1.0 : 1.0};
}

std::vector<Slot> plane_slots(int order, const Wanted& wanted) {
  const Slot scalar{0, order == 0 ? 0U : 1U, 1}, vector{0, order == 0 ? 1U : 0U, order == 0 ? -1.0 : 1.0};
  const auto as = [](std::size_t sum, Slot slot) {
    slot.sum = sum;
    return slot;
  };
  std::vector<Slot> slots;
  if (wanted.motion) slots = {as(w, scalar), as(plus_x, vector)};
  if (wanted.pressure) slots.push_back(as(pressure, scalar));
  if (wanted.stress)
    for (const Slot& slot : {as(z, scalar), as(half_sum, scalar), as(plus_t, vector)}) slots.push_back(slot);
  return slots;
}

/// C and S of an order, in the frame of a receiver at this azimuth.
struct AngularFactors {
  double c = 1, s = 0;
};

AngularFactors angular_factors(const LayeredSource& source, int order, double azimuth) {
  if (order == 0) return {1, 0};
  const Moment& m = source.moment;
  const bool force = source.is_force;
  const double x = order == 2 ? (m[0] - m[1]) / 2 : force ? source.force[0] : m[4];
  const double y = order == 2 ? m[3] : force ? source.force[1] : m[5];
  const double cosine = std::cos(order * azimuth), sine = std::sin(order * azimuth);
  return {x * cosine + y * sine, y * cosine - x * sine};
}

void add_plane_field(const Sums& sums, PointField& field) {
  const double factor = 1 / pi;
  field.motion[0] += factor * sums[plus_x];
  field.motion[2] += factor * sums[w];
  field.pressure += factor * sums[pressure];
  field.stress[0] += factor * sums[half_sum];
  field.stress[2] += factor * sums[z];
  field.stress[4] += factor * sums[plus_t];
}

}  // namespace

std::vector<Slot> slots_of(int dim, int order, const Wanted& wanted) {
  if (dim == 2) return plane_slots(order, wanted);
  std::vector<Slot> slots;
  if (wanted.motion) slots = {bessel_slot(w, order), bessel_slot(plus_x, order - 1), bessel_slot(minus_x, order + 1)};
  if (wanted.pressure) slots.push_back(bessel_slot(pressure, order));
  if (wanted.stress)
    for (const Slot& slot :
         {bessel_slot(z, order), bessel_slot(half_sum, order), bessel_slot(plus_t, order - 1),
          bessel_slot(minus_t, order + 1), bessel_slot(plus_e, order - 2), bessel_slot(minus_e, order + 2)})
      slots.push_back(slot);
  return slots;
}

std::size_t n_rows(int dim, const Wanted& wanted) { return dim == 2 ? 2 : wanted.stress ? 5 : 4; }

void fill_rows(int dim, double k, double distance, std::size_t n, double* rows) {
  const double x = k * distance;
  if (dim == 2) {
    rows[0] = std::cos(x);
    rows[1] = std::sin(x);
    return;
  }
  rows[0] = ::j0(x);
  rows[1] = ::j1(x);
  for (std::size_t order = 2; order < n; ++order) {
    const auto before = static_cast<double>(order - 1);  // forward recurrence is stable while the order is below x
    rows[order] = x > 2.0 * static_cast<double>(order) ? 2 * before / x * rows[order - 1] - rows[order - 2]
                                                       : ::jn(static_cast<int>(order), x);
  }
}

void integrands(int dim, const Response& f, const ComplexMedium& medium, double k, const Wanted& wanted, Sums& out) {
  out[w] = f.w;
  out[plus_x] = dim == 2 ? f.x : f.x + f.y;
  out[minus_x] = f.x - f.y;
  if (!wanted.pressure && !wanted.stress) return;
  const HorizontalStress h = horizontal_stress(medium, k, f.x, f.z);
  out[pressure] = h.pressure;
  if (!wanted.stress) return;
  const Complex shear = -2.0 * k * medium.mu * f.y;
  out[z] = f.z;
  out[half_sum] = dim == 2 ? (h.sum + h.difference) / 2.0 : h.sum / 2.0;
  out[plus_t] = dim == 2 ? f.t : f.t + f.r;
  out[minus_t] = f.t - f.r;
  out[plus_e] = h.difference + shear;
  out[minus_e] = h.difference - shear;
}

std::vector<Excitation> excitations_of(int dim, const LayeredSource& source, std::size_t slab) {
  const Moment& m = source.moment;
  const Vector& f = source.force;
  const bool force = source.is_force;
  std::vector<Excitation> parts;
  Excitation e{.slab = slab};
  if (force)
    e.force = f[2];
  else
    e.vertical_moment = m[2], e.horizontal_moment = dim == 2 ? m[0] : (m[0] + m[1]) / 2;
  if (e.force != 0 || e.vertical_moment != 0 || e.horizontal_moment != 0) parts.push_back(e);
  e = {.slab = slab, .order = 1};
  if (dim == 2) {
    (force ? e.force : e.moment) = force ? f[0] : m[4];
    if (e.force != 0 || e.moment != 0) parts.push_back(e);
    return parts;
  }
  (force ? e.force : e.moment) = 1;
  if (force ? f[0] != 0 || f[1] != 0 : m[4] != 0 || m[5] != 0) parts.push_back(e);
  e = {.slab = slab, .order = 2, .moment = 1};
  if (!force && (m[0] != m[1] || m[3] != 0)) parts.push_back(e);
  return parts;
}

void add_field(int dim, const LayeredSource& source, const Vector& offset, int order, const Sums& a,
               PointField& field) {
  if (dim == 2) return add_plane_field(a, field);
  const double azimuth = std::atan2(offset[1], offset[0]), cosine = std::cos(azimuth), sine = std::sin(azimuth);
  const auto [c, s] = angular_factors(source, order, azimuth);
  const double g = (order == 2 ? -1 : 1) / (2 * pi);
  const Complex ur = g * c / 2 * (a[plus_x] - a[minus_x]), ut = g * s / 2 * (a[plus_x] + a[minus_x]);
  field.motion[0] += ur * cosine - ut * sine;
  field.motion[1] += ur * sine + ut * cosine;
  field.motion[2] += g * c * a[w];
  field.pressure += g * c * a[pressure];
  const Complex rz = g * c / 2 * (a[plus_t] - a[minus_t]), tz = g * s / 2 * (a[plus_t] + a[minus_t]);
  const Complex mean = g * c * a[half_sum], bend = g * c / 4 * (a[plus_e] + a[minus_e]);
  const Complex rt = -g * s / 4 * (a[plus_e] - a[minus_e]);
  const double cos2 = std::cos(2 * azimuth), sin2 = std::sin(2 * azimuth);
  field.stress[0] += mean - bend * cos2 - rt * sin2;
  field.stress[1] += mean + bend * cos2 + rt * sin2;
  field.stress[2] += g * c * a[z];
  field.stress[3] += -bend * sin2 + rt * cos2;
  field.stress[4] += rz * cosine - tz * sine;
  field.stress[5] += rz * sine + tz * cosine;
}

}  // namespace unda::reference

// The keys of anisotropic solids: 21 moduli, or Thomsen's parameters about an axis.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

/// Place of C_ij, 1 to 6 each, in the upper triangle by rows.
constexpr std::size_t place(int i, int j) {
  return static_cast<std::size_t>((i - 1) * 6 - (i - 1) * (i - 2) / 2 + j - i);
}

/// Cholesky factorisation of the 6 x 6 matrix whose upper triangle is given by rows.
bool positive_definite(const std::vector<double>& upper) {
  double a[6][6];
  for (std::size_t i = 0, k = 0; i < 6; ++i)
    for (std::size_t j = i; j < 6; ++j) a[i][j] = a[j][i] = upper[k++];
  for (std::size_t j = 0; j < 6; ++j) {
    for (std::size_t k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    if (!(a[j][j] > 0)) return false;
    a[j][j] = std::sqrt(a[j][j]);
    for (std::size_t i = j + 1; i < 6; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  return true;
}

constexpr const char* way_out_of_the_plane =
    "motion in x and z would move y too, which a 2-D run does not know; give domain.y (thin, with periodic south and "
    "north) and a 3-D method";

/// vp and vs beside c say the same in other words, or are wrong: moduli in GPa, for instance.
void check_speeds(Section& s, const Material& v) {
  const double stiff = std::max({v.c[place(1, 1)], v.c[place(2, 2)], v.c[place(3, 3)]}),
               soft = std::min({v.c[place(4, 4)], v.c[place(5, 5)], v.c[place(6, 6)]});
  constexpr double factor = 4;
  if (s.given("vp") && (v.rho * v.vp * v.vp > factor * stiff || factor * v.rho * v.vp * v.vp < soft))
    s.fail("vp", fmt::format("found {}, a modulus of {:.4g} Pa; c has {:.4g} Pa (the largest of c11, c22, c33). "
                             "Moduli are in Pa, or leave out vp and vs: with c they are not needed",
                             v.vp, v.rho * v.vp * v.vp, stiff));
  else if (s.given("vs") && (v.rho * v.vs * v.vs > factor * stiff || factor * v.rho * v.vs * v.vs < soft))
    s.fail("vs", fmt::format("found {}, a modulus of {:.4g} Pa; c has {:.4g} Pa (the least of c44, c55, c66). "
                             "Moduli are in Pa, or leave out vp and vs: with c they are not needed",
                             v.vs, v.rho * v.vs * v.vs, soft));
}

void check_moduli(Section& s, Material& v) {
  if (s.given("vs") && v.vs == 0) return s.fail("c", "found moduli of a solid with vs = 0; a fluid has none");
  if (!positive_definite(v.c))
    return s.fail(
        "c",
        "the 6 x 6 matrix of moduli is not positive definite: some strain would set energy free; give them in the "
        "order 11 12 13 14 15 16 22 23 ... 66");
  double largest = 0;
  for (const double c : v.c) largest = std::max(largest, std::abs(c));
  constexpr std::array<std::array<int, 2>, 8> couplings{
      {{1, 4}, {1, 6}, {2, 4}, {2, 6}, {3, 4}, {3, 6}, {4, 5}, {5, 6}}};
  for (const auto& [i, j] : couplings)
    if (s.dim() == 2 && std::abs(v.c[place(i, j)]) > 1e-6 * largest)
      return s.fail("c", fmt::format("c{}{} = {} is not 0: {}", i, j, v.c[place(i, j)], way_out_of_the_plane));
  if (v.rho > 0) check_speeds(s, v);
}

void check_axis(Section& s, double tilt, double azimuth) {
  const auto is_multiple = [](double angle) { return std::abs(std::remainder(angle, 180)) < 1e-9; };
  if (s.dim() == 2 && !is_multiple(tilt) && !is_multiple(azimuth))
    s.fail("azimuth", fmt::format("found {}; in 2-D the axis lies in the plane of x and z: 0 or 180. Else {}", azimuth,
                                  way_out_of_the_plane));
}

constexpr Key epsilon_key{.name = "epsilon",
                          .help = "Thomsen's epsilon, (c11 - c33)/(2 c33)",
                          .note = "vp and vs are then those along the axis of symmetry",
                          .otherwise = "0"};
constexpr Key delta_key{.name = "delta",
                        .help = "Thomsen's delta",
                        .note = "c13 follows by the exact formula, not that of weak anisotropy",
                        .otherwise = "0"};
constexpr Key gamma_key{.name = "gamma", .help = "Thomsen's gamma, (c66 - c44)/(2 c44)", .otherwise = "0"};
constexpr Key tilt_key{
    .name = "tilt", .unit = "degrees", .help = "the angle of the axis of symmetry from the vertical", .otherwise = "0"};
constexpr Key azimuth_key{.name = "azimuth",
                          .unit = "degrees",
                          .help = "the direction to which the axis is tilted, from x towards y",
                          .otherwise = "0"};
constexpr std::array<const char*, 5> thomsen_names{"epsilon", "delta", "gamma", "tilt", "azimuth"};

/// Of keys that stand: what they need.
void check_company(Section& s, bool is_fluid) {
  const bool parameters = s.given("epsilon") || s.given("delta") || s.given("gamma");
  for (const char* name : thomsen_names) {
    if (!s.given(name)) continue;
    if (s.given("c")) return s.fail(name, "c has all moduli: give either c or epsilon, delta and gamma");
    if (!parameters)
      return s.fail(name, "turns the axis of an anisotropic solid: give epsilon, delta or gamma with it");
    if (is_fluid) return s.fail(name, "found beside vs = 0; a fluid is isotropic");
    if (s.dim() == 1) return s.fail(name, "a 1-D medium is a fluid, and isotropic; give the domain z, or y and z");
  }
}

}  // namespace

void declare_anisotropy(Section& s, Material& v) {
  const bool c = s.optional({.name = "c",
                             .unit = "Pa",
                             .help = "the 21 moduli of an anisotropic solid",
                             .note = "Voigt (11 22 33 23 13 12), the upper triangle by rows, z up; vp and vs may then "
                                     "be left out, and where they stand are compared with c",
                             .otherwise = "isotropic"},
                            numbers(v.c, 21));
  s.optional(epsilon_key, number(v.epsilon));
  s.optional(delta_key, number(v.delta));
  s.optional(gamma_key, number(v.gamma));
  const bool tilt = s.optional(tilt_key, number(v.tilt)), azimuth = s.optional(azimuth_key, number(v.azimuth));
  if (!s.active() || !s.right()) return;
  check_company(s, !c && v.vs == 0);
  if (tilt || azimuth) check_axis(s, v.tilt, v.azimuth);
  if (!c) return;
  if (s.dim() == 1) return s.fail("c", "a 1-D medium is a fluid; give the domain z, or y and z");
  check_moduli(s, v);
  if (!s.right()) return;
  v.vp = std::sqrt(v.c[place(3, 3)] / v.rho);
  v.vs = std::sqrt(std::min(v.c[place(4, 4)], v.c[place(5, 5)]) / v.rho);
}

void declare_anisotropy(Section& s, GridModel& v, const GridParameter& declare) {
  const auto take = [&](const Key& key, std::optional<GridSource>& target) {
    GridSource source;
    if (declare(s, key, source)) target = source;
  };
  take(epsilon_key, v.epsilon);
  take(delta_key, v.delta);
  take(gamma_key, v.gamma);
  take(tilt_key, v.tilt);
  take(azimuth_key, v.azimuth);
  if (!s.active() || !s.right()) return;
  check_company(s, v.vs.file.empty() && v.vs.value == 0);
  const auto number_of = [](const std::optional<GridSource>& source) {
    return source && source->file.empty() ? source->value : 0.0;
  };
  if ((v.tilt || v.azimuth) && !(v.tilt && !v.tilt->file.empty()) && !(v.azimuth && !v.azimuth->file.empty()))
    check_axis(s, number_of(v.tilt), number_of(v.azimuth));
}

}  // namespace unda::scenario

// Fits to measured misfits.
#include "fd/misfit_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unda::fd {
namespace {

using method::MisfitPart;
using model::Properties;

double slowest(const Properties& p) { return p.vs > 0 ? p.vs : p.vp; }

/// Of the slowest waves of both sides, straight on.
double reflection(const Properties& a, const Properties& b) {
  const double za = a.rho * slowest(a), zb = b.rho * slowest(b);
  return std::abs(za - zb) / (za + zb);
}

/// A misfit of `at_five` at 5 points per wavelength that falls with a power of their number.
double fit(double at_five, double power, double n) { return at_five * std::pow(5 / n, power); }

double interface_misfit(double contrast, double n) { return fit(0.15 * std::pow(contrast, 1.6), 2, n); }
double sea_floor_misfit(double n) { return fit(0.08, 3, n); }

struct Resolution {
  double spacing, frequency;
  double points(double speed) const { return speed / (frequency * spacing); }
};

double farthest(const method::PointSource& source, const std::vector<method::Receiver>& receivers) {
  double distance = 0;
  for (const method::Receiver& r : receivers)
    distance = std::max(distance, std::hypot(r.position[0] - source.position[0], r.position[1] - source.position[1]));
  return distance;
}

/// One-sided differences at the free surface of a solid: for body waves once, for Rayleigh waves all the way. These come from
/// sources near the surface.
void add_free_surface(const Properties& ground, double depth, double distance, const Resolution& r, MisfitPart part,
                      std::vector<MisfitPart>& parts) {
  const double n = r.points(ground.vs);
  part.cause = "the free surface";
  part.misfit = fit(0.028, 3.6, n);
  parts.push_back(part);
  part.cause = "waves along the free surface";
  part.misfit = 0;
  part.speed_error = fit(0.02, 3.4, n);
  part.error_order = 3.4;
  part.wavelengths = distance * r.frequency / ground.vs;
  const double rayleigh_wavelength = 0.92 * ground.vs / (r.frequency / 2.5);
  part.share = std::exp(-0.6 * std::numbers::pi * depth / rayleigh_wavelength);
  parts.push_back(part);
}

void add_interfaces(const std::vector<model::LevelInterface>& interfaces, const SlipInterfaces& slips,
                    const method::PointSource& source, const Resolution& r, const MisfitPart& part,
                    std::vector<MisfitPart>& parts) {
  double within = 0, floors = 0, beside_source = 0;
  for (const model::LevelInterface& i : interfaces) {
    const double n = r.points(std::min(slowest(i.above), slowest(i.below))), contrast = reflection(i.above, i.below);
    if (i.is_sea_floor()) {
      const auto& plain = slips.without_room();
      const bool by_means = std::find(plain.begin(), plain.end(), i.height) != plain.end();
      floors += std::pow(by_means ? fit(0.38, 1, n) : sea_floor_misfit(n), 2);
    } else {
      within += std::pow(interface_misfit(contrast, n), 2);
    }
    if (source.kind != scenario::SourceKind::force && std::abs(source.position[2] - i.height) < 2 * r.spacing)
      beside_source = std::max(beside_source, fit(0.15 * contrast, 1, n));
  }
  auto add = [&](const char* cause, double misfit) {
    if (!(misfit > 0)) return;
    parts.push_back(part);
    parts.back().cause = cause;
    parts.back().misfit = misfit;
  };
  add("interfaces", std::sqrt(within));
  add("the sea floor", std::sqrt(floors));
  add("an interface within two grid points of the source", beside_source);
}

}  // namespace

std::vector<MisfitPart> misfit_parts(const model::Model& model, const Grid& whole, const SlipInterfaces& slips,
                                     const std::vector<method::PointSource>& sources,
                                     const std::vector<method::Receiver>& receivers) {
  std::vector<MisfitPart> parts;
  const Axis& up = whole.axis[whole.dim - 1];
  if (up.physical != 2) return parts;
  Resolution r{0, 0};
  for (int a = 0; a < whole.dim; ++a) r.spacing = std::max(r.spacing, whole.axis[a].spacing);
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const method::PointSource& source = sources[s];
    r.frequency = source.time_function->highest_frequency();
    if (!(r.frequency > 0)) continue;
    MisfitPart part;
    part.source = s;
    const double top = up.first + (up.n_whole - 1) * up.spacing;
    const Properties ground = model.at({source.position[0], source.position[1], top});
    if (up.high == scenario::BoundaryKind::free && ground.vs > 0)
      add_free_surface(ground, top - source.position[2], farthest(source, receivers), r, part, parts);
    add_interfaces(model.level_interfaces(), slips, source, r, part, parts);
  }
  return parts;
}

}  // namespace unda::fd

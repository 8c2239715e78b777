// Fits to measured misfits.
#include "fd/misfit_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "fd/least_layer.hpp"
#include "fd/thin_layers.hpp"

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

/// Of the moduli that strains beside an interface jump by: what a moment's waves are as strong as.
double contrast_of_strains(const Properties& a, const Properties& b) {
  const double za = a.rho * slowest(a) * slowest(a), zb = b.rho * slowest(b) * slowest(b);
  return std::abs(za - zb) / (za + zb);
}

/// A misfit of `at_five` at 5 points per wavelength that falls with a power of their number.
double fit(double at_five, double power, double n) { return at_five * std::pow(5 / n, power); }

/// By the place of an interface in its cell, counted in cells from a plane of nodes on the harder side (or the solid's).
using ByPlace = std::array<double, 8>;
constexpr ByPlace interface_by_place{0.55, 0.36, 0.22, 0.2, 0.28, 0.82, 1, 0.85};
constexpr ByPlace sea_floor_by_place{0.65, 0.67, 0.55, 0.32, 0.22, 0.38, 0.68, 1};

double at_place(const ByPlace& values, double place) {
  const double x = (place - std::floor(place)) * static_cast<double>(values.size());
  const auto low = static_cast<std::size_t>(x) % values.size();
  return std::lerp(values[low], values[(low + 1) % values.size()], x - std::floor(x));
}

double interface_misfit(double contrast, double n, double place) {
  return fit(0.27 * std::pow(contrast, 1.6), 2, n) * at_place(interface_by_place, place);
}
double sea_floor_misfit(double n, double place) { return fit(0.14, 3, n) * at_place(sea_floor_by_place, place); }

/// Of the worst of four slopes, 5 to 45 degrees (bench/sloping_floors).
double uneven_floor_misfit(double n) { return std::min(1.0, fit(0.16, 1, n)); }

struct Resolution {
  double spacing, frequency;
  double points(double speed) const { return speed / (frequency * spacing); }
};

double largest_spacing(const Grid& grid) {
  double largest = 0;
  for (int a = 0; a < grid.dim; ++a) largest = std::max(largest, grid.axis[a].spacing);
  return largest;
}

/// An interface of two solids, or of two fluids.
double misfit_at(const model::LevelInterface& i, const Axis& up, const Resolution& r) {
  const bool hard_below = slowest(i.below) * i.below.rho > slowest(i.above) * i.above.rho;
  const double index = up.index(i.height);
  return interface_misfit(reflection(i.above, i.below), r.points(std::min(slowest(i.above), slowest(i.below))),
                          hard_below ? index : -index);
}

/// The rectangle of the map that holds all receivers, and their heights.
struct Spread {
  std::array<double, 2> low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
  std::set<double> heights;

  explicit Spread(const std::vector<method::Receiver>& receivers) {
    for (const method::Receiver& r : receivers) {
      heights.insert(r.position[2]);
      for (std::size_t a = 0; a < 2; ++a) {
        low[a] = std::min(low[a], r.position[a]);
        high[a] = std::max(high[a], r.position[a]);
      }
    }
  }
  bool has_within(double distance, double height) const {
    const auto next = heights.lower_bound(height - distance);
    return next != heights.end() && *next <= height + distance;
  }
  /// Of its farthest corner; 0 where there is no receiver.
  double farthest(const Vector& from) const {
    if (low[0] > high[0]) return 0;
    return std::hypot(std::max(from[0] - low[0], high[0] - from[0]), std::max(from[1] - low[1], high[1] - from[1]));
  }
};

/// One-sided differences at the free surface: for body waves once, for Rayleigh waves all the way. These come from
/// sources near the surface.
void add_free_surface(const Properties& ground, double depth, double distance, const Resolution& r, MisfitPart part,
                      std::vector<MisfitPart>& parts) {
  const double n = r.points(slowest(ground));
  part.cause = "the free surface";
  part.misfit = fit(0.028, 3.6, n);
  parts.push_back(part);
  if (ground.vs == 0) return;
  part.cause = "waves along the free surface";
  part.misfit = 0;
  part.speed_error = fit(0.02, 3.4, n);
  part.error_order = 3.4;
  part.wavelengths = distance * r.frequency / ground.vs;
  const double rayleigh_wavelength = 0.92 * ground.vs / (r.frequency / 2.5);
  part.share = std::exp(-0.6 * std::numbers::pi * depth / rayleigh_wavelength);
  parts.push_back(part);
}

/// Waves of a source in a slow layer come back to its interfaces again and again.
class SourceLayer {
 public:
  SourceLayer(const std::vector<model::LevelInterface>& interfaces, double top, double height, double distance)
      : low_(-INFINITY), high_(top) {
    for (const model::LevelInterface& i : interfaces) {
      if (i.height < height) low_ = std::max(low_, i.height);
      if (i.height >= height) high_ = std::min(high_, i.height);
    }
    growth_ = std::max(1.0, distance / (6 * (high_ - low_)));
  }
  /// By how much this makes the misfit of an interface larger.
  double growth(const model::LevelInterface& i) const {
    const bool is_floor = i.height == low_, is_roof = i.height == high_;
    const bool guides = is_floor ? slowest(i.above) < slowest(i.below) : slowest(i.below) < slowest(i.above);
    return (is_floor || is_roof) && guides ? growth_ : 1;
  }

 private:
  double low_, high_, growth_ = 1;
};

/// Whether a receiver beside an interface is read across it, as its layer has too few points (own_layer): there strains jump, and so
/// does the slope of what is read.
bool layer_is_thin(const std::vector<model::LevelInterface>& interfaces, const model::LevelInterface& own,
                   double spacing) {
  return std::any_of(interfaces.begin(), interfaces.end(), [&](const model::LevelInterface& i) {
    return &i != &own && std::abs(i.height - own.height) < least_layer * spacing;
  });
}

/// A source beside an interface. In its own layer the slow waves of the softer one strain the harder one less, the larger the ratio of their
/// moduli, and what the scheme makes of these strains is as wrong as its interfaces are; read across a thin layer's interfaces strains jump.
double source_misfit(const model::LevelInterface& i, const method::PointSource& source, bool thin, double n) {
  const bool is_force = source.kind == scenario::SourceKind::force;
  const double contrast = contrast_of_strains(i.above, i.below);
  if (thin || i.is_sea_floor()) return is_force ? 0 : fit(0.15 * contrast, 1, n);
  const double ratio = (1 + contrast) / (1 - contrast);
  return fit(std::min(1.0, (is_force ? 0.005 : 0.016) * (ratio - 1)), 2, n);
}

/// What of the misfit of each interface counts beside layers thinner than a cell.
std::vector<double> shares_of(const std::vector<ThinLayer>& thin, std::size_t n_interfaces) {
  std::vector<double> shares(n_interfaces, 1);
  for (const ThinLayer& layer : thin)
    for (const std::size_t n : {layer.floor - 1, layer.floor})
      if (!layer.is_fluid()) shares[n] = std::min(shares[n], layer.share());
  return shares;
}

/// Waves that do not feel a thin solid layer feel what lies above and below it as one interface, in the middle between its own.
double misfit_across(const ThinLayer& layer, const std::vector<model::LevelInterface>& interfaces, const Axis& up,
                     const Resolution& r) {
  const Properties &above = interfaces[layer.floor - 1].above, &below = interfaces[layer.floor].below;
  if ((above.vs == 0) != (below.vs == 0)) return 0;
  return misfit_at({0.5 * (layer.low + layer.high), above, below}, up, r);
}

void add_interfaces(const std::vector<model::LevelInterface>& interfaces, const Axis& up, const SlipInterfaces& slips,
                    const method::PointSource& source, const Spread& spread, const Resolution& r,
                    const MisfitPart& part, std::vector<MisfitPart>& parts) {
  const SourceLayer layer(interfaces, up.first + (up.n_whole - 1) * up.spacing, source.position[2],
                          spread.farthest(source.position));
  double within = 0, floors = 0, beside_source = 0, beside_receiver = 0;
  const std::vector<ThinLayer> thin = thin_layers(interfaces, up);
  const std::vector<double> shares = shares_of(thin, interfaces.size());
  for (const ThinLayer& sheet : thin)
    if (!sheet.is_fluid()) within += std::pow(misfit_across(sheet, interfaces, up, r), 2);
  for (const model::LevelInterface& i : interfaces) {
    const double n = r.points(std::min(slowest(i.above), slowest(i.below))), contrast = reflection(i.above, i.below);
    const double index = up.index(i.height);
    const double growth = layer.growth(i);
    if (i.is_sea_floor()) {
      const auto& plain = slips.without_room();
      const bool by_means = std::find(plain.begin(), plain.end(), i.height) != plain.end();
      floors +=
          std::pow(growth * (by_means ? fit(0.38, 1, n) : sea_floor_misfit(n, i.below.vs > 0 ? index : -index)), 2);
    } else {
      const double share = shares[static_cast<std::size_t>(&i - interfaces.data())];
      within += std::pow(share * growth * misfit_at(i, up, r), 2);
    }
    if (std::abs(source.position[2] - i.height) < 2 * r.spacing)
      beside_source += std::pow(source_misfit(i, source, layer_is_thin(interfaces, i, up.spacing), n), 2);
    if (spread.has_within(r.spacing, i.height))
      beside_receiver = std::max(beside_receiver, layer_is_thin(interfaces, i, up.spacing)
                                                      ? fit(0.094 * contrast_of_strains(i.above, i.below), 1, n)
                                                      : fit(0.12 * contrast, 2, n));
  }
  auto add = [&](const char* cause, double misfit) {
    if (!(misfit > 0)) return;
    parts.push_back(part);
    parts.back().cause = cause;
    parts.back().misfit = misfit;
  };
  add("interfaces", std::sqrt(within));
  add("the sea floor", std::sqrt(floors));
  add("an interface within two grid points of the source", std::sqrt(beside_source));
  add("an interface within a grid point of receivers", beside_receiver);
}

}  // namespace

double misfit_of(const ThinLayer& layer, const std::vector<model::LevelInterface>& interfaces, const Grid& whole,
                 double frequency) {
  const Axis& up = whole.axis[whole.dim - 1];
  const Resolution r{largest_spacing(whole), frequency};
  double sum = 0;
  for (const std::size_t n : {layer.floor - 1, layer.floor})
    if (!interfaces[n].is_sea_floor()) sum += std::pow(misfit_at(interfaces[n], up, r), 2);
  return layer.share() * std::sqrt(sum);
}

std::vector<MisfitPart> misfit_parts(const model::Model& model, const Grid& whole, const SlipInterfaces& slips,
                                     const std::vector<method::PointSource>& sources,
                                     const std::vector<method::Receiver>& receivers, bool uneven_floor) {
  std::vector<MisfitPart> parts;
  const Axis& up = whole.axis[whole.dim - 1];
  if (up.physical != 2) return parts;
  Resolution r{largest_spacing(whole), 0};
  const Spread spread(receivers);
  const std::vector<model::LevelInterface> interfaces = model.level_interfaces();
  for (std::size_t s = 0; s < sources.size(); s += method::step_between_examples(sources.size())) {
    const method::PointSource& source = sources[s];
    r.frequency = source.time_function->highest_frequency();
    if (!(r.frequency > 0)) continue;
    MisfitPart part;
    part.source = s;
    const double top = up.first + (up.n_whole - 1) * up.spacing;
    const Properties ground = model.at({source.position[0], source.position[1], top});
    if (up.high == scenario::BoundaryKind::free && up.closure > 0)
      add_free_surface(ground, top - source.position[2], spread.farthest(source.position), r, part, parts);
    add_interfaces(interfaces, up, slips, source, spread, r, part, parts);
    if (!uneven_floor) continue;
    part.cause = "a sea floor that is not level";
    part.misfit = uneven_floor_misfit(r.points(model.extremes().slowest));
    parts.push_back(part);
  }
  return parts;
}

}  // namespace unda::fd

// Layers and doublings of a chunk of the earth.
#include "mesh/chunk_layers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/properties.hpp"
#include "scenario/chunk.hpp"

namespace unda::mesh {
namespace {

using scenario::earth_radius;
using scenario::Scenario;

constexpr int most_doublings = 6;
constexpr int samples_of_shell = 65;
constexpr double most_elements = 2e9;
/// A layer in which elements double is at least so many of its narrow elements high, so that none is too flat.
constexpr double least_height = 0.9;

/// What the model asks for at a radius.
struct Sample {
  double radius = 0, slowest = 0, edge = 0;  ///< m, m/s, the longest edge that is allowed
};

struct Shell {
  double bottom = 0, top = 0;
  std::vector<Sample> samples;  ///< from the top down

  double least_edge() const {
    double least = HUGE_VAL;
    for (const Sample& s : samples) least = std::min(least, s.edge);
    return least;
  }
};

std::vector<Shell> shells_of(const Scenario& s, const model::Model& model, double wavelengths) {
  std::vector<double> radii = model.shell_radii();
  if (radii.empty()) radii = {earth_radius, earth_radius - s.domain.chunk->depth};
  const auto below_centre = [](double radius) { return Vector{0, 0, radius - earth_radius}; };
  std::vector<Shell> shells;
  for (std::size_t n = 0; n + 1 < radii.size(); ++n) {
    Shell shell{radii[n + 1], radii[n], {}};
    const Vector inside = below_centre(0.5 * (shell.bottom + shell.top));
    for (int k = 0; k < samples_of_shell; ++k) {
      const double r = std::lerp(shell.top, shell.bottom, static_cast<double>(k) / (samples_of_shell - 1));
      const double slowest = model::material_at_side(model, below_centre(r), inside).slowest();
      shell.samples.push_back(
          {r, slowest, s.mesh.spacing ? *s.mesh.spacing : wavelengths * slowest / *s.mesh.max_frequency});
    }
    shells.push_back(std::move(shell));
  }
  return shells;
}

/// Makes the layers for as many elements along the sides of the surface, doubling wherever it may.
class LayerMaker {
 public:
  LayerMaker(const scenario::ChunkFrame& frame, const std::vector<Shell>& shells)
      : angle_{2 * frame.half_width(0), 2 * frame.half_width(1)}, shells_(shells) {}

  std::vector<ChunkLayer> make(std::array<int, 2> across, int n_doublings) const {
    std::vector<ChunkLayer> layers;
    for (std::size_t n = 0; n < shells_.size(); ++n) {
      const Shell& shell = shells_[n];
      const double height = shell.top - shell.bottom;
      int count = std::max(1, static_cast<int>(std::ceil(height / shell.least_edge() - 1e-9)));
      if (count == 1 && n_doublings > 0 && may_double(shell.top, height / 2, across)) count = 2;
      for (int k = 0; k < count; ++k) {
        const auto radius = [&](int i) { return std::lerp(shell.top, shell.bottom, static_cast<double>(i) / count); };
        ChunkLayer layer{radius(k + 1), radius(k), across, -1, static_cast<int>(n)};
        if (n_doublings == 0 || k + 1 >= count || !may_double(layer.top, height / count, across)) {
          layers.push_back(layer);
          continue;
        }
        for (int axis = 0; axis < 2; ++axis) {
          layers.push_back({radius(k + axis + 1), radius(k + axis), across, axis, static_cast<int>(n)});
          across[static_cast<std::size_t>(axis)] /= 2;
        }
        ++k;
        --n_doublings;
      }
    }
    return layers;
  }

 private:
  /// Whether elements of twice the width are narrow enough from a radius down, and layers of this height high enough for it.
  bool may_double(double radius, double height, const std::array<int, 2>& across) const {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double narrow = angle_[axis] / across[axis];
      if (height < least_height * narrow * radius) return false;
      for (const Shell& shell : shells_)
        for (const Sample& s : shell.samples)
          // At an interface the sample of the shell above is the last of its own.
          if (s.radius <= radius && shell.bottom < radius && 2 * narrow * s.radius > s.edge * (1 + 1e-9)) return false;
    }
    return true;
  }

  std::array<double, 2> angle_;
  const std::vector<Shell>& shells_;
};

/// Elements along a side of the surface, so many that none is too wide anywhere if none doubles, and a multiple of `unit`.
std::array<int, 2> elements_across(const scenario::ChunkFrame& frame, const std::vector<Shell>& shells, int unit) {
  std::array<int, 2> across{};
  for (int axis = 0; axis < 2; ++axis) {
    double least = 1;
    for (const Shell& shell : shells)
      for (const Sample& s : shell.samples)
        least = std::max(least, 2 * frame.half_width(axis) * s.radius / s.edge * (1 - 1e-9));
    across[static_cast<std::size_t>(axis)] = static_cast<int>(std::ceil(std::min(least, 1e6) / unit)) * unit;
  }
  return across;
}

/// Of all edges: those of a doubling layer lie between its widths and heights.
void measure(const scenario::ChunkFrame& frame, const std::vector<Shell>& shells, double wavelengths,
             ChunkLayers& found) {
  found.shortest_height = HUGE_VAL;
  for (const ChunkLayer& layer : found.layers) {
    const double height = layer.top - layer.bottom;
    found.shortest_height = std::min(found.shortest_height, layer.doubled < 0 ? height : height / 2);
    for (const Sample& s : shells[static_cast<std::size_t>(layer.shell)].samples) {
      if (s.radius > layer.top * (1 + 1e-12) || s.radius < layer.bottom * (1 - 1e-12)) continue;
      double edge = height;
      for (int axis = 0; axis < 2; ++axis) {
        const double width = 2 * frame.half_width(axis) * s.radius / layer.across[static_cast<std::size_t>(axis)];
        edge = std::max(edge, layer.doubled == axis ? std::max(2 * width, std::hypot(width, height / 2)) : width);
      }
      found.longest_edge = std::max(found.longest_edge, edge);
      found.shortest_period = std::max(found.shortest_period, edge / (s.slowest * wavelengths));
    }
  }
}

}  // namespace

std::size_t ChunkLayers::n_elements() const {
  std::size_t n = 0;
  for (const ChunkLayer& layer : layers) {
    const std::size_t plain = static_cast<std::size_t>(layer.across[0]) * static_cast<std::size_t>(layer.across[1]);
    n += layer.doubled < 0 ? plain : plain / 2 * 3;
  }
  return n;
}

int ChunkLayers::n_doublings() const {
  return static_cast<int>(
             std::count_if(layers.begin(), layers.end(), [](const ChunkLayer& l) { return l.doubled >= 0; })) /
         2;
}

std::vector<std::array<std::string, 2>> ChunkLayers::describe() const {
  const ChunkLayer &first = layers.front(), &last = layers.back();
  return {{"chunk",
           fmt::format(
               "{} layers: {} x {} elements at the surface, {} x {} at the bottom, {} doubling{}; edges up to {:.4g} "
               "km, heights from {:.4g} km",
               layers.size(), first.across[0], first.across[1], last.across[0] / (last.doubled == 0 ? 2 : 1),
               last.across[1] / (last.doubled == 1 ? 2 : 1), n_doublings(), n_doublings() == 1 ? "" : "s",
               1e-3 * longest_edge, 1e-3 * shortest_height)},
          {"", fmt::format("the shortest period that it resolves is {:.4g} s ({:.4g} Hz)", shortest_period,
                           1 / shortest_period)}};
}

ChunkLayers make_chunk_layers(const Scenario& s, const model::Model& model, double wavelengths) {
  const scenario::ChunkFrame frame(*s.domain.chunk);
  const std::vector<Shell> shells = shells_of(s, model, wavelengths);
  const LayerMaker maker(frame, shells);
  ChunkLayers best;
  for (int n = 0; n <= most_doublings; ++n) {
    // Every doubling makes one of two, in pairs that mirror each other.
    ChunkLayers found{maker.make(elements_across(frame, shells, n == 0 ? 1 : 1 << (n + 1)), n), {}, 0, 0, 0};
    if (best.layers.empty() || found.n_elements() < best.n_elements()) best = std::move(found);
  }
  if (static_cast<double>(best.n_elements()) > most_elements)
    s.fail(s.mesh.spacing ? "mesh.spacing" : "mesh.max_frequency",
           fmt::format("gives {:.2g} elements; take larger ones", static_cast<double>(best.n_elements())));
  for (const Shell& shell : shells) best.shells.push_back(shell.top);
  best.shells.push_back(shells.back().bottom);
  measure(frame, shells, wavelengths, best);
  return best;
}

}  // namespace unda::mesh

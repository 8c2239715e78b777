// From depths to heights.
#include "run/place_points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/surface.hpp"
#include "run/methods.hpp"
#include "scenario/checks.hpp"

namespace unda::run {
namespace {

using scenario::ReceiverSpec;
using scenario::Scenario;
using scenario::SourceSpec;

constexpr double farthest_move = 0.25;  // in edges of a facet

bool any_depth(const Scenario& s) {
  return std::any_of(s.sources.begin(), s.sources.end(), [](const SourceSpec& p) { return p.depth.has_value(); }) ||
         std::any_of(s.receivers.begin(), s.receivers.end(), [](const ReceiverSpec& r) { return !r.depths.empty(); });
}

void refuse_shear_in_fluid(const Scenario& s, const model::Model& model, std::size_t n) {
  const SourceSpec& source = s.sources[n];
  if (source.kind == scenario::SourceKind::moment_tensor && model.at(source.position).vs == 0 &&
      !scenario::is_isotropic_moment(source.moment, s.domain.dim))
    s.fail(fmt::format("source[{}].{}", n, source.file.empty() ? "moment" : "file"),
           "a deviatoric moment tensor stands in a fluid (vs = 0); only equal diagonal components are allowed there");
}

/// The points of a scenario, one after another.
class Placer {
 public:
  Placer(Scenario& s, const model::Model& model, method::SurfaceHeight surface)
      : s_(s), model_(model), surface_(std::move(surface)), slack_(1e-6 * s.domain.extent[2].length()) {
    if (s.domain.topography) topography_.emplace(s);
  }

  void place() {
    for (std::size_t n = 0; n < s_.sources.size(); ++n) {
      SourceSpec& source = s_.sources[n];
      const std::string key = fmt::format("source[{}].{}", n,
                                          !source.file.empty() ? "file"
                                          : source.depth       ? "depth"
                                                               : "position");
      if (source.depth)
        source.position[2] = at_depth(source.position, *source.depth, key, "");
      else
        source.moved_down = above_facets(source.position, key, "");
      if (source.depth) refuse_shear_in_fluid(s_, model_, n);
      if (source.fault) source.fault = placed(*source.fault, key);
    }
    for (std::size_t n = 0; n < s_.receivers.size(); ++n) place(s_.receivers[n], fmt::format("receivers[{}]", n));
  }

  void tell(std::vector<std::string>& warnings) const {
    if (n_moved_ == 0) return;
    warnings.push_back(
        fmt::format("{}: {} source{} or receivers stand above the flat facets of the mesh, by up to {:.3g} m, and were "
                    "moved straight down onto them; give depth in place of z to place them on the mesh as it is, or "
                    "take a smaller mesh.spacing",
                    s_.file.string(), n_moved_, n_moved_ == 1 ? "" : "s", farthest_));
  }

 private:
  /// A fault with its points at their depths below the mesh.
  std::shared_ptr<const scenario::FiniteFault> placed(const scenario::FiniteFault& fault,
                                                      const std::string& key) const {
    auto own = std::make_shared<scenario::FiniteFault>(fault);
    for (scenario::FaultPoint& p : own->points)
      p.position[2] = at_depth(p.position, p.depth, key, fmt::format("{}:{}: ", fault.file.string(), p.line));
    return own;
  }

  void place(ReceiverSpec& group, const std::string& key) {
    const bool by_depth = !group.depths.empty();
    std::vector<double> moved(by_depth ? 0 : group.positions.size(), 0);
    for (std::size_t r = 0; r < group.positions.size(); ++r) {
      const std::string what = fmt::format("receiver {}: ", r + 1);
      if (by_depth)
        group.positions[r][2] =
            at_depth(group.positions[r], group.depths[r], key + (group.file.empty() ? ".depth" : ".file"), what);
      else
        moved[r] = above_facets(group.positions[r], key, what);
    }
    if (std::any_of(moved.begin(), moved.end(), [](double d) { return d > 0; })) group.moved_down = std::move(moved);
  }

  method::SurfacePoint surface_at(const Vector& x, const std::string& key, const std::string& what) const {
    const auto found = surface_(x[0], x[1]);
    if (!found)
      s_.fail(key, fmt::format("{}the mesh has no surface at x = {:.6g}, y = {:.6g}, from which its depth could count",
                               what, x[0], x[1]));
    return *found;
  }

  double at_depth(const Vector& x, double depth, const std::string& key, const std::string& what) const {
    const double top = surface_at(x, key, what).height, z = top - depth, bottom = s_.domain.extent[2].low;
    if (z < bottom - slack_)
      s_.fail(key, fmt::format("{}a depth of {:.6g} m is z = {:.6g} here, below the bottom of the domain, z = {:.6g}",
                               what, depth, z, bottom));
    return std::max(z, bottom);
  }

  /// By how much a point is moved down. Where the mesh is curved it stays, and the element goes on as far as it must.
  double above_facets(const Vector& x, const std::string& key, const std::string& what) {
    if (topography_ && x[2] > topography_->height(x[0], x[1]) + slack_)
      s_.fail(key, fmt::format("{}z = {:.6g} lies above the surface, which is at z = {:.6g} there", what, x[2],
                               topography_->height(x[0], x[1])));
    const auto mesh = surface_(x[0], x[1]);
    if (!mesh || mesh->facet_edge == 0) return 0;
    const double above = x[2] - mesh->height;
    if (above <= slack_) return 0;
    if (above > farthest_move * mesh->facet_edge)
      s_.fail(key, fmt::format("{}z = {:.6g} lies {:.4g} m above the flat facets of the mesh, which are at z = {:.6g} "
                               "there; it would be moved down by up to a quarter of a facet's edge, {:.4g} m. Take a "
                               "smaller mesh.spacing, or give depth",
                               what, x[2], above, mesh->height, farthest_move * mesh->facet_edge));
    ++n_moved_;
    farthest_ = std::max(farthest_, above);
    return above;
  }

  Scenario& s_;
  const model::Model& model_;
  method::SurfaceHeight surface_;
  std::optional<mesh::Surface> topography_;
  double slack_;
  std::size_t n_moved_ = 0;
  double farthest_ = 0;
};

}  // namespace

void place_points(Scenario& s, const model::Model& model, const parallel::Communicator& communicator,
                  std::vector<std::string>& warnings) {
  if (s.domain.chunk) {  // whose points stand where latitude, longitude and depth say
    for (std::size_t n = 0; n < s.sources.size(); ++n) refuse_shear_in_fluid(s, model, n);
    return;
  }
  // A mesh from a file is looked at where depths count from it, or where the model has it in memory already.
  const bool needed = s.domain.topography || (!s.mesh.file.empty() && (any_depth(s) || model.regions() != nullptr));
  if (!needed) return;
  method::SurfaceHeight surface = surface_of(s, model, communicator);
  if (!surface) return;  // the method refuses such a scenario itself
  Placer placer(s, model, std::move(surface));
  placer.place();
  placer.tell(warnings);
}

Vector place_of(const SourceSpec& source) { return source.position - Vector{0, 0, source.moved_down}; }

Vector place_of(const ReceiverSpec& group, std::size_t receiver) {
  const double down = group.moved_down.empty() ? 0 : group.moved_down[receiver];
  return group.positions[receiver] - Vector{0, 0, down};
}

}  // namespace unda::run

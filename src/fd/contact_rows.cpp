// The operator beside contacts that cut cells, less the plain one. Each row is a rate of strain as weights of velocities, G; the forces are
// its transpose, so that no energy comes or goes.
#include "fd/contact_rows.hpp"

#include <algorithm>
#include <tuple>

#include "exec/for_each.hpp"
#include "exec/upload.hpp"
#include "fd/schemes/elastic.hpp"
#include "numerics/severed_difference.hpp"

namespace unda::fd {
namespace {

using Node = std::array<int, 3>;

/// A velocity of the scheme or a flux, and its weight in a rate of strain.
struct Term {
  int field;
  Node node;
  double weight;
};

/// A weight of the operator: target += source * weight.
struct Weight {
  Node target_node;
  int target;
  int axis;  ///< of the derivative
  int source;
  Node displacement;
  double weight;

  auto key() const {
    return std::tuple(target_node[2], target_node[1], target_node[0], target, axis, source, displacement[2],
                      displacement[1], displacement[0]);
  }
};

template <int Dim, class Real>
class Assembly {
 public:
  using Scheme = Elastic<Dim, true>;
  static constexpr int n_fields = Scheme::n_fields;
  static constexpr int flux(int axis) { return n_fields + axis; }
  static constexpr int fluid_stress = n_fields + Dim;
  using Weights = std::array<std::vector<Weight>, 2>;  ///< by stage

  Assembly(const CutContacts& contacts, const Medium<Real>& medium, const Grid& part, int radius)
      : contacts_(contacts), medium_(medium), part_(part), radius_(radius) {}

  void run() {
    Node low{0, 0, 0}, high{1, 1, 1};
    for (int a = 0; a < Dim; ++a) low[a] = -radius_, high[a] = part_.axis[a].n_nodes + radius_;
    const int n_rows = high[1] - low[1];
    std::vector<Weights> by_row(static_cast<std::size_t>(n_rows) * (high[2] - low[2]));
    exec::for_each_heavy(by_row.size(), [&](std::size_t r) {
      Node node{0, low[1] + static_cast<int>(r) % n_rows, low[2] + static_cast<int>(r) / n_rows};
      for (node[0] = low[0]; node[0] < high[0]; ++node[0])
        if (!contacts_.is_far(node)) add_point(node, by_row[r]);
    });
    for (const Weights& row : by_row)
      for (const std::size_t number : {0, 1})
        weights_[number].insert(weights_[number].end(), row[number].begin(), row[number].end());
  }

  SparseUpdate<Real> stage(int number, const std::array<std::ptrdiff_t, 3>& stride,
                           const std::vector<Layer<Real>>& layers, const exec::Queue& queue) {
    std::vector<Weight>& all = weights_[static_cast<std::size_t>(number)];
    std::stable_sort(all.begin(), all.end(), [](const Weight& a, const Weight& b) { return a.key() < b.key(); });
    Lists lists;
    SparseUpdate<Real> update;
    const int n_rows = part_.axis[1].n_nodes;
    std::size_t row = 0;
    for (std::size_t n = 0; n < all.size();) {
      const Weight& first = all[n];
      double weight = 0;
      for (; n < all.size() && all[n].key() == first.key(); ++n) weight += all[n].weight;
      const Node& at = first.target_node;
      const auto here = static_cast<std::size_t>(at[2]) * n_rows + at[1];
      for (; row <= here; ++row) update.first_point.push_back(lists.points.size());
      const bool is_new =
          lists.points.empty() || lists.points.back().node != at || lists.points.back().field != first.target;
      if (is_new)
        lists.points.push_back({first.target, at, at[0] + at[1] * stride[1] + at[2] * stride[2], lists.sums.size(), 0});
      if (is_new || first.axis != lists.axis) add_sum(lists, first, layers);
      const Node& d = first.displacement;
      lists.terms.push_back({first.source, d[0] + d[1] * stride[1] + d[2] * stride[2], static_cast<Real>(weight)});
      lists.sums.back().last = lists.terms.size();
      lists.points.back().last = lists.sums.size();
    }
    const auto n_all = static_cast<std::size_t>(n_rows) * part_.axis[2].n_nodes;
    for (; row <= n_all; ++row) update.first_point.push_back(lists.points.size());
    update.points = exec::upload(lists.points, queue);
    update.sums = exec::upload(lists.sums, queue);
    update.terms = exec::upload(lists.terms, queue);
    update.memories = exec::upload(lists.memories, queue);
    update.psi = exec::Twin<Real>(lists.memories.size(), queue);
    return update;
  }

 private:
  using View = AdditionsView<Real>;
  struct Lists {
    std::vector<typename View::Point> points;
    std::vector<typename View::Sum> sums;
    std::vector<typename View::Term> terms;
    std::vector<typename View::Memory> memories;
    int axis = 0;  ///< of the last sum
  };

  static bool is_on_half(int field, int axis) {
    if (field < n_fields) return Scheme::fields[field].half[axis] == 1;
    return field == flux(axis);
  }

  /// In a layer with the profile at its own place.
  void add_sum(Lists& lists, const Weight& first, const std::vector<Layer<Real>>& layers) const {
    typename View::Sum sum{lists.terms.size(), 0, -1};
    const int at = first.target_node[first.axis];
    for (const Layer<Real>& layer : layers) {
      if (layer.axis != first.axis || at < layer.first || at >= layer.first + layer.count) continue;
      const LayerProfile<Real>& profile = layer.profile[is_on_half(first.target, first.axis) ? 1 : 0];
      const auto n = static_cast<std::size_t>(at - layer.first);
      sum.memory = static_cast<std::ptrdiff_t>(lists.memories.size());
      lists.memories.push_back({profile.decay.host()[n], profile.gain.host()[n], profile.stretch.host()[n],
                                first.target < n_fields ? Real(1) : profile.keep.host()[n]});
    }
    lists.sums.push_back(sum);
    lists.axis = first.axis;
  }

  /// The medium that a velocity's point is in: 0 fluid, 1 solid, other numbers both.
  double medium_at(const Node& node, int a) const {
    return (contacts_.share(node) + contacts_.share(moved(node, a, 1))) / 2;
  }
  bool is_open_face(const Node& node, int a) const {
    return contacts_.is_open(node) && contacts_.is_open(moved(node, a, 1));
  }

  /// What cuts change of the derivative of velocity `a` along axis `b`; the plain stencil reads from `first` on.
  void add_severed(std::vector<Term>& terms, const Node& node, int a, int b) const {
    const int first = a == b ? -radius_ : 1 - radius_;
    std::vector<char> severed(static_cast<std::size_t>(2 * radius_ - 1));
    bool any = false;
    for (std::size_t n = 0; n < severed.size(); ++n) {
      const Node here = moved(node, b, first + static_cast<int>(n)), next = moved(here, b, 1);
      const double kind = medium_at(here, a), kind_of_next = medium_at(next, a);
      const bool is_one = kind == kind_of_next && (kind == 0 || kind == 1);
      severed[n] = !is_one && (is_open_face(here, a) || is_open_face(next, a)) ? 1 : 0;
      any = any || severed[n] != 0;
    }
    if (!any) return;
    const std::vector<double> change = numerics::severed_velocity_change(radius_, severed);
    for (std::size_t n = 0; n < change.size(); ++n)
      if (change[n] != 0)
        terms.push_back({Scheme::v(a), moved(node, b, first + static_cast<int>(n)), change[n] / part_.axis[b].spacing});
  }

  /// What flows through both faces of a cell along an axis, less what the solid in it leaves over. In a cell of the fluid alone this takes
  /// the place of the velocities that the plain stencil reads.
  void add_flux(std::vector<Term>& terms, const Node& node, int a, bool replaces) const {
    const double share = contacts_.share(node);
    for (const int upper : {0, 1}) {
      const Node at = upper == 1 ? node : moved(node, a, -1);
      const CutContacts::Face face = contacts_.face(at, a);
      const double sign = (upper == 1 ? 1 : -1) / part_.axis[a].spacing;
      const bool has_both = face.is_cut() && face.open;
      if (has_both && face.flux > 0) terms.push_back({flux(a), at, sign});
      // One velocity for both where the face is not cut.
      const double of_solid = has_both ? 1 - face.flux - share : 1 - share;
      const double weight = replaces ? of_solid - 1 : of_solid;
      if (weight != 0) terms.push_back({Scheme::v(a), at, sign * weight});
    }
  }

  void add_point(const Node& node, Weights& weights) const {
    const double share = contacts_.share(node);
    const bool open = contacts_.is_open(node);
    for (int a = 0; a < Dim; ++a) {
      std::vector<Term> terms;
      add_severed(terms, node, a, a);
      if (open && share == 0) add_flux(terms, node, a, true);
      if (terms.empty()) continue;
      std::array<double, Dim> moduli{};
      for (int t = 0; t < Dim; ++t) moduli[t] = medium_.value(Scheme::modulus(t, a), node);
      for (int t = 0; t < Dim; ++t) add_rate(node, Scheme::normal(t), a, moduli[t], terms, weights);
      add_forces(node, Scheme::normal(a), a, terms, weights);
    }
    for (int n = 0; n < Scheme::n_shear; ++n) {
      const auto [a, b] = Scheme::pair[n];
      for (const auto& [velocity, axis] : {std::pair{a, b}, std::pair{b, a}}) {
        std::vector<Term> terms;
        add_severed(terms, node, velocity, axis);
        if (terms.empty()) continue;
        const double modulus = medium_.value(Scheme::mu(n), node);
        if (!(modulus > 0)) continue;  // the stress is zero for ever
        add_rate(node, Scheme::shear(n), axis, modulus, terms, weights);
        add_forces(node, Scheme::shear(n), axis, terms, weights);
      }
    }
    if (!open || share == 0 || share == 1) return;
    for (int a = 0; a < Dim; ++a) {
      std::vector<Term> terms;
      add_flux(terms, node, a, false);
      add_rate(node, fluid_stress, a, contacts_.fluid_modulus(node) / (1 - share), terms, weights);
      add_forces(node, fluid_stress, a, terms, weights);
    }
  }

  bool is_here(const Node& node) const {
    for (int a = 0; a < Dim; ++a)
      if (node[a] < 0 || node[a] >= part_.axis[a].n_nodes) return false;
    return true;
  }
  static Node from_to(const Node& from, const Node& to) { return {to[0] - from[0], to[1] - from[1], to[2] - from[2]}; }

  void add_rate(const Node& node, int stress, int axis, double modulus, const std::vector<Term>& terms,
                Weights& weights) const {
    if (!is_here(node)) return;
    for (const Term& t : terms)
      weights[1].push_back({node, stress, axis, t.field, from_to(node, t.node), modulus * t.weight});
  }
  void add_forces(const Node& node, int stress, int axis, const std::vector<Term>& terms, Weights& weights) const {
    for (const Term& t : terms) {
      if (!is_here(t.node)) continue;
      weights[0].push_back({t.node, t.field, axis, stress, from_to(t.node, node), -buoyancy(t) * t.weight});
    }
  }
  double buoyancy(const Term& t) const {
    if (t.field < n_fields) return medium_.value(Scheme::b(t.field), t.node);
    const CutContacts::Face face = contacts_.face(t.node, t.field - n_fields);
    return face.flux * face.flux / face.fluid_rho;
  }

  const CutContacts& contacts_;
  const Medium<Real>& medium_;
  const Grid& part_;
  int radius_;
  Weights weights_;
};

template <int Dim, class Real>
std::vector<SparseUpdate<Real>> rows_of(const CutContacts& contacts, const Medium<Real>& medium, const Grid& part,
                                        int radius, const std::array<std::ptrdiff_t, 3>& stride,
                                        const std::vector<Layer<Real>>& layers, const exec::Queue& queue) {
  Assembly<Dim, Real> assembly(contacts, medium, part, radius);
  assembly.run();
  std::vector<SparseUpdate<Real>> stages;
  for (const int number : {0, 1}) stages.push_back(assembly.stage(number, stride, layers, queue));
  return stages;
}

}  // namespace

SchemeDescription fluid_in_cut_cells(int dim) {
  SchemeDescription scheme;
  scheme.name = "fluid in cut cells";
  scheme.dim = dim;
  for (int a = 0; a < dim; ++a) scheme.fields.push_back({"flux", {a == 0, a == 1, a == 2}});
  scheme.fields.push_back({"fluid stress", {0, 0, 0}});
  UpdateDescription fluxes, stress;
  for (int a = 0; a < dim; ++a) {
    fluxes.targets.push_back(a);
    fluxes.derivatives.push_back({dim, a});
    stress.derivatives.push_back({a, a});
  }
  stress.targets.push_back(dim);
  scheme.stages = {{{fluxes}}, {{stress}}};
  return scheme;
}

template <class Real>
std::vector<SparseUpdate<Real>> contact_rows(const CutContacts& contacts, const Medium<Real>& medium, const Grid& part,
                                             int radius, const std::array<std::ptrdiff_t, 3>& stride,
                                             const std::vector<Layer<Real>>& layers, const exec::Queue& queue) {
  return part.dim == 2 ? rows_of<2>(contacts, medium, part, radius, stride, layers, queue)
                       : rows_of<3>(contacts, medium, part, radius, stride, layers, queue);
}

std::vector<FluidPoint> fluid_points(const CutContacts& contacts, const Grid& part,
                                     const std::array<std::ptrdiff_t, 3>& stride) {
  std::vector<FluidPoint> points;
  if (contacts.empty()) return points;
  Node node{};
  for (node[2] = 0; node[2] < part.axis[2].n_nodes; ++node[2])
    for (node[1] = 0; node[1] < part.axis[1].n_nodes; ++node[1])
      for (node[0] = 0; node[0] < part.axis[0].n_nodes; ++node[0]) {
        if (contacts.is_far(node)) continue;
        const std::ptrdiff_t place = node[0] + node[1] * stride[1] + node[2] * stride[2];
        for (int a = 0; a < part.dim; ++a) {
          if (!contacts.is_cut(node, a)) continue;
          const CutContacts::Face face = contacts.face(node, a);
          if (face.flux > 0) points.push_back({a, place, face.fluid_rho / (2 * face.flux * face.flux)});
        }
        const double share = contacts.share(node);
        if (contacts.is_open(node) && share > 0 && share < 1)
          points.push_back({part.dim, place, (1 - share) / (2 * contacts.fluid_modulus(node))});
      }
  return points;
}

template std::vector<SparseUpdate<float>> contact_rows<float>(const CutContacts&, const Medium<float>&, const Grid&,
                                                              int, const std::array<std::ptrdiff_t, 3>&,
                                                              const std::vector<Layer<float>>&, const exec::Queue&);
template std::vector<SparseUpdate<double>> contact_rows<double>(const CutContacts&, const Medium<double>&, const Grid&,
                                                                int, const std::array<std::ptrdiff_t, 3>&,
                                                                const std::vector<Layer<double>>&, const exec::Queue&);

}  // namespace unda::fd

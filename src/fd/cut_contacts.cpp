// Shares and media of cells that contacts cut.
#include "fd/cut_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exec/for_each.hpp"
#include "fd/medium.hpp"
#include "model/properties.hpp"
#include "model/stiffness.hpp"
#include "numerics/one_sided_difference.hpp"

namespace unda::fd {
namespace {

/// Weights between nodes over the least share beside them, at most.
constexpr double largest_ratio = 2;
/// Less of a medium than this counts as none.
constexpr double least_share = 0.004;

/// Points along an axis of a cell that tell the solid's share.
int points_of_share(int dim) { return dim == 2 ? 16 : 8; }

/// The node of the whole grid that an index of a part stands for, beyond its ends too.
int index_within(const Axis& axis, int index) {
  const int whole = index + axis.offset;
  if (axis.periodic()) return (whole % axis.n_whole + axis.n_whole) % axis.n_whole - axis.offset;
  return std::clamp(whole, 0, axis.n_whole - 1) - axis.offset;
}

/// A point of the cell around a node; `at` from -1/2 to 1/2.
Vector point_of_cell(const Grid& part, const std::array<int, 3>& node, const std::array<double, 3>& at) {
  Vector x{0, 0, 0};
  for (int a = 0; a < part.dim; ++a) {
    const Axis& axis = part.axis[a];
    x[axis.physical] = axis.coordinate(index_within(axis, node[a]) + at[a]);
  }
  return x;
}

/// Calls visit(x) for the midpoints of n parts along each axis.
template <class Visit>
void for_each_midpoint(const Grid& part, const std::array<int, 3>& node, int n, Visit visit) {
  const std::array<int, 3> count{n, part.dim > 1 ? n : 1, part.dim > 2 ? n : 1};
  for (int c = 0; c < count[2]; ++c)
    for (int b = 0; b < count[1]; ++b)
      for (int a = 0; a < count[0]; ++a)
        visit(point_of_cell(part, node, {(a + 0.5) / n - 0.5, (b + 0.5) / n - 0.5, (c + 0.5) / n - 0.5}));
}

/// Likewise on the face between a cell and the next along an axis.
template <class Visit>
void for_each_point_of_upper_face(const Grid& part, const std::array<int, 3>& node, int axis, int n, Visit visit) {
  const int first = axis == 0 ? 1 : 0, second = part.dim == 3 ? 3 - axis - first : -1;
  std::array<double, 3> at{};
  at[static_cast<std::size_t>(axis)] = 0.5;
  for (int b = 0; b < (second < 0 ? 1 : n); ++b)
    for (int a = 0; a < n; ++a) {
      at[static_cast<std::size_t>(first)] = (a + 0.5) / n - 0.5;
      if (second >= 0) at[static_cast<std::size_t>(second)] = (b + 0.5) / n - 0.5;
      visit(point_of_cell(part, node, at));
    }
}

}  // namespace

CutContacts::CutContacts(const model::Model& model, const Grid& part, int radius)
    : dim_(part.dim), around_(2 * radius + 4) {
  const model::Extremes extremes = model.extremes();
  if (!extremes.any_fluid || !extremes.any_solid || !model.level_interfaces().empty()) return;
  for (int a = 0; a < dim_; ++a) {
    const Axis& axis = part.axis[a];
    n_[a] = axis.n_nodes + 2 * around_;
    using scenario::BoundaryKind;
    auto kept_from = [&](BoundaryKind kind) {
      const bool one_sided = axis.closure > 0 && (kind == BoundaryKind::free || kind == BoundaryKind::rigid);
      return radius + 2 + (one_sided ? numerics::one_sided_difference(radius).n_rows : 0);
    };
    first_open_[a] = kept_from(axis.low) - axis.offset;
    last_open_[a] = axis.n_whole - 1 - kept_from(axis.high) - axis.offset;
  }
  find_shares(model, part);
  block_ = radius + 2;
  find_far_blocks(model, part);
  find_media(model, part);
}

/// By points within the cells whose centre and corners are not all of one kind.
void CutContacts::find_shares(const model::Model& model, const Grid& part) {
  const std::size_t n_rows = static_cast<std::size_t>(n_[1]) * n_[2];
  shares_.resize(n_rows * n_[0]);
  exec::for_each_heavy(n_rows, [&](std::size_t r) {
    for (int i = 0; i < n_[0]; ++i) {
      std::array<int, 3> node{i, static_cast<int>(r % n_[1]), static_cast<int>(r / n_[1])};
      for (int a = 0; a < dim_; ++a) node[a] -= around_;
      int n_solid = 0, n_points = 0;
      auto look_at = [&](const Vector& x) {
        ++n_points;
        if (model.is_solid(x)) ++n_solid;
      };
      look_at(point_of_cell(part, node, {0, 0, 0}));
      for (int corner = 0; corner < 1 << dim_; ++corner)
        look_at(point_of_cell(part, node, {(corner & 1) - 0.5, (corner >> 1 & 1) - 0.5, (corner >> 2 & 1) - 0.5}));
      const bool is_cut = n_solid > 0 && n_solid < n_points;
      if (is_cut) {
        n_solid = n_points = 0;
        for_each_midpoint(part, node, points_of_share(dim_), look_at);
      }
      const double share = static_cast<double>(n_solid) / n_points;
      shares_[r * n_[0] + i] = static_cast<float>(share < least_share ? 0 : share > 1 - least_share ? 1 : share);
    }
  });
}

std::size_t CutContacts::place(const std::array<int, 3>& node) const {
  std::size_t at = 0;
  for (int a = dim_ - 1; a >= 0; --a)
    at = at * n_[a] + static_cast<std::size_t>(std::clamp(node[a] + around_, 0, n_[a] - 1));
  return at;
}

std::size_t CutContacts::block_of(const std::array<int, 3>& node) const {
  std::size_t at = 0;
  for (int a = dim_ - 1; a >= 0; --a)
    at = at * n_blocks_[a] + static_cast<std::size_t>(std::clamp(node[a] + around_, 0, n_[a] - 1) / block_);
  return at;
}

/// A block is far from contacts where it and all blocks around it are of one medium, and the model blends none there.
void CutContacts::find_far_blocks(const model::Model& model, const Grid& part) {
  for (int a = 0; a < dim_; ++a) n_blocks_[a] = (n_[a] + block_ - 1) / block_;
  const std::size_t n = static_cast<std::size_t>(n_blocks_[0]) * n_blocks_[1] * n_blocks_[2];
  std::vector<float> least(n, 1), most(n, 0);
  std::array<int, 3> node{};
  auto for_each_node = [&](auto visit) {
    std::array<int, 3> low{0, 0, 0}, high{1, 1, 1};
    for (int a = 0; a < dim_; ++a) low[a] = -around_, high[a] = n_[a] - around_;
    for (node[2] = low[2]; node[2] < high[2]; ++node[2])
      for (node[1] = low[1]; node[1] < high[1]; ++node[1])
        for (node[0] = low[0]; node[0] < high[0]; ++node[0]) visit();
  };
  for_each_node([&] {
    const std::size_t b = block_of(node);
    const float share = shares_[place(node)];
    least[b] = std::min(least[b], share);
    most[b] = std::max(most[b], share);
  });
  far_.assign(n, 1);
  for (int k = 0; k < n_blocks_[2]; ++k)
    for (int j = 0; j < n_blocks_[1]; ++j)
      for (int i = 0; i < n_blocks_[0]; ++i) {
        float low = 1, high = 0;
        for (int c = std::max(0, k - 1); c <= std::min(k + 1, n_blocks_[2] - 1); ++c)
          for (int b = std::max(0, j - 1); b <= std::min(j + 1, n_blocks_[1] - 1); ++b)
            for (int a = std::max(0, i - 1); a <= std::min(i + 1, n_blocks_[0] - 1); ++a) {
              const std::size_t at = (static_cast<std::size_t>(c) * n_blocks_[1] + b) * n_blocks_[0] + a;
              low = std::min(low, least[at]);
              high = std::max(high, most[at]);
            }
        std::array<int, 3> first{i, j, k}, last{};
        for (int a = 0; a < 3; ++a) {
          first[a] = a < dim_ ? first[a] * block_ - around_ : 0;
          last[a] = a < dim_ ? first[a] + block_ - 1 : 0;
        }
        const bool blends = low == high && model.blends_sides(point_of_cell(part, first, {-0.5, -0.5, -0.5}),
                                                              point_of_cell(part, last, {0.5, 0.5, 0.5}));
        far_[(static_cast<std::size_t>(k) * n_blocks_[1] + j) * n_blocks_[0] + i] = low == high && !blends ? 1 : 0;
      }
}

void CutContacts::find_media(const model::Model& model, const Grid& part) {
  std::array<int, 3> low{0, 0, 0}, high{1, 1, 1};
  for (int a = 0; a < dim_; ++a) low[a] = 1 - around_, high[a] = n_[a] - around_ - 1;
  const int n_rows = high[1] - low[1];
  std::vector<std::vector<std::pair<std::size_t, Media>>> found(static_cast<std::size_t>(n_rows) * (high[2] - low[2]));
  exec::for_each_heavy(found.size(), [&](std::size_t r) {
    std::array<int, 3> node{0, low[1] + static_cast<int>(r) % n_rows, low[2] + static_cast<int>(r) / n_rows};
    for (node[0] = low[0]; node[0] < high[0]; ++node[0])
      if (!is_far(node) &&
          (differs_from_neighbours(node) || model.blends_sides(point_of_cell(part, node, {-1.5, -1.5, -1.5}),
                                                               point_of_cell(part, node, {1.5, 1.5, 1.5}))))
        found[r].emplace_back(place(node), media_of(model, part, node));
  });
  for (const auto& row : found) media_.insert(row.begin(), row.end());
}

auto CutContacts::media_of(const model::Model& model, const Grid& part, const std::array<int, 3>& node) const -> Media {
  model::MeansSum solid, fluid;
  bool any_solid = false, any_fluid = false;
  auto add_points = [&](int n, bool solids, bool fluids) {
    for_each_midpoint(part, node, n, [&](const Vector& x) {
      const bool is_solid = model.is_solid(x);
      if (is_solid ? !solids : !fluids) return;
      (is_solid ? any_solid : any_fluid) = true;
      (is_solid ? solid : fluid).add(model.of_side(x, is_solid), 1);
    });
  };
  add_points(dim_ == 2 ? 8 : 4, true, true);
  // What is so small that these points miss it has the medium that the points of its share have.
  if (const double s = share(node); s > 0 && s < 1 && !(any_solid && any_fluid))
    add_points(points_of_share(dim_), !any_solid, !any_fluid);
  const Vector centre = point_of_cell(part, node, {0, 0, 0});
  if (!any_solid) solid.add(model.of_side(centre, true), 1);
  if (!any_fluid) fluid.add(model.of_side(centre, false), 1);
  Media media{solid.means(), fluid.means(), {}, false};
  media.blended =
      model.blends_sides(point_of_cell(part, node, {-0.5, -0.5, -0.5}), point_of_cell(part, node, {0.5, 0.5, 0.5}));
  for (int a = 0; a < dim_; ++a) {
    int n_fluid = 0, n_points = 0;
    for_each_point_of_upper_face(part, node, a, dim_ == 2 ? 32 : 12, [&](const Vector& x) {
      ++n_points;
      if (!model.is_solid(x)) ++n_fluid;
    });
    media.open[static_cast<std::size_t>(a)] = static_cast<float>(n_fluid) / static_cast<float>(n_points);
  }
  return media;
}

/// Where the model blends both media in a cell that both do not share: which they are.
auto CutContacts::blended_media(const std::array<int, 3>& node) const -> const Media* {
  const auto found = media_.find(place(node));
  return found != media_.end() && found->second.blended ? &found->second : nullptr;
}

bool CutContacts::is_open(const std::array<int, 3>& node) const {
  for (int a = 0; a < dim_; ++a)
    if (node[a] < first_open_[a] || node[a] > last_open_[a]) return false;
  return true;
}

auto CutContacts::face(const std::array<int, 3>& node, int axis) const -> Face {
  const std::array<int, 3> next = moved(node, axis, 1);
  const double s0 = share(node), s1 = share(next), f0 = 1 - s0, f1 = 1 - s1;
  Face face;
  face.open = is_open(node) && is_open(next);
  face.solid = (s0 + s1) / 2;
  face.flux = 1 - face.solid;
  if (!face.is_cut()) return face;
  face.flux = std::clamp<double>(media(node).open[static_cast<std::size_t>(axis)], std::max(0.0, 1 - s0 - s1),
                                 std::min(1.0, largest_ratio * std::min(f0, f1)));
  face.solid_rho = ((s0 > 0 ? s0 * media(node).solid.rho : 0) + (s1 > 0 ? s1 * media(next).solid.rho : 0)) / 2;
  face.fluid_rho = ((f0 > 0 ? f0 * media(node).fluid.rho : 0) + (f1 > 0 ? f1 * media(next).fluid.rho : 0)) / 2;
  if (face.flux == 0) face.solid_rho += face.fluid_rho;
  return face;
}

double CutContacts::fluid_modulus(const std::array<int, 3>& node) const { return media(node).fluid.kappa; }

bool CutContacts::is_cut(const std::array<int, 3>& node, int axis) const {
  const std::array<int, 3> next = moved(node, axis, 1);
  const double sum = share(node) + share(next);
  return sum > 0 && sum < 2 && is_open(node) && is_open(next);
}

bool CutContacts::is_beside(const std::array<int, 3>& node) const {
  return !is_far(node) && is_open(node) && differs_from_neighbours(node);
}

bool CutContacts::differs_from_neighbours(const std::array<int, 3>& node) const {
  bool beside = share(node) > 0 && share(node) < 1;
  for (int a = 0; a < dim_; ++a)
    for (const int by : {-1, 1}) beside = beside || share(moved(node, a, by)) != share(node);
  return beside;
}

double CutContacts::bound_in_fluid(const std::array<int, 3>& node, const Grid& part) const {
  const double fluid = 1 - share(node);
  if (fluid == 0) return 0;
  double sum = 0;
  for (int a = 0; a < dim_; ++a) {
    double weighted = 0;
    for (const int upper : {0, 1}) {
      const Face between = face(upper == 1 ? node : moved(node, a, -1), a);
      if (between.flux > 0)
        weighted +=
            2 * (between.is_cut() ? between.flux * between.flux / between.fluid_rho : 1 / media(node).fluid.rho);
      if (between.is_cut()) weighted += 3 * std::abs(1 - between.flux - share(node)) / between.solid_rho;
    }
    sum += weighted / (part.axis[a].spacing * part.axis[a].spacing);
  }
  return fluid_modulus(node) / fluid * sum;
}

double CutContacts::mean_share(const std::array<int, 3>& node, int a, int b) const {
  const std::array<int, 3> next = moved(node, a, 1);
  return (share(node) + share(next) + share(moved(node, b, 1)) + share(moved(next, b, 1))) / 4;
}

/// What of the mean the velocities around can bear: none where one of them has no mass.
double CutContacts::bearable_share(const std::array<int, 3>& node, int a, int b) const {
  auto of_face = [this](const std::array<int, 3>& at, int axis) { return (share(at) + share(moved(at, axis, 1))) / 2; };
  const double least =
      std::min({of_face(node, a), of_face(moved(node, b, 1), a), of_face(node, b), of_face(moved(node, a, 1), b)});
  return std::min(mean_share(node, a, b), largest_ratio * least);
}

/// With what the neighbours cannot bear, so that none of the solid is lost.
double CutContacts::shear_share(const std::array<int, 3>& node, int a, int b) const {
  const double own = bearable_share(node, a, b);
  double sum = own;
  for (int axis = 0; axis < dim_ && own > 0; ++axis)
    for (const int by : {-1, 1}) {
      const std::array<int, 3> other = moved(node, axis, by);
      const double left = mean_share(other, a, b) - bearable_share(other, a, b);
      if (left <= 0) continue;
      double all = 0;
      for (int c = 0; c < dim_; ++c)
        all += bearable_share(moved(other, c, -1), a, b) + bearable_share(moved(other, c, 1), a, b);
      sum += left * own / all;
    }
  return sum;
}

/// The harmonic mean over the solids of four cells; 0: not known.
double CutContacts::solid_shear_modulus(const std::array<int, 3>& node, int a, int b) const {
  double compliance = 0, weight = 0;
  for (const auto& corner : {node, moved(node, a, 1), moved(node, b, 1), moved(moved(node, a, 1), b, 1)}) {
    const auto found = media_.find(place(corner));
    if (share(corner) == 0 || found == media_.end()) continue;
    weight += share(corner);
    compliance += share(corner) / found->second.solid.mu;
  }
  return weight > 0 ? weight / compliance : 0;
}

double CutContacts::parameter(const Parameter& parameter, const std::array<int, 3>& node, CellMedium& cell) const {
  const Half& half = parameter.half;
  const int n_half = half[0] + half[1] + half[2];
  std::array<int, 3> last = node;
  for (int a = 0; a < dim_; ++a) last[a] += half[a];
  if (is_far(node) || !is_open(node) || !is_open(last)) return cell.value(parameter.property);
  if (n_half == 1) {
    const int axis = static_cast<int>(std::find(half.begin(), half.end(), 1) - half.begin());
    const Face between = face(node, axis);
    if (between.is_cut()) return 1 / between.solid_rho;
    const Media *here = blended_media(node), *next = blended_media(last);
    if (here == nullptr || next == nullptr) return cell.value(parameter.property);
    return between.solid == 0 ? 2 / (here->fluid.rho + next->fluid.rho) : 2 / (here->solid.rho + next->solid.rho);
  }
  if (n_half == 0) {
    const double s = share(node);
    if ((s == 0 || s == 1) && blended_media(node) == nullptr) return cell.value(parameter.property);
    const model::CellMeans& own = s == 0 ? media(node).fluid : media(node).solid;
    const double weight = s == 0 ? 1 : s, mu = s == 0 ? 0 : own.mu;
    const double m = weight * own.p_modulus, lambda = m - 2 * weight * mu;
    return value_of(parameter.property, model::Stiffness{{m, m, m, lambda, lambda, lambda}, {}});
  }
  const int b = half[2] == 1 ? 2 : 1, a = half[0] == 1 ? 0 : 1;
  const double of_cell = shear_share(node, a, b);
  if (of_cell == 0) return 0;
  const double known = solid_shear_modulus(node, a, b);
  return of_cell * (known > 0 ? known : cell.value(parameter.property));
}

}  // namespace unda::fd

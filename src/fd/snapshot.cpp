// Reading the wavefield on the nodes.
#include "fd/snapshot.hpp"

#include "exec/for_each.hpp"

namespace unda::fd {
namespace {

/// The half points along one axis that make the value on a node: its two neighbours, or beside a face beyond which there is
/// nothing the two nearest inside, continued in a straight line.
struct HalfPoints {
  int first, second;
  double first_weight, second_weight;
};

HalfPoints half_points(int node, int last, const std::array<Mirror, 2>& mirror) {
  if (node == 0 && is_one_sided(mirror[0])) return {0, 1, 1.5, -0.5};
  if (node == last && is_one_sided(mirror[1])) return {last - 1, last - 2, 1.5, -0.5};
  return {node - 1, node, 0.5, 0.5};
}

/// What is kept of a field over its value, by index of the part along the axis of slip interfaces.
struct Scale {
  const SlipInterfaces& slips;
  SlipRole role;
  int offset;

  double at(const std::array<int, 3>& node) const {
    return slips.empty() ? 1 : slips.scale(role, node[slips.axis()] + offset);
  }
};

template <class Real>
double on_node(const View<Real>& view, const FieldImages& images, const Scale& scale, std::array<int, 3> node,
               int axis = 0) {
  if (axis == 3) return view.row(images.field, node[1], node[2])[node[0]] / scale.at(node);
  if (images.half[axis] == 0) return on_node(view, images, scale, node, axis + 1);
  const HalfPoints points = half_points(node[axis], view.n[axis] - 1, images.mirror[axis]);
  node[axis] = points.first;
  const double first = on_node(view, images, scale, node, axis + 1);
  node[axis] = points.second;
  return points.first_weight * first + points.second_weight * on_node(view, images, scale, node, axis + 1);
}

}  // namespace

method::SnapshotGrid domain_points(const Grid& grid) {
  method::SnapshotGrid points;
  for (int a = 0; a < grid.dim; ++a) {
    const Axis& axis = grid.axis[a];
    const DomainNodes here = domain_nodes(axis);
    points.n[axis.physical] = axis.n_domain_nodes;
    points.origin[axis.physical] = axis.coordinate(axis.absorbing_low - axis.offset);
    points.spacing[axis.physical] = axis.spacing;
    points.first_here[axis.physical] = axis.offset + here.first - axis.absorbing_low;
    points.n_here[axis.physical] = here.count;
  }
  return points;
}

template <class Real>
void take_snapshot(const View<Real>& view, const Grid& grid, const SchemeDescription& scheme,
                   const std::vector<FieldImages>& images, const SlipInterfaces& slips, scenario::Quantity quantity,
                   std::span<float> values) {
  const int components = scenario::n_components(quantity, grid.dim);
  std::array<int, 3> first{0, 0, 0}, n{1, 1, 1};
  for (int a = 0; a < grid.dim; ++a) {
    const DomainNodes here = domain_nodes(grid.axis[a]);
    first[a] = here.first;
    n[a] = here.count;
  }
  for (int c = 0; c < components; ++c) {
    const std::vector<FieldTerm> readings = scheme.readings(quantity, c);
    exec::for_each_heavy(static_cast<std::size_t>(n[1]) * n[2], [&](std::size_t r) {
      const int j = static_cast<int>(r % n[1]) + first[1], k = static_cast<int>(r / n[1]) + first[2];
      for (int i = 0; i < n[0]; ++i) {
        double sum = 0;
        for (const FieldTerm& reading : readings) {
          double factor = reading.factor;
          if (reading.medium_factor != nullptr) {
            std::array<double, max_parameters> medium{};
            for (std::size_t m = 0; m < scheme.medium.size(); ++m)
              medium[m] = view.parameter_value(static_cast<int>(m), i + first[0], j, k);
            factor *= reading.medium_factor(medium.data());
          }
          const SlipRole role = slips.empty() ? SlipRole::continuous : scheme.slip_role(reading.field, slips.axis());
          const Scale scale{slips, role, grid.axis[slips.axis()].offset};
          sum += factor * on_node(view, images[reading.field], scale, {i + first[0], j, k});
        }
        values[(r * n[0] + i) * components + c] = static_cast<float>(sum);
      }
    });
  }
}

template void take_snapshot<float>(const View<float>&, const Grid&, const SchemeDescription&,
                                   const std::vector<FieldImages>&, const SlipInterfaces&, scenario::Quantity,
                                   std::span<float>);
template void take_snapshot<double>(const View<double>&, const Grid&, const SchemeDescription&,
                                    const std::vector<FieldImages>&, const SlipInterfaces&, scenario::Quantity,
                                    std::span<float>);

}  // namespace unda::fd

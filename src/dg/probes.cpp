// Placing probes and reading them.
#include "dg/probes.hpp"

#include "dg/readings.hpp"
#include "exec/for_each.hpp"
#include "numerics/tetrahedral_basis.hpp"

namespace unda::dg {

Probes::Probes(int order, const std::vector<mesh::ElementPoint>& places, const Placement& placement,
               const std::vector<method::Receiver>& points, double dt) {
  std::size_t number = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const int here = placement.place_holding(places[p].element);
    for (int c = 0; c < scenario::n_components(points[p].quantity, 3); ++c, ++number) {
      if (here < 0) continue;
      channels_.push_back({p, c, 0, number, dt});
      points_.push_back({static_cast<std::size_t>(here), points[p].quantity, basis_.size()});
    }
    if (here >= 0) basis_.push_back(numerics::tetrahedral_basis(order, places[p].local).values);
  }
}

template <class Real>
std::vector<double> Probes::read(const Real* q, const FieldLayout& layout) const {
  std::vector<double> values(channels_.size());
  exec::for_each_block(values.size(), 64, [&](std::size_t n) {
    const ProbePoint& point = points_[n];
    values[n] = value_of(point.quantity, channels_[n].component, q + layout.first(point.place), layout.width,
                         basis_[point.point]);
  });
  return values;
}

template std::vector<double> Probes::read<float>(const float*, const FieldLayout&) const;
template std::vector<double> Probes::read<double>(const double*, const FieldLayout&) const;

}  // namespace unda::dg

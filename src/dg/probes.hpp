// Points at which the wavefield is read now and then, on the host: the values there of the polynomials of the element that holds
// the point.
#pragma once

#include <vector>

#include "dg/fields.hpp"
#include "dg/placement.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

class Probes {
 public:
  Probes() = default;
  /// Takes those whose element lies on this rank. `places`: where they are in elements, -1 on other ranks.
  Probes(int order, const std::vector<mesh::ElementPoint>& places, const Placement& placement,
         const std::vector<method::Receiver>& points, double dt);

  const std::vector<method::Channel>& channels() const { return channels_; }
  /// By channel, of all coefficients `q`.
  template <class Real>
  std::vector<double> read(const Real* q, const FieldLayout& layout) const;

 private:
  struct ProbePoint {
    std::size_t place = 0;  ///< of the element
    scenario::Quantity quantity = scenario::Quantity::velocity;
    std::size_t point = 0;  ///< among basis_
  };
  std::vector<method::Channel> channels_;
  std::vector<ProbePoint> points_;          ///< by channel
  std::vector<std::vector<double>> basis_;  ///< values of the polynomials, by point
};

}  // namespace unda::dg

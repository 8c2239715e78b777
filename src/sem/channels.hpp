// What receivers read: a field or its gradient at a point by the polynomials of the element that holds it, on the rank that has
// the element.
#pragma once

#include <span>
#include <vector>

#include "method/propagator.hpp"
#include "sem/kernels/stiffness.hpp"
#include "sem/materials.hpp"
#include "sem/point_basis.hpp"

namespace unda::sem {

/// The fields of a rank, [component][place]; acceleration = forces * inverse_mass.
template <class Real>
struct Fields {
  const Real *displacement = nullptr, *velocity = nullptr, *forces = nullptr;
  const Real* inverse_mass = nullptr;  ///< [place]
};

class Channels {
 public:
  Channels() = default;
  /// Takes, of all channels, those whose receiver lies on this rank and in some layers of its elements.
  Channels(const Mesh& mesh, const parallel::Range& layers, Physics physics, const Materials& materials,
           const std::vector<method::Receiver>& receivers, const std::vector<method::Channel>& all);

  const std::vector<method::Channel>& owned() const { return owned_; }
  template <class Real>
  void read(const Fields<Real>& fields, std::span<double> values) const;

 private:
  enum class From { displacement, velocity, acceleration };
  /// sum over components of value[c] u_c + reference slopes of u_c times slope[c].
  struct ChannelWeights {
    std::size_t place = 0;  ///< among places_
    From from = From::displacement;
    std::array<double, 3> value{};
    std::array<std::array<double, 3>, 3> slope{};
  };
  /// A receiver's element: where its points begin, and the weights along each axis.
  struct ElementWeights {
    std::ptrdiff_t first = 0;
    std::array<std::vector<double>, 3> value, slope;
  };
  ChannelWeights reading_of(Physics physics, const physics::Material& earth, const PointBasis& basis,
                            const method::Receiver& receiver, int component) const;
  template <class Value>
  double sum(const ElementWeights& place, int slope_axis, Value value) const;

  int dim_ = 3;
  std::ptrdiff_t component_stride_ = 0;
  std::vector<std::ptrdiff_t> offset_;  ///< of an element's points
  std::vector<method::Channel> owned_;
  std::vector<ElementWeights> places_;
  std::vector<ChannelWeights> readings_;
};

}  // namespace unda::sem

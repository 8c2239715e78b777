// What receivers read: a field or its gradient at a point by the polynomials of the element that holds it, on the rank that has
// the element.
#pragma once

#include <span>
#include <vector>

#include "exec/sample_block.hpp"
#include "method/propagator.hpp"
#include "method/state.hpp"
#include "model/relaxation.hpp"
#include "sem/channels_read.hpp"
#include "sem/element_space.hpp"
#include "sem/kernels/stiffness.hpp"

namespace unda::sem {

class Channels {
 public:
  Channels() = default;
  /// Takes, of all channels, those whose receiver lies in the elements of a rank. One on a face between a fluid and a solid belongs to
  /// the elements below it. `law`: of attenuation, if there is any.
  Channels(const ElementSpace& elements, Physics physics, const std::vector<method::Receiver>& receivers,
           const std::vector<method::Channel>& all, const model::RelaxationLaw* law, double dt,
           const exec::Queue& queue);

  const std::vector<method::Channel>& owned() const { return owned_; }
  /// Whether any of them needs the forces.
  bool read_forces() const { return read_forces_; }
  /// Notes what they read of fields on the device; once a step.
  template <class Real>
  void note(const Fields<Real>& fields);
  /// [sample][channel] of all that was noted and not taken yet.
  std::vector<double> take();
  void transfer(method::State& state);

 private:
  using Slopes = std::array<std::array<double, 3>, 3>;
  void set_mechanisms(const model::RelaxationLaw& law, double dt, const std::vector<Slopes>& slopes);
  ChannelWeights reading_of(Physics physics, const physics::Material& earth, const PointBasis& basis,
                            const method::Receiver& receiver, int component, std::size_t place) const;
  void bring();

  ChannelTables tables_;
  exec::Queue queue_;
  std::vector<method::Channel> owned_;
  bool read_forces_ = false;
  exec::Twin<std::ptrdiff_t> offset_, first_;
  exec::Twin<ChannelWeights> channels_;
  exec::Twin<double> weights_;
  ChannelMechanisms mechanisms_;
  exec::Twin<Slopes> slopes_of_mechanisms_;
  exec::Twin<double> memories_;
  exec::SampleBlock block_;
  std::vector<double> taken_;
};

}  // namespace unda::sem

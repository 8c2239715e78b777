// What receivers read: the Taylor polynomial in time of the element they stand in, from which velocities, their integrals and
// their slopes follow at any time of a step. The recursion sees one element alone; what the neighbours bring within the step is
// known at its end, and is added in proportion to time: traces are continuous, and slopes are those of the whole step.
#pragma once

#include <map>
#include <vector>

#include "dg/device/sparse_matrix.hpp"
#include "dg/operators.hpp"
#include "dg/relaxing_seats.hpp"
#include "dg/step_items.hpp"
#include "exec/sample_block.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

/// What derivatives are found with: on the host lists of all entries, on a device, and for strains, their rows.
template <class Real>
struct Derivation {
  const Operators<Real>& lists;
  SparseOperators<Real> rows;
  Memories<Real>& memories;  ///< of elements that attenuate
};

template <class Real>
class Receivers {
 public:
  Receivers() = default;
  /// Takes the receivers whose element lies on this rank, in a cluster. `points`: where they are in elements, -1 on other ranks;
  /// `medium`: by block, on the host; `dt`: of the cluster.
  Receivers(int order, const std::vector<mesh::ElementPoint>& points, const Placement& placement, int cluster,
            const Real* medium, const std::vector<method::Receiver>& receivers, double dt, const FieldLayout& layout,
            const exec::Queue& queue, bool anisotropic = false);

  /// Of a sample: one more than those of the fields, for the integral.
  static int n_terms(int order) { return order + 1; }
  const std::vector<method::Channel>& channels() const { return channels_; }
  /// The fields at t = 0, where they are not zero; `q` on the device.
  void start(const Derivation<Real>& derivation, const Real* q, double dt);
  /// Notes the polynomials of all channels for the step of dt that ends with the fields q.
  void sample(const Derivation<Real>& derivation, const Real* q, double dt);
  /// [sample][channel][term]
  std::vector<double> take();
  void transfer(method::State& state);

 private:
  /// Elements with receivers: their places, and their number by place.
  struct Seats {
    std::vector<std::size_t> places;
    std::map<int, std::size_t> of;
    std::size_t take(int place);
  };
  void add_channels(const method::Receiver& receiver, std::size_t element, const std::vector<double>& basis,
                    method::Channel first, std::vector<double>& all_basis, std::vector<ChannelReading>& readings,
                    std::vector<ChannelKind>& kinds);
  void seat_elements(const std::vector<std::size_t>& places, const Real* medium);
  void find_series(const Derivation<Real>& derivation, const Real* q, double dt, double* series);
  void derive(const Derivation<Real>& derivation, Real* from, Real* to);
  template <class View, template <class> class MediumOf>
  void derive_by(const Derivation<Real>& derivation, Real* from, Real* to);
  void bring();

  exec::Queue queue_;
  FieldLayout layout_;
  int order_ = 0;
  bool anisotropic_ = false;
  std::vector<method::Channel> channels_;
  exec::Twin<std::size_t> places_;  ///< of the elements with receivers
  exec::Twin<Real> medium_;         ///< theirs, in blocks
  exec::Twin<Real> now_, after_;    ///< their fields and derivatives of these, likewise
  RelaxingSeats<Real> relaxing_;
  exec::Buffer<Real> slope_;  ///< room for derivatives in space, on the host
  exec::Twin<ChannelReading> readings_;
  exec::Twin<double> basis_;         ///< [channel][coefficient]
  exec::Twin<ChannelKind> kinds_;    ///< by channel
  exec::Twin<double> series_;        ///< [channel][term] of the step to come
  exec::Twin<double> next_;          ///< and of the one after
  exec::Twin<double> displacement_;  ///< so far, by channel; of those that ask for it
  exec::SampleBlock block_;
  std::vector<double> samples_;
};

extern template class Receivers<float>;
extern template class Receivers<double>;

}  // namespace unda::dg

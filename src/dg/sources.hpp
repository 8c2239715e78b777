// Point sources in elements. After each step a source gives s(t) dt at once: the sum over the steps is the integral over time to
// any order, as s is smooth on the scale of a step. In space it is spread over the elements around it (source_kernel.hpp).
#pragma once

#include <vector>

#include "dg/fields.hpp"
#include "dg/make_medium.hpp"
#include "exec/twin.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"

namespace unda::dg {

template <class Real>
class Sources {
 public:
  Sources() = default;
  Sources(int order, const mesh::Tetrahedra& mesh, const Materials& materials, const mesh::Locator& locator,
          const std::vector<int>& place_of, const std::vector<method::PointSource>& sources, const FieldLayout& layout,
          const exec::Queue& queue);

  /// What the sources give at the end of a step, for dt. `q` on the device.
  void inject(std::int64_t step, double dt, Real* q);

 private:
  static constexpr std::int64_t n_ahead = 64;  ///< steps for which the device knows s

  /// What one element gets of one source at every step.
  struct Part {
    std::size_t place = 0;
    int source = 0;
    std::vector<std::pair<int, double>> amplitudes;  ///< of the fields, for s dt = 1
    std::vector<double> kernel;                      ///< [coefficient]
  };
  void put_on_device(std::vector<Part> parts);
  void look_ahead(std::int64_t step, double dt);

  exec::Queue queue_;
  FieldLayout layout_;
  std::vector<std::shared_ptr<const numerics::TimeFunction>> time_functions_;
  exec::Twin<std::size_t> place_, first_;
  exec::Twin<int> fields_, source_;
  exec::Twin<double> amplitudes_, kernel_;
  exec::Twin<double> amounts_;               ///< [step][source]
  std::int64_t first_known_ = -n_ahead - 1;  ///< of them
};

extern template class Sources<float>;
extern template class Sources<double>;

}  // namespace unda::dg

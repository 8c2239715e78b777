// Point sources in elements. After each step of an element a source gives s(t) dt at once: the sum over the steps is the integral over time to
// any order where s is smooth on the scale of a step (second at its kinks). In space it is spread over the elements around it (source_kernel.hpp).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "dg/fields.hpp"
#include "dg/make_medium.hpp"
#include "dg/placement.hpp"
#include "exec/twin.hpp"
#include "mesh/locate.hpp"
#include "method/propagator.hpp"
#include "parallel/parcel.hpp"

namespace unda::dg {

/// What one element gets of one source at every step.
struct SourcePart {
  int element = 0;
  int source = 0;
  std::array<double, n_fields> amplitudes{};  ///< for s dt = 1
  std::vector<double> kernel;                 ///< [coefficient]
};

/// Those of sources that are numbered from `first` on, by source, in elements of the mesh.
std::vector<SourcePart> source_parts(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                                     const mesh::Locator& locator, std::span<const method::PointSource> sources,
                                     int first);
void pass(parallel::Parcel& parcel, std::vector<SourcePart>& parts);

/// Of one of many, until the tables are made: in elements of usual shapes kernels reach into 58 to 70 of them.
double bytes_of_source(int n_basis);

template <class Real>
class Sources {
 public:
  Sources() = default;
  /// `parts`: those of elements that are placed here, by source.
  Sources(std::vector<SourcePart> parts, const Placement& placement, const std::vector<method::PointSource>& sources,
          const FieldLayout& layout, const exec::Queue& queue);

  /// What the sources give to elements of a cluster at the end of one of its steps, for its dt. `q` on the device.
  void inject(int cluster, std::int64_t step, double dt, Real* q);

 private:
  static constexpr std::int64_t n_ahead = 64;  ///< steps for which the device knows s

  /// Elements of one cluster.
  struct Group {
    std::size_t first = 0, n = 0;             ///< of all elements that sources touch
    exec::Twin<double> amounts;               ///< [step][source]
    std::int64_t first_known = -n_ahead - 1;  ///< of these steps
  };
  void look_ahead(Group& group, std::int64_t step, double dt);

  exec::Queue queue_;
  FieldLayout layout_;
  std::vector<std::shared_ptr<const numerics::TimeFunction>> time_functions_;
  exec::Twin<std::size_t> place_, first_;
  exec::Twin<int> fields_, source_;
  exec::Twin<double> amplitudes_, kernel_;
  std::vector<Group> groups_;  ///< by cluster
};

extern template class Sources<float>;
extern template class Sources<double>;

}  // namespace unda::dg

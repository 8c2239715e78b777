// The step of a scheme on one rank's part of the grid, behind one interface: on the host (host_stepper.hpp) and on devices
// (device/stepper.hpp). Both do the same operations in the same order and find the same bits.
#pragma once

#include <functional>
#include <vector>

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/channels.hpp"
#include "fd/medium.hpp"
#include "fd/one_sided.hpp"
#include "fd/points.hpp"
#include "fd/relaxation.hpp"
#include "fd/source_cloud.hpp"
#include "fd/sparse_update.hpp"
#include "parallel/halo.hpp"

namespace unda::fd {

/// What the propagator owns and a stepper works on.
template <class Real>
struct StepperParts {
  const SchemeDescription& scheme;
  const Grid& grid;  ///< of this rank
  int radius = 0;
  const View<Real>& shape;  ///< strides, spacings, sizes and step; no fields
  std::vector<Array<Real>>& fields;
  Medium<Real>& medium;
  std::vector<Layer<Real>>& layers;
  const std::vector<OneSidedFace<Real>>&faces, &slips;
  const std::vector<FieldImages>& images;
  const std::vector<std::vector<GridSource<Real>>>& sources;  ///< by stage
  std::vector<SourceCloud<Real>>& clouds;                     ///< by stage; none: empty
  std::vector<parallel::Halo<Real>>& halos;                   ///< by stage, of the arrays of the stepper's view
  std::vector<Array<Real>>& fluid_fields;                     ///< of cells that contacts cut
  std::vector<SparseUpdate<Real>>& contact_rows;              ///< by stage; none: empty
  Relaxation<Real>& relaxation;
};

template <class Real>
class Stepper {
 public:
  /// The part of a cell that a point stands for, by field, axis and index.
  using CellLength = std::function<double(int field, int axis, int index)>;

  virtual ~Stepper() = default;
  /// Of the arrays that it steps, where they are.
  virtual const View<Real>& view() const = 0;
  /// What the receivers read; the channels must outlive the stepper.
  virtual void set_reading(Channels<Real>& channels) = 0;

  virtual void advance(std::size_t step, parallel::CommunicationMode mode) = 0;
  /// Brings the ghosts that other ranks hold up to date.
  virtual void exchange_all() = 0;
  /// Notes the sums of all channels.
  virtual void sample() = 0;
  /// The sums noted and not taken yet, [sample][channel]. Collective.
  virtual std::vector<double> take_sums() = 0;
  /// Whether all numbers of a field are.
  virtual bool is_finite(int field) = 0;
  /// Of the scheme's fields, over the volume of a cell.
  virtual double energy(const CellLength& length) = 0;
};

/// Node (0, 0, 0) of all arrays where they are stepped, which are about to change there.
template <class Real>
AllFields<Real> fields_to_step(const StepperParts<Real>& parts) {
  AllFields<Real> all{};
  for (std::size_t n = 0; n < parts.fields.size(); ++n)
    all[n] = parts.fields[n].origin_on_device(exec::Access::read_write);
  for (std::size_t n = 0; n < parts.fluid_fields.size(); ++n)
    all[parts.fields.size() + n] = parts.fluid_fields[n].origin_on_device(exec::Access::read_write);
  return all;
}

/// The roots of the lengths of a field's points along an axis; 1 along axes that the grid has not.
std::vector<double> roots_of_lengths(const std::function<double(int, int, int)>& length, int field, int axis, int n,
                                     int dim);

}  // namespace unda::fd

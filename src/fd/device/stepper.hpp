// The step of a scheme on a device: the same operations as on the host in the same order, each a loop over all of its points.
// Nothing comes back to the host unless it is asked for; what receivers read is collected on the device.
#pragma once

#include <functional>
#include <span>

#include "exec/sample_block.hpp"
#include "fd/channels.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/reading.hpp"
#include "fd/medium.hpp"
#include "fd/points.hpp"
#include "fd/sparse_update.hpp"
#include "parallel/halo.hpp"

namespace unda::fd {

/// What the propagator owns and the stepper works on.
template <class Real>
struct StepperParts {
  const SchemeDescription& scheme;
  int dim = 0;
  std::vector<Array<Real>>& fields;
  Medium<Real>& medium;
  std::vector<Layer<Real>>& layers;
  const std::vector<OneSidedFace<Real>>&faces, &slips;
  const std::vector<FieldImages>& images;
  const std::vector<std::vector<GridSource<Real>>>& sources;  ///< by stage
  std::vector<parallel::Halo<Real>>& halos;                   ///< by stage, of arrays on the device
  std::vector<Array<Real>>& fluid_fields;                     ///< of cells that contacts cut
  std::vector<SparseUpdate<Real>>& contact_rows;              ///< by stage; none: empty
};

template <class Real>
class DeviceStepper {
 public:
  /// `shape` is a view of the host: its strides, spacings and sizes hold on the device too.
  DeviceStepper(const exec::Queue& queue, DeviceKernels<Real> kernels, const StepperParts<Real>& parts,
                const View<Real>& shape, const Grid& grid, int radius);

  const View<Real>& view() const { return view_; }
  /// What the receivers read; the channels must outlive the stepper.
  void set_reading(Channels<Real>& channels);

  void advance(std::size_t step, parallel::CommunicationMode mode);
  /// Brings the ghosts that other ranks hold up to date.
  void exchange_all();
  /// Notes the sums of all channels.
  void sample();
  /// The sums noted and not taken yet, [sample][channel]. Collective.
  std::vector<double> take_sums();
  /// Whether all numbers of a field are.
  bool finite(int field);
  /// The energies of all rows over the volume of a cell. `share` gives the part of a cell that a point stands for, by
  /// field, axis and index.
  const double* row_energies(const std::function<double(int field, int axis, int index)>& share);
  void wait() const { queue_.wait(); }

 private:
  struct Source {
    int field = 0;
    exec::Twin<std::ptrdiff_t> offset;
    exec::Twin<Real> factor, s;
    bool beside_face = false;
  };

  /// A box of the part, and what of it lies in absorbing layers; of all axes, or of those across rows.
  struct Region {
    Box box;
    CoreAndShell by_layers, by_layers_across_rows;
    std::vector<exec::Twin<std::size_t>> at_contacts;  ///< by stage: which points of the contact rows lie in it
  };
  /// A field whose next values go into a second array: they change places after each step.
  struct Doubled {
    int field = 0;
    std::size_t pass = 0;
    Array<Real> next;
  };

  void touch_all();
  void repeat_nodes();
  void make_regions(const Grid& grid, int radius);
  Region region(const Box& box) const;
  std::vector<exec::Twin<std::size_t>> points_at_contacts(const Box& box) const;
  void make_layer_views();
  void make_faces();
  void double_fields();
  void place(const GridSource<Real>& source, std::size_t stage);
  void inject(std::size_t stage, std::size_t step);
  void run_pass(std::size_t pass, parallel::CommunicationMode mode);
  void run_region(std::size_t pass, Region& region);
  void add_at_contacts(std::size_t stage, Region& region);
  void fill_images(int field, const View<Real>& view, const Box& box, int n_axes);
  void take_block();

  exec::Queue queue_;
  DeviceKernels<Real> kernels_;
  StepperParts<Real> parts_;
  View<Real> view_;
  AllFields<Real> all_fields_{};
  Differences<Real> difference_;
  Box all_;
  bool updates_repeat_rows_ = false;
  std::vector<Region> frame_;  ///< beside cuts, done first
  Region centre_;
  std::vector<Doubled> doubled_;
  std::vector<std::vector<LayersView<Real>>> layers_;  ///< by pass and update
  std::vector<exec::Twin<typename FaceView<Real>::Level>> levels_;
  std::vector<FaceView<Real>> faces_;
  std::vector<std::vector<Source>> sources_;  ///< by stage

  Channels<Real>* channels_ = nullptr;
  ReadingTables reading_;
  exec::Twin<ReadingRow> rows_;
  exec::Twin<int> indices_, first_row_, first_term_;
  exec::Twin<double> weights_, medium_, sums_, bad_, energies_;
  exec::SampleBlock samples_;
  std::vector<std::array<exec::Twin<double>, 3>> shares_;  ///< by field and axis
  std::vector<double> taken_;                              ///< from the device, when its block was full
};

extern template class DeviceStepper<float>;
extern template class DeviceStepper<double>;

}  // namespace unda::fd

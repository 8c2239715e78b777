// The step of a scheme on a device: the same operations as on the host in the same order, each a loop over all of its points.
// Nothing comes back to the host unless it is asked for; what receivers read is collected on the device.
#pragma once

#include "exec/sample_block.hpp"
#include "fd/device/kernels.hpp"
#include "fd/device/reading.hpp"
#include "fd/stepper.hpp"

namespace unda::fd {

template <class Real>
class DeviceStepper final : public Stepper<Real> {
 public:
  DeviceStepper(const exec::Queue& queue, DeviceKernels<Real> kernels, const StepperParts<Real>& parts);

  const View<Real>& view() const override { return view_; }
  void set_reading(Channels<Real>& channels) override;
  void advance(std::size_t step, parallel::CommunicationMode mode) override;
  void exchange_all() override;
  void sample() override;
  std::vector<double> take_sums() override;
  bool is_finite(int field) override;
  double energy(const typename Stepper<Real>::CellLength& length) override;

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
  void make_regions();
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

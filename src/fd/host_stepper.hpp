// The step of a scheme on the host: each stage a sweep over all rows with absorbing layers, faces and mirrors applied row by row, in
// 3-D both stages in one pass where the grid allows it; sources and exchanges between them.
#pragma once

#include "fd/kernels/kernels.hpp"
#include "fd/stepper.hpp"
#include "fd/sweep.hpp"

namespace unda::fd {

/// How sweeps go over a part of the grid.
template <class Real>
SweepShape sweep_shape(const SchemeDescription& scheme, const Grid& grid, int radius,
                       const std::vector<OneSidedFace<Real>>& faces, const std::vector<OneSidedFace<Real>>& slips);

template <class Real>
class HostStepper final : public Stepper<Real> {
 public:
  /// `has_neighbours`: other ranks.
  HostStepper(const StepperParts<Real>& parts, SchemeKernels<Real> kernels, EnergyRowKernel<Real> energy_row,
              bool has_neighbours);

  const View<Real>& view() const override { return view_; }
  void set_reading(Channels<Real>& channels) override { channels_ = &channels; }
  void advance(std::size_t step, parallel::CommunicationMode mode) override;
  void exchange_all() override;
  void sample() override;
  std::vector<double> take_sums() override;
  bool is_finite(int field) override;
  double energy(const typename Stepper<Real>::CellLength& length) override;

 private:
  void plan_sweeps(bool has_neighbours);
  void find_centre();
  void find_row_ends();
  std::size_t n_rows() const { return static_cast<std::size_t>(view_.n[1]) * view_.n[2]; }

  void advance_fused(parallel::CommunicationMode mode);
  void advance_in_stages(parallel::CommunicationMode mode);
  void sweep_stage(std::size_t stage, const RowRange& range);
  void sweep_both(const RowRange& first, const RowRange& second);
  void visit_row(std::size_t stage, int j, int k, int n_planes);
  void renew_slopes(std::size_t stage);
  void finish_row(std::size_t stage, std::size_t update, int j, int k);
  void finish_centre_row(std::size_t stage, std::size_t update, int j, int k);
  void inject_sources(std::size_t stage, std::size_t step);

  StepperParts<Real> parts_;
  SchemeKernels<Real> kernels_;
  EnergyRowKernel<Real> energy_row_;
  std::vector<std::vector<std::size_t>> first_derivative_;  ///< by stage and update
  View<Real> view_;
  AllFields<Real> all_fields_{};

  SweepShape shape_;
  RowRange centre_;                                           ///< rows that no layer or face across rows touches
  std::vector<std::vector<std::vector<int>>> with_row_ends_;  ///< targets with images along the row, by stage, update
  bool fused_ = false;
  Frame wide_frame_, frame_;  ///< rows within two radii and within one of a cut
  int middle_ = 0;            ///< the plane that parts the two halves of a fused step; 0: it is done in one

  Channels<Real>* channels_ = nullptr;
  std::vector<double> samples_;  ///< noted and not taken yet
};

extern template class HostStepper<float>;
extern template class HostStepper<double>;

}  // namespace unda::fd

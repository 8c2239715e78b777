// The propagator of every staggered leapfrog scheme: runs the stages of a scheme, each a sweep over all rows
// with the absorbing layers and mirrors applied row by row, and the sources between them.
#pragma once

#include "fd/absorbing.hpp"
#include "fd/arrays.hpp"
#include "fd/kernels/kernels.hpp"
#include "fd/points.hpp"
#include "fd/scheme.hpp"
#include "fd/sweep.hpp"
#include "method/propagator.hpp"

namespace unda::fd {

template <class Real>
class Staggered final : public method::Propagator {
 public:
  Staggered(const scenario::Scenario& scenario, std::shared_ptr<const model::Model> model, SchemeDescription scheme,
            SchemeKernels<Real> kernels, const Grid& grid);

  method::Sizes sizes() const override;
  std::string physics() const override { return scheme_.name; }
  method::TimeAccuracy time_accuracy() const override { return accuracy_; }
  double max_step() const override;
  void add(const method::PointSource& source) override;
  void add(const method::Receiver& receiver) override;
  const std::vector<method::Channel>& channels() const override { return channels_; }
  void set_step(double dt, std::int64_t n_steps) override;
  void advance() override;
  void sample(std::span<double> values) override;
  method::SnapshotGrid snapshot_grid() const override;
  bool has_snapshot(scenario::Quantity quantity) const override;
  void snapshot(scenario::Quantity quantity, std::span<float> values) const override;
  void start_from(const StartingField& field) override;
  double energy() const override;
  bool finite() const override;
  method::Extreme extreme() const override;

 private:
  SweepShape sweep_shape() const;
  void visit_row(std::size_t stage, int j, int k, int n_planes);
  void renew_slopes(std::size_t stage);
  void find_centre();
  void finish_row(std::size_t stage, std::size_t update, int j, int k);
  void finish_centre_row(std::size_t stage, std::size_t update, int j, int k);
  void inject_sources(std::size_t stage);
  void place_source(const method::PointSource& source, std::int64_t n_steps);
  void place_receivers();
  std::size_t stage_of(int field) const;
  double cell_length(int field, int axis, int index) const;
  double highest_frequency() const;

  const scenario::Scenario& scenario_;
  std::shared_ptr<const model::Model> model_;
  SchemeDescription scheme_;
  SchemeKernels<Real> kernels_;
  std::vector<std::vector<std::size_t>> first_derivative_;  ///< by stage and update
  Grid grid_;
  int radius_;
  double dt_ = 0;
  std::size_t step_ = 0;
  method::TimeAccuracy accuracy_;

  View<Real> view_;
  std::vector<Array<Real>> fields_, medium_;
  std::vector<FieldImages> images_;
  std::vector<Layer<Real>> layers_;
  std::vector<OneSidedFace<Real>> faces_;
  std::vector<method::PointSource> sources_;
  std::vector<std::vector<GridSource<Real>>> grid_sources_;  ///< by stage
  std::vector<method::Receiver> receivers_;
  std::vector<method::Channel> channels_;
  std::vector<GridChannel<Real>> grid_channels_;
  SweepShape shape_;
  RowRange centre_;  ///< rows that no layer or face across rows touches
  std::vector<std::vector<std::vector<int>>>
      with_row_ends_;  ///< targets with images along the row, by stage and update
};

extern template class Staggered<float>;
extern template class Staggered<double>;

}  // namespace unda::fd

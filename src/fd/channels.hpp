// What receivers read: weighted sums over grid points, each on the rank that owns the receiver. Beside a cut the points of
// other ranks come by message: sums of whole rows, or single points where the cut crosses a row, in a fixed order, so that
// a trace has the same bits however the grid is cut.
#pragma once

#include <span>
#include <vector>

#include "fd/arrays.hpp"
#include "fd/device/reading.hpp"
#include "fd/images.hpp"
#include "fd/point_stencil.hpp"
#include "method/propagator.hpp"
#include "model/model.hpp"
#include "parallel/cartesian.hpp"
#include "parallel/halo.hpp"

namespace unda::fd {

/// What places readings: the whole grid with its images, this rank's part, and the medium.
template <class Real>
struct ReadingContext {
  const SchemeDescription& scheme;
  const Grid& whole;
  const std::vector<FieldImages>& whole_images;
  const Grid& part;
  const View<Real>& view;
  const model::Model& model;
  const parallel::Cartesian& cuts;
  const parallel::Communicator& communicator;
};

/// The channels of one rank that is alone, as tables: see ReadingTables.
template <class Real>
struct FlatChannels {
  std::vector<ReadingRow<Real>> rows;
  std::vector<int> indices;
  std::vector<double> weights, medium;
  std::vector<int> first_row, first_term;
};

template <class Real>
class Channels {
 public:
  Channels() = default;
  /// Takes, of all channels, those whose receiver lies on this rank.
  Channels(const ReadingContext<Real>& context, const std::vector<method::Receiver>& receivers,
           const std::vector<method::Channel>& all);

  const std::vector<method::Channel>& owned() const { return owned_; }
  /// The sums of the owned channels. Collective.
  void read(std::span<double> sums);
  /// For a device; with the pointers of the view that the channels were made with.
  FlatChannels<Real> flat() const;

 private:
  /// factor * sum over z, y of weight_z weight_y (sum over x of weight_x medium f).
  struct Term {
    const Real* field = nullptr;  ///< node (0, 0, 0) of this rank's part
    double factor = 0;
    std::array<std::vector<int>, 3> index;  ///< in this part; outside it where others hold the points
    std::array<std::vector<double>, 3> weight;
    std::vector<double> medium;  ///< of every point, x fastest; empty: 1
  };
  static constexpr int from_here = -1;
  /// Where one row of a term comes from: from here, or from a place in what has arrived; `points`: each point by itself.
  struct RowSource {
    int at = from_here;
    std::vector<int> points;
  };
  struct PlacedTerm {
    Term term;
    std::vector<RowSource> rows;  ///< empty: all of it lies here
  };
  struct Channel {
    std::vector<PlacedTerm> terms;
    bool waits = false;  ///< for values of other ranks
  };
  /// What this rank adds to the message for another: a row of one of its terms, or one point of it.
  struct Contribution {
    std::size_t term = 0;
    int j = 0, k = 0;
    int point = -1;
  };

  std::vector<Term> terms_of(const ReadingContext<Real>& context, const method::Receiver& receiver,
                             int component) const;
  void add_separable(const ReadingContext<Real>& context, int field, double factor, const Vector& position,
                     double (*medium_factor)(const double*), std::vector<Term>& terms) const;
  double row_sum(const Term& term, int j, int k) const;
  double sum_of(const PlacedTerm& placed) const;
  double sum_of(const Channel& channel) const;

  std::array<std::ptrdiff_t, 3> stride_{};
  std::vector<method::Channel> owned_;
  std::vector<Channel> channels_;
  std::vector<Term> lent_;  ///< terms of other ranks' channels that reach into this part
  std::vector<Contribution> contributions_;
  std::vector<double> outgoing_, arrived_;
  parallel::Halo<double> halo_;
};

extern template class Channels<float>;
extern template class Channels<double>;

}  // namespace unda::fd

// What receivers read: weighted sums over grid points, each on the rank that owns the receiver. Beside a cut the points of
// other ranks come by message: sums of whole rows, or single points where the cut crosses a row, in a fixed order, so that
// a trace has the same bits however the grid is cut.
#pragma once

#include <map>
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
  const std::vector<model::LevelInterface>& interfaces;
  const SlipInterfaces& slips;
  const parallel::Cartesian& cuts;
  const parallel::Communicator& communicator;
};

/// What this rank sums up by itself, as tables: see ReadingTables.
struct FlatChannels {
  std::vector<ReadingRow> rows;
  std::vector<int> indices;
  std::vector<double> weights, medium;
  std::vector<int> first_row{0}, first_term{0};
  int n_loose = 0;

  std::size_t n_channels() const { return first_term.size() - 1; }
  /// Without a place for the sums.
  ReadingTables view() const;
};

template <class Real>
class Channels {
 public:
  Channels() = default;
  /// Takes, of all channels, those whose receiver lies on this rank.
  Channels(const ReadingContext<Real>& context, const std::vector<method::Receiver>& receivers,
           const std::vector<method::Channel>& all);

  const std::vector<method::Channel>& owned() const { return owned_; }
  /// For whoever adds up the tables.
  const FlatChannels& flat() const { return flat_; }
  /// Puts the channels that wait for other ranks into the sums, from the sums of loose rows. Collective.
  void complete(std::span<const double> loose, std::span<double> sums);
  /// The sums of the owned channels from fields on the host. Collective.
  void read(const View<Real>& view, std::span<double> sums);

 private:
  /// factor * sum over z, y of weight_z weight_y (sum over x of weight_x medium f).
  struct Term {
    int field = 0;
    double factor = 0;
    std::array<std::vector<int>, 3> index;  ///< in this part; outside it where others hold the points
    std::array<std::vector<double>, 3> weight;
    std::vector<double> medium;  ///< of every point, x fastest; empty: 1
  };
  /// A value that is added up on this rank, or has come from another.
  struct PartialSum {
    bool arrived = false;
    int at = 0;
  };
  /// A row of a term that waits for other ranks; cut along x it has several places, one a point.
  struct WaitingRow {
    double weight = 0;
    std::vector<PartialSum> places;
    std::vector<double> weights, medium;  ///< of its points, where it is cut
  };
  struct WaitingChannel {
    std::size_t number = 0;  ///< among the owned
    std::vector<std::vector<WaitingRow>> terms;
  };
  /// The messages to be: sums that others need, and how many come from each.
  struct Lending {
    std::map<int, std::vector<ReadingRow>> to;
    std::map<int, int> n_from;
    std::vector<std::pair<PartialSum*, int>> arriving;  ///< counted from the start of a rank's message
  };

  std::vector<Term> terms_of(const ReadingContext<Real>& context, const method::Receiver& receiver,
                             int component) const;
  void add_separable(const ReadingContext<Real>& context, int field, double factor, const Vector& position,
                     double (*medium_factor)(const double*), std::vector<Term>& terms) const;
  int add_points(const Term& term);
  void add_own_term(const Term& term);
  void add_shared_term(const ReadingContext<Real>& context, const Term& term, int owner,
                       const std::array<std::vector<int>, 3>& places, Lending& lending);
  void make_messages(const parallel::Communicator& communicator, Lending& lending);
  double sum_of(const WaitingRow& row, std::span<const double> loose) const;

  std::array<std::ptrdiff_t, 3> stride_{};
  std::vector<method::Channel> owned_;
  FlatChannels flat_;
  std::vector<ReadingRow> own_loose_;  ///< until all are known
  std::vector<WaitingChannel> waiting_;
  std::vector<double> outgoing_, arrived_;
  std::vector<double> row_sums_, values_;  ///< of the host
  parallel::Halo<double> halo_;
};

extern template class Channels<float>;
extern template class Channels<double>;

}  // namespace unda::fd

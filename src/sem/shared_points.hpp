// Points that stand in several places: on several ranks beside a cut, and twice on one rank at periodic faces that are not cut.
// The sums of their elements' forces are added up so that all places have the same bits.
#pragma once

#include <array>
#include <vector>

#include "exec/twin.hpp"
#include "parallel/halo.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

/// What a rank shares with another, in an order that both have. The tags tell several messages between the same two apart.
struct PlacesTowards {
  int rank = 0;
  int send_tag = 0, receive_tag = 0;
  std::vector<std::ptrdiff_t> places;  ///< in an array [component][place]
  /// Of the places that stand for a point: by their rank, and on one rank those at the low ends of axes first.
  std::array<int, 4> order{rank, 0, 0, 0};
};

template <class Real>
class SharedPoints {
 public:
  SharedPoints() = default;
  /// For an array [component][place] on the device of the queue that stays where it is.
  SharedPoints(const Mesh& mesh, const parallel::Cartesian& cuts, const parallel::Communicator& communicator,
               Real* values, int n_components, const exec::Queue& queue = {});
  /// Of any mesh.
  SharedPoints(const std::vector<PlacesTowards>& others, const parallel::Communicator& communicator, Real* values,
               const exec::Queue& queue = {});

  /// After all elements beside cuts have added: sends what this rank has.
  void begin();
  /// Adds what the others sent, in the order of their ranks.
  void finish();
  /// After all elements: adds up what periodic faces that are not cut share, in another queue.
  void add_up_pairs(const exec::Queue& queue);
  /// Of points beside cuts, in order.
  const exec::Twin<std::ptrdiff_t>& places() const { return shared_; }

  parallel::Halo<Real>& halo() { return halo_; }
  const parallel::Halo<Real>& halo() const { return halo_; }

 private:
  struct Neighbour {
    std::array<int, 4> order{};         ///< as of PlacesTowards
    exec::Twin<std::ptrdiff_t> places;  ///< in `values`
    std::ptrdiff_t first = 0;           ///< of its values in `leaving_` and `arrived_`
  };
  void add_periodic(const Mesh& mesh, int n_components);
  void add_own();

  Real* values_ = nullptr;
  exec::Queue queue_;
  int own_rank_ = 0;
  std::vector<Neighbour> neighbours_;          ///< by rank
  exec::Twin<std::ptrdiff_t> shared_;          ///< places that some neighbour has as well
  exec::Twin<std::ptrdiff_t> leaving_places_;  ///< of all neighbours
  exec::Twin<Real> own_, leaving_, arrived_;
  std::vector<exec::Twin<std::array<std::ptrdiff_t, 2>>> pairs_;  ///< of periodic faces, axis after axis
  parallel::Halo<Real> halo_;
};

/// Whether a point stands in other places as well: beside a cut, on a periodic face that is not cut, or both.
bool is_beside_cut(const Mesh& mesh, const Index& point);
bool is_one_of_pair(const Mesh& mesh, const Index& point);

/// Adds up an array once.
template <class Real>
void add_up(const Mesh& mesh, const parallel::Cartesian& cuts, const parallel::Communicator& communicator, Real* values,
            int n_components);
template <class Real>
void add_up(const std::vector<PlacesTowards>& others, const parallel::Communicator& communicator, Real* values);

}  // namespace unda::sem

// The exchange between neighbouring ranks: a plan made once (who, what, how many bytes), begun when the outer part is done
// and finished before its data is needed. Grids make plans from stencils, meshes from shared faces or points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/timer.hpp"
#include "parallel/communicator.hpp"

namespace unda::parallel {

/// Neighbouring numbers of an array.
struct Run {
  std::ptrdiff_t first = 0;
  std::ptrdiff_t count = 0;
};

/// What one message takes from, or puts into, one array.
template <class Real>
struct HaloPart {
  Real* array = nullptr;
  std::vector<Run> runs;
};

/// The messages to and from one neighbour. Both sides list the same number of values in the same order. The tags tell
/// several links between the same two ranks apart: what one sends with a tag the other receives with it.
template <class Real>
struct HaloLink {
  int rank = 0;
  int send_tag = 0, receive_tag = 0;
  std::vector<HaloPart<Real>> send, receive;
};

/// overlap and blocking are the same to the Halo (the caller waits at once or later); nosend fills the buffers and sends
/// nothing, off does nothing at all: these two give wrong results and are there to be timed.
enum class CommunicationMode { overlap, blocking, nosend, off };

struct HaloTraffic {
  std::int64_t messages = 0, bytes = 0;  ///< sent, since the start
  double seconds = 0;                    ///< spent in begin() and finish()
};

template <class Real>
class Halo {
 public:
  Halo();
  Halo(const Communicator& communicator, std::vector<HaloLink<Real>> links);
  ~Halo();
  Halo(Halo&&) noexcept;
  Halo& operator=(Halo&&) noexcept;

  void set_mode(CommunicationMode mode) { mode_ = mode; }
  /// Copies what neighbours need out of the arrays and sends it.
  void begin();
  /// Waits for what was sent to us and copies it into the arrays. Does nothing where nothing was begun.
  void finish();

  const HaloTraffic& traffic() const { return traffic_; }
  /// Bytes of one exchange that this rank sends.
  std::int64_t bytes_per_exchange() const;
  bool empty() const { return links_.empty(); }

 private:
  struct Requests;
  std::vector<HaloLink<Real>> links_;
  std::vector<std::vector<Real>> outgoing_, incoming_;
  std::unique_ptr<Requests> requests_;
  CommunicationMode mode_ = CommunicationMode::overlap;
  bool under_way_ = false;
  HaloTraffic traffic_;
};

extern template class Halo<float>;
extern template class Halo<double>;

}  // namespace unda::parallel

// The exchange between neighbouring ranks: a plan made once (who, what, how many bytes), begun when the outer part is done
// and finished before its data is needed. Grids make plans from stencils, meshes from shared faces or points. The arrays lie on
// the host or on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "exec/device.hpp"
#include "parallel/communicator.hpp"
#include "parallel/halo_link.hpp"

namespace unda::parallel {

/// overlap and blocking are the same to the Halo (the caller waits at once or later); nosend fills the buffers and sends
/// nothing, off does nothing at all: these two give wrong results and are there to be timed.
enum class CommunicationMode { overlap, blocking, nosend, off };

struct HaloTraffic {
  std::int64_t messages = 0, bytes = 0;  ///< sent, since the start
  double seconds = 0;                    ///< spent in begin() and finish()

  HaloTraffic& operator+=(const HaloTraffic& other) {
    messages += other.messages;
    bytes += other.bytes;
    seconds += other.seconds;
    return *this;
  }
};

template <class Real>
class Halo {
 public:
  Halo();
  /// With the arrays on the device of a queue: what was asked of it before begin() is done before values are taken, and
  /// what is asked of it after finish() finds the new ones.
  Halo(const Communicator& communicator, std::vector<HaloLink<Real>> links, const exec::Queue& queue = {});
  ~Halo();
  Halo(Halo&&) noexcept;
  Halo& operator=(Halo&&) noexcept;

  void set_mode(CommunicationMode mode) { mode_ = mode; }
  /// Takes what neighbours need out of the arrays. From the host it is sent at once; from a device in finish(), so that
  /// the work to hide it behind can be asked for in between.
  void begin();
  /// Waits for what was sent to us and puts it into the arrays. Does nothing where nothing was begun.
  void finish();
  /// From now on another array of the same shape is meant.
  void move_array(const Real* from, Real* to);

  const HaloTraffic& traffic() const { return traffic_; }
  /// Bytes of one exchange that this rank sends.
  std::int64_t bytes_per_exchange() const;
  bool empty() const;

 private:
  struct Exchange;
  void receive();
  void send();

  std::unique_ptr<Exchange> exchange_;
  CommunicationMode mode_ = CommunicationMode::overlap;
  bool under_way_ = false;
  HaloTraffic traffic_;
};

extern template class Halo<float>;
extern template class Halo<double>;

}  // namespace unda::parallel

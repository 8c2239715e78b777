// The messages of a Halo: filled from the arrays of its links, handed to MPI, and put back into arrays. Arrays of the host are
// copied by its threads; those of a device by loops of its own, in a queue of its own, and pass through staging memory of the
// host unless MPI itself takes memory of the device.
#pragma once

#include <memory>

#include "exec/device.hpp"
#include "parallel/halo_link.hpp"

namespace unda::parallel {

template <class Real>
class Messages {
 public:
  virtual ~Messages() = default;
  /// Fills the outgoing messages with what the arrays hold after all that was asked of the device so far.
  virtual void pack() = 0;
  /// Until they are filled.
  virtual void wait_until_packed() = 0;
  /// Puts the incoming messages into the arrays, before anything that is asked of the device from now on.
  virtual void unpack() = 0;
  /// Until the incoming messages may be written again.
  virtual void wait_until_unpacked() = 0;
  /// By link.
  virtual Real* outgoing(std::size_t link) = 0;
  virtual Real* incoming(std::size_t link) = 0;
};

/// The links must outlive the messages.
template <class Real>
std::unique_ptr<Messages<Real>> make_messages(const std::vector<HaloLink<Real>>& links, const exec::Queue& queue);

/// How messages of a device are handed to MPI. Chosen by UNDA_DEVICE_MESSAGES (direct or staged) or, without it, by what the
/// MPI library says of itself.
enum class DeviceMessages { staged, direct };
DeviceMessages device_messages(const exec::Device& device);

}  // namespace unda::parallel

// Where arrays live and loops run: on the host, on a GPU, or on a simulated device for tests: the host, which cannot
// touch the memory of the device but in loops of the device, so that a wrong access stops the program even where there is no GPU. Every call of the GPU's library is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace unda::exec {

enum class DeviceKind { host, simulated, gpu };

struct Device {
  DeviceKind kind = DeviceKind::host;
  int index = 0;  ///< of the GPU

  bool is_host() const { return kind == DeviceKind::host; }
  bool operator==(const Device&) const = default;
};

/// Back ends that loops are compiled for; see launch.hpp.
struct Gpu {};
struct Simulated {};

/// Blocks that a GPU takes along the second and the third axis of a grid; along the first it takes 2^31 - 1.
inline constexpr int most_blocks_across = 65535;

struct GpuFacts {
  std::string name;
  std::uint64_t memory = 0, free_memory = 0;  ///< bytes
  std::string capability;                     ///< "9.0"
};
/// The GPUs that this process may use; none where the program was built without support for them.
std::vector<GpuFacts> gpus();
/// "cpu", "gpu" or "debug", and in words.
const char* name_of(DeviceKind kind);
std::string describe(const Device& device);
/// Why there are none, in words.
std::string why_no_gpu();
/// Makes the device this thread's; comes before any other use of it.
void use(const Device& device);
/// Bytes that can still be allocated there.
std::uint64_t free_memory(const Device& device);

/// Work that a device does in order; different queues may overlap.
class Queue {
 public:
  Queue() = default;  ///< of the host: everything is done at once
  /// What is put into an urgent queue goes before what others wait to do.
  explicit Queue(const Device& device, bool urgent = false);
  const Device& device() const { return device_; }
  void wait() const;
  /// Whether all that was put into it is done.
  bool is_idle() const;
  /// What is put into this queue from now on starts after all that is in the other one by now.
  void wait_for(const Queue& other) const;
  void* stream() const { return stream_.get(); }

 private:
  Device device_;
  std::shared_ptr<void> stream_;
};

/// Memory of a device, zero at first.
std::shared_ptr<void> allocate(const Device& device, std::size_t bytes);
/// Host memory that copies to and from a device are fast with.
std::shared_ptr<void> allocate_staging(const Device& device, std::size_t bytes);

enum class Direction { to_device, to_host, on_device };
/// Starts a copy; with staging memory on the host it goes on while the host does something else.
void copy(const Queue& queue, void* to, const void* from, std::size_t bytes, Direction direction);

/// While one of these lives the memory of the simulated device may be touched. For loops and copies alone.
class SimulatedAccess {
 public:
  SimulatedAccess();
  ~SimulatedAccess();
  SimulatedAccess(const SimulatedAccess&) = delete;
  SimulatedAccess& operator=(const SimulatedAccess&) = delete;
};

namespace detail {
/// Throws with the library's words where a call failed.
void check_gpu_call(int status, const char* what);
/// Memory of whole pages that can be closed and opened.
std::shared_ptr<void> allocate_pages(std::size_t bytes);
void open_pages(void* pages, std::size_t bytes, bool open);
}  // namespace detail

}  // namespace unda::exec

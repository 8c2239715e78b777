// Devices: the GPU's library behind our names, and the simulated device.
#include "exec/device.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.hpp"
#include "exec/allocated.hpp"
#include "exec/gpu_support.hpp"
#include "exec/machine.hpp"

#ifdef UNDA_CUDA
#include <cuda_runtime.h>
#endif

namespace unda::exec {
namespace {

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (std::max<std::size_t>(1, bytes) + page - 1) / page * page;
}

/// Addresses without memory behind them, or nothing.
char* reserve(void* at, std::size_t bytes, int more = 0) {
  void* start = mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more, -1, 0);
  return start == MAP_FAILED ? nullptr : static_cast<char*>(start);
}

/// The pages of the simulated device, and how many loops and copies touch them just now. Arrays lie side by side in one range of
/// addresses, so that one call of the system opens or closes them all: one for each would take longer than the loops.
class SimulatedMemory {
 public:
  static SimulatedMemory& instance() {
    static SimulatedMemory memory;
    return memory;
  }
  char* take(std::size_t whole) {
    const std::lock_guard guard(lock_);
    char* start = room_for(whole);
    if (start == nullptr) start = reserve(nullptr, whole);
    if (start != nullptr) pages_[start] = whole;
    return start;
  }
  void give_back(char* start, std::size_t whole) {
    const std::lock_guard guard(lock_);
    pages_.erase(start);
    if (start >= range_ && start < range_ + range_bytes)
      reserve(start, whole, MAP_FIXED);
    else
      munmap(start, whole);
  }
  void open() {
    const std::lock_guard guard(lock_);
    if (n_open_++ == 0) set_open(true);
  }
  void close() {
    const std::lock_guard guard(lock_);
    if (--n_open_ == 0) set_open(false);
  }

 private:
  static constexpr std::size_t range_bytes = std::size_t{1} << 38;

  /// The first gap in the range that is wide enough. Null where there is none, or no range: addresses may be limited.
  char* room_for(std::size_t whole) const {
    if (range_ == nullptr) return nullptr;
    char* start = range_;
    for (auto next = pages_.lower_bound(range_); next != pages_.end() && next->first < range_ + range_bytes; ++next) {
      if (start + whole <= next->first) return start;
      start = next->first + next->second;
    }
    return start + whole <= range_ + range_bytes ? start : nullptr;
  }
  void set_open(bool open) {
    for (auto next = pages_.begin(); next != pages_.end();) {
      char *const first = next->first, *end = first;
      for (; next != pages_.end() && next->first == end; ++next) end += next->second;
      mprotect(first, static_cast<std::size_t>(end - first), open ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
  }

  std::mutex lock_;
  char* const range_ = reserve(nullptr, range_bytes);
  std::map<char*, std::size_t> pages_;  ///< sizes by start
  int n_open_ = 0;
};

/// What allocate() gave away.
class Ledger {
 public:
  static Ledger& instance() {
    static Ledger ledger;
    return ledger;
  }
  AllocatedMemory total() {
    const std::lock_guard guard(lock_);
    return total_;
  }
  /// The same memory, counted until it is returned.
  std::shared_ptr<void> enter(std::shared_ptr<void> memory, std::size_t bytes) {
    const std::lock_guard guard(lock_);
    total_.now += bytes;
    total_.most = std::max(total_.most, total_.now);
    void* start = memory.get();
    return {start, [held = std::move(memory), bytes](void*) mutable {
              held.reset();
              instance().leave(bytes);
            }};
  }

 private:
  void leave(std::size_t bytes) {
    const std::lock_guard guard(lock_);
    total_.now -= bytes;
  }
  std::mutex lock_;
  AllocatedMemory total_;
};

std::shared_ptr<void> allocate_simulated(std::size_t bytes) {
  const std::size_t whole = whole_pages(bytes);
  char* start = SimulatedMemory::instance().take(whole);
  require(start != nullptr, "no memory for {} bytes", bytes);
  madvise(start, whole, MADV_HUGEPAGE);  // where the system can: fewer pages to open and close
  return {start, [whole](void* p) { SimulatedMemory::instance().give_back(static_cast<char*>(p), whole); }};
}

}  // namespace

AllocatedMemory allocated_memory() { return Ledger::instance().total(); }

std::shared_ptr<void> detail::allocate_pages(std::size_t bytes) {
  const std::size_t whole = whole_pages(bytes);
  void* start = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(start != MAP_FAILED, "no memory for {} bytes", bytes);
  return {start, [whole](void* p) { munmap(p, whole); }};
}

void detail::open_pages(void* pages, std::size_t bytes, bool open) {
  mprotect(pages, whole_pages(bytes), open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

SimulatedAccess::SimulatedAccess() { SimulatedMemory::instance().open(); }

SimulatedAccess::~SimulatedAccess() { SimulatedMemory::instance().close(); }

const char* name_of(DeviceKind kind) {
  return kind == DeviceKind::gpu ? "gpu" : kind == DeviceKind::simulated ? "debug" : "cpu";
}

std::string describe(const Device& device) {
  if (device.kind != DeviceKind::gpu) return cpu_name();
  return gpus().at(static_cast<std::size_t>(device.index)).name;
}

#ifdef UNDA_CUDA

void detail::check_gpu_call(int status, const char* what) {
  if (status == cudaSuccess) return;
  const auto error = static_cast<cudaError_t>(status);
  throw RunError(
      fmt::format("the GPU failed while {}: {} ({})", what, cudaGetErrorString(error), cudaGetErrorName(error)));
}

using detail::check_gpu_call;

std::vector<GpuFacts> gpus() {
  int n = 0;
  if (cudaGetDeviceCount(&n) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  std::vector<GpuFacts> all;
  for (int i = 0; i < n; ++i) {
    cudaDeviceProp properties{};
    check_gpu_call(cudaGetDeviceProperties(&properties, i), "asking what it is");
    GpuFacts facts{properties.name, properties.totalGlobalMem, 0,
                   fmt::format("{}.{}", properties.major, properties.minor)};
    facts.free_memory = free_memory({DeviceKind::gpu, i});
    all.push_back(facts);
  }
  return all;
}

std::string why_no_gpu() {
  int n = 0;
  const cudaError_t status = cudaGetDeviceCount(&n);
  if (status == cudaSuccess && n > 0) return "";
  cudaGetLastError();
  std::string why = status == cudaSuccess ? "no GPU was found" : cudaGetErrorString(status);
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"))
    why += fmt::format(" (CUDA_VISIBLE_DEVICES is \"{}\")", visible);
  return why;
}

void use(const Device& device) {
  if (device.kind == DeviceKind::gpu) check_gpu_call(cudaSetDevice(device.index), "choosing it");
}

std::uint64_t free_memory(const Device& device) {
  if (device.kind != DeviceKind::gpu) return available_memory();
  int before = 0;
  check_gpu_call(cudaGetDevice(&before), "asking which it is");
  check_gpu_call(cudaSetDevice(device.index), "choosing it");
  std::size_t free = 0, total = 0;
  check_gpu_call(cudaMemGetInfo(&free, &total), "asking for its memory");
  check_gpu_call(cudaSetDevice(before), "choosing it");
  return free;
}

Queue::Queue(const Device& device, bool urgent) : device_(device) {
  if (device.kind != DeviceKind::gpu) return;
  int least = 0, greatest = 0;
  check_gpu_call(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for priorities");
  cudaStream_t stream = nullptr;
  check_gpu_call(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, urgent ? greatest : least),
                 "making a stream");
  stream_ = {stream, [](void* s) { cudaStreamDestroy(static_cast<cudaStream_t>(s)); }};
}

void Queue::wait() const {
  if (device_.kind == DeviceKind::gpu)
    check_gpu_call(cudaStreamSynchronize(static_cast<cudaStream_t>(stream_.get())), "computing");
}

bool Queue::is_idle() const {
  if (device_.kind != DeviceKind::gpu) return true;
  const cudaError_t status = cudaStreamQuery(static_cast<cudaStream_t>(stream_.get()));
  if (status == cudaErrorNotReady) return false;
  check_gpu_call(status, "computing");
  return true;
}

void Queue::wait_for(const Queue& other) const {
  if (device_.kind != DeviceKind::gpu) return;
  cudaEvent_t event = nullptr;
  check_gpu_call(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
  check_gpu_call(cudaEventRecord(event, static_cast<cudaStream_t>(other.stream())), "recording an event");
  check_gpu_call(cudaStreamWaitEvent(static_cast<cudaStream_t>(stream_.get()), event, 0), "waiting for an event");
  check_gpu_call(cudaEventDestroy(event), "releasing an event");  // lives on until it is reached
}

std::shared_ptr<void> allocate(const Device& device, std::size_t bytes) {
  assert(!device.is_host());
  if (device.kind == DeviceKind::simulated) return Ledger::instance().enter(allocate_simulated(bytes), bytes);
  void* start = nullptr;
  const cudaError_t status = cudaMalloc(&start, bytes);
  if (status == cudaErrorMemoryAllocation)
    throw RunError(fmt::format("the GPU has no {:.3g} GB left ({:.3g} GB are free)", static_cast<double>(bytes) / 1e9,
                               static_cast<double>(free_memory(device)) / 1e9));
  check_gpu_call(status, "allocating memory");
  std::shared_ptr<void> memory(start, [](void* p) { cudaFree(p); });
  check_gpu_call(cudaMemset(start, 0, bytes), "clearing memory");
  check_gpu_call(cudaStreamSynchronize(nullptr), "clearing memory");  // no queue waits for that stream
  return Ledger::instance().enter(std::move(memory), bytes);
}

std::shared_ptr<void> allocate_staging(const Device& device, std::size_t bytes) {
  if (device.kind != DeviceKind::gpu) return {std::calloc(std::max<std::size_t>(1, bytes), 1), std::free};
  void* start = nullptr;
  check_gpu_call(cudaMallocHost(&start, std::max<std::size_t>(1, bytes)), "allocating staging memory");
  return {start, [](void* p) { cudaFreeHost(p); }};
}

void copy(const Queue& queue, void* to, const void* from, std::size_t bytes, Direction direction) {
  if (bytes == 0) return;
  if (queue.device().kind != DeviceKind::gpu) {
    const SimulatedAccess access;
    std::memcpy(to, from, bytes);
    return;
  }
  const cudaMemcpyKind kind = direction == Direction::to_device ? cudaMemcpyHostToDevice
                              : direction == Direction::to_host ? cudaMemcpyDeviceToHost
                                                                : cudaMemcpyDeviceToDevice;
  check_gpu_call(cudaMemcpyAsync(to, from, bytes, kind, static_cast<cudaStream_t>(queue.stream())), "copying");
}

#else

std::vector<GpuFacts> gpus() { return {}; }
std::string why_no_gpu() { return "this program was built without GPU support"; }
void use(const Device&) {}
std::uint64_t free_memory(const Device&) { return available_memory(); }
Queue::Queue(const Device& device, bool /*urgent*/) : device_(device) { assert(device.kind != DeviceKind::gpu); }
void Queue::wait() const {}
bool Queue::is_idle() const { return true; }
void Queue::wait_for(const Queue&) const {}

std::shared_ptr<void> allocate([[maybe_unused]] const Device& device, std::size_t bytes) {
  assert(device.kind == DeviceKind::simulated);
  return Ledger::instance().enter(allocate_simulated(bytes), bytes);
}

std::shared_ptr<void> allocate_staging(const Device&, std::size_t bytes) {
  return {std::calloc(std::max<std::size_t>(1, bytes), 1), std::free};
}

void copy(const Queue&, void* to, const void* from, std::size_t bytes, Direction) {
  const SimulatedAccess access;
  std::memcpy(to, from, bytes);
}

#endif

}  // namespace unda::exec

// Packing and unpacking, on the host and on devices.
#include "parallel/messages.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "exec/for_each.hpp"
#include "exec/gather.hpp"
#include "exec/timeline.hpp"
#include "exec/upload.hpp"
#include "parallel/communicator.hpp"

namespace unda::parallel {
namespace {

bool have_same_length(const std::vector<Run>& runs) {
  return std::all_of(runs.begin(), runs.end(), [&](const Run& r) { return r.count == runs.front().count; });
}

/// copy(array, run, buffer) for every run, with the place of the run in the buffer; on all threads. The runs of a part
/// are of the same length, or few.
template <class Real, class Copy>
void for_all_runs(const std::vector<HaloPart<Real>>& parts, Real* buffer, Copy copy) {
  for (const HaloPart<Real>& part : parts) {
    if (part.runs.empty()) continue;
    const std::ptrdiff_t length = part.runs.front().count;
    if (have_same_length(part.runs)) {
      exec::for_each_block(part.runs.size(), static_cast<std::size_t>(length), [&](std::size_t n) {
        copy(part.array, part.runs[n], buffer + static_cast<std::ptrdiff_t>(n) * length);
      });
      buffer += static_cast<std::ptrdiff_t>(part.runs.size()) * length;
    } else {
      for (const Run& run : part.runs) {
        copy(part.array, run, buffer);
        buffer += run.count;
      }
    }
  }
}

template <class Real>
class HostMessages final : public Messages<Real> {
 public:
  explicit HostMessages(const std::vector<HaloLink<Real>>& links) : links_(links) {
    for (const HaloLink<Real>& link : links) {
      outgoing_.emplace_back(count_of(link.send));
      incoming_.emplace_back(count_of(link.receive));
    }
  }
  void pack() override {
    for (std::size_t n = 0; n < links_.size(); ++n)
      for_all_runs(links_[n].send, outgoing_[n].data(),
                   [](const Real* array, const Run& run, Real* to) { std::copy_n(array + run.first, run.count, to); });
  }
  void wait_until_packed() override {}
  void unpack() override {
    for (std::size_t n = 0; n < links_.size(); ++n)
      for_all_runs(links_[n].receive, incoming_[n].data(), [](Real* array, const Run& run, const Real* from) {
        std::copy_n(from, run.count, array + run.first);
      });
  }
  void wait_until_unpacked() override {}
  Real* outgoing(std::size_t link) override { return outgoing_[link].data(); }
  Real* incoming(std::size_t link) override { return incoming_[link].data(); }

 private:
  const std::vector<HaloLink<Real>>& links_;
  std::vector<std::vector<Real>> outgoing_, incoming_;
};

/// Runs as a device copies them: pieces of one length, the longest that all runs are made of.
class Pieces {
 public:
  Pieces(const std::vector<Run>& runs, const exec::Queue& queue) {
    for (const Run& run : runs) length_ = std::gcd(length_, run.count);
    std::vector<std::ptrdiff_t> firsts;
    for (const Run& run : runs)
      for (std::ptrdiff_t at = 0; at < run.count; at += length_) firsts.push_back(run.first + at);
    firsts_ = exec::upload(firsts, queue);
  }
  exec::Runs on_device() {
    return {firsts_.device(exec::Access::read), static_cast<int>(firsts_.size()), static_cast<int>(length_)};
  }

 private:
  std::ptrdiff_t length_ = 0;
  exec::Twin<std::ptrdiff_t> firsts_;
};

/// One message of a device: its memory there, staging memory here, and the pieces of its parts.
template <class Real>
class DeviceMessage {
 public:
  DeviceMessage(const std::vector<HaloPart<Real>>& parts, const exec::Queue& queue, bool staged)
      : bytes_(count_of(parts) * sizeof(Real)) {
    if (bytes_ == 0) return;
    there_ = exec::allocate(queue.device(), bytes_);
    if (staged) here_ = exec::allocate_staging(queue.device(), bytes_);
    for (const HaloPart<Real>& part : parts) pieces_.emplace_back(part.runs, queue);
  }
  Real* buffer() const { return static_cast<Real*>(here_ != nullptr ? here_.get() : there_.get()); }

  void pack(const exec::Queue& queue, const std::vector<HaloPart<Real>>& parts) {
    for_parts(parts, [&](const HaloPart<Real>& part, const exec::Runs& runs, Real* at) {
      exec::gather(queue, exec::GatherRun<Real>{part.array, runs, at});
    });
    if (here_ != nullptr) exec::copy(queue, here_.get(), there_.get(), bytes_, exec::Direction::to_host);
  }
  void unpack(const exec::Queue& queue, const std::vector<HaloPart<Real>>& parts) {
    if (here_ != nullptr) exec::copy(queue, there_.get(), here_.get(), bytes_, exec::Direction::to_device);
    for_parts(parts, [&](const HaloPart<Real>& part, const exec::Runs& runs, Real* at) {
      exec::scatter(queue, exec::ScatterRun<Real>{at, runs, part.array});
    });
  }

 private:
  template <class Visit>
  void for_parts(const std::vector<HaloPart<Real>>& parts, Visit visit) {
    if (bytes_ == 0) return;
    auto* at = static_cast<Real*>(there_.get());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const exec::Runs runs = pieces_[p].on_device();
      if (runs.n == 0) continue;
      visit(parts[p], runs, at);
      at += static_cast<std::ptrdiff_t>(runs.n) * runs.length;
    }
  }

  std::size_t bytes_;
  std::shared_ptr<void> there_, here_;
  std::vector<Pieces> pieces_;  ///< by part
};

template <class Real>
class MessagesOnDevice final : public Messages<Real> {
 public:
  MessagesOnDevice(const std::vector<HaloLink<Real>>& links, const exec::Queue& computing)
      : links_(links), computing_(computing), own_(computing.device(), true) {
    const bool staged = device_messages(computing.device()) == DeviceMessages::staged;
    for (const HaloLink<Real>& link : links) {
      outgoing_.emplace_back(link.send, own_, staged);
      incoming_.emplace_back(link.receive, own_, staged);
    }
  }
  void pack() override {
    own_.wait_for(computing_);
    const exec::Mark mark("exchanging", "pack", own_);
    for (std::size_t n = 0; n < links_.size(); ++n) outgoing_[n].pack(own_, links_[n].send);
  }
  void wait_until_packed() override { own_.wait(); }
  void unpack() override {
    {
      const exec::Mark mark("exchanging", "unpack", own_);
      for (std::size_t n = 0; n < links_.size(); ++n) incoming_[n].unpack(own_, links_[n].receive);
    }
    computing_.wait_for(own_);
  }
  void wait_until_unpacked() override { own_.wait(); }
  Real* outgoing(std::size_t link) override { return outgoing_[link].buffer(); }
  Real* incoming(std::size_t link) override { return incoming_[link].buffer(); }

 private:
  const std::vector<HaloLink<Real>>& links_;
  exec::Queue computing_, own_;
  std::vector<DeviceMessage<Real>> outgoing_, incoming_;
};

}  // namespace

DeviceMessages device_messages(const exec::Device& device) {
  const char* wish = std::getenv("UNDA_DEVICE_MESSAGES");
  const std::string asked = wish != nullptr ? wish : "";
  if (asked == "direct") return DeviceMessages::direct;
  if (asked == "staged") return DeviceMessages::staged;
  if (!asked.empty())
    throw InputError("the variable UNDA_DEVICE_MESSAGES is \"" + asked + "\"; allowed: \"direct\", \"staged\"");
  return device.kind == exec::DeviceKind::gpu && sends_gpu_memory() ? DeviceMessages::direct : DeviceMessages::staged;
}

template <class Real>
std::unique_ptr<Messages<Real>> make_messages(const std::vector<HaloLink<Real>>& links, const exec::Queue& queue) {
  if (queue.device().is_host()) return std::make_unique<HostMessages<Real>>(links);
  return std::make_unique<MessagesOnDevice<Real>>(links, queue);
}

template std::unique_ptr<Messages<float>> make_messages<float>(const std::vector<HaloLink<float>>&, const exec::Queue&);
template std::unique_ptr<Messages<double>> make_messages<double>(const std::vector<HaloLink<double>>&,
                                                                 const exec::Queue&);

}  // namespace unda::parallel

// Writing and reading states.
#include "output/checkpoint.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "output/hdf5_file.hpp"
#include "parallel/together.hpp"

namespace unda::output {
namespace {

/// Only adds up what would be written.
class Counter final : public method::State {
 public:
  bool restoring() const override { return false; }
  void transfer(void* /*data*/, std::size_t bytes) override { total += bytes; }
  std::uint64_t total = 0;
};

/// Small values are collected, so that the file sees few and large pieces.
class Writer final : public method::State {
 public:
  Writer(Hdf5File& file, std::uint64_t first) : file_(file), at_(first) {}
  bool restoring() const override { return false; }
  void transfer(void* data, std::size_t bytes) override {
    const auto* from = static_cast<const std::byte*>(data);
    if (bytes < small) {
      pending_.insert(pending_.end(), from, from + bytes);
      if (pending_.size() >= large) flush();
      return;
    }
    flush();
    put({from, bytes});
  }
  void flush() {
    put(pending_);
    pending_.clear();
  }

 private:
  static constexpr std::size_t small = std::size_t{1} << 16, large = std::size_t{1} << 22;
  void put(std::span<const std::byte> bytes) {
    if (!bytes.empty()) file_.write_bytes("/state", at_, bytes);
    at_ += bytes.size();
  }
  Hdf5File& file_;
  std::uint64_t at_;
  std::vector<std::byte> pending_;
};

class Reader final : public method::State {
 public:
  Reader(const Hdf5File& file, std::uint64_t first, std::uint64_t last) : file_(file), at_(first), last_(last) {}
  bool restoring() const override { return true; }
  void transfer(void* data, std::size_t bytes) override {
    auto* to = static_cast<std::byte*>(data);
    require(at_ - ahead_.size() + ahead_used_ + bytes <= last_, "the checkpoint holds less than this run needs");
    while (bytes > 0) {
      if (ahead_used_ == ahead_.size()) {
        ahead_.resize(std::min<std::uint64_t>(std::max(bytes, block), last_ - at_));
        ahead_used_ = 0;
        file_.read_bytes("/state", at_, ahead_);
        at_ += ahead_.size();
      }
      const std::size_t n = std::min(bytes, ahead_.size() - ahead_used_);
      std::copy_n(ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_used_), n, to);
      ahead_used_ += n;
      to += n;
      bytes -= n;
    }
  }
  bool at_end() const { return at_ == last_ && ahead_used_ == ahead_.size(); }

 private:
  static constexpr std::size_t block = std::size_t{1} << 22;
  const Hdf5File& file_;
  std::uint64_t at_, last_;
  std::vector<std::byte> ahead_;
  std::size_t ahead_used_ = 0;
};

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const CheckpointFacts& facts, const TransferState& transfer,
                      const parallel::Communicator& ranks) {
  const std::filesystem::path partial = file.string() + ".partial";
  Counter counter;
  transfer(counter);
  const auto own = static_cast<std::int64_t>(counter.total);
  const std::vector<std::int64_t> sizes = ranks.all_gather(own);
  try {
    Hdf5File out(partial, Hdf5File::Mode::create, ranks);
    const nlohmann::json list = {
        {"version", facts.version}, {"step", facts.step}, {"ranks", facts.ranks}, {"sizes", sizes}};
    out.attribute("/", "scenario", facts.scenario);
    out.attribute("/", "facts", list.dump());
    out.make_bytes("/state", static_cast<std::uint64_t>(ranks.sum(own)));
    Writer writer(out, static_cast<std::uint64_t>(ranks.sum_before(own)));
    transfer(writer);
    writer.flush();
    out.close();
  } catch (const RunError&) {
    std::error_code ignored;
    if (ranks.is_root()) std::filesystem::remove(partial, ignored);
    throw;
  }
  ranks.barrier();
  parallel::on_root(ranks, [&] {
    std::error_code error;
    std::filesystem::rename(partial, file, error);
    require(!error, "{}: cannot write this file: {}", file.string(), error.message());
  });
}

CheckpointFacts read_checkpoint_facts(const std::filesystem::path& file) {
  try {
    const Hdf5File in(file, Hdf5File::Mode::read);
    const auto list = nlohmann::json::parse(in.read_text_attribute("/", "facts"));
    return {list.at("version"), in.read_text_attribute("/", "scenario"), list.at("step"), list.at("ranks")};
  } catch (const std::exception& e) {
    throw InputError(fmt::format("{}: is no checkpoint of unda ({})", file.string(), e.what()));
  }
}

void read_checkpoint(const std::filesystem::path& file, const TransferState& transfer,
                     const parallel::Communicator& ranks) {
  const Hdf5File in(file, Hdf5File::Mode::read, ranks);
  const auto list = nlohmann::json::parse(in.read_text_attribute("/", "facts"));
  const std::vector<std::int64_t> sizes = list.at("sizes");
  require(sizes.size() == static_cast<std::size_t>(ranks.size()), "{}: written by {} ranks, read by {}", file.string(),
          sizes.size(), ranks.size());
  std::uint64_t first = 0;
  for (int r = 0; r < ranks.rank(); ++r) first += static_cast<std::uint64_t>(sizes[static_cast<std::size_t>(r)]);
  Reader reader(in, first, first + static_cast<std::uint64_t>(sizes[static_cast<std::size_t>(ranks.rank())]));
  transfer(reader);
  require(reader.at_end(), "{}: the checkpoint holds more than this run needs", file.string());
}

}  // namespace unda::output

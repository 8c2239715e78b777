// Writing and reading states.
#include "output/checkpoint.hpp"

#include <bit>

#include <nlohmann/json.hpp>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "output/guarded_reading.hpp"
#include "output/hdf5_file.hpp"
#include "parallel/together.hpp"

namespace unda::output {
namespace {

/// Only adds up what would be written.
class Counter final : public method::State {
 public:
  bool restoring() const override { return false; }
  void transfer(void* data, std::size_t bytes) override {
    total += bytes;
    checksum.add({static_cast<const std::byte*>(data), bytes});
  }
  std::uint64_t total = 0;
  Checksum checksum;
};

constexpr const char* way_out = ". Start again without --restart";

std::string checksum_of(const std::string& facts, const std::string& scenario) {
  Checksum sum;
  sum.add(facts);
  sum.add(scenario);
  return hexadecimal(sum.value());
}

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

class StateReader final : public method::State {
 public:
  StateReader(const Hdf5File& file, std::uint64_t first, std::uint64_t last) : file_(file), at_(first), last_(last) {}
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

/// Whether the bytes of a rank are those that its checksum was made of.
bool are_as_written(const std::filesystem::path& file, const Hdf5File& in, std::uint64_t first, std::uint64_t size,
                    std::int64_t checksum) {
  const LibraryGuard guard = guard_reading(file, way_out);  // here no rank waits for another
  Checksum sum;
  std::vector<std::byte> block(std::min<std::uint64_t>(size, std::uint64_t{1} << 22));
  for (std::uint64_t done = 0; done < size; done += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), size - done));
    in.read_bytes("/state", first + done, block);
    sum.add(block);
  }
  return sum.value() == std::bit_cast<std::uint64_t>(checksum);
}

std::string text_of(const CheckpointFacts& facts, const std::vector<std::int64_t>& sizes,
                    const std::vector<std::int64_t>& sums) {
  nlohmann::json list = {
      {"version", facts.version}, {"step", facts.step}, {"ranks", facts.ranks}, {"dt", facts.dt},
      {"mesh", facts.mesh},       {"sizes", sizes},     {"checksums", sums},    {"inputs", nlohmann::json::array()}};
  for (const CheckpointInput& input : facts.inputs)
    list["inputs"].push_back({{"key", input.key}, {"name", input.name}, {"checksum", input.checksum}});
  return list.dump();
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const CheckpointFacts& facts, const TransferState& transfer,
                      const parallel::Communicator& ranks) {
  const std::filesystem::path partial = file.string() + ".partial";
  Counter counter;
  transfer(counter);
  const auto own = static_cast<std::int64_t>(counter.total);
  const std::vector<std::int64_t> sizes = ranks.all_gather(own);
  const std::vector<std::int64_t> sums = ranks.all_gather(std::bit_cast<std::int64_t>(counter.checksum.value()));
  try {
    Hdf5File out(partial, Hdf5File::Mode::create, ranks);
    const std::string text = ranks.broadcast(text_of(facts, sizes, sums));  // the first rank knows the input files
    out.attribute("/", "scenario", facts.scenario);
    out.attribute("/", "facts", text);
    out.attribute("/", "checksum", checksum_of(text, facts.scenario));
    out.make_bytes("/state", static_cast<std::uint64_t>(ranks.sum(own)));
    Writer writer(out, static_cast<std::uint64_t>(ranks.sum_before(own)));
    transfer(writer);
    writer.flush();
    out.close();
  } catch (...) {
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
    const LibraryGuard guard = guard_reading(file, way_out);
    const Hdf5File in(file, Hdf5File::Mode::read);
    const std::string text = in.read_text_attribute("/", "facts"), scenario = in.read_text_attribute("/", "scenario");
    require(in.read_text_attribute("/", "checksum") == checksum_of(text, scenario), "damaged: a wrong checksum");
    const auto list = nlohmann::json::parse(text);
    CheckpointFacts facts{list.at("version"), scenario, list.at("step"), list.at("ranks"), list.at("dt"),
                          list.at("mesh"),    {}};
    for (const auto& input : list.at("inputs"))
      facts.inputs.push_back({input.at("key"), input.at("name"), input.at("checksum")});
    return facts;
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
  const auto own = static_cast<std::size_t>(ranks.rank());
  const auto size = static_cast<std::uint64_t>(sizes[own]);
  if (!ranks.all(are_as_written(file, in, first, size, list.at("checksums").at(own))))
    throw InputError(fmt::format("{}: damaged: its bytes do not have the checksum they were written with{}",
                                 file.string(), way_out));
  StateReader reader(in, first, first + size);
  transfer(reader);
  require(reader.at_end(), "{}: the checkpoint holds more than this run needs", file.string());
}

}  // namespace unda::output

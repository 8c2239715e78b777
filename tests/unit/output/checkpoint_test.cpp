// Checkpoints: what is written comes back, and what was damaged or belongs to another run does not.
#include "output/checkpoint.hpp"

#include <filesystem>
#include <fstream>
#include <numeric>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace unda::output::checkpoint_test {
namespace {

class Checkpoints : public testing::Test {
 protected:
  Checkpoints() : folder_(std::filesystem::temp_directory_path() / ("unda_checkpoint_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::iota(wave_.begin(), wave_.end(), 0.5F);
  }
  ~Checkpoints() override { std::filesystem::remove_all(folder_); }

  static void transfer(method::State& state, std::vector<float>& wave, std::int64_t& step, std::string& word) {
    state.values(wave.data(), wave.size());
    state.value(step);
    state.text(word);
  }
  void write() {
    write_checkpoint(
        file(), {"0.1", "title = 'x'", 42, {1}, 0.25, "ten points", {{"model.vp", "vp.npy", "abc"}}},
        [&](method::State& s) { transfer(s, wave_, step_, word_); }, ranks_);
  }
  /// Into arrays of `n` numbers.
  void read(std::size_t n) {
    found_.assign(n, 0);
    read_checkpoint(
        file(), [&](method::State& s) { transfer(s, found_, found_step_, found_word_); }, ranks_);
  }
  std::filesystem::path file() const { return folder_ / "checkpoint.h5"; }

  const parallel::Communicator& ranks_ = parallel::Communicator::world();
  std::filesystem::path folder_;
  std::vector<float> wave_ = std::vector<float>(100'000), found_;
  std::int64_t step_ = 42, found_step_ = 0;
  std::string word_ = "a word", found_word_;
};

TEST_F(Checkpoints, GiveBackWhatWasWritten) {
  write();
  EXPECT_FALSE(std::filesystem::exists(file().string() + ".partial"));
  const CheckpointFacts facts = read_checkpoint_facts(file());
  EXPECT_EQ(facts.version, "0.1");
  EXPECT_EQ(facts.scenario, "title = 'x'");
  EXPECT_EQ(facts.step, 42);
  EXPECT_EQ(facts.dt, 0.25);
  EXPECT_EQ(facts.mesh, "ten points");
  ASSERT_EQ(facts.inputs.size(), 1u);
  EXPECT_EQ(facts.inputs[0].checksum, "abc");
  read(wave_.size());
  EXPECT_EQ(found_, wave_);
  EXPECT_EQ(found_step_, 42);
  EXPECT_EQ(found_word_, "a word");
}

TEST_F(Checkpoints, OfAnotherSizeAreRefused) {
  write();
  EXPECT_THROW(read(wave_.size() + 1000), RunError);
  const auto read_less = [&](method::State& s) { s.value(found_step_); };
  EXPECT_THROW(read_checkpoint(file(), read_less, ranks_), RunError);
}

TEST_F(Checkpoints, WithAFlippedBitAreRefused) {
  write();
  // Wherever it lies in the numbers: the file is mostly them.
  const auto size = std::filesystem::file_size(file());
  std::fstream bytes(file(), std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekg(static_cast<std::streamoff>(size / 2));
  const int byte = bytes.get();
  bytes.seekp(static_cast<std::streamoff>(size / 2));
  bytes.put(static_cast<char>(byte ^ 4));
  bytes.close();
  EXPECT_THROW(read(wave_.size()), InputError);
}

TEST_F(Checkpoints, AreToldFromOtherFiles) {
  EXPECT_THROW(read_checkpoint_facts(file()), InputError);  // there is none
  std::ofstream(file()) << "no checkpoint";
  EXPECT_THROW(read_checkpoint_facts(file()), InputError);
}

TEST_F(Checkpoints, LeaveTheOldOneWhereTheNewOneCannotBeWritten) {
  write();
  std::filesystem::create_directories(file().string() + ".partial/in_the_way");
  step_ = 43;
  EXPECT_THROW(write(), std::exception);
  read(wave_.size());
  EXPECT_EQ(found_step_, 42);
}

}  // namespace
}  // namespace unda::output::checkpoint_test

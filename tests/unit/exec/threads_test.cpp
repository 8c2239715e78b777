// The limits of containers, from files like those of the kernel; how many threads they leave.
#include "exec/threads.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "exec/container.hpp"

namespace unda::exec::threads_test {
namespace {

class Containers : public testing::Test {
 protected:
  Containers() : root_(std::filesystem::temp_directory_path() / ("unda-cgroup-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(root_);
  }
  ~Containers() override { std::filesystem::remove_all(root_); }
  void put(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  ControlGroups where() const { return {(root_ / "groups").string(), (root_ / "fs").string()}; }
  double cores() const { return container_cores(where()); }
  double memory() const { return container_memory(where()); }
  std::filesystem::path root_;
};

TEST_F(Containers, NoLimit) {
  EXPECT_EQ(cores(), 0);
  put("groups", "0::/user\n");
  put("fs/user/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(), 0);
}

TEST_F(Containers, TheTightestLimitAroundHolds) {
  put("groups", "0::/slice/job/step\n");
  put("fs/slice/job/step/cpu.max", "800000 100000\n");
  put("fs/slice/cpu.max", "250000 100000\n");
  EXPECT_DOUBLE_EQ(cores(), 2.5);
}

TEST_F(Containers, OwnRootInAContainer) {
  put("groups", "0::/docker/abc\n");
  put("fs/cpu.max", "150000 100000\n");
  EXPECT_DOUBLE_EQ(cores(), 1.5);
}

TEST_F(Containers, FirstVersionOfTheKernelsGroups) {
  put("groups", "5:cpuset:/\n4:cpu,cpuacct:/job\n0::/\n");
  put("fs/cpu,cpuacct/job/cpu.cfs_quota_us", "300000\n");
  put("fs/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(cores(), 3);
  put("fs/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(cores(), 0);
}

TEST_F(Containers, MemoryOfAJobAndOfWhatIsAroundIt) {
  put("groups", "0::/slurm/job/step\n");
  EXPECT_LT(memory(), 0);
  put("fs/slurm/job/step/memory.max", "max\n");
  put("fs/slurm/job/step/memory.current", "1000\n");
  EXPECT_LT(memory(), 0);
  put("fs/slurm/job/memory.max", "8000000\n");
  put("fs/slurm/job/memory.current", "3000000\n");
  EXPECT_EQ(memory(), 5e6);
  put("fs/slurm/job/memory.stat", "anon 2000000\nactive_file 500000\ninactive_file 400000\n");
  EXPECT_EQ(memory(), 5.4e6);
  put("fs/slurm/memory.max", "4000000\n");
  put("fs/slurm/memory.current", "6000000\n");
  EXPECT_EQ(memory(), 0);
}

TEST_F(Containers, MemoryOfTheFirstVersion) {
  put("groups", "4:memory:/job\n0::/\n");
  put("fs/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
  put("fs/memory/job/memory.usage_in_bytes", "1000\n");
  EXPECT_LT(memory(), 0);
  put("fs/memory/job/memory.limit_in_bytes", "5000\n");
  EXPECT_EQ(memory(), 4000);
}

TEST(Threads, AsManyAsTheCoresAndTheQuotaLeave) {
  EXPECT_EQ(threads_for({.cores = 16}), 16);
  EXPECT_EQ(threads_for({.cores = 16, .quota = 1.5}), 2);
  EXPECT_EQ(threads_for({.cores = 16, .quota = 0.2}), 1);
  EXPECT_EQ(threads_for({.cores = 16, .quota = 64}), 16);
  // Four ranks: not bound; each bound to four cores; all bound to the same eight.
  EXPECT_EQ(threads_for({.cores = 16, .ranks_on_cores = 4, .ranks = 4}), 4);
  EXPECT_EQ(threads_for({.cores = 4, .ranks_on_cores = 1, .ranks = 4}), 4);
  EXPECT_EQ(threads_for({.cores = 8, .ranks_on_cores = 4, .ranks = 4}), 2);
  // The quota is for all ranks together.
  EXPECT_EQ(threads_for({.cores = 4, .ranks_on_cores = 1, .ranks = 4, .quota = 8}), 2);
  EXPECT_EQ(threads_for({.cores = 2, .ranks_on_cores = 8, .ranks = 8}), 1);
  // Slurm without binding.
  EXPECT_EQ(threads_for({.cores = 64, .cores_per_task = 6}), 6);
  EXPECT_EQ(threads_for({.cores = 4, .cores_per_task = 6}), 4);
}

TEST(Threads, InWords) {
  const std::string words = threads_in_words();
  EXPECT_NE(words.find(" on core"), std::string::npos) << words;
}

}  // namespace
}  // namespace unda::exec::threads_test

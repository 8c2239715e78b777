// The limits of containers, from files like those of the kernel.
#include "exec/threads.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

namespace unda::exec {
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
  double cores() const { return container_cores((root_ / "groups").string(), (root_ / "fs").string()); }
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

TEST(Threads, InWords) {
  const std::string words = threads_in_words();
  EXPECT_NE(words.find(" on core"), std::string::npos) << words;
}

}  // namespace
}  // namespace unda::exec

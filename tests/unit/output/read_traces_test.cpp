// traces.h5 written and read again; files that are damaged or something else are refused.
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "output/hdf5_file.hpp"
#include "output/import/open_traces.hpp"
#include "output/traces.hpp"

namespace unda::output::read_traces_test {
namespace {

namespace fs = std::filesystem;
using scenario::Quantity;

class TracesFile : public ::testing::Test {
 protected:
  TracesFile() : folder_(fs::temp_directory_path() / ("unda_traces_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~TracesFile() override { fs::remove_all(folder_); }

  static Traces two_receivers() {
    Traces traces;
    traces.dim = 2;
    traces.time = {0, 0.5, 1};
    traces.groups.push_back({"line", {{1, 0, -2}, {3, 0, -4}}, {"a", "b"}, {}, {}});
    traces.groups[0].quantities[Quantity::velocity] = {2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
    traces.groups[0].quantities[Quantity::pressure] = {1, {1, 2, 3, 4, 5, 6}};
    return traces;
  }

  /// A file with the time, position and label of two_receivers() and then what `more` adds.
  template <class More>
  fs::path written(More more) const {
    const fs::path path = folder_ / "made.h5";
    Hdf5File file(path, Hdf5File::Mode::create);
    file.make_group("/receivers");
    file.make_group("/receivers/line");
    more(file);
    file.close();
    return path;
  }

  static std::string refusal(const fs::path& path) {
    try {
      open_traces(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  }

  fs::path folder_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(TracesFile, ThereAndBack) {
  const Traces traces = two_receivers();
  write_traces(folder_ / "traces.h5", traces, false);
  for (const fs::path& path : {folder_, folder_ / "traces.h5"}) {
    const Traces read = open_traces(path);
    EXPECT_EQ(read.dim, 2);
    EXPECT_EQ(read.time, traces.time);
    ASSERT_EQ(read.groups.size(), 1U);
    EXPECT_EQ(read.groups[0].name, "line");
    EXPECT_EQ(read.groups[0].positions, traces.groups[0].positions);
    EXPECT_EQ(read.groups[0].labels, traces.groups[0].labels);
    ASSERT_EQ(read.groups[0].quantities.size(), 2U);
    for (const auto& [quantity, array] : traces.groups[0].quantities) {
      EXPECT_EQ(read.groups[0].quantities.at(quantity).values, array.values);
      EXPECT_EQ(read.groups[0].quantities.at(quantity).n_components, array.n_components);
    }
  }
}

TEST_F(TracesFile, CutAtAnyLength) {
  write_traces(folder_ / "traces.h5", two_receivers(), true);
  std::ifstream in(folder_ / "traces.h5", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    const fs::path cut = folder_ / "cut.h5";
    std::ofstream(cut, std::ios::binary) << bytes.substr(0, length);
    EXPECT_NE(refusal(cut), "accepted") << length;
  }
}

TEST_F(TracesFile, WrongLayout) {
  const auto head = [](Hdf5File& file, std::vector<std::string> labels) {
    file.write("/receivers/line/time", {0, 0.5, 1}, {3}, false);
    file.write("/receivers/line/position", {1, -2, 3, -4}, {2, 2}, false);
    file.write("/receivers/line/label", labels);
  };
  const auto velocity = [&](Hdf5File::Shape shape) {
    return [=](Hdf5File& file) {
      head(file, {"a", "b"});
      std::uint64_t n = 1;
      for (const std::uint64_t part : shape) n *= part;
      file.write("/receivers/line/velocity", std::vector<double>(n, 1.0), shape, true);
    };
  };
  EXPECT_EQ(refusal(written(velocity({2, 2, 3}))), "accepted");
  EXPECT_TRUE(has(refusal(written(velocity({2, 2, 4}))), "velocity is [2, 2, 4]"));
  EXPECT_TRUE(has(refusal(written(velocity({2, 3}))), "ask for [2, 2, 3]"));
  EXPECT_TRUE(has(refusal(written([](Hdf5File&) {})), "lacks /receivers/line/time"));
  EXPECT_TRUE(has(refusal(written([&](Hdf5File& file) { head(file, {"a"}); })), "1 labels for 2 positions"));
  EXPECT_TRUE(has(refusal(written([&](Hdf5File& file) {
                    head(file, {"a", "b"});
                    file.write("/receivers/line/pressure", std::vector<std::string>{"x", "y"});
                  })),
                  "pressure"));
}

TEST_F(TracesFile, OtherFiles) {
  std::ofstream(folder_ / "empty.h5");
  std::ofstream(folder_ / "text.h5") << "no HDF5";
  {
    Hdf5File other(folder_ / "other.h5", Hdf5File::Mode::create);
    other.make_group("/something");
    other.close();
  }
  EXPECT_TRUE(has(refusal(folder_ / "empty.h5"), "is empty"));
  EXPECT_TRUE(has(refusal(folder_ / "text.h5"), "is not HDF5"));
  EXPECT_TRUE(has(refusal(folder_ / "other.h5"), "holds no group /receivers"));
  EXPECT_TRUE(has(refusal(folder_ / "nowhere.h5"), "no such file"));
  fs::create_directory(folder_ / "hollow");
  EXPECT_TRUE(has(refusal(folder_ / "hollow"), "neither traces.h5 nor"));
}

}  // namespace
}  // namespace unda::output::read_traces_test

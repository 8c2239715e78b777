// Reference seismograms as CSV and SAC: what is read, how stations are put together, what is refused.
#include "output/import/station_files.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "output/import/open_traces.hpp"

namespace unda::output::station_files_test {
namespace {

namespace fs = std::filesystem;
using scenario::Quantity;

class StationFiles : public ::testing::Test {
 protected:
  StationFiles() : folder_(fs::temp_directory_path() / ("unda_stations_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~StationFiles() override { fs::remove_all(folder_); }

  fs::path written(const std::string& name, const std::string& contents) const {
    std::ofstream(folder_ / name, std::ios::binary) << contents;
    return folder_ / name;
  }

  std::string refusal(const std::string& name, const std::string& contents) const {
    try {
      open_traces(written(name, contents));
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  }

  fs::path folder_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string head = "# x(east)=800 y(north)=600 z=-5.5; t[s], v_east, v_north, v_up [m/s]\n";

/// A SAC file of 3 samples; fields of the header by their number among floats or integers.
struct Sac {
  std::string station = "ST01", component = "BHZ";
  int version = 6, type = 1, quantity = 7, even = 1, npts = 3;
  float delta = 0.01F, start = 2, azimuth = -12345, inclination = -12345;
  bool big_endian = false;
  std::vector<float> values{1, -2, 3};
  std::string our_quantity = "-12345", our_component = "-12345";
  std::array<float, 3> our_position{-12345, -12345, -12345};

  template <class T>
  void put(std::string& bytes, std::size_t at, T value) const {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (big_endian) std::reverse(raw.begin(), raw.end());
    std::memcpy(bytes.data() + at, raw.data(), sizeof(T));
  }

  std::string bytes() const {
    std::string text(632 + 4 * values.size() + (version == 7 ? 176 : 0), ' ');
    for (std::size_t k = 0; k < 70; ++k) put(text, 4 * k, -12345.0F);
    for (std::size_t k = 0; k < 40; ++k) put(text, 280 + 4 * k, std::int32_t{-12345});
    put(text, 0, delta);
    put(text, 4 * 5, start);
    put(text, 4 * 57, azimuth);
    put(text, 4 * 58, inclination);
    for (const auto& [k, value] : {std::pair{6, version}, {9, npts}, {15, type}, {16, quantity}, {35, even}})
      put(text, 280 + 4 * static_cast<std::size_t>(k), std::int32_t{value});
    std::copy(station.begin(), station.end(), text.begin() + 440);
    std::copy(component.begin(), component.end(), text.begin() + 600);
    std::copy(our_quantity.begin(), our_quantity.end(), text.begin() + 584);
    std::copy(our_component.begin(), our_component.end(), text.begin() + 592);
    for (std::size_t axis = 0; axis < 3; ++axis) put(text, 4 * (40 + axis), our_position[axis]);
    for (std::size_t i = 0; i < values.size(); ++i) put(text, 632 + 4 * i, values[i]);
    if (version == 7) {
      put(text, 632 + 4 * values.size(), 0.0125);
      put(text, 632 + 4 * values.size() + 8, 0.25);
    }
    return text;
  }
};

TEST_F(StationFiles, CsvOfOneStation) {
  const Traces traces = open_traces(written("station07.csv", head + "0,1,2,3\n0.5, 4 ,5e0,-6\n1.0,7,8,9\n"));
  EXPECT_EQ(traces.time, (std::vector<double>{0, 0.5, 1}));
  ASSERT_EQ(traces.groups.size(), 1U);
  const TraceGroup& group = traces.groups[0];
  EXPECT_EQ(group.name, "");
  EXPECT_EQ(group.labels, std::vector<std::string>{"station07"});
  EXPECT_EQ(group.positions.at(0), (Vector{800, 600, -5.5}));
  EXPECT_EQ(group.quantities.at(Quantity::velocity).values, (std::vector<double>{1, 4, 7, 2, 5, 8, 3, -6, 9}));
  const Traces spaced = open_traces(written("b.csv", "# max=7, x = 1.5, y (north) = -2 z=1e3\nTime,P\n0,1\n1,2\n"));
  EXPECT_EQ(spaced.groups.at(0).positions.at(0), (Vector{1.5, -2, 1000}));
}

TEST_F(StationFiles, CsvWithOtherNamesAndMissingComponents) {
  const Traces traces = open_traces(written("s.csv", "time,uz,p,stress_xz\n0,1,2,3\n1,4,5,6\n"));
  const auto& quantities = traces.groups.at(0).quantities;
  const TraceArray& u = quantities.at(Quantity::displacement);
  EXPECT_EQ(u.absent, (std::vector<char>{1, 1, 0}));
  EXPECT_EQ(u.values, (std::vector<double>{0, 0, 0, 0, 1, 4}));
  EXPECT_EQ(quantities.at(Quantity::pressure).values, (std::vector<double>{2, 5}));
  EXPECT_EQ(quantities.at(Quantity::stress).absent, (std::vector<char>{1, 1, 1, 1, 0, 1}));
  EXPECT_TRUE(std::isnan(traces.groups[0].positions.at(0)[0]));
}

TEST_F(StationFiles, CsvWithLabels) {
  const Traces traces = open_traces(written("line_velocity.csv",
                                            "time [s],near.x [m/s],near.z [m/s],\"a, b.x [m/s]\",\"a, b.z [m/s]\"\n"
                                            "0,1,2,3,4\n0.5,5,6,7,8\n"));
  const TraceGroup& group = traces.groups.at(0);
  EXPECT_EQ(group.labels, (std::vector<std::string>{"near", "a, b"}));
  EXPECT_EQ(group.quantities.at(Quantity::velocity).values, (std::vector<double>{1, 5, 0, 0, 2, 6, 3, 7, 0, 0, 4, 8}));
  const Traces others = open_traces(written("p.csv", "time [s],s1 [Pa],s1.xz [Pa]\n0,1,2\n1,3,4\n"));
  EXPECT_EQ(others.groups.at(0).labels, std::vector<std::string>{"s1"});
  EXPECT_EQ(others.groups[0].quantities.at(Quantity::pressure).values, (std::vector<double>{1, 3}));
  EXPECT_EQ(others.groups[0].quantities.at(Quantity::stress).absent, (std::vector<char>{1, 1, 1, 1, 0, 1}));
}

TEST_F(StationFiles, CsvThatIsWrong) {
  EXPECT_TRUE(has(refusal("a.csv", head + "0,1,2,3\n0.5,1,2\n"), "a.csv:3: 3 fields; 4 columns"));
  EXPECT_TRUE(has(refusal("a.csv", head + "0,1,2,3\n0.5,1,2,x\n"), "a.csv:3: \"x\" is not a number"));
  EXPECT_TRUE(has(refusal("a.csv", head + "0,1,2,3\n0.5,1,nan,3\n"), "a.csv:3: \"nan\" is not finite"));
  EXPECT_TRUE(has(refusal("a.csv", head + "0,1,2,3\n1,1,2,3\n1.7,1,2,3\n"), "not evenly spaced"));
  EXPECT_TRUE(has(refusal("a.csv", head + "1,1,2,3\n0,1,2,3\n"), "not evenly spaced"));
  EXPECT_TRUE(has(refusal("a.csv", head), "0 rows"));
  EXPECT_TRUE(has(refusal("a.csv", "0,1\n1,2\n"), "a.csv:1: numbers before a line that names the columns"));
  EXPECT_TRUE(has(refusal("a.csv", "# nothing\n"), "no line names the columns"));
  EXPECT_TRUE(has(refusal("a.csv", "t,speed\n0,1\n1,2\n"), "a.csv:1: column \"speed\" is not known"));
  EXPECT_TRUE(has(refusal("a.csv", "t,v_z[cm/s]\n0,1\n1,2\n"), "unit [cm/s]"));
  EXPECT_TRUE(has(refusal("a.csv", "v_z,t\n0,1\n1,2\n"), "it must be t or time"));
  EXPECT_TRUE(has(refusal("a.csv", "t,v_z,velocity_up\n0,1,2\n1,2,2\n"), "comes twice"));
  EXPECT_TRUE(has(refusal("a.csv", std::string("t,v_z\n\0\1", 8)), "is not text"));
}

TEST_F(StationFiles, SacOfBothByteOrdersAndVersions) {
  for (const bool big_endian : {false, true}) {
    Sac sac;
    sac.big_endian = big_endian;
    const StationTrace trace = read_sac(written("a.sac", sac.bytes()), {});
    EXPECT_EQ(trace.label, "ST01");
    EXPECT_EQ(trace.quantity, Quantity::velocity);
    EXPECT_EQ(trace.component, 2);
    EXPECT_EQ(trace.interval, 0.01);
    EXPECT_EQ(trace.start, 2);
    EXPECT_EQ(trace.values, (std::vector<double>{1, -2, 3}));
    sac.version = 7;
    EXPECT_EQ(read_sac(written("a.sac", sac.bytes()), {}).interval, 0.0125);
    EXPECT_EQ(read_sac(written("a.sac", sac.bytes()), {}).start, 0.25);
  }
}

TEST_F(StationFiles, SacComponents) {
  const auto component = [&](const std::string& name, float azimuth, float inclination) {
    Sac sac;
    sac.component = name;
    sac.azimuth = azimuth;
    sac.inclination = inclination;
    return read_sac(written("a.sac", sac.bytes()), {}).component;
  };
  EXPECT_EQ(component("HXE", -12345, -12345), 0);
  EXPECT_EQ(component("MXY", -12345, -12345), 1);
  EXPECT_EQ(component("BH1", 0, 90), 1);
  EXPECT_EQ(component("BH2", 90, 90), 0);
  EXPECT_THROW(component("BH1", 37, 90), InputError);
  EXPECT_THROW(component("BHZ", 0, 180), InputError);
  EXPECT_THROW(component("BH1", -12345, -12345), InputError);
}

TEST_F(StationFiles, SacAsUndaExportsIt) {
  Sac sac;
  sac.quantity = 5;
  sac.component = "HDH";
  sac.our_quantity = "displace";
  sac.our_component = "y";
  sac.our_position = {100.1F, 0, -50};
  const StationTrace trace = read_sac(written("a.sac", sac.bytes()), {});
  EXPECT_EQ(trace.quantity, Quantity::displacement);
  EXPECT_EQ(trace.component, 1);
  EXPECT_EQ(trace.position, (Vector{100.1, 0, -50}));
  sac.our_quantity = "stress";
  sac.our_component = "xz";
  EXPECT_EQ(read_sac(written("a.sac", sac.bytes()), {}).component, 4);
  sac.our_quantity = "pressure";
  EXPECT_EQ(read_sac(written("a.sac", sac.bytes()), {}).quantity, Quantity::pressure);
}

TEST_F(StationFiles, SacDirectoryIsPutTogether) {
  Sac sac;
  written("a.z.sac", sac.bytes());
  sac.component = "BHE";
  sac.values = {4, 5, 6};
  written("a.e.SAC", sac.bytes());
  sac.station = "ST02";
  written("b.e.sac", sac.bytes());
  const Traces traces = open_traces(folder_);
  EXPECT_EQ(traces.groups.at(0).labels, (std::vector<std::string>{"ST01", "ST02"}));
  const TraceArray& v = traces.groups[0].quantities.at(Quantity::velocity);
  EXPECT_EQ(v.absent, (std::vector<char>{0, 1, 0, 0, 1, 1}));
  EXPECT_EQ(v.values, (std::vector<double>{4, 5, 6, 0, 0, 0, 1, -2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0}));
  EXPECT_NEAR(traces.time.at(2), 2.02, 1e-12);

  written("c.e.sac", sac.bytes());
  EXPECT_THROW(open_traces(folder_), InputError);  // ST02 east comes twice
  sac.station = "ST03";
  sac.delta = 0.02F;
  written("c.e.sac", sac.bytes());
  EXPECT_THROW(open_traces(folder_), InputError);  // another interval
}

TEST_F(StationFiles, SacThatIsWrong) {
  Sac sac;
  const std::string good = sac.bytes();
  EXPECT_EQ(refusal("a.sac", good), "accepted");
  EXPECT_TRUE(has(refusal("a.sac", good.substr(0, 640)), "would need 644 bytes"));
  EXPECT_TRUE(has(refusal("a.sac", good.substr(0, 100)), "neither CSV"));
  sac.npts = 2000000000;
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "damaged"));
  sac.npts = -5;
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "damaged"));
  sac.npts = 3;
  sac.type = 4;
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "evenly sampled"));
  sac.type = 1;
  sac.delta = 0;
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "DELTA"));
  sac.delta = 0.01F;
  sac.values[1] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "sample 2 is not finite"));
  sac.values[1] = 0;
  sac.quantity = 5;
  EXPECT_TRUE(has(refusal("a.sac", sac.bytes()), "--quantity"));
  EXPECT_EQ(read_sac(written("a.sac", sac.bytes()), Quantity::acceleration).quantity, Quantity::acceleration);
}

}  // namespace
}  // namespace unda::output::station_files_test

// SAC and miniSEED files: header bytes, codes, samples.
#include "base/utc.hpp"
#include "export_support.hpp"
#include "output/export/codes.hpp"

namespace unda::output::test::sac_mseed_test {
namespace {

TEST_F(ExportTest, SacBytes) {
  Gathers gathers(traces(), {}, "t");
  gathers.source = {{10, -5, -200}, 200};
  gathers.time_zero = parse_utc("2011-03-11T05:46:23.2505");
  gathers.map.emplace(scenario::GeographicOrigin{37, 140});
  const auto notes = write("sac", gathers, "sac");
  EXPECT_EQ(n_files(), 9u);
  const std::string file = bytes("sac/jp.bbb.V0.CXN.sac");
  ASSERT_EQ(file.size(), 632 + 4 * 25u);
  const auto real = [&](std::size_t i) { return number<float>(file, 4 * i, false); };
  const auto whole = [&](std::size_t i) { return number<std::int32_t>(file, 280 + 4 * i, false); };
  const auto word = [&](std::size_t i) { return file.substr(440 + 8 * i, 8); };
  EXPECT_FLOAT_EQ(real(0), 0.004f);
  EXPECT_FLOAT_EQ(real(5), 0.0005f);  // b: what a millisecond cannot say
  EXPECT_FLOAT_EQ(real(6), 0.0965f);
  EXPECT_EQ(real(3), -12345.0f);
  EXPECT_NEAR(real(31), 37 + 20.25 / 110977, 1e-5);  // a degree of latitude at 37
  EXPECT_NEAR(real(32), 140 + 50.5 / 89012, 2e-5);   // and of longitude
  EXPECT_FLOAT_EQ(real(38), 0.2f);
  EXPECT_FLOAT_EQ(real(40), 50.5f);
  EXPECT_FLOAT_EQ(real(44), -5.0f);
  EXPECT_FLOAT_EQ(real(57), 0.0f);   // north
  EXPECT_FLOAT_EQ(real(58), 90.0f);  // horizontal
  const std::array<int, 7> date{2011, 70, 5, 46, 23, 250, 6};
  for (std::size_t i = 0; i < date.size(); ++i) EXPECT_EQ(whole(i), date[i]) << i;
  EXPECT_EQ(whole(9), 25);
  EXPECT_EQ(whole(15), 1);
  EXPECT_EQ(whole(35), 1);
  EXPECT_EQ(word(0), "bbb     ");
  EXPECT_EQ(word(3), "V0      ");
  EXPECT_EQ(word(17), "m/s     ");
  EXPECT_EQ(word(20), "CXN     ");
  EXPECT_EQ(word(21), "jp      ");
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(number<float>(file, 632 + 4 * i, false), sample(1, 1, i));
}

TEST_F(ExportTest, SacWithoutClockAndMap) {
  write("sac", Gathers(traces(), {"", "", "z"}, "t"), "sac");
  const std::string file = bytes("sac/XX.CCC.V0.CXZ.sac");
  ASSERT_EQ(file.size(), 732u);
  EXPECT_EQ(number<std::int32_t>(file, 280, false), -12345);
  EXPECT_EQ(number<float>(file, 4 * 31, false), -12345.0f);
  EXPECT_EQ(number<float>(file, 4 * 5, false), 0.0f);
}

/// The fixed header and samples of one record.
struct Record {
  std::string station, location, channel, network;
  std::size_t n_samples;
  std::vector<double> samples;
};

std::vector<Record> records(const std::string& file) {
  std::vector<Record> out;
  for (std::size_t at = 0; at + 4096 <= file.size(); at += 4096) {
    const std::string r = file.substr(at, 4096);
    Record record{
        r.substr(8, 5), r.substr(13, 2), r.substr(15, 3), r.substr(18, 2), number<std::uint16_t>(r, 30, true), {}};
    // Blockette 1000 tells the encoding: 4 float, 5 double.
    std::size_t blockette = number<std::uint16_t>(r, 46, true);
    while (number<std::uint16_t>(r, blockette, true) != 1000) blockette = number<std::uint16_t>(r, blockette + 2, true);
    const std::size_t begin = number<std::uint16_t>(r, 44, true);
    for (std::size_t i = 0; i < record.n_samples; ++i)
      record.samples.push_back(r[blockette + 4] == 4 ? number<float>(r, begin + 4 * i, true)
                                                     : number<double>(r, begin + 8 * i, true));
    out.push_back(record);
  }
  return out;
}

TEST_F(ExportTest, MiniSeedRecords) {
  Gathers gathers(traces(0.01, 2500), {}, "t");
  gathers.time_zero = parse_utc("2011-03-11T05:46:23.25");
  write("mseed", gathers, "a.mseed");
  const std::string file = bytes("a.mseed");
  EXPECT_EQ(file.size() % 4096, 0u);
  const std::vector<Record> all = records(file);
  EXPECT_EQ(number<std::uint16_t>(file, 20, true), 2011);
  EXPECT_EQ(number<std::uint16_t>(file, 22, true), 70);
  EXPECT_EQ(file[24], 5);
  EXPECT_EQ(file[25], 46);
  EXPECT_EQ(file[26], 23);
  EXPECT_EQ(number<std::uint16_t>(file, 28, true), 2500);  // of a tenth of a millisecond
  std::vector<double> samples;
  for (const Record& record : all)
    if (record.station == "BBB  " && record.channel == "HXN")
      samples.insert(samples.end(), record.samples.begin(), record.samples.end());
  ASSERT_EQ(samples.size(), 2500u);
  for (std::size_t i = 0; i < samples.size(); ++i) ASSERT_EQ(samples[i], sample(1, 1, i)) << i;
  EXPECT_EQ(all.front().network, "JP");
  EXPECT_EQ(all.front().location, "V0");
  EXPECT_EQ(all.front().station, "AAA  ");
  EXPECT_EQ(all.back().network, "XX");
}

TEST_F(ExportTest, MiniSeedKeepsDoubles) {
  Traces t = traces();
  t.groups[0].quantities[Quantity::velocity].values[7] = 0.1;
  write("mseed", Gathers(std::move(t), {}, "t"), "a.mseed");
  EXPECT_EQ(records(bytes("a.mseed")).front().samples.at(7), 0.1);
}

TEST_F(ExportTest, LabelsThatDoNotFitAreNumberedAndToldOf) {
  Traces t = traces(0.004, 25, {"streamer1", "streamer2"});
  t.groups.push_back(group("other", {"SHORT"}, Quantity::velocity, 3, 25));
  t.groups.push_back(group("well", {"too-long", "ok"}, Quantity::velocity, 3, 25));
  const auto notes = write("mseed", Gathers(std::move(t), {}, "t"), "a.mseed");
  ASSERT_GE(notes.size(), 2u);
  EXPECT_TRUE(contains(notes[0], "net: label 'streamer1' does not fit")) << notes[0];
  EXPECT_TRUE(contains(notes[0], "XX.R0001 to XX.R0002")) << notes[0];
  EXPECT_TRUE(contains(notes[1], "XX.R0003 to XX.R0004")) << notes[1];
  std::string stations;
  for (const Record& record : records(bytes("a.mseed")))
    if (record.channel == "CXE") stations += record.station + " ";
  EXPECT_EQ(stations, "R0001 R0002 SHORT R0003 R0004 ");
}

TEST_F(ExportTest, CodesThatCoincideAreRefused) {
  Traces t = traces(0.004, 25, {"A", "B"});
  t.groups.push_back(group("other", {"b"}, Quantity::velocity, 3, 25));
  const std::string refused = refusal("mseed", Gathers(t, {}, "t"));
  EXPECT_TRUE(contains(refused, "net B and other b would both be called XX.B; export one group at a time")) << refused;
  EXPECT_EQ(n_files(), 0u);
  EXPECT_EQ(refusal("sac", Gathers(t, {}, "t")), "");  // there b is not B
}

TEST(Codes, BandsFollowTheRate) {
  const std::vector<std::pair<double, char>> cases{
      {1 / 0.0001, 'J'}, {1000, 'F'}, {999, 'C'}, {1 / 0.004, 'C'}, {249, 'H'}, {80, 'H'},  {79, 'B'},
      {10, 'B'},         {9.9, 'M'},  {1.1, 'M'}, {1, 'L'},         {0.1, 'V'}, {0.01, 'U'}};
  for (const auto& [rate, code] : cases) EXPECT_EQ(band_code(rate), code) << rate;
}

TEST_F(ExportTest, StressHasSixChannels) {
  Traces t = traces();
  t.groups = {group("net", {"A"}, Quantity::stress, 3, 25)};
  write("sac", Gathers(std::move(t), {}, "t"), "sac");
  for (const char* name : {"1", "2", "3", "4", "5", "6"})
    EXPECT_TRUE(fs::exists(folder / ("sac/XX.A.S0.CX" + std::string(name) + ".sac"))) << name;
  const std::string yz = bytes("sac/XX.A.S0.CX6.sac");
  EXPECT_EQ(yz.substr(440 + 8 * 17, 24), "Pa      stress  yz      ");
  EXPECT_EQ(number<float>(yz, 632, false), sample(0, 5, 0));
}

}  // namespace
}  // namespace unda::output::test::sac_mseed_test

// Choosing traces, CSV tables, damaged traces, and files that come whole or not at all.
#include <limits>

#include "export_support.hpp"

namespace unda::output::test::gathers_test {
namespace {

std::string refusal_of(Traces t, const Selection& selection = {}) {
  try {
    const Gathers gathers(std::move(t), selection, "traces.h5");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Gathers, ASelection) {
  Traces t = traces();
  t.groups.push_back(group("well", {"w"}, Quantity::pressure, 3, 25));
  const auto count = [&](const Selection& s) { return Gathers(t, s, "t").n_traces(); };
  EXPECT_EQ(count({}), 10u);
  EXPECT_EQ(count({"net", "", ""}), 9u);
  EXPECT_EQ(count({"", "pressure", ""}), 1u);
  EXPECT_EQ(count({"", "", "y"}), 3u);
  const Gathers y(t, {"", "", "y"}, "t");
  EXPECT_EQ(y.all()[0].traces[2][4], sample(2, 1, 4));
  EXPECT_EQ(y.all()[0].title(), "net velocity y");
  EXPECT_TRUE(contains(refusal_of(t, {"nat", "", ""}), "--receivers: found 'nat'; these traces have: net, well"));
  EXPECT_TRUE(contains(refusal_of(t, {"", "speed", ""}), "these traces have: pressure, velocity"));
  EXPECT_TRUE(contains(refusal_of(t, {"", "", "q"}), "these traces have: p, x, y, z"));
  EXPECT_TRUE(contains(refusal_of(t, {"well", "velocity", ""}), "holds no traces of what was asked"));
}

TEST(Gathers, DamagedTracesAreRefused) {
  Traces t = traces();
  t.groups[0].labels.pop_back();
  EXPECT_TRUE(contains(refusal_of(t), "2 labels for 3 positions"));
  t = traces();
  t.groups[0].quantities[Quantity::velocity].values.pop_back();
  EXPECT_TRUE(contains(refusal_of(t), "net/velocity has 224 numbers"));
  t = traces();
  t.time[3] += 0.001;
  EXPECT_TRUE(contains(refusal_of(t), "not evenly spaced"));
  EXPECT_TRUE(contains(refusal_of(traces(0.1, 1)), "has 1 sample a trace"));
  t.groups.clear();
  t.time.clear();
  EXPECT_NE(refusal_of(t), "");
}

TEST_F(ExportTest, NotANumberIsRefusedByAllButCsv) {
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), 1e39}) {
    Traces t = traces();
    t.groups[0].quantities[Quantity::velocity].values[30] = wrong;
    const Gathers gathers(std::move(t), {}, "t");
    for (const char* format : {"segy", "su", "sac", "mseed"})
      EXPECT_TRUE(contains(refusal(format, gathers), "net velocity y of JP.AAA, sample 6, is")) << format;
    EXPECT_EQ(n_files(), 0u);
    write("csv", gathers, "a.csv");
    EXPECT_TRUE(contains(bytes("a.csv"), std::isnan(wrong) ? ",nan" : wrong > 1e300 ? ",inf" : ",1e+39"));
    fs::remove(folder / "a.csv");
  }
}

TEST_F(ExportTest, CsvTables) {
  Traces t = traces(0.25, 3, {"a", "say \"b, c\""});
  t.groups.push_back(group("well", {"w"}, Quantity::pressure, 3, 3));
  t.groups[1].quantities[Quantity::pressure].values = {0.1, -2.5e-7, 3};
  const Gathers gathers(t, {}, "t");
  write("csv", gathers, "tables");
  EXPECT_EQ(n_files(), 2u);
  EXPECT_EQ(bytes("tables/well_pressure.csv"), "time [s],w [Pa]\n0,0.1\n0.25,-2.5e-07\n0.5,3\n");
  const std::string velocity = bytes("tables/net_velocity.csv");
  EXPECT_EQ(
      velocity.substr(0, velocity.find('\n')),
      "time [s],a.x [m/s],a.y [m/s],a.z [m/s],\"say \"\"b, c\"\".x [m/s]\",\"say \"\"b, c\"\".y [m/s]\",\"say \"\"b, "
      "c\"\".z [m/s]\"");
  EXPECT_TRUE(contains(refusal("csv", gathers, "a.csv"), "name a directory, or choose with --receivers"));
  write("csv", Gathers(t, {"well", "", ""}, "t"), "a.csv");
  EXPECT_EQ(bytes("a.csv"), bytes("tables/well_pressure.csv"));
}

TEST_F(ExportTest, ExistingFilesStayUnlessAsked) {
  const Gathers gathers(traces(), {}, "t");
  for (const char* format : {"segy", "su", "mseed"}) {
    std::ofstream(folder / "out") << "mine";
    EXPECT_TRUE(contains(refusal(format, gathers), "is there already; give another name, or --overwrite")) << format;
    EXPECT_EQ(bytes("out"), "mine");
    write(format, gathers, "out", true);
    EXPECT_GT(bytes("out").size(), 1000u);
    EXPECT_EQ(n_files(), 1u) << "no partial file stays";
    fs::remove(folder / "out");
  }
  // One file of many is there: none is written.
  fs::create_directory(folder / "sac");
  std::ofstream(folder / "sac/jp.bbb.V0.CXN.sac") << "mine";
  EXPECT_TRUE(contains(refusal("sac", gathers, "sac"), "jp.bbb.V0.CXN.sac: is there already"));
  EXPECT_EQ(n_files(), 1u);
  EXPECT_TRUE(contains(refusal("segy", gathers, "sac"), "is a directory; give a file name"));
}

TEST_F(ExportTest, MissingDirectoriesAreMade) {
  write("su", Gathers(traces(), {}, "t"), "new/er/a.su");
  EXPECT_TRUE(fs::exists(folder / "new/er/a.su"));
  EXPECT_TRUE(contains(refusal("su", Gathers(traces(), {}, "t"), "new/er/a.su/b.su"), "cannot make this directory"));
}

}  // namespace
}  // namespace unda::output::test::gathers_test

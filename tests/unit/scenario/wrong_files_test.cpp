// What is wrong in a STATIONS, CMTSOLUTION or FORCESOLUTION file is told with its line and the way out.
#include "solution_files.hpp"

namespace unda::scenario::test::wrong_files_test {
namespace {

struct Wrong {
  const char* file;
  std::string text, from, to;
  int line;  ///< blamed; 0: the file
  std::string key, words;
};

const std::vector<Wrong>& wrong_files() {
  static const std::vector<Wrong> cases{
      {"STATIONS", stations, "37.05", "95", 2, "receivers.file", "latitude: found 95; must be from -90 to 90"},
      {"STATIONS", stations, "139.93", "-200", 3, "receivers.file", "longitude: found -200"},
      {"STATIONS", stations, "37.05", "37,05", 2, "receivers.file", "latitude: found '37,05'; must be a number"},
      {"STATIONS", stations, "120.0", "nan", 2, "receivers.file", "elevation: found 'nan'"},
      {"STATIONS", stations, "  0.0   10.0", "  0.0", 3, "receivers.file", "found 5 fields"},
      {"STATIONS", stations, "10.0", "10.0 7", 3, "receivers.file", "found 7 fields"},
      {"STATIONS", stations, "10.0", "-10.0", 3, "receivers.file", "burial: found -10"},
      {"STATIONS", stations, "10.0", "20000.0", 3, "receivers.file", "station JP.BBB at x = -6234.89492"},
      {"STATIONS", stations, "BBB", "AAA", 3, "receivers.file", "station JP.AAA stands in line 2 already"},
      {"STATIONS", stations, "BBB", "B/B", 3, "receivers.file", "without /"},
      {"STATIONS", stations, "37.05", "38.05", 2, "receivers.file", "domain: x from -10000 to 10000, y from"},
      {"STATIONS", "# nothing\n", "nothing", "nothing", 0, "receivers.file", "holds no station"},
      {"STATIONS", std::string("a\0b\n", 4), "a", "a", 1, "receivers.file", "is not text"},
      {"CMTSOLUTION", cmt, "37.0200", "-95", 5, "source.file", "latitude: found -95"},
      {"CMTSOLUTION", cmt, "140.0300", "150", 5, "source.file", "beyond the east face"},
      {"CMTSOLUTION", cmt, "5.0000", "five", 7, "source.file", "depth: found 'five'; must be the depth"},
      {"CMTSOLUTION", cmt, "5.0000", "-1", 7, "source.file", "depth: found -1"},
      {"CMTSOLUTION", cmt, "5.0000", "16", 7, "source.file", "below the bottom"},
      {"CMTSOLUTION", cmt, "Mrp:       4.550000e+24\n", "", 1, "source.file", "has no 'mrp'"},
      {"CMTSOLUTION", cmt, "Mrp:", "Mrt:", 12, "source.file", "mrt stands twice"},
      {"CMTSOLUTION", cmt, "time shift:", "time shft:", 3, "source.file",
       "is neither an event's header nor a known key"},
      {"CMTSOLUTION", cmt, "4.550000e+24", "4.55x", 12, "source.file", "mrp: found '4.55x'"},
      {"CMTSOLUTION", cmt, "    1.0000\nlat", "    0.0\nlat", 4, "source.file", "give a time_function beside file"},
      {"CMTSOLUTION", cmt, "    1.0000\nlat", "    -1\nlat", 4, "source.file", "half duration: found -1"},
      {"CMTSOLUTION", cmt, " PDEW2011", "time shift: 0\n PDEW2011", 1, "source.file", "starts with its header line"},
      {"CMTSOLUTION", "nonsense\n", "nonsense", "nonsense", 1, "source.file", "neither 'Mrr'"},
      {"CMTSOLUTION", "\n", "\n", "\n", 0, "source.file", "holds no event"},
      {"CMTSOLUTION", force, "5.d12", "much", 7, "source.file", "factor force source: found 'much'"},
      {"CMTSOLUTION", force, "0.4", "0", 3, "source.file", "f0 is 0"},
      {"CMTSOLUTION", force, "factor", "source time function: 3\nfactor", 7, "source.file", "found 3; allowed: 0"},
      {"CMTSOLUTION", replaced(force, "3.d0", "0"), "-4.d0", "0", 8, "source.file", "has no length"},
  };
  return cases;
}

TEST_F(SolutionFiles, EveryMistakeNamesFileAndLine) {
  const fs::path scenario = write("s.toml", geographic);
  for (const Wrong& wrong : wrong_files()) {
    SCOPED_TRACE(wrong.words);
    write("STATIONS", stations);
    write("CMTSOLUTION", cmt);
    write(wrong.file, replaced(wrong.text, wrong.from, wrong.to));
    const std::string messages = all(mistakes_in(scenario));
    std::string place = (directory_ / wrong.file).string();
    if (wrong.line > 0) place += fmt::format(":{}", wrong.line);
    EXPECT_NE(messages.find(wrong.key + ": " + place + ": "), std::string::npos) << messages;
    EXPECT_NE(messages.find(wrong.words), std::string::npos) << messages;
  }
}

TEST_F(SolutionFiles, DegreesWithoutAnOriginAreSuspected) {
  const fs::path scenario = write("s.toml", replaced(replaced(geographic, origin, ""), "x = [-10000", "x = [1000"));
  EXPECT_NE(all(mistakes_in(scenario)).find("If these are degrees, give domain.origin"), std::string::npos);
}

TEST_F(SolutionFiles, FlatDomainsTakeNoMomentsInNewtonMetres) {
  write("STATIONS", "A X 0 140 0 0\nB X 5 150 0 0\n");
  const std::string two = replaced(replaced(geographic, "y = [-10000, 10000]\n", ""), origin, "");
  const std::string messages = all(mistakes_in(write("s.toml", two)));
  EXPECT_NE(messages.find("need a 3-D domain"), std::string::npos) << messages;
  EXPECT_NE(messages.find("STATIONS:2: station X.B has y = 5, but the domain has no y"), std::string::npos) << messages;
}

TEST_F(SolutionFiles, ADoubleCoupleInAFluidIsBlamedOnTheFile) {
  const std::string messages = all(mistakes_in(write("s.toml", replaced(geographic, "vs = 3464", "vs = 0"))));
  EXPECT_NE(messages.find("source.file: a deviatoric moment tensor stands in a fluid"), std::string::npos) << messages;
}

TEST_F(SolutionFiles, ManyMistakesAreCutShort) {
  std::string many;
  for (int i = 0; i < 5000; ++i) many += fmt::format("A{} X 95 0 0 0\n", i);
  write("STATIONS", many);
  const auto messages = mistakes_in(write("s.toml", geographic));
  EXPECT_LE(messages.size(), 21u);
  EXPECT_GE(messages.size(), 20u);
}

}  // namespace
}  // namespace unda::scenario::test::wrong_files_test

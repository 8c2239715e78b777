// What a grid model refuses, and how it says so; and that no file, however damaged, does worse than be
// refused.
#include <random>

#include "model/sampled_array.hpp"
#include "unit/model/support.hpp"

namespace unda::model::test::grid_failures_test {
namespace {

const std::vector<float> good{1500, 1600, 1700, 1800, 1900, 2000};

/// Two samples along x, three along z, from x = 0, z = 0 down to z = -20.
scenario::Scenario small(const scenario::GridSource& vp) {
  return grid_scenario(2, {{0, 10}, {-20, 0}}, vp, {0, 0, 0}, {10, 0, -10});
}

TEST(GridModelRefuses, WrongValuesWithTheirPlace) {
  const Folder folder;
  const auto with = [&](float value) {
    std::vector<float> values = good;
    values[3] = value;
    return from_file(folder.write("a.npy", npy_float("(3, 2)", values)));
  };
  const std::string place = "a.npy': sample [1, 1] (axes zx, counted from 0) at x = 10, z = -10 is ";
  EXPECT_TRUE(contains(failure(small(with(-5))), place + "-5; allowed: a finite number above 0"));
  EXPECT_TRUE(contains(failure(small(with(-5))), "test.toml: model.vp: '"));
  EXPECT_TRUE(contains(failure(small(with(0))), place + "0"));
  EXPECT_TRUE(contains(failure(small(with(NAN))), place + "nan"));
  EXPECT_TRUE(contains(failure(small(with(INFINITY))), place + "inf"));

  scenario::Scenario s = small(number(2000));
  s.model.grid.vs = with(-1);
  EXPECT_TRUE(contains(failure(s), "model.vs: '"));
  EXPECT_TRUE(contains(failure(s), place + "-1; allowed: a finite number of 0 (a fluid) or more"));
  s.model.grid.vs = number(0);
  s.model.grid.rho = with(0);
  EXPECT_TRUE(contains(failure(s), "model.rho: '"));
}

TEST(GridModelRefuses, WrongQualityFactors) {
  const Folder folder;
  const auto with = [&](float value) {
    return from_file(folder.write("q.npy", npy_float("(3, 2)", {50, 50, 50, value, 50, 50})));
  };
  scenario::Scenario s = small(from_file(folder.write("a.npy", npy_float("(3, 2)", good))));
  s.model.grid.qp = with(4);
  EXPECT_TRUE(contains(failure(s), "model.qp: '"));
  EXPECT_TRUE(contains(failure(s), "at x = 10, z = -10 is 4; allowed: 5 or more, or 0: no attenuation"));
  s.model.grid.qp = with(-1);
  EXPECT_TRUE(contains(failure(s), "is -1; allowed: 5"));
  s.model.grid.qp = with(NAN);
  EXPECT_TRUE(contains(failure(s), "is nan; allowed: 5"));
  s.model.grid.qp = with(0);
  s.model.grid.vs = number(500);
  s.model.grid.qs = number(30);
  EXPECT_TRUE(contains(failure(s), "z = -10: found no attenuation of P where qs attenuates S"));
}

TEST(GridModelRefuses, WrongNumbers) {
  const Folder folder;
  const auto file = from_file(folder.write("a.npy", npy_float("(3, 2)", good)));
  scenario::Scenario s = small(file);
  s.model.grid.rho = number(-1);
  EXPECT_TRUE(contains(failure(s), "model.rho: -1 is not allowed"));
  s = small(number(1000));
  s.model.grid.vs = number(900);
  EXPECT_TRUE(contains(failure(s), "model.vs: vs = 900 with vp = 1000"));
}

TEST(GridModelRefuses, ShearWavesTooFastForTheirPWaves) {
  const Folder folder;
  const auto file = from_file(folder.write("a.npy", npy_float("(3, 2)", good)));
  scenario::Scenario s = small(file);
  s.model.grid.vs = number(1350);  // fits vp = 1600, not vp = 1500
  EXPECT_TRUE(contains(failure(s), "a.npy': at sample [0, 0] (axes zx, counted from 0) at x = 0, z = 0: vs = 1350"));
  s = small(number(2250));
  s.model.grid.vs = file;  // 1950 is the limit: the sixth sample exceeds it
  EXPECT_TRUE(contains(failure(s), "model.vs: '"));
  EXPECT_TRUE(contains(failure(s), "sample [2, 1] (axes zx, counted from 0) at x = 10, z = -20: vs = 2000"));
}

TEST(GridModelRefuses, ADomainThatIsNotCovered) {
  const Folder folder;
  const auto file = from_file(folder.write("a.npy", npy_float("(3, 2)", good)));
  scenario::Scenario s = small(file);
  s.domain.extent[0] = {-0.1, 10};
  EXPECT_TRUE(
      contains(failure(s), "model.origin: the samples reach from x = 0 to 10 (2 samples), the domain from -0.1 to 10"));
  s.domain.extent[0] = {-1e-6, 10 + 1e-6};
  EXPECT_NO_THROW(make_model(s));
  s.domain.extent[2] = {-21, 0};
  EXPECT_TRUE(contains(failure(s), "reach from z = -20 to 0 (3 samples), the domain from -21 to 0"));
  s = small(file);
  s.model.grid.spacing[2] = 10;
  EXPECT_TRUE(contains(failure(s), "taken as depths they would cover it"));
}

TEST(GridModelRefuses, WrongGeometry) {
  const Folder folder;
  const auto file = from_file(folder.write("a.npy", npy_float("(3, 2)", good)));
  scenario::Scenario s = small(file);
  s.model.grid.spacing[2] = 0;
  EXPECT_TRUE(contains(failure(s), "model.spacing: a spacing of 0 along z"));
  s = small(file);
  s.model.grid.geometry_given = false;
  EXPECT_TRUE(contains(failure(s), "model.origin: is missing"));
  for (const char* axes : {"zy", "xx", "x", "zyx", "ab"}) {
    s = small(file);
    s.model.grid.axes = axes;
    EXPECT_TRUE(contains(failure(s), "model.axes: \"")) << axes;
  }
}

TEST(GridModelRefuses, WrongShapes) {
  const Folder folder;
  EXPECT_TRUE(contains(failure(small(from_file(folder.write("a.npy", npy_float("(6,)", good))))),
                       "an array with 1 axes (shape [6]), the domain has 2"));
  EXPECT_TRUE(contains(failure(small(from_file(folder.write("a.npy", npy_float("(6, 1)", good))))),
                       "1 sample along x (shape [6, 1], axes \"zx\"); allowed: 2 or more"));
  scenario::Scenario s = small(from_file(folder.write("a.npy", npy_float("(3, 2)", good))));
  s.model.grid.rho = from_file(folder.write("rho.npy", npy_float("(2, 3)", good)));
  EXPECT_TRUE(contains(failure(s), "model.rho: '"));
  EXPECT_TRUE(contains(failure(s), "must have the same shape"));
  s.model.grid.rho = from_file(folder / "gone.npy");
  EXPECT_TRUE(contains(failure(s), "gone.npy': there is no such file"));
}

TEST(GridModelRefuses, HeadersThatDisagree) {
  const Folder folder;
  folder.write("data", bytes_of(good));
  scenario::Scenario s = small(from_file(folder.write("a.rsf", "n1=3 o1=0 d1=-10 n2=2 o2=0 d2=10 in=data")));
  s.model.grid.geometry_given = false;
  EXPECT_NO_THROW(make_model(s));
  s.model.grid.rho = from_file(folder.write("b.rsf", "n1=3 o1=0 d1=-10 n2=2 o2=1 d2=10 in=data"));
  EXPECT_TRUE(contains(failure(s), "along x at 1 + i * 10, the file before it at 0 + i * 10"));
  s.model.grid.vp = from_file(folder.write("a.rsf", "n1=3 o1=0 d1=nan n2=2 o2=0 d2=10 in=data"));
  EXPECT_TRUE(contains(failure(s), "model.vp: a spacing of nan along z"));
}

struct NamedBytes {
  std::string name, bytes;
};

/// The same small model in every format.
std::vector<NamedBytes> good_files() {
  std::string segy(3600, '\0');
  segy[3221] = 3;  // samples a trace
  segy[3225] = 5;  // IEEE
  for (const int trace : {0, 3})
    segy += std::string(240, '\0') + bytes_of(std::vector<float>(good.begin() + trace, good.begin() + trace + 3), true);
  const std::string rsf = "n1=3 o1=0 d1=-10 n2=2 o2=0 d2=10 in=\"stdin\"\n\x0c\x0c\x04" + bytes_of(good);
  std::string xyz = "0 0 10 -20\n10 -10\n2 3\n1 9 1 1 1 1\n";
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 2; ++i) xyz += fmt::format("{} {} {} 0 1\n", 10 * i, -10.0 * k, good[3 * i + k]);
  xyz.pop_back();  // without its last line end it is whole as well
  return {
      {"a.npy", npy_float("(3, 2)", good)}, {"a.rsf", rsf}, {"a.sgy", segy}, {"a.xyz", xyz}, {"a.bin", bytes_of(good)}};
}

void make_from(const Folder& folder, const std::string& name, const std::string& bytes) {
  const auto file = folder.write(name, bytes);
  make_model(small(format_of(file) == SampleFormat::raw ? from_file(file, {3, 2}) : from_file(file)));
}

/// A model or an InputError; nothing else.
void survive(const Folder& folder, const std::string& name, const std::string& bytes) {
  try {
    make_from(folder, name, bytes);
  } catch (const InputError&) {
  }
}

TEST(GridModelSurvives, FilesCutAnywhere) {
  const Folder folder;
  for (const auto& [name, bytes] : good_files()) {
    EXPECT_NO_THROW(make_from(folder, name, bytes)) << name;
    for (std::size_t cut = name == "a.sgy" ? 3590 : 0; cut < bytes.size(); ++cut)
      EXPECT_THROW(make_from(folder, name, bytes.substr(0, cut)), InputError) << name << " " << cut;
  }
}

TEST(GridModelSurvives, RandomAndDamagedFiles) {
  const Folder folder;
  std::mt19937 random(20240613);
  const auto pick = [&](std::size_t n) { return random() % n; };
  for (int i = 0; i < 200; ++i) {
    for (const auto& [name, bytes] : good_files()) {
      std::string damaged = bytes;
      const std::size_t first = name == "a.sgy" ? 3200 : 0;  // text comes before
      for (std::size_t k = pick(4) + 1; k > 0; --k)
        damaged[first + pick(damaged.size() - first)] = static_cast<char>(pick(256));
      survive(folder, name, damaged);
      std::string noise(pick(200), '\0');
      for (char& c : noise) c = static_cast<char>(pick(256));
      survive(folder, name, noise);
      survive(folder, name, bytes.substr(0, 10) + noise);
    }
  }
}

}  // namespace
}  // namespace unda::model::test::grid_failures_test

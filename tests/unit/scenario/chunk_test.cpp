// A chunk of the earth in the scenario: its frame, places in it, moments that turn, and what is refused.
#include "scenario/chunk.hpp"

#include <cmath>
#include <numbers>

#include "support.hpp"

namespace unda::scenario::test::chunk_test {
namespace {

constexpr double degree = std::numbers::pi / 180;

void expect_near(const Vector& a, const Vector& b, double tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

double along(const std::array<double, 6>& m, const Vector& u, const Vector& v) {
  const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += m[place[i][j]] * u[i] * v[j];
  return sum;
}

/// Geodesy: tan of the geocentric latitude over that of the geographic one is (b/a)^2, b/a = 6356752.3142/6378137 of WGS84.
TEST(Chunk, LatitudesAreGeocentric) {
  const double ratio = 6356752.3142 / 6378137.0;
  for (const double latitude : {-67.0, -13.82, 0.0, 45.0, 89.0})
    EXPECT_NEAR(std::tan(degree * geocentric_latitude(latitude)), ratio * ratio * std::tan(degree * latitude),
                1e-9 * (1 + std::abs(std::tan(degree * latitude))));
  EXPECT_EQ(geocentric_latitude(90), 90);
  EXPECT_NEAR(geographic_latitude(geocentric_latitude(37.42)), 37.42, 1e-12);
}

TEST(Chunk, PlacesGoToTheFrameAndBack) {
  const Chunk chunk{{-14, -67}, {40, 30}, 25, 2891e3};
  const ChunkFrame frame(chunk);
  expect_near(frame.position({-14, -67}, 0), {0, 0, 0}, 1e-6);
  expect_near(frame.position({-14, -67}, 5e3), {0, 0, -5e3}, 1e-6);
  // One thousandth of a degree east and north of the centre.
  const double lat = degree * geocentric_latitude(-14);
  const Vector east = frame.position({-14, -66.999}, 0);
  EXPECT_NEAR(east[0], earth_radius * std::cos(lat) * 0.001 * degree, 1e-4);
  EXPECT_NEAR(east[1], 0, 1e-3);
  EXPECT_GT(frame.position({-13.999, -67}, 0)[1], 100);
  for (const auto& [place, depth] : {std::pair{GeographicOrigin{-20.3, -60.2}, 647e3}, {{-5, -80}, 12.0}}) {
    const Vector x = frame.position(place, depth);
    EXPECT_NEAR(frame.place(x).latitude, place.latitude, 1e-9);
    EXPECT_NEAR(frame.place(x).longitude, place.longitude, 1e-9);
    EXPECT_NEAR(ChunkFrame::depth(x), depth, 1e-6);
    EXPECT_EQ(frame.outside(x), "");
    const Compass c = frame.compass(x);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) EXPECT_NEAR(dot(c[a], c[b]), a == b ? 1 : 0, 1e-12);
    // North of a place is where its latitude rises.
    const Vector further = frame.position({place.latitude + 1e-4, place.longitude}, depth);
    EXPECT_NEAR(dot(further - x, c.north), norm(further - x), 1e-3 * norm(further - x));
  }
}

TEST(Chunk, SidesTurnWithTheRotation) {
  const ChunkFrame straight({{0, 0}, {20, 10}, 0, 500e3}), turned({{0, 0}, {20, 10}, 90, 500e3});
  EXPECT_EQ(straight.outside(straight.position({0, 9.9}, 1e3)), "");
  EXPECT_NE(turned.outside(turned.position({0, 9.9}, 1e3)).find("south side"), std::string::npos);
  EXPECT_EQ(turned.outside(turned.position({9.9, 0}, 1e3)), "");
  EXPECT_NE(straight.outside(straight.position({0, -10.1}, 0)).find("west side"), std::string::npos);
  EXPECT_NE(straight.outside(straight.position({0, 0}, 501e3)).find("below the bottom"), std::string::npos);
  EXPECT_NE(straight.outside({0, 0, 10}).find("above the surface"), std::string::npos);
  // On the equator sides are meridians.
  expect_near(straight.at(10 * degree, 0, earth_radius), straight.position({0, 10}, 0), 1e-5);
}

TEST(Chunk, MomentsAndForcesTurnWithTheirPlace) {
  const ChunkFrame frame({{30, 100}, {60, 60}, 0, 1000e3});
  const Compass c = frame.compass(frame.position({12, 118}, 300e3));
  const std::array<double, 6> local{1, -2, 3, 0.5, -0.25, 4};
  const std::array<double, 6> turned = to_frame(c, local);
  const double expected[3][3] = {{1, 0.5, -0.25}, {0.5, -2, 4}, {-0.25, 4, 3}};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) EXPECT_NEAR(along(turned, c[a], c[b]), expected[a][b], 1e-12);
  const std::array<double, 6> back = to_place(c, turned);
  for (std::size_t n = 0; n < 6; ++n) EXPECT_NEAR(back[n], local[n], 1e-12);
  expect_near(to_place(c, to_frame(c, Vector{1, 2, 3})), {1, 2, 3}, 1e-12);
  EXPECT_NEAR(dot(to_frame(c, Vector{0, 0, 2}), c.up), 2, 1e-12);
}

/// London to New York, as seen on a sphere: haversines by hand.
TEST(Chunk, GreatCircles) {
  const ChunkFrame frame({{48, -37}, {90, 90}, 0, 100e3});
  const double a1 = degree * geocentric_latitude(51.5), a2 = degree * geocentric_latitude(40.7), d = degree * 73.9;
  const double h = std::pow(std::sin((a1 - a2) / 2), 2) + std::cos(a1) * std::cos(a2) * std::pow(std::sin(d / 2), 2);
  const GreatCircle way = frame.between(frame.position({51.5, -0.1}, 0), frame.position({40.7, -74.0}, 30e3));
  EXPECT_NEAR(way.angle, 2 * std::asin(std::sqrt(h)) / degree, 1e-9);
  EXPECT_NEAR(way.azimuth, 288.3, 0.3);
  EXPECT_NEAR(way.back_azimuth, 51.2, 0.3);
}

const std::string right = R"([domain]
kind = "chunk"
centre = { lat = -14, lon = -67 }
width = [20, 20]
depth = 700e3
[model]
kind = "radial"
[[source]]
kind = "moment_tensor"
lat = -13.8
lon = -67.5
depth = 647e3
moment = { xx = 1e20, zz = -1e20 }
time_function = { kind = "gaussian", sigma = 20 }
[[receivers]]
place = [{ lat = -15, lon = -68 }, { lat = -10, lon = -60, depth = 10e3 }]
[time]
duration = 300
[mesh]
max_frequency = 0.02
[solver]
method = "sem"
)";

class ChunkFiles : public ScenarioFiles {};

TEST_F(ChunkFiles, AreRead) {
  const Scenario s = read_scenario(write("chunk.toml", right), {});
  const ChunkFrame frame(s.domain.chunk.value());
  EXPECT_EQ(s.domain.dim, 3);
  expect_near(s.sources[0].position, frame.position({-13.8, -67.5}, 647e3), 1e-9);
  EXPECT_NEAR(
      along(s.sources[0].moment, frame.compass(s.sources[0].position).up, frame.compass(s.sources[0].position).up),
      -1e20, 1e8);
  ASSERT_EQ(s.receivers[0].positions.size(), 2U);
  EXPECT_NEAR(ChunkFrame::depth(s.receivers[0].positions[1]), 10e3, 1e-6);
  EXPECT_EQ(s.receivers[0].labels[1], "receivers2");
  EXPECT_NEAR(s.domain.extent[2].high, 0, 1e-6);
}

TEST_F(ChunkFiles, ThatAreWrongSayWhere) {
  struct Edit {
    std::string from, to, message;
  };
  for (const Edit& edit : {
           Edit{"centre = { lat = -14, lon = -67 }\n", "", "domain.centre: is missing"},
           Edit{"centre = { lat = -14, lon = -67 }", "centre = { lat = -114, lon = -67 }",
                ":3: domain.centre.lat: found -114"},
           Edit{"[20, 20]", "[20, 95]", ":4: domain.width: found [20, 95]; each must be greater than 0 and at most 90"},
           Edit{"[20, 20]", "[0, 20]", "domain.width: found [0, 20]"},
           Edit{"depth = 700e3", "depth = 6371e3", "domain.depth: found 6371000"},
           Edit{"width = [20, 20]", "width = [20, 20]\nx = [0, 1]", "domain.x: "},
           Edit{"kind = \"chunk\"\n", "x = [0, 1]\ny = [0, 1]\nz = [-1, 0]\n", "domain.centre: "},
           Edit{"kind = \"radial\"", "kind = \"layers\"\n[[model.layer]]\ntop = 0\nvp = 2\nvs = 1\nrho = 3",
                "model.kind: found \"layers\"; a chunk of the earth takes \"radial\" or \"uniform\""},
           Edit{"lat = -13.8\n", "lat = 13.8\n", "source.lat: the source lies"},
           Edit{"depth = 647e3", "depth = 747e3", "source.depth: the source lies 747000 m deep"},
           Edit{"lat = -13.8\nlon = -67.5\ndepth = 647e3", "position = [0, 0, 0]", "source.position: "},
           Edit{"{ lat = -15, lon = -68 }", "{ lat = -45, lon = -68 }", "receiver 1 lies"},
           Edit{"place = [{ lat = -15, lon = -68 }, { lat = -10, lon = -60, depth = 10e3 }]", "positions = [[0, 0, 0]]",
                "receivers.positions: "},
           Edit{"max_frequency = 0.02", "max_frequency = 0.02\nfile = \"chunk.toml\"", "mesh.file: stands beside"},
           Edit{"[mesh]", "[boundary]\nwest = \"periodic\"\neast = \"periodic\"\n[mesh]",
                "boundary.west: \"periodic\""},
           Edit{"[mesh]", "[output]\nsurface = { interval = 1 }\n[mesh]", "output.surface: "},
       }) {
    const std::vector<std::string> found = mistakes_in(write("wrong.toml", replaced(right, edit.from, edit.to)));
    bool told = false;
    std::string all;
    for (const std::string& message : found) {
      told = told || message.find(edit.message) != std::string::npos;
      all += message + "\n";
    }
    EXPECT_TRUE(told) << edit.to << " should tell: " << edit.message << "\nfound:\n" << all;
  }
}

/// r up, t south, p east of the file at its own place.
TEST_F(ChunkFiles, TakeCmtSolutionsAndStations) {
  write("CMT",
        " PDE 1994 6 9 0 33 16.20 -13.8300 -67.5600 637.0 6.9 8.2 NORTHERN BOLIVIA\nevent name: 060994A\n"
        "time shift: 0\nhalf duration: 20\nlatitude: -13.82\nlongitude: -67.25\ndepth: 647.1\n"
        "Mrr: -7.59e27\nMtt: 7.75e27\nMpp: -0.16e27\nMrt: -25.03e27\nMrp: 0.42e27\nMtp: -2.48e27\n");
  write("STATIONS", "ST04 XB -17.9 -66.3 0 25\n");
  std::string text = replaced(right,
                              "kind = \"moment_tensor\"\nlat = -13.8\nlon = -67.5\ndepth = 647e3\n"
                              "moment = { xx = 1e20, zz = -1e20 }\n",
                              "file = \"CMT\"\n");
  text = replaced(text, "place = [{ lat = -15, lon = -68 }, { lat = -10, lon = -60, depth = 10e3 }]",
                  "file = \"STATIONS\"");
  const Scenario s = read_scenario(write("files.toml", text), {});
  const ChunkFrame frame(*s.domain.chunk);
  const SourceSpec& source = s.sources.at(0);
  expect_near(source.position, frame.position({-13.82, -67.25}, 647.1e3), 1e-6);
  const Compass c = frame.compass(source.position);
  EXPECT_NEAR(along(source.moment, c.up, c.up), -7.59e20, 1e10);
  EXPECT_NEAR(along(source.moment, c.up, c.north), 25.03e20, 1e10);
  EXPECT_NEAR(along(source.moment, c.east, c.up), 0.42e20, 1e10);
  EXPECT_NEAR(along(source.moment, c.east, c.north), 2.48e20, 1e10);
  expect_near(s.receivers[0].positions.at(0), frame.position({-17.9, -66.3}, 25), 1e-6);
  EXPECT_EQ(s.receivers[0].labels[0], "XB.ST04");
  write("STATIONS", "ST04 XB -17.9 -66.3 0 25\nFAR XB 17.9 -66.3 0 0\n");
  EXPECT_NE(mistakes_in(write("far.toml", text)).at(0).find("STATIONS:2: station XB.FAR lies"), std::string::npos);
}

}  // namespace
}  // namespace unda::scenario::test::chunk_test

// Wrong scenarios: each a small edit of a right one; the message must give the line, the key and a hint.
#include <algorithm>

#include "support.hpp"

namespace unda::scenario::test::wrong_test {

namespace {

struct Wrong {
  std::string base, from, to;  ///< the edit
  std::string on_line;         ///< stands on the line that the message must name; empty: no line
  std::string key, hint;
};

const std::string two = "good_2d.toml", one = "good_1d.toml", three = "design_sample.toml";
const std::string first_force = "force = [0.0, -1e9]",
                  surface = "line = { from = [500.0, 0.0], to = [3500.0, 0.0], count = 7 }";

const std::string radiation =
    "[initial]\nkind = \"radiation\"\nposition = [300]\namplitude = 2\ndistance = 100\n"
    "time_function = { kind = \"ricker\", frequency = 10 }\nage = 0.5\n";

const std::vector<Wrong> domain_and_model{
    {two, "x = [0.0, 4000.0]", "x = [4000.0, 0.0]", "x = [4000", "domain.x", "low < high"},
    {two, "x = [0.0, 4000.0]", "x = [0.0, nan]", "x = [0.0, nan]", "domain.x", "found nan"},
    {two, "x = [0.0, 4000.0]", "x = [0.0, 1.0, 2.0]", "x = [0.0, 1", "domain.x", "(3 entries)"},
    {two, "x = [0.0, 4000.0]\n", "", "[domain]", "domain.x", "is missing"},
    {two, "x = [0.0, 4000.0]", "x = \"wide\"", "x = \"wide", "domain.x",
     "found \"wide\"; must be an array [low, high]"},
    {two, "z = [-2000.0, 0.0]", "y = [-2000.0, 0.0]", "y = [-2", "domain.y", "2-D domain has x and z"},
    {two, "z = [-2000.0, 0.0]", "z = [-2000.0, 10.0]", "top = 0.0", "model.layer.top",
     "reaches above the first layer, to z = 10"},
    {two, "x = [0.0", "topography = { file = \"none.npy\", spacing = [10] }\nx = [0.0", "topography",
     "domain.topography.file", "there is no file"},
    {two, "x = [0.0", "origin = { lat = 95, lon = 0 }\nx = [0.0", "origin", "domain.origin.lat", "from -90 to 90"},
    {two, "kind = \"layers\"", "kind = \"layer\"", "kind = \"layer\"", "model.kind", "did you mean \"layers\"?"},
    {two, "kind = \"layers\"", "kind = \"layers\"\nvp = 3000", "vp = 3000", "model.vp",
     "allowed only with kind = \"uniform\""},
    {two, "vs = 1700.0\n", "", "[[model.layer]]", "model.layer.vs", "vs = 0 for a fluid"},
    {two, "vs = 1700.0", "vs = 2700.0", "vs = 2700.0", "model.layer.vs", "sqrt(3)/2"},
    {two, "vs = 1700.0", "vs = -1.0", "vs = -1.0", "model.layer.vs", "not less than 0"},
    {two, "vp = 4500.0", "vp = inf", "vp = inf", "model.layer.vp",
     "found inf; must be a number greater than 0 (layer 2 of 2)"},
    {two, "rho = 2500.0", "rho = 0", "rho = 0", "model.layer.rho",
     "found 0; must be a number greater than 0 (layer 2 of 2)"},
    {two, "top = -800.0", "top = 0.0 # here", "# here", "model.layer.top", "must lie below the top of the layer above"},
    {two, "rho = 2500.0", "rho = 2500.0\nqs = -5", "qs = -5", "model.layer.qs", "not less than 5"},
    {two, "rho = 2500.0", "rho = 2500.0\nqp = 4.9", "qp = 4.9", "model.layer.qp", "found 4.9"},
    {two, "rho = 2500.0", "rho = 2500.0\nqs = 50", "qs = 50", "model.layer.qs", "found qs without qp"},
    {one, "rho = 1000", "rho = 1000\nqp = 50\nqs = 50", "qs = 50", "model.qs", "a fluid has qp alone"},
    {one, "rho = 1000", "rho = 1000\nattenuation = { mechanisms = 9 }", "mechanisms = 9",
     "model.attenuation.mechanisms", "from 1 to 8"},
    {one, "rho = 1000", "rho = 1000\nattenuation = { band = [0, 5] }", "band", "model.attenuation.band",
     "both must be greater than 0"},
    {one, "rho = 1000", "rho = 1000\nattenuation = { band = [5, 1] }", "band", "model.attenuation.band", "found"},
    {two, "rho = 2500.0", "rho = 2500.0\nc = [1, 2]", "c = [1", "model.layer.c", "21 numbers"},
    {one, "vs = 0", "vs = \"zero\"", "vs = \"zero\"", "model.vs", "found \"zero\""},
    {one, "vs = 0\n", "", "[model]", "model.vs", "vs = 0 for a fluid"},
    {one, "vp = 1500", "kind = \"layers\"\nvp = 1500", "kind = \"layers\"", "model.kind", "1-D domain has no depth"},
    {one, "vp = 1500", "kind = \"grid\"\nvp = \"no.npy\"", "vp = \"no", "model.vp", "there is no file"},
    {one, "vp = 1500", "kind = \"grid\"\nvp = 1500\naxes = \"z\"", "axes", "model.axes",
     "each axis of the domain once"},
    {one, "vp = 1500", "kind = \"grid\"\nvp = 1500\norigin = [0]", "[model]", "model.spacing",
     "origin and spacing come together"},
    {one, "vp = 1500\nvs = 0\nrho = 1000", "kind = \"radial\"\nname = \"iasp\"", "name", "model.name",
     "must be \"prem\""},
    {two, "top = \"free\"", "patch = [{ face = \"north\", kind = \"free\" }]", "patch = [", "boundary.patch.face",
     "the domain has no y"},
    {two, "top = \"free\"", "patch = [{ face = \"top\", kind = \"periodic\" }]", "patch = [", "boundary.patch.kind",
     "\"free\", \"absorbing\", \"rigid\""},
    {two, "top = \"free\"", "patch = [{ face = \"top\", kind = \"rigid\", z = [-1, 0] }]", "patch = [",
     "boundary.patch.z", "lies across z"},
    {two, "top = \"free\"", "patch = [{ face = \"top\", kind = \"rigid\", x = [5000, 6000] }]", "patch = [",
     "boundary.patch.x", "lies beside the face, which reaches from 0 to 4000"},
    {two, "top = \"free\"", "top = [\"free\", \"rigid\"]", "top = [", "boundary.top", "[[boundary.patch]]"},
    {two, "top = \"free\"", "top = \"open\"", "top = \"open\"", "boundary.top",
     "one of \"free\", \"absorbing\", \"rigid\", \"periodic\""},
    {two, "top = \"free\"", "north = \"free\"", "north", "boundary.north", "a domain that has y"},
    {two, "top = \"free\"", "west = \"periodic\"", "west", "boundary.west", "come in pairs"},
};

/// 21 moduli of an isotropic solid, vp 4500, vs 2600, rho 2500, with three of them as asked.
std::string moduli(const std::string& c14, const std::string& c33, const std::string& c66 = "16.9e9") {
  return "c = [50.6e9, 16.8e9, 16.8e9, " + c14 + ", 0, 0, 50.6e9, 16.8e9, 0, 0, 0, " + c33 +
         ", 0, 0, 0, 16.9e9, 0, 0, 16.9e9, 0, " + c66 + "]";
}

const std::vector<Wrong> anisotropy{
    {two, "rho = 2500.0", "rho = 2500.0\n" + moduli("0", "2e9"), "c = [", "model.layer.c", "not positive definite"},
    {two, "rho = 2500.0", "rho = 2500.0\n" + moduli("0", "50.6e9", "-1"), "c = [", "model.layer.c",
     "not positive definite: some strain would set energy free"},
    {two, "rho = 2500.0", "rho = 2500.0\n" + moduli("1e9", "50.6e9"), "c = [", "model.layer.c",
     "c14 = 1000000000 is not 0: motion in x and z would move y too"},
    {two, "rho = 2500.0", "rho = 2500.0\n" + moduli("0", "50.6e9") + "\nepsilon = 0.1", "epsilon",
     "model.layer.epsilon", "give either c or epsilon"},
    {two, "rho = 2500.0", "rho = 2500.0e-9\n" + moduli("0", "50.6e9"), "vp = 4500", "model.layer.vp",
     "Moduli are in Pa"},
    {two, "rho = 2500.0", "rho = 2500.0\ntilt = 20", "tilt = 20", "model.layer.tilt", "give epsilon, delta or gamma"},
    {two, "rho = 2500.0", "rho = 2500.0\nepsilon = 0.1\ntilt = 20\nazimuth = 45", "azimuth", "model.layer.azimuth",
     "in 2-D the axis lies in the plane of x and z: 0 or 180"},
    {two, "rho = 2500.0", "rho = 2500.0\nepsilon = \"weak\"", "epsilon", "model.layer.epsilon", "found \"weak\""},
    {one, "rho = 1000", "rho = 1000\nepsilon = 0.1", "epsilon", "model.epsilon", "a fluid is isotropic"},
    {two, "vp = 3000.0\n", "gamma = 0.1\n", "[[model.layer]]", "model.layer.vp", "is missing"},
};

const std::vector<Wrong> sources_and_receivers{
    {two, "position = [1000.0, -500.0]", "position = [1000.0, 120.0]", "120.0", "source.position",
     "z = 120 lies above the surface (top of domain: z = 0) (source 1 of 2)"},
    {two, "position = [1000.0, -500.0]", "position = [1000.0]", "[1000.0]", "source.position",
     "(1 entry); must be an array [x, z]"},
    {two, "position = [1000.0, -500.0]", "x = 1000\ndepth = 2500", "depth", "source.depth", "below the bottom"},
    {two, "position = [1000.0, -500.0]\n", "", "[[source]]", "source.position", "is missing; give where it is in m"},
    {two, "position = [1000.0", "depth = 3\nposition = [1000.0", "depth", "source.depth", "or no position"},
    {two, "position = [2000.0, 0.0]", "position = [-1.0, 0.0]", "[-1.0", "source.position",
     "beyond the west face (west of domain: x = 0) (source 2 of 2)"},
    {two, "kind = \"moment_tensor\"", "kind = \"tensor\"", "\"tensor\"", "source.kind", "\"moment_tensor\""},
    {two, "moment = { xz = 1e12 }", "moment = { yz = 1e12 }", "yz", "source.moment.yz", "a 3-D domain"},
    {two, "moment = { xz = 1e12 }", "moment = 1e12", "1e12", "source.moment", "found 1000000000000.0; must be a table"},
    {two, "moment = { xz = 1e12 }", "moment = {}", "moment = {}", "source.moment.xx", "at least one component"},
    {two, first_force, "force = [1.0, 0.0, 0.0]", "force = [1", "source.force", "[x, z] of 2 numbers"},
    {two, first_force, first_force + "\nmoment = 3.0", "moment = 3.0", "source.moment",
     "only with kind = \"explosion\""},
    {two, "delay = 0.3 }", "delay = 0.3, sigma = 1 }", "sigma = 1", "source.time_function.sigma",
     "only with kind = \"gaussian\""},
    {two, "frequency = 5.0, ", "", "\"ricker\"", "source.time_function.frequency", "is missing"},
    {two, "frequency = 5.0, ", "frequency = -5.0, ", "\"ricker\"", "source.time_function.frequency", "found -5.0"},
    {two, "sigma = 0.02", "sgima = 0.02", "sgima", "source.time_function.sgima", "did you mean sigma?"},
    {two, "kind = \"gaussian\"", "kind = \"boxcar\"", "boxcar", "source.time_function.kind", "\"brune\""},
    {two, "vs = 1700.0", "vs = 0.0", "xz = 1e12", "source.moment", "deviatoric moment tensor stands in a fluid"},
    {one, "moment = 1e6", "moment = 1e6\ncalibration = { amplitude = 1, distance = 100 }", "moment", "source.moment",
     "allowed only with no calibration"},
    {one, "moment = 1e6\n", "", "[[source]]", "source.moment", "or calibration"},
    {one, "moment = 1e6", "calibration = { amplitude = 1 }", "calibration", "source.calibration.distance",
     "is missing; give the distance"},
    {one, "moment = 1e6", "calibration = { amplitude = 1, distance = 0 }", "calibration", "source.calibration.distance",
     "greater than 0"},
    {one, "moment = 1e6", "calibration = { amplitude = \"loud\", distance = 1 }", "calibration",
     "source.calibration.amplitude", "found \"loud\""},
    {two, first_force, first_force + "\ncalibration = { amplitude = 1, distance = 100 }", "calibration",
     "source.calibration", "allowed only with kind = \"explosion\""},
    {one, "[[source]]", "[source]", "[source]", "source", "double brackets"},
    {one, "kind = \"explosion\"", "file = \"CMT\"", "file", "source.file", "there is no file"},
    {two, surface, "line = { from = [500.0, 0.0], to = [4500.0, 0.0], count = 7 }", "line =", "receivers.line",
     "receiver 7: x = 4500 lies beyond the east face"},
    {two, "count = 7", "count = 0", "count = 0", "receivers.line.count", "found 0; must be an integer from 1"},
    {two, "count = 7", "count = 1000000000000", "count = 1000", "receivers.line.count", "an integer from 1"},
    {two, "count = 7", "count = 2.5", "count = 2.5", "receivers.line.count", "found 2.5; must be an integer"},
    {two, surface, surface + "\npositions = [[0, 0]]", "positions = [[0", "receivers.positions", "give only one of"},
    {two, surface + "\n", "", "[[receivers]]", "receivers.positions", "give positions, line, grid or file"},
    {two, surface, "file = \"STATIONS\"", "STATIONS", "receivers.file", "there is no file"},
    {two, surface, "grid = { from = [0, 0], to = [9, 0], counts = [2, 2] }", "grid", "receivers.grid.to",
     "differs from `from` in 1 of its coordinates"},
    {two, "[200.0, -200.0]", "[200.0, \"a\"]", "\"a\"", "receivers.positions", "found \"a\""},
    {two, "[200.0, -200.0]", "[200.0, 1.0]", "positions = [", "receivers.positions",
     "receiver 2: z = 1 lies above the surface"},
    {two, "name = \"surface\"", "name = \"a/b\"", "a/b", "receivers.name", "without /"},
    {two, "name = \"surface\"", "name = \"receivers2\"", "[[receivers]]\npositions", "receivers.name",
     "names another group already"},
    {two, "[\"velocity\", \"stress\"]", "[]", "quantities = []", "receivers.quantities", "one or more of"},
    {two, "[\"velocity\", \"stress\"]", "[\"velocity\", \"velocity\"]", "quantities", "receivers.quantities",
     "none of them twice"},
    {two, "[\"velocity\", \"stress\"]", "[\"velocty\"]", "velocty", "receivers.quantities",
     "did you mean \"velocity\"?"},
};

const std::vector<Wrong> run{
    {two, "[time]\nduration = 2.0\nsample_interval = 0.002\n", "", "", "time.duration",
     "is missing; give the length of the simulation in s"},
    {two, "duration = 2.0", "duration = 0", "duration = 0", "time.duration", "greater than 0"},
    {two, "sample_interval = 0.002", "sample_interval = 3.0", "sample_interval", "time.sample_interval",
     "must not exceed duration = 2"},
    {two, "sample_interval = 0.002", "sample_interval = 1e-30", "sample_interval", "time.sample_interval", "more than"},
    {two, "sample_interval = 0.002", "step = -1", "step", "time.step", "greater than 0"},
    {two, "sample_interval = 0.002", "sample_intervall = 0.002", "intervall", "time.sample_intervall",
     "did you mean sample_interval?"},
    {two, "spacing = 20.0\n", "", "[mesh]", "mesh.max_frequency", "give max_frequency in Hz, spacing in m, or file"},
    {two, "spacing = 20.0", "spacing = false", "spacing", "mesh.spacing", "found false"},
    {two, "spacing = 20.0", "file = \"no.msh\"", "no.msh", "mesh.file", "there is no file"},
    {two, "method = \"fd\"", "method = \"fem\"", "fem", "solver.method", "did you mean \"sem\"?"},
    {two, "method = \"fd\"", "method = \"fd\"\ndegree = 4", "degree", "solver.degree", "fd and dg take order"},
    {two, "method = \"fd\"", "method = \"sem\"\norder = 4", "order = 4", "solver.order", "sem takes degree"},
    {two, "method = \"fd\"", "method = \"fd\"\norder = 4", "order = 4", "solver.order",
     "stands in [solver] and in [solver.fd]"},
    {two, "order = 8", "order = 7", "order = 7", "solver.fd.order", "found 7; must be an even integer from 2 to 16"},
    {two, "order = 8", "order = 99999999999", "order = 9", "solver.fd.order", "from 2 to 16"},
    {two, "absorbing_points = 20", "absorbing_points = 201", "201", "solver.fd.absorbing_points", "from 0 to 200"},
    {two, "absorbing_points = 20", "degree = 3", "degree", "solver.fd.degree", "allowed here: absorbing_points, order"},
    {two, "precision = \"double\"", "precision = \"half\"", "half", "solver.precision", "\"single\", \"double\""},
    {two, "device = \"cpu\"", "device = 1", "device", "solver.device", "found 1; must be one of"},
    {two, "physics = \"elastic\"", "physics = \"acoustic\"", "acoustic", "solver.physics", "some vs is greater than 0"},
    {one, "[mesh]", "[solver]\nphysics = \"elastic\"\n[mesh]", "elastic", "solver.physics", "1-D domain"},
    {one, "[time]", "quantities = [\"stress\"]\n[time]", "stress", "receivers.quantities", "use \"pressure\""},
    {two, "interval = 0.5, ", "", "snapshots", "output.snapshots.interval", "is missing"},
    {two, "every_steps = 1000", "every_steps = 0", "every_steps", "output.checkpoint.every_steps", "not less than 1"},
    {two, "[output]", "[output]\nplots = \"yes\"", "plots", "output.plots", "true or false"},
    {two, "[output]", "[initial]\nwavenumber = [0.0, 0.0]\n[output]", "wavenumber", "initial.wavenumber", "found zero"},
    {one, "[mesh]", "[initial]\nwave = \"s\"\nwavenumber = [1]\n[mesh]", "wave = ", "initial.wave", "only \"p\""},
    {one, "[mesh]", "[initial]\nkind = \"plane\"\nwavenumber = [1]\n[mesh]", "kind = \"plane\"", "initial.kind",
     "\"plane_wave\", \"radiation\""},
    {one, "[mesh]", radiation + "wave = \"p\"\n[mesh]", "wave = ", "initial.wave",
     "allowed only with kind = \"plane_wave\""},
    {one, "[mesh]", "[initial]\nwavenumber = [1]\nage = 1\n[mesh]", "age", "initial.age",
     "allowed only with kind = \"radiation\""},
    {one, "[mesh]", replaced(radiation, "age = 0.5", "age = -0.5") + "[mesh]", "age", "initial.age", "greater than 0"},
    {one, "[mesh]", replaced(radiation, "position = [300]", "position = [1, 2]") + "[mesh]", "[1, 2]",
     "initial.position", "(2 entries)"},
    {one, "[mesh]", replaced(radiation, "frequency = 10", "frequency = 0") + "[mesh]", "frequency = 0",
     "initial.time_function.frequency", "greater than 0"},
    {two, "[output]", "[outptu]", "[outptu]", "outptu", "did you mean output?"},
    {two, "[output]", "[zzz]\nzzz = 1\n[output]", "[zzz]", "zzz", "allowed here: boundary, domain"},
    {two, "[output]", "[[output]]", "[[output]]", "output", "single brackets"},
    {two, "title = \"Two layers in 2-D\"", "title = 2020-01-01", "2020", "title", "found 2020-01-01; must be a string"},
    {three, "xy = 1e18", "xyz = 1e18", "xyz", "source.moment.xyz", "did you mean"},
    {three, "position = [0, 0, -2000]", "position = [0, 0, 120]", "120]", "source.position",
     "z = 120 lies above the surface (top of domain: z = 0)"},
};

int line_of(const std::string& text, const std::string& what) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

class WrongScenarios : public ScenarioFiles {
 protected:
  void expect(const std::vector<Wrong>& table) const {
    for (const Wrong& wrong : table) {
      const std::string text = replaced(read_text(data(wrong.base)), wrong.from, wrong.to);
      const fs::path file = write("wrong.toml", text);
      std::string head = file.string();
      if (!wrong.on_line.empty()) head += fmt::format(":{}", line_of(text, wrong.on_line));
      head += ": " + wrong.key + ": ";
      const auto messages = mistakes_in(file);
      bool found = false;
      for (const std::string& m : messages)
        found = found || (m.starts_with(head) && m.find(wrong.hint) != std::string::npos);
      EXPECT_TRUE(found) << "edit: " << wrong.to << "\nwanted: " << head << "..." << wrong.hint << "\ngot:\n"
                         << all(messages);
      EXPECT_LE(messages.size(), 3u) << "one slip should not bring a flood\n" << all(messages);
    }
  }
};

TEST_F(WrongScenarios, DomainModelBoundary) { expect(domain_and_model); }
TEST_F(WrongScenarios, Anisotropy) { expect(anisotropy); }
TEST_F(WrongScenarios, SourcesReceivers) { expect(sources_and_receivers); }
TEST_F(WrongScenarios, TimeMeshSolverOutput) { expect(run); }

TEST_F(WrongScenarios, AllMistakesComeAtOnceInTheOrderOfTheFile) {
  std::string text = read_text(data(two));
  text = replaced(text, "vp = 3000.0", "vp = -3000.0");
  text = replaced(text, "spacing = 20.0", "spacng = 20.0");
  text = replaced(text, "duration = 2.0", "duration = \"long\"");
  const auto messages = mistakes_in(write("wrong.toml", text));
  ASSERT_GE(messages.size(), 3u) << all(messages);
  EXPECT_NE(messages[0].find("model.layer.vp"), std::string::npos) << all(messages);
  EXPECT_NE(messages[1].find("time.duration"), std::string::npos) << all(messages);
  EXPECT_NE(messages[2].find("mesh"), std::string::npos) << all(messages);
}

TEST_F(WrongScenarios, ManyMistakesAreCutShort) {
  std::string text = read_text(data(two));
  for (int i = 0; i < 100; ++i) text += fmt::format("unknown{} = 1\n", i);
  const auto messages = mistakes_in(write("wrong.toml", text));
  ASSERT_EQ(messages.size(), 21u);
  EXPECT_EQ(messages.back(), "and 80 more mistakes");
}

TEST_F(WrongScenarios, FilesThatCannotBeRead) {
  EXPECT_NE(all(mistakes_in(directory_ / "absent.toml")).find("absent.toml: cannot be read: No such file"),
            std::string::npos);
  EXPECT_NE(all(mistakes_in(directory_)).find("is a directory"), std::string::npos);
  EXPECT_NE(all(mistakes_in(write("b.toml", "title = \"x\"\n[domain\n"))).find("b.toml:2: is not valid TOML: "),
            std::string::npos);
  EXPECT_NE(all(mistakes_in(write("b.toml", "\ntitle = \"\xff\xfe\"\n"))).find("b.toml:2: "), std::string::npos);
  EXPECT_NE(all(mistakes_in(write("b.toml", std::string("a = 1\nb\0 = 2\n", 13)))).find("b.toml:2: "),
            std::string::npos);
  EXPECT_NE(all(mistakes_in(write("b.toml", "a = 99999999999999999999\n"))).find("b.toml:1: "), std::string::npos);
  EXPECT_NE(all(mistakes_in(write("b.toml", "a = 1\na = 2\n"))).find("b.toml:2: "), std::string::npos);
  EXPECT_FALSE(mistakes_in(write("b.toml", "")).empty());
}

}  // namespace

}  // namespace unda::scenario::test::wrong_test

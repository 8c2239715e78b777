// Right scenarios: every value of the sample, the least scenario with its defaults, and small variants.
#include "support.hpp"

namespace unda::scenario::test::good_test {

namespace {

TEST(DesignSample, GeometryAndModel) {
  const Scenario s = read_scenario(data("design_sample.toml"), {});
  EXPECT_EQ(s.title, "Layer over half-space");
  EXPECT_EQ(s.domain.dim, 3);
  EXPECT_EQ(s.domain.extent[0].low, -2000);
  EXPECT_EQ(s.domain.extent[1].high, 11000);
  EXPECT_EQ(s.domain.extent[2].low, -6000);
  ASSERT_EQ(s.model.kind, ModelKind::layers);
  ASSERT_EQ(s.model.layers.size(), 2u);
  EXPECT_EQ(s.model.layers[0].material.vs, 2000);
  EXPECT_EQ(s.model.layers[1].top, -1000);
  EXPECT_EQ(s.model.layers[1].material.vp, 6000);
  EXPECT_EQ(s.model.layers[1].material.vs, 3464);
  EXPECT_EQ(s.model.layers[1].material.rho, 2700);
  EXPECT_EQ(s.boundary[top], BoundaryKind::free);
  for (Face f : {west, east, south, north, bottom}) EXPECT_EQ(s.boundary[f], BoundaryKind::absorbing);
}

TEST(DesignSample, SourceAndReceivers) {
  const Scenario s = read_scenario(data("design_sample.toml"), {});
  ASSERT_EQ(s.sources.size(), 1u);
  EXPECT_EQ(s.sources[0].kind, SourceKind::moment_tensor);
  EXPECT_EQ(s.sources[0].position, (Vector{0, 0, -2000}));
  EXPECT_EQ(s.sources[0].moment, (std::array<double, 6>{0, 0, 0, 1e18, 0, 0}));
  EXPECT_EQ(s.sources[0].time_function.kind, TimeFunctionKind::gaussian);
  EXPECT_EQ(s.sources[0].time_function.sigma, 0.06);
  EXPECT_EQ(s.sources[0].time_function.delay, 0.36);
  ASSERT_EQ(s.receivers.size(), 1u);
  EXPECT_EQ(s.receivers[0].name, "surface");
  ASSERT_EQ(s.receivers[0].positions.size(), 10u);
  EXPECT_EQ(s.receivers[0].positions[0], (Vector{800, 600, 0}));
  EXPECT_EQ(s.receivers[0].positions[9], (Vector{8000, 6000, 0}));
  EXPECT_NEAR(s.receivers[0].positions[1][0], 1600, 1e-9);
  EXPECT_EQ(s.receivers[0].labels[9], "surface10");
  EXPECT_EQ(s.receivers[0].quantities, std::vector{Quantity::velocity});
}

TEST(DesignSample, Run) {
  const Scenario s = read_scenario(data("design_sample.toml"), {});
  EXPECT_EQ(s.time.duration, 9.0);
  EXPECT_EQ(s.time.sample_interval, 0.01);
  EXPECT_EQ(s.time.n_samples(), 901);
  EXPECT_FALSE(s.time.step);
  EXPECT_EQ(s.mesh.max_frequency, 4.0);
  EXPECT_FALSE(s.mesh.spacing);  // [mesh.fd] is not for dg
  EXPECT_EQ(s.solver.method, Method::dg);
  EXPECT_EQ(s.solver.precision, Precision::single_precision);
  EXPECT_EQ(s.solver.fd.order, 8);
  EXPECT_EQ(s.solver.sem.degree, 4);
  EXPECT_EQ(s.solver.dg.order, 5);
  EXPECT_EQ(s.solver.dg.time_stepping, TimeStepping::local);
  ASSERT_TRUE(s.output.snapshots);
  EXPECT_EQ(s.output.snapshots->interval, 0.5);
  EXPECT_EQ(s.output.checkpoint_every_steps, 1000);
  EXPECT_TRUE(s.warnings.empty()) << all(s.warnings);
  EXPECT_EQ(s.effective_text, read_text(data("design_sample.toml")));
}

TEST(DesignSample, OtherMethodTakesItsOwnMesh) {
  const Scenario s = read_scenario(data("design_sample.toml"), {}, Method::fd);
  EXPECT_EQ(s.solver.method, Method::fd);
  EXPECT_EQ(s.mesh.spacing, 50.0);
  EXPECT_EQ(s.mesh.max_frequency, 4.0);
}

TEST(LeastScenario, Defaults) {
  const Scenario s = read_scenario(data("good_1d.toml"), {});
  EXPECT_EQ(s.domain.dim, 1);
  EXPECT_EQ(s.domain.axes(), std::vector<int>{0});
  EXPECT_EQ(s.model.kind, ModelKind::uniform);
  EXPECT_EQ(s.model.reference_frequency, 1.0);
  EXPECT_EQ(s.boundary[west], BoundaryKind::absorbing);
  EXPECT_EQ(s.sources[0].moment, (std::array<double, 6>{1e6, 0, 0, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(s.sources[0].time_function.delay, 0.15);
  EXPECT_EQ(s.receivers[0].name, "receivers");
  EXPECT_EQ(s.receivers[0].labels, (std::vector<std::string>{"receivers1", "receivers2"}));
  EXPECT_EQ(s.receivers[0].quantities, std::vector{Quantity::pressure});
  EXPECT_EQ(s.time.n_samples(), 1001);
  EXPECT_EQ(s.solver.method, Method::fd);
  EXPECT_EQ(s.solver.precision, Precision::single_precision);
  EXPECT_EQ(s.solver.device, Device::automatic);
  EXPECT_TRUE(s.output.plots);
  EXPECT_TRUE(s.warnings.empty()) << all(s.warnings);
}

TEST(TwoDimensions, ValuesAndPlaces) {
  const Scenario s = read_scenario(data("good_2d.toml"), {});
  EXPECT_EQ(s.domain.dim, 2);
  EXPECT_EQ(s.sources[0].position, (Vector{1000, 0, -500}));
  EXPECT_EQ(s.sources[0].moment[4], 1e12);
  EXPECT_EQ(s.sources[1].force, (Vector{0, 0, -1e9}));
  EXPECT_EQ(s.receivers[1].name, "receivers2");
  EXPECT_EQ(s.receivers[1].positions[1], (Vector{200, 0, -200}));
  EXPECT_EQ(s.solver.fd.absorbing_points, 20);
  const std::string file = data("good_2d.toml").string();
  EXPECT_EQ(s.where("source[1].position"), file + ":33: source.position");
  EXPECT_EQ(s.where("source[1].moment"), file + ":31: source.moment");
  EXPECT_EQ(s.where("model.vp"), file + ":7: model.vp");
  EXPECT_EQ(s.where("initial.kind"), file + ": initial.kind");
  try {
    s.fail("source[1].position", "is bad");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), file + ":33: source.position: is bad (source 2 of 2)");
  }
}

class Variant : public ScenarioFiles {
 protected:
  Scenario read(const std::string& from, const std::string& to) const {
    return read_scenario(write("v.toml", replaced(read_text(data("good_2d.toml")), from, to)), {});
  }
};

TEST_F(Variant, DepthBecomesZ) {
  const Scenario s = read("position = [1000.0, -500.0]", "x = 1000\ndepth = 700");
  EXPECT_EQ(s.sources[0].position, (Vector{1000, 0, -700}));
  EXPECT_EQ(s.sources[0].depth, 700);
}

TEST_F(Variant, ReceiverGridRunsFastestAlongItsSecondSide) {
  const Scenario s = read("line = { from = [500.0, 0.0], to = [3500.0, 0.0], count = 7 }",
                          "grid = { from = [0, 0], to = [4000, -2000], counts = [3, 2] }");
  EXPECT_EQ(s.receivers[0].grid_shape, (std::array{3, 2}));
  ASSERT_EQ(s.receivers[0].positions.size(), 6u);
  EXPECT_EQ(s.receivers[0].positions[1], (Vector{0, 0, -2000}));
  EXPECT_EQ(s.receivers[0].positions[2], (Vector{2000, 0, 0}));
}

TEST_F(Variant, GridModel) {
  write("vp.npy", "x");
  write("vs.bin", "x");
  const std::string text = read_text(data("good_2d.toml"));
  const auto from = text.find("kind = \"layers\""), to = text.find("[boundary]");
  const Scenario s =
      read(text.substr(from, to - from),
           "kind = \"grid\"\nvp = \"vp.npy\"\nvs = { file = \"vs.bin\", shape = [3, 4], offset = 8 }\nrho = "
           "2000\norigin = [0, 0]\nspacing = [10, -10]\naxes = \"zx\"\n\n");
  EXPECT_EQ(s.model.grid.vp.file, directory_ / "vp.npy");
  EXPECT_EQ(s.model.grid.vs.shape, (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(s.model.grid.vs.offset, 8u);
  EXPECT_EQ(s.model.grid.rho.value, 2000);
  EXPECT_TRUE(s.model.grid.geometry_given);
  EXPECT_EQ(s.model.grid.spacing, (Vector{10, 0, -10}));
  EXPECT_NE(s.effective_text.find((directory_ / "vp.npy").string()), std::string::npos);
}

TEST_F(Variant, DirectOrderAndMethodOverride) {
  const std::string text =
      replaced(read_text(data("good_2d.toml")), "[solver.fd]\norder = 8", "order = 4\n[solver.fd]");
  const fs::path file = write("v.toml", text);
  EXPECT_EQ(read_scenario(file, {}).solver.fd.order, 4);
  const Scenario sem = read_scenario(file, {}, Method::sem);  // the file's order was meant for fd
  EXPECT_EQ(sem.solver.method, Method::sem);
  EXPECT_EQ(sem.solver.sem.degree, 4);
  EXPECT_EQ(sem.solver.fd.order, 4);
  const Scenario again = read_scenario(write("again.toml", sem.effective_text), {});
  EXPECT_EQ(again.solver.method, Method::sem);
  EXPECT_EQ(again.solver.fd.order, 4);
}

TEST_F(Variant, InitialShearWaveIsMadeTransverse) {
  const Scenario s =
      read("[output]", "[initial]\nkind = \"plane_wave\"\nwave = \"s\"\nwavenumber = [0.01, 0.0]\n[output]");
  ASSERT_TRUE(s.initial);
  EXPECT_NEAR(dot(s.initial->polarization, s.initial->wavenumber), 0, 1e-15);
  EXPECT_NEAR(norm(s.initial->polarization), 1, 1e-12);
}

TEST_F(Variant, InitialRadiation) {
  const Scenario s = read("[output]",
                          "[initial]\nkind = \"radiation\"\nposition = [100, -5000]\namplitude = 2.5\ndistance = 300\n"
                          "time_function = { kind = \"ricker\", frequency = 5 }\nage = 1.5\n[output]");
  ASSERT_TRUE(s.initial);
  EXPECT_EQ(s.initial->kind, InitialSpec::Kind::radiation);
  EXPECT_EQ(s.initial->position, (Vector{100, 0, -5000}));
  EXPECT_EQ(s.initial->calibration.amplitude, 2.5);
  EXPECT_EQ(s.initial->calibration.distance, 300);
  EXPECT_EQ(s.initial->time_function.frequency, 5);
  EXPECT_EQ(s.initial->age, 1.5);
}

TEST_F(Variant, ACalibratedExplosionHasNoMoment) {
  const Scenario s =
      read("kind = \"moment_tensor\"\nposition = [1000.0, -500.0]\nmoment = { xz = 1e12 }",
           "kind = \"explosion\"\nposition = [1000.0, -500.0]\ncalibration = { amplitude = 3.0, distance = 200.0 }");
  ASSERT_TRUE(s.sources[0].calibration);
  EXPECT_EQ(s.sources[0].calibration->amplitude, 3);
  EXPECT_EQ(s.sources[0].calibration->distance, 200);
  EXPECT_EQ(s.sources[0].moment, (std::array<double, 6>{}));
  EXPECT_FALSE(s.sources[1].calibration);
}

TEST_F(Variant, RegionsAndAnisotropy) {
  const std::string text = read_text(data("good_2d.toml"));
  const auto from = text.find("kind = \"layers\""), to = text.find("[boundary]");
  const Scenario s =
      read(text.substr(from, to - from),
           "kind = \"regions\"\n[[model.region]]\ntag = 1\nvp = 3000\nvs = 0\nrho = 1000\nqp = 100\n[[model.region]]\n"
           "name = \"rock\"\nvp = 3000\nvs = 1500\nrho = 2000\nc = [18e9, 9e9, 9e9, 0, 0, 0,  "
           "18e9, 9e9, 0, 0, 0,  18e9, 0, 0, 0,  4.5e9, 0, 0,  4.5e9, 0,  4.5e9]\n");
  ASSERT_EQ(s.model.regions.size(), 2u);
  EXPECT_EQ(s.model.regions[1].name, "rock");
  EXPECT_EQ(s.model.regions[1].material.c.size(), 21u);
  EXPECT_EQ(s.model.regions[0].material.qp, 100);
}

TEST_F(Variant, AnExplosionIsAllowedInAFluidLayer) {
  const Scenario s = read("kind = \"moment_tensor\"\nposition = [1000.0, -500.0]\nmoment = { xz = 1e12 }",
                          "kind = \"explosion\"\nposition = [1000.0, -500.0]\nmoment = 1e12");
  EXPECT_EQ(s.sources[0].moment, (std::array<double, 6>{1e12, 0, 1e12, 0, 0, 0}));
}

TEST_F(Variant, Warnings) {
  const Scenario jump = read("frequency = 5.0, delay = 0.3", "frequency = 5.0, delay = 0.05");
  ASSERT_EQ(jump.warnings.size(), 1u);
  EXPECT_NE(jump.warnings[0].find("v.toml:29: source.time_function: s(0) is"), std::string::npos) << jump.warnings[0];
  EXPECT_NE(jump.warnings[0].find("(source 1 of 2)"), std::string::npos);
  const std::string text = read_text(data("good_2d.toml"));
  const auto from = text.find("[[source]]"), to = text.find("[[receivers]]");
  const Scenario silent = read(text.substr(from, to - from), "");
  ASSERT_EQ(silent.warnings.size(), 1u);
  EXPECT_NE(silent.warnings[0].find("neither a source nor an initial field"), std::string::npos);
}

}  // namespace

}  // namespace unda::scenario::test::good_test

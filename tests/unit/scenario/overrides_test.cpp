// Overrides from the command line, and the text of the scenario as run.
#include "support.hpp"

namespace unda::scenario::test::overrides_test {

namespace {

/// Everything of a scenario that a reader of its effective text must get back.
void expect_same(const Scenario& a, const Scenario& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.domain.dim, b.domain.dim);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a.domain.extent[i].low, b.domain.extent[i].low);
    EXPECT_EQ(a.domain.extent[i].high, b.domain.extent[i].high);
  }
  EXPECT_EQ(a.model.kind, b.model.kind);
  ASSERT_EQ(a.model.layers.size(), b.model.layers.size());
  for (std::size_t i = 0; i < a.model.layers.size(); ++i) {
    EXPECT_EQ(a.model.layers[i].top, b.model.layers[i].top);
    EXPECT_EQ(a.model.layers[i].material.vp, b.model.layers[i].material.vp);
    EXPECT_EQ(a.model.layers[i].material.vs, b.model.layers[i].material.vs);
    EXPECT_EQ(a.model.layers[i].material.rho, b.model.layers[i].material.rho);
  }
  EXPECT_EQ(a.boundary, b.boundary);
  ASSERT_EQ(a.sources.size(), b.sources.size());
  for (std::size_t i = 0; i < a.sources.size(); ++i) {
    EXPECT_EQ(a.sources[i].kind, b.sources[i].kind);
    EXPECT_EQ(a.sources[i].position, b.sources[i].position);
    EXPECT_EQ(a.sources[i].moment, b.sources[i].moment);
    EXPECT_EQ(a.sources[i].force, b.sources[i].force);
    EXPECT_EQ(a.sources[i].time_function.kind, b.sources[i].time_function.kind);
    EXPECT_EQ(a.sources[i].time_function.delay, b.sources[i].time_function.delay);
    EXPECT_EQ(a.sources[i].time_function.file, b.sources[i].time_function.file);
  }
  ASSERT_EQ(a.receivers.size(), b.receivers.size());
  for (std::size_t i = 0; i < a.receivers.size(); ++i) {
    EXPECT_EQ(a.receivers[i].name, b.receivers[i].name);
    EXPECT_EQ(a.receivers[i].positions, b.receivers[i].positions);
    EXPECT_EQ(a.receivers[i].labels, b.receivers[i].labels);
    EXPECT_EQ(a.receivers[i].quantities, b.receivers[i].quantities);
  }
  EXPECT_EQ(a.time.duration, b.time.duration);
  EXPECT_EQ(a.time.sample_interval, b.time.sample_interval);
  EXPECT_EQ(a.time.step, b.time.step);
  EXPECT_EQ(a.mesh.spacing, b.mesh.spacing);
  EXPECT_EQ(a.mesh.max_frequency, b.mesh.max_frequency);
  EXPECT_EQ(a.solver.method, b.solver.method);
  EXPECT_EQ(a.solver.physics, b.solver.physics);
  EXPECT_EQ(a.solver.precision, b.solver.precision);
  EXPECT_EQ(a.solver.fd.order, b.solver.fd.order);
  EXPECT_EQ(a.solver.fd.time_dispersion_correction, b.solver.fd.time_dispersion_correction);
  EXPECT_EQ(a.solver.dg.order, b.solver.dg.order);
  EXPECT_EQ(a.output.checkpoint_every_steps, b.output.checkpoint_every_steps);
  EXPECT_EQ(a.output.plots, b.output.plots);
}

class Overrides : public ScenarioFiles {
 protected:
  Scenario again(const Scenario& s) const { return read_scenario(write("again.toml", s.effective_text), {}); }
  void expect_mistake(const std::string& base, const std::string& override_text, const std::string& wanted) const {
    const std::string got = all(mistakes_in(data(base), {override_text}));
    EXPECT_NE(got.find(wanted), std::string::npos) << override_text << "\nwanted: " << wanted << "\ngot: " << got;
  }
};

TEST_F(Overrides, ReplaceAddAndCreate) {
  const Scenario s =
      read_scenario(data("good_2d.toml"),
                    {"solver.fd.order=4", "solver.dg.order=3", "title=plain words", "time.step=0.001",
                     "source[0].position=[1500, -600]", "source.1.force = [1.0, 2.0]", "output.plots=false",
                     "model.layer[1].vp=4600", "receivers[0].line.count=3", "mesh.spacing=25", "mesh.spacing=0.1"});
  EXPECT_EQ(s.solver.fd.order, 4);
  EXPECT_EQ(s.solver.dg.order, 3);
  EXPECT_EQ(s.title, "plain words");
  EXPECT_EQ(s.time.step, 0.001);
  EXPECT_EQ(s.sources[0].position, (Vector{1500, 0, -600}));
  EXPECT_EQ(s.sources[1].force, (Vector{1, 0, 2}));
  EXPECT_FALSE(s.output.plots);
  EXPECT_EQ(s.model.layers[1].material.vp, 4600);
  EXPECT_EQ(s.receivers[0].positions.size(), 3u);
  EXPECT_EQ(s.mesh.spacing, 0.1);
  expect_same(s, again(s));
  EXPECT_NE(s.effective_text.find("spacing = 0.1\n"), std::string::npos) << s.effective_text;
  EXPECT_LT(s.effective_text.find("[domain]"), s.effective_text.find("[boundary]"));
  EXPECT_LT(s.effective_text.find("duration"), s.effective_text.find("step = 0.001"));
}

TEST_F(Overrides, OneSourceNeedsNoIndex) {
  const Scenario s = read_scenario(data("design_sample.toml"),
                                   {"source.position=[1, 2, -3.5]", "solver.method=fd", "model.layer.0.qp=80"});
  EXPECT_EQ(s.sources[0].position, (Vector{1, 2, -3.5}));
  EXPECT_EQ(s.solver.method, Method::fd);
  EXPECT_EQ(s.mesh.spacing, 50.0);
  expect_same(s, again(s));
}

TEST_F(Overrides, ThePlaceOfAMistakeIsTheOverride) {
  expect_mistake("design_sample.toml", "source.position=[0, 0, 120]",
                 "--set source.position=[0, 0, 120]: source.position: z = 120 lies above the surface (top of "
                 "domain: z = 0)");
  expect_mistake("good_2d.toml", "solver.fd.order=3",
                 "--set solver.fd.order=3: solver.fd.order: found 3; must be an even integer");
  expect_mistake("good_2d.toml", "solver.fd.ordr=4",
                 "--set solver.fd.ordr=4: solver.fd.ordr: is not a known key; did you mean order?");
  expect_mistake("good_2d.toml", "source[1].time_function={kind=\"ricker\"}",
                 "source.time_function.frequency: is missing");
  const Scenario s = read_scenario(data("good_2d.toml"), {"mesh.spacing=10"});
  EXPECT_EQ(s.where("mesh.spacing"), "--set mesh.spacing=10: mesh.spacing");
}

TEST_F(Overrides, MalformedOnes) {
  const std::string base = "good_2d.toml";
  for (const char* text :
       {"", "=", "=3", "mesh.spacing", "mesh.spacing=", "mesh..spacing=3", ".a=3", "a.=3", "mesh spacing=3"})
    expect_mistake(base, text, std::string("--set ") + text + ": ");
  expect_mistake(base, "source.position=[0, 0]", "source has 2 entries: name one by its index, source[0] to source[1]");
  expect_mistake(base, "source[2].position=[0, 0]", "source[2] does not exist: source has 2 entries");
  expect_mistake(base, "source[x].position=[0, 0]", "a number in brackets is wanted after source");
  expect_mistake(base, "source[0.position=[0, 0]", "a number in brackets");
  expect_mistake(base, "source[99999999999999999999].position=1", "a number in brackets");
  expect_mistake(base, "source[0].position=[0, 0", "is not a TOML value");
  expect_mistake(base, "title.words=3", "title is \"Two layers in 2-D\", not a table");
  expect_mistake(base, "mesh=3", "--set mesh=3: mesh: found 3; must be a table");
  EXPECT_EQ(mistakes_in(data(base), {"x", "y"}).size(), 2u);
}

TEST_F(Overrides, EffectiveTextKeepsStringsAndFiles) {
  write("wavelet.txt", "0 0\n1 1\n");
  std::string text = read_text(data("good_2d.toml"));
  text =
      replaced(text, "kind = \"ricker\", frequency = 5.0, delay = 0.3", "kind = \"samples\", file = \"wavelet.txt\"");
  text = replaced(text, "\"Two layers in 2-D\"", R"("quote \" slash \\ tab \t line \n bell \u0007 umlaut ü")");
  const Scenario s = read_scenario(write("a.toml", text), {});
  EXPECT_EQ(s.sources[0].time_function.file, directory_ / "wavelet.txt");
  EXPECT_NE(s.effective_text.find((directory_ / "wavelet.txt").string()), std::string::npos);
  expect_same(s, again(s));
}

TEST_F(Overrides, InlineArraysOfTables) {
  std::string text = read_text(data("good_2d.toml"));
  const auto from = text.find("[[model.layer]]"), to = text.find("[boundary]");
  text.replace(from, to - from,
               "layer = [\n  { top = 0.0, vp = 3000.0, vs = 1700.0, rho = 2200.0 },\n"
               "  { top = -800.0, vp = 4500.0, vs = 2600.0, rho = 2500.0 },\n]\n\n");
  const Scenario s = read_scenario(write("a.toml", text), {"model.layer[1].vp=4700.5"});
  EXPECT_EQ(s.model.layers[1].material.vp, 4700.5);
  expect_same(s, again(s));
}

TEST_F(Overrides, MethodOverrideIsWrittenDown) {
  const Scenario s = read_scenario(data("design_sample.toml"), {}, Method::sem);
  EXPECT_EQ(again(s).solver.method, Method::sem);
  EXPECT_EQ(read_scenario(data("design_sample.toml"), {}, Method::dg).effective_text,
            read_text(data("design_sample.toml")));
}

TEST_F(Overrides, TheMethodOfADocumentWithoutSolverIsFd) {
  const auto file = data("good_1d.toml");
  ASSERT_EQ(read_text(file).find("[solver]"), std::string::npos);
  EXPECT_EQ(read_scenario(file, {}, Method::fd).effective_text, read_text(file));
  EXPECT_EQ(again(read_scenario(file, {}, Method::dg)).solver.method, Method::dg);
}

}  // namespace

}  // namespace unda::scenario::test::overrides_test

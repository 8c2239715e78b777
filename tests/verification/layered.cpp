// Layered solids against their exact seismograms by wavenumber integration: a soft layer with vp/vs = 4, a stack of thin layers and a
// slow layer within rock, sources in and below them, receivers on the free surface and deep.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace unda::verification::layered_test {
namespace {

struct Layer {
  double top, vp, vs, rho;
};

const std::vector<Layer> soft{{0, 1600, 400, 1800}, {-60, 2800, 1500, 2200}};
const std::vector<Layer> thin{{0, 2600, 1400, 2100},
                              {-15, 2000, 1000, 2000},
                              {-40, 3200, 1800, 2300},
                              {-60, 2200, 1100, 2000},
                              {-95, 3600, 2000, 2400}};
const std::vector<Layer> slow{{0, 2900, 1600, 2200}, {-100, 1700, 800, 1900}, {-170, 3800, 2200, 2400}};

/// Edges absorb 15 shortest wavelengths beyond source and receivers; the farthest of these is 15 away.
scenario::Scenario model_of(const std::vector<Layer>& layers, const std::string& source,
                            const std::vector<std::string>& overrides) {
  double slowest = layers[0].vs;
  for (const Layer& layer : layers) slowest = std::min(slowest, layer.vs);
  const double f = 10, w = slowest / (2.5 * f);
  std::string text =
      fmt::format("[domain]\nx = [{}, {}]\nz = [{}, 0]\n[model]\nkind = 'layers'\n", -15 * w, 30 * w, -20 * w);
  for (const Layer& layer : layers)
    text += fmt::format("[[model.layer]]\ntop = {}\nvp = {}\nvs = {}\nrho = {}\n", layer.top, layer.vp, layer.vs,
                        layer.rho);
  text += fmt::format(
      "[boundary]\ntop = 'free'\n[[source]]\n{}\nposition = [0, {}]\ntime_function = {{ kind = 'ricker', frequency = "
      "{}, delay = "
      "0.15 }}\n",
      source, -3.3 * w, f);
  for (const double depth : {0.0, 4.3})
    text += fmt::format(
        "[[receivers]]\nname = 'at{}'\nline = {{ from = [{}, {}], to = [{}, {}], count = 3 }}\nquantities = "
        "['velocity']\n",
        static_cast<int>(depth), 3 * w, -depth * w, 15 * w, -depth * w);
  text += fmt::format("[time]\nduration = {}\nsample_interval = 0.005\n[mesh]\nmax_frequency = {}\n",
                      18 * w / slowest + 0.4, 2.5 * f);
  return scenario_from(text, overrides);
}

void expect_all(const std::string& method, double resolution, double allowed) {
  for (const auto& [layers, source] :
       {std::pair{soft, "kind = 'force'\nforce = [1e9, 5e8]"}, std::pair{thin, "kind = 'explosion'\nmoment = 1e12"},
        std::pair{slow, "kind = 'moment_tensor'\nmoment = { xz = 1e12, xx = 3e11 }"}}) {
    const auto report = closed_form_misfit(
        model_of(layers, source, {"solver.method=" + method, fmt::format("mesh.max_frequency={}", 25 * resolution)}));
    std::printf("%s, %zu layers: misfit %.4f, worst %.4f at %s\n", method.c_str(), layers.size(), report.misfit,
                report.worst, report.worst_label.c_str());
    EXPECT_TRUE(report.description.find("wavenumber integration") != std::string::npos) << report.description;
    EXPECT_LT(report.misfit, allowed) << method << " " << layers.size();
  }
}

/// Moments whose stencil an interface cuts, a fraction of a cell below and above it, where e_zz jumps twofold.
TEST(Layered, ByFiniteDifferencesWithTheSourceBesideAnInterface) {
  const double spacing = 800 / 25.0 / 5, depth = 3.3 * 800 / 25.0;  // of 5 points per wavelength
  for (const double below : {0.2, -0.5}) {
    const double interface = -depth + below * spacing;
    const std::vector<Layer> layers{{0, 1500, 800, 1900}, {interface, 3000, 1700, 2300}};
    for (const char* source : {"kind = 'explosion'\nmoment = 1e12", "kind = 'moment_tensor'\nmoment = { zz = 1e12 }",
                               "kind = 'moment_tensor'\nmoment = { xz = 1e12 }"}) {
      const auto report = closed_form_misfit(model_of(layers, source, {"solver.method=fd"}));
      std::printf("interface %.1f cells above, %s: misfit %.4f\n", below, source, report.misfit);
      EXPECT_LT(report.misfit, 0.05) << below << " " << source;
    }
  }
}

/// A force and receivers at one depth, just above or below an interface where velocities have kinks and stresses jump.
TEST(Layered, ByFiniteDifferencesWithForcesAndReceiversBesideAnInterface) {
  const double depth = 4.3 * 633 / 25.0;
  for (const double above : {0.1, -0.1}) {
    const std::vector<Layer> layers{{0, 2300, 1250, 1950}, {-60, 1150, 633, 1730}, {-depth - above, 2600, 1490, 2020}};
    const auto report =
        closed_form_misfit(model_of(layers, "kind = 'force'\nforce = [1e9, 5e8]",
                                    {"solver.method=fd", fmt::format("source[0].position=[0,{}]", -depth)}));
    std::printf("%g m above the interface: misfit %.4f, worst %.4f at %s\n", above, report.misfit, report.worst,
                report.worst_label.c_str());
    EXPECT_LT(report.misfit, 0.05) << above;
  }
}

/// Polynomials that read vertical motion at the surface stay above the kinks that layers of one to two cells make.
TEST(Layered, ByFiniteDifferencesWithReceiversOnThinLayers) {
  const std::vector<Layer> layers{
      {0, 3900, 2300, 2300}, {-10, 1900, 1100, 1900}, {-22, 4200, 2400, 2400}, {-40, 4600, 2700, 2500}};
  const auto report = closed_form_misfit(model_of(layers, "kind = 'force'\nforce = [1e9, 5e8]", {"solver.method=fd"}));
  std::printf("thin layers: misfit %.4f, worst %.4f at %s\n", report.misfit, report.worst, report.worst_label.c_str());
  EXPECT_LT(report.misfit, 0.1);
}

/// An explosion near a face of an element, in ground where shear that the mesh adds to it is 24 times as strong as its own waves.
TEST(Layered, BySpectralElementsWithAnExplosionInSoftGround) {
  const std::vector<Layer> layers{{0, 1800, 625, 1860}, {-125, 2900, 1560, 2080}};
  for (const double x : {0.02, 0.2}) {
    const double edge = 45.0 / 57;  // of elements, in shortest wavelengths of 25 m: 15 of them lie west of the source
    const auto report = closed_form_misfit(
        model_of(layers, "kind = 'explosion'\nmoment = 1e12",
                 {"solver.method=sem", fmt::format("source[0].position=[{},-55]", ((19 + x) * edge - 15) * 25)}));
    std::printf("%g elements from a face: misfit %.4f\n", x, report.misfit);
    EXPECT_LT(report.misfit, 0.02) << x;
  }
}

TEST(Layered, BySpectralElementsAtTheDefaultResolution) { expect_all("sem", 1, 0.05); }
TEST(Layered, ByFiniteDifferencesAtTheDefaultResolution) { expect_all("fd", 1, 0.05); }

}  // namespace
}  // namespace unda::verification::layered_test

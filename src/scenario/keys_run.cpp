// The keys of [time], [mesh], [solver], [output] and [initial].
#include <cmath>

#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

constexpr Limits fd_orders{.low = 2, .high = 16, .even = true};
constexpr Limits sem_degrees = between(1, 10);
constexpr Limits dg_orders = between(2, 8);
constexpr double most_samples = 1e8;

void declare_sizes(Section& s, MeshSpec& v) {
  s.optional({.name = "max_frequency",
              .unit = "Hz",
              .help = "the highest frequency to resolve",
              .note = "the spacing follows from the slowest wave, the method and its order"},
             number(v.max_frequency, positive));
  s.optional({.name = "spacing",
              .unit = "m",
              .help = "the largest grid spacing (fd) or element edge (sem, dg)",
              .note = "goes before max_frequency"},
             number(v.spacing, positive));
}

void declare_mesh_file(Section& s, MeshSpec& v) {
  s.file({.name = "file",
          .help = "a Gmsh file, 2.2 or 4.1: of tetrahedra for dg, of hexahedra or in 2-D quadrilaterals for sem"},
         v.file, false, false);
}

void declare_generator(Section& s, MeshSpec& v) {
  MeshGenerator generator = MeshGenerator::box;
  if (s.optional(
          {.name = "generator",
           .help =
               "what dg makes tetrahedra with: boxes that are cut into six, or Gmsh, with sizes that follow the waves",
           .note = "gmsh needs the package python3-gmsh; other methods make meshes of their own, and say that it is "
                   "not for them"},
          word(generator)))
    v.generator = generator;
}

/// What a method's own table gives replaces what [mesh] gives; a size there also puts aside a file here, and
/// the other way round.
MeshSpec merged(const MeshSpec& general, const MeshSpec& own) {
  MeshSpec mesh = general;
  if (own.max_frequency || own.spacing || !own.file.empty()) {
    mesh.spacing = own.spacing;
    mesh.file = own.file;
  }
  if (!own.file.empty()) mesh.generator.reset();
  if (own.max_frequency) mesh.max_frequency = own.max_frequency;
  if (own.generator) {
    mesh.generator = own.generator;
    if (own.file.empty()) mesh.file.clear();
  }
  return mesh;
}

void check_mesh(Section& s, const MeshSpec& v, const MeshSpec& own, Method method) {
  if (!v.max_frequency && !v.spacing && v.file.empty())
    return s.fail("max_frequency", "is missing; give max_frequency in Hz, spacing in m, or file");
  if (v.generator && !v.file.empty())
    return s.fail(own.generator ? fmt::format("{}.generator", name_of(method)) : "generator",
                  "makes a mesh, and file brings one; give one of the two");
  if (!v.file.empty()) try {
      require_file(v.file);
    } catch (const Mistake& mistake) {
      s.fail(own.file.empty() ? "file" : fmt::format("{}.file", name_of(method)), mistake.text);
    }
}

void declare_fd(Section& s, FdOptions& v) {
  s.optional({.name = "order", .help = "the order in space"}, integer(v.order, fd_orders));
  s.optional({.name = "time_dispersion_correction", .help = "remove the error of the time stepping from the traces"},
             boolean(v.time_dispersion_correction));
  s.optional(
      {.name = "absorbing_points", .help = "the thickness of absorbing layers in grid points", .note = "0: automatic"},
      integer(v.absorbing_points, between(0, 200)));
}

void declare_absorbing_elements(Section& s, std::optional<std::int64_t>& v) {
  s.optional({.name = "absorbing_elements",
              .help = "the thickness of absorbing layers outside the domain in elements",
              .note = "0: absorbing faces alone",
              .otherwise = "automatic"},
             integer(v, between(0, 200)));
}

void declare_sem(Section& s, SemOptions& v) {
  s.optional({.name = "degree", .help = "the polynomial degree"}, integer(v.degree, sem_degrees));
  s.optional({.name = "time_dispersion_correction", .help = "remove the error of the time stepping from the traces"},
             boolean(v.time_dispersion_correction));
  declare_absorbing_elements(s, v.absorbing_elements);
}

void declare_dg(Section& s, DgOptions& v) {
  s.optional({.name = "order", .help = "the order in space and time"}, integer(v.order, dg_orders));
  s.optional(
      {.name = "time_stepping",
       .help = "one step for all elements, or each cluster its own",
       .note = "\"local\": 1, 1/2, 1/4 ... of the run's step, by what is stable for each; \"auto\": that where it "
               "is foretold to be 1.3 times as fast and no time.step is given"},
      word(v.time_stepping));
  declare_absorbing_elements(s, v.absorbing_elements);
}

/// `order` and `degree` directly in [solver], for the one method that is meant.
void declare_direct_order(Section& s, SolverSpec& v) {
  s.only(v.method != Method::sem, "method = \"fd\" or \"dg\" (sem takes degree, 1 to 10)", [&] {
    const bool dg = v.method == Method::dg;
    s.optional({.name = "order",
                .help = "the order of the chosen method",
                .note = "dg: from 2 to 8",
                .otherwise = "8 (fd), 5 (dg)"},
               integer(dg ? v.dg.order : v.fd.order, dg ? dg_orders : fd_orders));
  });
  s.only(v.method == Method::sem, "method = \"sem\" (fd and dg take order)", [&] {
    s.optional({.name = "degree", .help = "the degree of the chosen method"}, integer(v.sem.degree, sem_degrees));
  });
  const char* method = name_of(v.method);
  const Value* own = s.value(method);
  for (const char* key : {"order", "degree"})
    if (s.given(key) && own && own->find(key))
      s.fail(key, fmt::format("stands in [solver] and in [solver.{}]; give it once", method));
}

void declare_surface(Section& s, OutputSpec& v) {
  SurfaceSpec surface;
  if (s.table({.name = "surface", .help = "motion at the surface: a movie of small files"}, [&](Section& t) {
        t.required({.name = "interval", .unit = "s", .help = "the time between pictures"},
                   number(surface.interval, positive));
        t.optional({.name = "quantities", .help = "what to write", .otherwise = "[\"velocity\"]"},
                   words(surface.quantities));
        t.optional({.name = "spacing",
                    .unit = "m",
                    .help = "the largest distance between points seen from above",
                    .otherwise = "the longer side of the domain in 200 parts"},
                   number(surface.spacing, positive));
        t.optional({.name = "depth",
                    .unit = "m",
                    .help = "the depth of the points",
                    .note = "straight down from the surface, that of the mesh where it has topography"},
                   number(surface.depth, non_negative));
      })) {
    if (surface.quantities.empty()) surface.quantities = {Quantity::velocity};
    v.surface = surface;
  }
}

/// Makes the polarization a unit vector perpendicular to the wavenumber.
void finish_polarization(Section& s, InitialSpec& v) {
  if (!s.given("polarization")) {
    if (s.dim() == 3) return s.fail("polarization", "is missing; give the direction of motion of the S wave");
    v.polarization = {-v.wavenumber[2], 0, v.wavenumber[0]};
  }
  const Vector& k = v.wavenumber;
  const Vector across = v.polarization - (dot(v.polarization, k) / dot(k, k)) * k;
  if (!(norm(across) > 1e-6 * norm(v.polarization)))
    return s.fail("polarization", "must not be zero or parallel to the wavenumber");
  v.polarization = (1 / norm(across)) * across;
}

void declare_plane_wave(Section& s, InitialSpec& v) {
  const bool wave =
      s.optional({.name = "wave", .help = "the kind of wave", .note = "rayleigh: along a flat free top, in a solid"},
                 word(v.wave));
  const bool k = s.required({.name = "wavenumber", .unit = "rad/m", .help = "the wave vector"},
                            components(v.wavenumber, s.axes()));
  s.only(v.wave == InitialSpec::Wave::s, "wave = \"s\"", [&] {
    s.optional({.name = "polarization",
                .help = "the direction of motion",
                .note = "its part along the wavenumber is taken away",
                .otherwise = "2-D: across the wavenumber; 3-D: required"},
               components(v.polarization, s.axes()));
  });
  s.optional({.name = "amplitude",
              .unit = "m/s",
              .help = "of the particle velocity",
              .note = "rayleigh: of its vertical part at the surface"},
             number(v.amplitude));
  if (k && norm(v.wavenumber) == 0) s.fail("wavenumber", "found zero; must be the wave vector, 2 pi / wavelength long");
  if (wave && v.wave != InitialSpec::Wave::p && s.dim() == 1)
    s.fail("wave",
           fmt::format("found \"{}\"; a 1-D domain has only \"p\"", v.wave == InitialSpec::Wave::s ? "s" : "rayleigh"));
  if (k && v.wave == InitialSpec::Wave::rayleigh && v.wavenumber[2] != 0)
    s.fail("wavenumber",
           fmt::format("found z = {:.6g}; a Rayleigh wave goes along the surface: must be 0", v.wavenumber[2]));
  if (s.active() && s.right() && v.wave == InitialSpec::Wave::s) finish_polarization(s, v);
}

void declare_radiation(Section& s, InitialSpec& v) {
  s.required({.name = "position", .unit = "m", .help = "where the explosion was", .note = "also outside the domain"},
             components(v.position, s.axes()));
  declare(s, v.calibration);
  s.required_table({.name = "time_function",
                    .help = "the shape of the pressure at `distance`, with the keys of source.time_function"},
                   [&](Section& t) { declare(t, v.time_function); });
  s.required({.name = "age",
              .unit = "s",
              .help = "the time before t = 0 at which the explosion was fired",
              .note = "its time function must be over at t = 0 where it stands in the domain"},
             number(v.age, positive));
}

}  // namespace

void declare(Section& s, TimeSpec& v) {
  const bool duration = s.required({.name = "duration", .unit = "s", .help = "the length of the simulation"},
                                   number(v.duration, positive));
  if (duration) v.sample_interval = v.duration / 1000;
  const bool interval = s.optional({.name = "sample_interval",
                                    .unit = "s",
                                    .help = "the time between samples of the traces, which start at t = 0",
                                    .otherwise = "duration / 1000"},
                                   number(v.sample_interval, positive));
  s.optional({.name = "step", .unit = "s", .help = "the time step", .otherwise = "the largest stable one"},
             number(v.step, positive));
  if (!duration) return;
  if (interval && v.sample_interval > v.duration)
    s.fail("sample_interval", fmt::format("found {}; must not exceed duration = {}", v.sample_interval, v.duration));
  if (interval && v.duration / v.sample_interval > most_samples)
    s.fail("sample_interval",
           fmt::format("found {}; gives more than {} samples in {} s", v.sample_interval, most_samples, v.duration));
  if (v.step && *v.step > v.duration)
    s.fail("step", fmt::format("found {}; must not exceed duration = {}", *v.step, v.duration));
}

void declare(Section& s, MeshSpec& v, Method method) {
  MeshSpec own;
  declare_sizes(s, v);
  declare_mesh_file(s, v);
  declare_generator(s, v);
  for (Method m : {Method::fd, Method::sem, Method::dg})
    s.table({.name = name_of(m), .help = "goes before [mesh] for this method"}, [&](Section& t) {
      MeshSpec sizes;
      declare_sizes(t, sizes);
      if (m == Method::fd)
        t.refuse("file", "finite differences make their own grid; methods that read meshes: sem, dg");
      else
        declare_mesh_file(t, sizes);
      if (m == Method::dg)
        declare_generator(t, sizes);
      else
        t.refuse("generator", fmt::format("makes tetrahedra, which {} does not take; methods that do: dg", name_of(m)));
      if (m == method) own = sizes;
    });
  if (!s.active() || !s.right()) return;
  v = merged(v, own);
  check_mesh(s, v, own, method);
}

void declare(Section& s, SolverSpec& v) {
  s.optional({.name = "method", .help = "finite differences, spectral elements or discontinuous Galerkin"},
             word(v.method));
  const bool method_is_right = s.right();
  s.optional({.name = "physics",
              .help = "the equations to solve",
              .note = "auto: acoustic where every vs is 0; acoustic_second_order only by fd"},
             word(v.physics));
  s.optional({.name = "precision", .help = "the width of floating point numbers"}, word(v.precision));
  s.optional({.name = "device",
              .help = "where to compute",
              .note = "auto: on a GPU when there is one; debug: a simulated GPU on the CPU, slow"},
             word(v.device));
  if (method_is_right)
    declare_direct_order(s, v);
  else
    s.abandon();
  s.table({.name = "fd", .help = "for finite differences"}, [&](Section& t) { declare_fd(t, v.fd); });
  s.table({.name = "sem", .help = "for spectral elements"}, [&](Section& t) { declare_sem(t, v.sem); });
  s.table({.name = "dg", .help = "for discontinuous Galerkin"}, [&](Section& t) { declare_dg(t, v.dg); });
}

void declare(Section& s, OutputSpec& v) {
  SnapshotSpec snapshots;
  if (s.table({.name = "snapshots", .help = "pictures of the whole field"}, [&](Section& t) {
        t.required({.name = "interval", .unit = "s", .help = "the time between snapshots"},
                   number(snapshots.interval, positive));
        t.optional({.name = "quantities",
                    .help = "what to write",
                    .otherwise = "[\"velocity\"]; [\"pressure\"] in an all-fluid model"},
                   words(snapshots.quantities));
      }))
    v.snapshots = snapshots;
  s.only(s.dim() > 1, "a 2-D or 3-D domain", [&] { declare_surface(s, v); });
  s.table({.name = "checkpoint", .help = "states from which --restart goes on"}, [&](Section& t) {
    t.required({.name = "every_steps", .help = "the number of steps between checkpoints"},
               integer(v.checkpoint_every_steps, at_least(1)));
  });
  s.optional({.name = "plots", .help = "draw the result as PNG files after the run"}, boolean(v.plots));
}

void declare(Section& s, ParallelSpec& v) {
  s.optional({.name = "ranks",
              .help = "into how many parts each axis of the domain is cut",
              .note = "their product is the number of ranks of one simulation",
              .otherwise = "the least surface between ranks"},
             integers(v.ranks, static_cast<std::size_t>(s.dim()), at_least(1)));
  s.optional({.name = "shots",
              .help = "how many shots run at the same time, each on its share of the ranks",
              .otherwise = "as many as there are ranks, or follows from ranks"},
             integer(v.shots, at_least(1)));
  s.optional({.name = "exchange_with_self",
              .help = "a rank that has both of two periodic faces sends itself messages in place of copying",
              .note = "to see what an exchange costs without a second rank"},
             boolean(v.exchange_with_self));
}

void declare(Section& s, InitialSpec& v) {
  if (!s.optional({.name = "kind", .help = "the kind of field"}, word(v.kind)) && s.given("kind")) return s.abandon();
  s.only(v.kind == InitialSpec::Kind::plane_wave, "kind = \"plane_wave\"", [&] { declare_plane_wave(s, v); });
  s.only(v.kind == InitialSpec::Kind::radiation, "kind = \"radiation\"", [&] { declare_radiation(s, v); });
}

}  // namespace unda::scenario

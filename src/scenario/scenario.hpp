// The scenario: what the user asked for, as typed and validated values in SI units.
// Made by read_scenario() (reader.hpp); plain data, shared by everything downstream, owned by the run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/vector.hpp"
#include "scenario/finite_fault.hpp"
#include "scenario/given_array.hpp"

namespace unda::scenario {

enum class ModelKind { uniform, layers, grid, radial, regions };
enum class DomainKind { box, chunk };
enum class BoundaryKind { free, absorbing, rigid, periodic };
enum class SourceKind { explosion, moment_tensor, force };
enum class TimeFunctionKind { ricker, gaussian, brune, samples };
enum class Quantity { displacement, velocity, acceleration, pressure, stress };
enum class Method { fd, sem, dg };
enum class Physics { automatic, acoustic, elastic, acoustic_second_order };
enum class Precision { single_precision, double_precision };
enum class Device { automatic, cpu, gpu, debug };
enum class TimeStepping { automatic, global, local };
enum class MeshGenerator { box, gmsh };

const char* name_of(ModelKind);
const char* name_of(BoundaryKind);
const char* name_of(SourceKind);
const char* name_of(TimeFunctionKind);
const char* name_of(Quantity);
const char* name_of(Method);
const char* name_of(Physics);
/// What a method calls its number of accuracy: "order", or "degree" for sem.
const char* name_of_order(Method);
const char* name_of(Precision);
const char* name_of(Device);
const char* name_of(TimeStepping);

/// Numbers a quantity has at a point: 1 for pressure, 3 or 6 stresses, otherwise one for each dimension.
int n_components(Quantity quantity, int dim);

struct Interval {
  double low = 0, high = 0;
  double length() const { return high - low; }
};

/// A part of a face with a condition of its own.
struct BoundaryPatch {
  Face face = top;
  BoundaryKind kind = BoundaryKind::free;
  /// By physical axis. Where it reaches the edge of the face it goes on beyond, along absorbing layers.
  std::array<Interval, 3> extent{everywhere, everywhere, everywhere};

  bool contains(const Vector& x) const;
  static constexpr Interval everywhere{-std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::infinity()};
};

/// What holds at a point of a face that has a condition and patches.
BoundaryKind condition_at(const std::vector<BoundaryPatch>& patches, Face face, const Vector& x, BoundaryKind of_face);
bool has_patch(const std::vector<BoundaryPatch>& patches, Face face);

struct Topography {
  std::filesystem::path file;
  std::shared_ptr<const GivenArray> array;  ///< in place of the file
  std::array<double, 2> origin{0, 0};
  std::array<double, 2> spacing{0, 0};
};

struct GeographicOrigin {
  double latitude = 0, longitude = 0;
};

/// A part of the earth, a sphere: widths and rotation in degrees, the depth in m (chunk.hpp).
struct Chunk {
  GeographicOrigin centre;
  std::array<double, 2> width{};
  double rotation = 0;  ///< of its sides against east and north, counterclockwise seen from above
  double depth = 0;
};

struct Domain {
  DomainKind kind = DomainKind::box;
  int dim = 3;                       ///< 1: x, 2: x and z, 3: x, y and z
  std::array<Interval, 3> extent{};  ///< by physical axis; absent: [0, 0]; of a chunk the box around it
  std::optional<Topography> topography;
  std::optional<GeographicOrigin> origin;
  std::optional<Chunk> chunk;  ///< with kind chunk

  /// The physical axes (0 x, 1 y, 2 z) that the domain has, in order.
  std::vector<int> axes() const;
  bool has_axis(int axis) const { return axis == 0 || dim == 3 || (axis == 2 && dim == 2); }
};

/// Moduli and density of one homogeneous piece of earth. A quality factor of 0 means no attenuation.
struct Material {
  double vp = 0, vs = 0, rho = 0;
  double qp = 0, qs = 0;
  std::vector<double> c;  ///< empty, or the 21 Voigt moduli (upper triangle by rows), Pa; vp and vs then follow from it
  double epsilon = 0, delta = 0, gamma = 0;  ///< Thomsen's, about vp and vs along the axis
  double tilt = 0, azimuth = 0;              ///< of the axis, degrees

  bool is_anisotropic() const { return !c.empty() || epsilon != 0 || delta != 0 || gamma != 0; }
};

struct Layer {
  double top = 0;  ///< not a number where it is a surface
  Material material;
  std::optional<Topography> surface = {};
};

/// A piece of a mesh file: a physical group, by tag or by name.
struct Region {
  int tag = 0;       ///< 0: known by name
  std::string name;  ///< empty: known by tag
  Material material;
};

/// A model parameter on a grid: one number, or a file of samples.
struct GridSource {
  std::filesystem::path file;                    ///< empty: the number `value`
  std::shared_ptr<const GivenArray> array = {};  ///< in place of the file, which then has its name
  double value = 0;
  std::vector<std::int64_t> shape;  ///< slowest axis first; only for raw files, which do not tell
  std::uint64_t offset = 0;         ///< bytes to skip at the head of a raw file
};

struct GridModel {
  GridSource vp, vs, rho;
  std::optional<GridSource> qp, qs;
  std::optional<GridSource> epsilon, delta, gamma, tilt, azimuth;  ///< as those of Material
  Vector origin{0, 0, 0};                                          ///< position of the first sample
  Vector spacing{0, 0, 0};                                         ///< signed: negative when the axis runs down
  bool geometry_given = false;  ///< origin and spacing stand in the scenario (else the file must tell, as RSF does)
  std::string axes;             ///< slowest first, e.g. "zyx"; empty: the format's own order
};

/// How quality factors are made of relaxation mechanisms.
struct AttenuationSpec {
  int mechanisms = 3;
  std::optional<Interval>
      band;  ///< Hz, over which Q is constant; run fills in that of the sources where it is left out
};

/// The earth by radius alone.
struct RadialSpec {
  std::string name = "prem";
  bool anisotropic = false;  ///< transversely isotropic where the model is
  bool attenuates = true;    ///< with its quality factors
};

struct ModelSpec {
  ModelKind kind = ModelKind::uniform;
  Material uniform;
  std::vector<Layer> layers;  ///< from the top down
  GridModel grid;
  RadialSpec radial;
  std::vector<Region> regions;
  double reference_frequency = 1.0;
  AttenuationSpec attenuation;
};

struct TimeFunctionSpec {
  TimeFunctionKind kind = TimeFunctionKind::ricker;
  double frequency = 0, delay = 0, sigma = 0, rise = 0;
  std::filesystem::path file;
  std::shared_ptr<const GivenArray> array = {};  ///< in place of the file: rows of t and s(t)
};

/// How strong an explosion is, by what it does: a pressure of `amplitude` times the time function at `distance` in a
/// uniform medium with the properties at the source, later by the travel time.
struct Calibration {
  double amplitude = 0;  ///< Pa
  double distance = 0;   ///< m
};

struct SourceSpec {
  SourceKind kind = SourceKind::explosion;
  std::filesystem::path file;                  ///< CMTSOLUTION, FORCESOLUTION, SRF or FSP that gave the rest, or empty
  Vector position{0, 0, 0};                    ///< z from depth is already resolved on a flat top
  std::optional<double> depth;                 ///< as given: below the surface
  std::optional<GeographicOrigin> place = {};  ///< in a chunk; moment and force are those of its frame
  double moved_down = 0;                       ///< by the run, onto the facets of its mesh, m
  std::array<double, 6> moment{0, 0, 0, 0, 0, 0};  ///< xx yy zz xy xz yz, N m (2-D: per metre)
  Vector force{0, 0, 0};                           ///< N (2-D: per metre)
  std::optional<Calibration> calibration;          ///< of an explosion, in place of its moment
  TimeFunctionSpec time_function;
  /// A kinematic rupture in place of a point: `file` is an SRF or FSP, and position, depth and moment are those of the point that
  /// slips first, to stand for all.
  std::shared_ptr<const FiniteFault> fault = {};
};

struct ReceiverSpec {
  std::string name;
  std::filesystem::path file;                 ///< STATIONS that gave positions and labels, or empty
  std::vector<Vector> positions;              ///< z from depths is already resolved on a flat top
  std::vector<double> depths;                 ///< of each, where they are given in place of z; else empty
  std::vector<GeographicOrigin> places = {};  ///< of each, in a chunk
  std::vector<double> moved_down;             ///< of each, by the run, onto the facets of its mesh, m; empty: none was
  std::vector<std::string> labels;
  std::vector<Quantity> quantities;
  std::array<int, 2> grid_shape{0,
                                0};  ///< set when the receivers form a grid: its counts; the second side runs fastest
};

struct TimeSpec {
  double duration = 0;
  double sample_interval = 0;
  std::optional<double> step;
  std::int64_t n_samples() const;
};

/// [mesh] with [mesh.fd], [mesh.sem] and [mesh.dg] already merged for the chosen method.
struct MeshSpec {
  std::optional<double> max_frequency;
  std::optional<double> spacing;
  std::filesystem::path file;
  std::optional<MeshGenerator> generator;

  bool by_gmsh() const { return generator == MeshGenerator::gmsh; }
};

struct FdOptions {
  int order = 8;
  bool time_dispersion_correction = true;
  int absorbing_points = 0;  ///< thickness of the absorbing layer in grid points; 0: chosen by the method
};

struct SemOptions {
  int degree = 4;
  bool time_dispersion_correction = true;
  std::optional<std::int64_t> absorbing_elements;  ///< thickness of the absorbing layer; none: chosen by the method
};

struct DgOptions {
  int order = 5;
  TimeStepping time_stepping = TimeStepping::global;
  std::optional<std::int64_t> absorbing_elements;  ///< as for sem, in boxes that are cut into tetrahedra
};

struct SolverSpec {
  Method method = Method::fd;
  Physics physics = Physics::automatic;
  Precision precision = Precision::single_precision;
  Device device = Device::automatic;
  FdOptions fd;
  SemOptions sem;
  DgOptions dg;
};

struct SnapshotSpec {
  double interval = 0;
  std::vector<Quantity> quantities;
};

/// Motion at the surface: points of an even grid seen from above, straight below it by a depth.
struct SurfaceSpec {
  double interval = 0;
  std::vector<Quantity> quantities;
  std::optional<double> spacing;  ///< m, the largest allowed; none: chosen
  double depth = 0;               ///< m
};

struct OutputSpec {
  std::optional<SnapshotSpec> snapshots;
  std::optional<SurfaceSpec> surface;
  std::optional<std::int64_t> checkpoint_every_steps;
  bool plots = true;
};

/// A starting field for tests: a plane wave cos(k x - omega t) of one kind of body wave, or what an explosion that was
/// fired earlier has radiated.
struct InitialSpec {
  enum class Kind { plane_wave, radiation } kind = Kind::plane_wave;
  enum class Wave { p, s, rayleigh } wave = Wave::p;
  Vector wavenumber{0, 0, 0};    ///< rad/m
  Vector polarization{0, 0, 0};  ///< for s: direction of motion, made perpendicular to the wavenumber
  double amplitude = 1;          ///< of the particle velocity, m/s
  Vector position{0, 0, 0};      ///< radiation: of the explosion, also outside the domain
  Calibration calibration;       ///< radiation: of the explosion
  TimeFunctionSpec time_function;
  double age = 0;  ///< radiation: the explosion's time function started at t = -age, s
};

/// How the ranks of a run share the work.
struct ParallelSpec {
  std::vector<std::int64_t> ranks;  ///< of one simulation, by axis of the domain; empty: chosen
  std::int64_t shots = 0;           ///< that run at the same time; 0: chosen
  bool exchange_with_self = false;  ///< across periodic faces that one rank has both of
};

/// A file that a scenario names.
struct InputFile {
  std::string key;
  std::filesystem::path path;
};

struct Scenario {
  std::filesystem::path file;  ///< where it was read from
  std::string title;
  Domain domain;
  ModelSpec model;
  std::array<BoundaryKind, 6> boundary{};  ///< by Face
  std::vector<BoundaryPatch> patches;      ///< of them; the last that holds a point goes before the others
  std::vector<SourceSpec> sources;
  std::vector<ReceiverSpec> receivers;
  TimeSpec time;
  MeshSpec mesh;
  SolverSpec solver;
  OutputSpec output;
  ParallelSpec parallel;
  std::optional<InitialSpec> initial;
  double highest_frequency = 0;  ///< Hz, of all sources; run fills it in; 0: there are none

  /// Whether the surface is that of a mesh, from which depths count, and not a flat top.
  bool has_shaped_surface() const { return domain.topography || !mesh.file.empty() || domain.chunk; }
  /// Whether spectral elements compute on any hexahedra, and not on boxes that they make.
  bool takes_any_hexahedra() const { return !mesh.file.empty() || domain.chunk; }

  /// What holds at a point of a face.
  BoundaryKind condition(Face face, const Vector& x) const { return condition_at(patches, face, x, boundary[face]); }

  /// TOML text of the scenario as run: the file's own text, or with overrides applied and file names made
  /// absolute.
  std::string effective_text;
  std::vector<InputFile> input_files;  ///< all that it names, used or not
  std::vector<std::string> warnings;
  std::vector<std::string> notes;             ///< what was understood of files of other programs, for the log
  std::optional<std::int64_t> time_zero{};    ///< t = 0 in UTC, microseconds since 1970, where a source file tells
  std::optional<double> origin_after_zero{};  ///< the event's origin time, s after t = 0, likewise
  std::string event_name{};                   ///< likewise

  /// Where each key stood. Keys of arrays of tables carry an index: "source[0].position".
  struct KeyOrigin {
    int line = 0;                ///< 0: not in the file
    bool from_override = false;  ///< given on the command line
    std::string override_text;   ///< then: what stood there, "--set time.step=0.1"
  };
  std::map<std::string, KeyOrigin> places;

  /// The place of a key, or of its nearest enclosing table; null when the file has neither.
  const KeyOrigin* origin_of(const std::string& key) const;

  /// "file:14: source.position", or "--set source.position=[0, 0, 9]: source.position" for a key given on the
  /// command line. A key that is absent takes the place of its nearest enclosing table; indices are not
  /// printed.
  std::string where(const std::string& key, int line = 0) const;
  /// "<where>: <message>", with " (source 2 of 3)" where several tables bear the name. `line`, when not 0,
  /// stands for the key's own: the wrong part of a value that spans several.
  std::string complaint(const std::string& key, const std::string& message, int line = 0) const;
  /// Throws InputError with complaint(key, message).
  [[noreturn]] void fail(const std::string& key, const std::string& message) const;
};

}  // namespace unda::scenario

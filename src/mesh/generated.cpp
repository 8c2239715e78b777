// A request for unda.mesher, and what its file means.
#include "mesh/generated.hpp"

#include <cstdlib>
#include <fstream>
#include <mutex>

#include <fmt/format.h>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/python_program.hpp"
#include "mesh/balanced_facets.hpp"
#include "mesh/free_nodes.hpp"
#include "mesh/gmsh.hpp"

namespace unda::mesh {
namespace {

using scenario::Scenario;

/// Edges that Gmsh is told, over those of the field: with these the mean volume of its elements is that of a box's sixth.
constexpr double surface_factor = 1.1, volume_factor = 0.9;
constexpr int module_missing = 3;  // the exit code of unda.mesher

/// Physical groups in its file: layers from 1 on, the sides, boundaries from the bottom up.
constexpr int first_side = 1001, first_boundary = 2001;
constexpr std::array<int, 4> sides_in_order{south, east, north, west};

/// A new directory for files that do not last.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "unda-mesh-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, "{}: no directory can be made there for the files of the mesh",
            std::filesystem::temp_directory_path().string());
    directory_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
};

/// The files of a request by name.
using Request = std::map<std::string, std::string>;

std::string bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

std::string list_of(const auto& numbers) {
  std::string list;
  for (const auto number : numbers)
    list += fmt::format("{}{:.17g}", list.empty() ? "" : ", ", static_cast<double>(number));
  return "[" + list + "]";
}
std::string list_of(const scenario::Interval& i) { return list_of(std::array{i.low, i.high}); }
std::string whole_numbers(const std::array<int, 3>& n) { return fmt::format("[{}, {}, {}]", n[0], n[1], n[2]); }

Request request_for(const Levels& levels, const SizeField& field) {
  Request files;
  std::string boundaries;
  for (const Anchor& anchor : levels.anchors) {
    if (!boundaries.empty()) boundaries += ", ";
    if (anchor.boundary.is_level()) {
      boundaries += fmt::format("{{\"level\": {:.17g}}}", anchor.boundary.level);
      continue;
    }
    const std::vector<double> x = anchor.boundary.surface->coordinates(0, levels.domain[0]),
                              y = anchor.boundary.surface->coordinates(1, levels.domain[1]);
    std::vector<double> heights;
    for (const double v : y)
      for (const double u : x) heights.push_back(anchor.boundary.height(u, v));
    const std::string name = fmt::format("heights_{}.f64", files.size());
    files[name] = bytes_of(heights);
    boundaries += fmt::format("{{\"x\": {}, \"y\": {}, \"file\": \"{}\"}}", list_of(x), list_of(y), name);
  }
  files["sizes.f64"] = bytes_of(field.edge);
  files["request.json"] = fmt::format(
      "{{\"x\": {}, \"y\": {}, \"boundaries\": [{}],\n\"lattice\": {{\"origin\": {}, \"spacing\": {}, \"n\": {}}},\n"
      "\"surface_factor\": {}, \"volume_factor\": {}}}\n",
      list_of(levels.domain[0]), list_of(levels.domain[1]), boundaries, list_of(field.origin), list_of(field.spacing),
      whole_numbers(field.n), surface_factor, volume_factor);
  return files;
}

GmshMesh run_gmsh(const Scenario& s, const Request& request) {
  const Scratch scratch;
  for (const auto& [name, bytes] : request) {
    std::ofstream out(scratch.directory() / name, std::ios::binary);
    out << bytes;
    out.close();
    require(out.good(), "{}: cannot be written; has the disk room?", (scratch.directory() / name).string());
  }
  const char* advice =
      "apt-get install python3-gmsh (pip install gmsh numpy); UNDA_PYTHON names the Python to take; or take "
      "generator = \"box\"";
  const std::optional<PythonProgram> python = find_python({"gmsh", "numpy"});
  if (!python)
    s.fail("mesh.generator", fmt::format("\"gmsh\": no Python with the modules gmsh and numpy was found: {}", advice));
  const ProcessResult gmsh = run_python_module(*python, "unda.mesher", {scratch.directory().string()});
  const std::string said = gmsh.output.substr(0, gmsh.output.find_last_not_of('\n') + 1);
  if (gmsh.exit_code == could_not_start || gmsh.exit_code == module_missing)
    s.fail("mesh.generator", fmt::format("\"gmsh\": {} {}: {}", python->program,
                                         said.empty() ? "cannot be started" : "says \"" + said + "\"", advice));
  if (gmsh.exit_code >= 128)
    throw RunError(fmt::format("Gmsh was ended by signal {} while it made the mesh", gmsh.exit_code - 128));
  if (gmsh.exit_code != 0)
    s.fail("mesh.generator",
           fmt::format("Gmsh could not make the mesh: {}. Take smaller elements, so that they follow the "
                       "surfaces, or generator = \"box\"",
                       said.empty() ? fmt::format("exit code {}", gmsh.exit_code) : said));
  return read_gmsh(scratch.directory() / "mesh.msh");
}

void add_layers(const Levels& levels, const GmshElements& elements, Tetrahedra& mesh) {
  if (!levels.has_interfaces()) return;
  const double x = 0.5 * (levels.domain[0].low + levels.domain[0].high),
               y = 0.5 * (levels.domain[1].low + levels.domain[1].high);
  for (std::size_t n = 0; n + 1 < levels.anchors.size(); ++n)
    mesh.layer_point.push_back(
        {x, y, 0.5 * (levels.anchors[n].boundary.height(x, y) + levels.anchors[n + 1].boundary.height(x, y))});
  for (const int group : elements.group) mesh.layer.push_back(group - 1);
}

/// What the triangles of the file say of sides, and which nodes must stay on them.
struct Surfaces {
  std::vector<TaggedFacet> sides;
  FixedAxes fixed;
};

/// Puts nodes exactly on the sides and boundaries they belong to.
Surfaces place_on_surfaces(const Levels& levels, const GmshElements& triangles, Tetrahedra& mesh) {
  Surfaces found;
  found.fixed.resize(mesh.nodes.size());
  const int n_anchors = static_cast<int>(levels.anchors.size());
  const auto for_nodes = [&](int first, int last, const auto& action) {
    for (std::size_t t = 0; t < triangles.size(); ++t)
      if (const int group = triangles.group[t]; group >= first && group < last)
        action(group - first,
               std::array<int, 3>{triangles.nodes[3 * t], triangles.nodes[3 * t + 1], triangles.nodes[3 * t + 2]});
  };
  for_nodes(first_side, first_side + 4, [&](int number, const std::array<int, 3>& nodes) {
    const int side = sides_in_order[static_cast<std::size_t>(number)], axis = side / 2;
    const scenario::Interval& extent = levels.domain[axis];
    for (const int n : nodes) {
      mesh.nodes[static_cast<std::size_t>(n)][axis] = side % 2 == 0 ? extent.low : extent.high;
      found.fixed[static_cast<std::size_t>(n)][axis] = true;
    }
    found.sides.push_back({nodes, side});
  });
  for_nodes(first_boundary, first_boundary + n_anchors, [&](int number, const std::array<int, 3>& nodes) {
    const model::Boundary& boundary = levels.anchors[static_cast<std::size_t>(number)].boundary;
    for (const int n : nodes) {
      Vector& x = mesh.nodes[static_cast<std::size_t>(n)];
      x[2] = boundary.height(x[0], x[1]);
      if (boundary.is_level())
        found.fixed[static_cast<std::size_t>(n)][2] = true;
      else
        found.fixed[static_cast<std::size_t>(n)] = {true, true, true};
    }
    if (number == 0 || number == n_anchors - 1) found.sides.push_back({nodes, number == 0 ? bottom : top});
  });
  return found;
}

std::vector<std::array<int, 3>> facets_of_group(const GmshElements& triangles, int group) {
  std::vector<std::array<int, 3>> facets;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (triangles.group[t] == group)
      facets.push_back({triangles.nodes[3 * t], triangles.nodes[3 * t + 1], triangles.nodes[3 * t + 2]});
  return facets;
}

GeneratedMesh make(const Scenario& s, const Levels& levels, const Request& request) {
  const GmshMesh file = run_gmsh(s, request);
  GeneratedMesh made;
  Tetrahedra& mesh = made.mesh;
  mesh.name = "Gmsh's mesh";
  mesh.nodes = file.nodes;
  require(file.count(tetrahedron) > 0 && file.count(triangle) > 0, "Gmsh's mesh has no elements");
  const GmshElements& elements = file.elements.at(tetrahedron);
  for (std::size_t e = 0; e < elements.size(); ++e)
    mesh.corners.push_back(
        {elements.nodes[4 * e], elements.nodes[4 * e + 1], elements.nodes[4 * e + 2], elements.nodes[4 * e + 3]});
  add_layers(levels, elements, mesh);
  Surfaces surfaces = place_on_surfaces(levels, file.elements.at(triangle), mesh);
  made.sides = std::move(surfaces.sides);
  for (std::size_t n = 0; n < levels.anchors.size(); ++n)
    balance_facets(levels, n, facets_of_group(file.elements.at(triangle), first_boundary + static_cast<int>(n)),
                   mesh.nodes);
  move_free_nodes(surfaces.fixed, mesh);
  return made;
}

void refuse_what_cannot_be_made(const Scenario& s) {
  for (int face = 0; face < 6; ++face)
    if (s.boundary[static_cast<std::size_t>(face)] == scenario::BoundaryKind::periodic)
      s.fail(
          fmt::format("boundary.{}", face_names[static_cast<std::size_t>(face)]),
          "periodic sides need the same triangles on both, which Gmsh is not asked for: take mesh.generator = \"box\"");
}

}  // namespace

GeneratedMesh generate(const Scenario& s, const Levels& levels, const SizeField& field) {
  static std::mutex mutex;
  static std::uint64_t last_request = 0;
  static GeneratedMesh last;
  refuse_what_cannot_be_made(s);
  const Request request = request_for(levels, field);
  Checksum sum;
  for (const auto& [name, bytes] : request) {
    sum.add(name);
    sum.add(bytes);
  }
  const std::lock_guard lock(mutex);
  if (last.mesh.size() == 0 || last_request != sum.value()) {
    last = make(s, levels, request);
    last_request = sum.value();
  }
  return last;
}

}  // namespace unda::mesh

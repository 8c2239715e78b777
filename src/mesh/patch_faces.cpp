// Counting faces by their centres.
#include "mesh/patch_faces.hpp"

#include <fmt/format.h>

#include "mesh/geometry.hpp"

namespace unda::mesh {

PatchFaces::PatchFaces(const scenario::Scenario& scenario, const Tetrahedra& mesh) : PatchFaces(scenario) {
  for (std::size_t e = 0; e < mesh.n_in_domain() && !n_.empty(); ++e)
    for (int f = 0; f < 4; ++f)
      if (!mesh.neighbours[e][static_cast<std::size_t>(f)].exists())
        add(mesh.boundary[e][static_cast<std::size_t>(f)], centre_of_face(mesh, e, f));
}

PatchFaces::PatchFaces(const scenario::Scenario& scenario, const Hexahedra& mesh) : PatchFaces(scenario) {
  for (std::size_t e = 0; e < mesh.size() && !n_.empty(); ++e)
    for (int f = 0; f < mesh.n_faces(); ++f)
      if (!mesh.neighbours[e][static_cast<std::size_t>(f)].exists())
        add(mesh.boundary[e][static_cast<std::size_t>(f)], centre_of_face(mesh, e, f));
}

void PatchFaces::add(int code, const Vector& centre) {
  for (std::size_t i = 0; i < n_.size(); ++i)
    if (scenario_.patches[i].face == code && scenario_.patches[i].contains(centre)) ++n_[i];
}

void PatchFaces::check() const {
  for (std::size_t i = 0; i < n_.size(); ++i)
    if (n_[i] == 0)
      scenario_.fail(
          fmt::format("boundary.patch[{}]", i),
          fmt::format("the centre of no element face on \"{}\" lies in it; take smaller elements or a larger "
                      "patch",
                      face_names[scenario_.patches[i].face]));
}

std::array<std::string, 2> PatchFaces::remark() const {
  std::string text;
  for (std::size_t i = 0; i < n_.size(); ++i)
    text += fmt::format("{}{} on {} {} of elements on \"{}\"", i > 0 ? ", " : "",
                        scenario::name_of(scenario_.patches[i].kind), n_[i], n_[i] == 1 ? "face" : "faces",
                        face_names[scenario_.patches[i].face]);
  return {"patches", text};
}

}  // namespace unda::mesh

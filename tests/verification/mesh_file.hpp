// A Gmsh mesh that tests write into a file of their own, as long as it lives.
#pragma once

#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "mesh/gmsh_writer.hpp"

namespace unda::verification {

class MeshFile {
 public:
  MeshFile() : path_(std::filesystem::temp_directory_path() / fmt::format("unda_any_{}.msh", getpid())) {}
  ~MeshFile() { std::filesystem::remove(path_); }
  MeshFile(const MeshFile&) = delete;
  MeshFile& operator=(const MeshFile&) = delete;
  void write(const mesh::GmshMesh& mesh) const { mesh::write_gmsh(mesh, path_); }
  std::vector<std::string> overrides() const { return {"mesh.sem.file=" + path_.string()}; }

 private:
  std::filesystem::path path_;
};

}  // namespace unda::verification

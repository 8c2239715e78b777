// The sections of a Gmsh file, one after another. Text and binary differ in how a number is read, and in little else.
#include "mesh/gmsh.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>

#include "base/error.hpp"

namespace unda::mesh {
namespace {

struct Kind {
  int number, nodes_each, dimension;
  const char* name;
};
constexpr Kind kinds[] = {{1, 2, 1, "lines"},
                          {2, 3, 2, "triangles"},
                          {3, 4, 2, "quadrilaterals"},
                          {4, 4, 3, "tetrahedra"},
                          {5, 8, 3, "hexahedra"},
                          {6, 6, 3, "prisms"},
                          {7, 5, 3, "pyramids"},
                          {8, 3, 1, "lines of 3 nodes"},
                          {9, 6, 2, "triangles of 6 nodes"},
                          {10, 9, 2, "quadrilaterals of 9 nodes"},
                          {11, 10, 3, "tetrahedra of 10 nodes"},
                          {12, 27, 3, "hexahedra of 27 nodes"},
                          {15, 1, 0, "points"},
                          {16, 8, 2, "quadrilaterals of 8 nodes"},
                          {17, 20, 3, "hexahedra of 20 nodes"}};

const Kind* find_kind(int number) {
  for (const Kind& kind : kinds)
    if (kind.number == number) return &kind;
  return nullptr;
}

/// Goes through the bytes of a file.
class Cursor {
 public:
  Cursor(std::string name, std::string bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(
        fmt::format("{}: {}{}", name_, section_.empty() ? "" : fmt::format("section ${}: ", section_), message));
  }

  /// Moves to the next section and gives its name; empty at the end of the file.
  std::string next_section() {
    section_.clear();
    at_ = bytes_.find('$', at_);
    if (at_ == std::string::npos) return {};
    const std::string mark = line();
    section_ = mark.substr(1, mark.find_last_not_of(" \r\t"));
    return section_;
  }
  void end_section() {
    skip_space();
    const std::string expected = "$End" + section_;
    if (bytes_.compare(at_, expected.size(), expected) != 0)
      fail(at_ >= bytes_.size()
               ? fmt::format("the file ends before {}: it is cut short", expected)
               : fmt::format("{} does not come where it should: counts in the file are wrong", expected));
    at_ += expected.size();
  }
  void skip_section() {
    const std::size_t end = bytes_.find("$End" + section_, at_);
    if (end == std::string::npos) fail(fmt::format("the file ends before $End{}: it is cut short", section_));
    at_ = end + 4 + section_.size();
  }

  std::string line() {
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    std::string text = bytes_.substr(at_, end - at_);
    at_ = std::min(end + 1, bytes_.size());
    return text;
  }
  std::string quoted() {
    const std::size_t first = bytes_.find('"', at_), last = bytes_.find('"', first + 1);
    if (last == std::string::npos) fail("a name in quotes is missing");
    at_ = last + 1;
    return bytes_.substr(first + 1, last - first - 1);
  }

  /// A number as text, whatever the rest of the file is.
  template <class T>
  T text() {
    skip_space();
    T value{};
    const char* first = bytes_.data() + at_;
    const char* last = bytes_.data() + bytes_.size();
    if (first != last && *first == '+') ++first;
    const auto [end, error] = std::from_chars(first, last, value);
    if (error != std::errc{}) {
      if (at_ >= bytes_.size()) fail("the file ends amid its numbers: it is cut short");
      fail(fmt::format("\"{}\" is not a number",
                       bytes_.substr(at_, std::min<std::size_t>(20, bytes_.find('\n', at_) - at_))));
    }
    at_ = static_cast<std::size_t>(end - bytes_.data());
    return value;
  }
  template <class T>
  T number() {
    if (!binary) return text<T>();
    if (bytes_.size() - at_ < sizeof(T)) fail("the file ends amid its numbers: it is cut short");
    T value{};
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  /// How many things follow, each of at least two bytes: more than the rest of the file cannot be.
  std::size_t count(std::uint64_t n) const {
    if (n > bytes_.size() - at_) fail(fmt::format("{} entries are announced, more than the file can hold", n));
    return static_cast<std::size_t>(n);
  }

  bool binary = false;

 private:
  void skip_space() {
    while (at_ < bytes_.size() && std::isspace(static_cast<unsigned char>(bytes_[at_])) != 0) ++at_;
  }

  std::string name_, bytes_, section_;
  std::size_t at_ = 0;
};

class Reader {
 public:
  Reader(Cursor& in, GmshMesh& mesh) : in_(in), mesh_(mesh) {}

  void read() {
    for (std::string section = in_.next_section(); !section.empty(); section = in_.next_section()) {
      if (section == "MeshFormat")
        read_format();
      else if (section == "PhysicalNames")
        read_names();
      else if (section == "Entities" && version_ > 3)
        read_entities();
      else if (section == "Nodes")
        version_ > 3 ? read_nodes_4() : read_nodes_2();
      else if (section == "Elements")
        version_ > 3 ? read_elements_4() : read_elements_2();
      else {
        in_.skip_section();
        continue;
      }
      in_.end_section();
    }
    if (version_ == 0) in_.fail("has no section $MeshFormat: it is not a Gmsh file");
    if (mesh_.nodes.empty()) in_.fail("has no nodes");
  }

 private:
  void read_format() {
    version_ = in_.text<double>();
    const int type = in_.text<int>(), size = in_.text<int>();
    if (std::abs(version_ - 2.2) > 1e-6 && std::abs(version_ - 4.1) > 1e-6)
      in_.fail(fmt::format("version {} is not known; write 2.2 or 4.1 (gmsh -format msh41)", version_));
    if (size != 8) in_.fail(fmt::format("numbers of {} bytes; 8 are needed", size));
    in_.line();
    if (type != 1) return;
    in_.binary = true;
    if (in_.number<std::int32_t>() != 1)
      in_.fail("is binary in the byte order of another kind of machine; write it as text");
  }

  void read_names() {
    const auto n = in_.count(in_.text<std::uint64_t>());
    for (std::size_t k = 0; k < n; ++k) {
      const int dimension = in_.text<int>(), tag = in_.text<int>();
      mesh_.group_name[{dimension, tag}] = in_.quoted();
    }
  }

  /// Which group an entity belongs to; the first where there are several.
  void read_entities() {
    std::array<std::size_t, 4> n{};
    for (std::size_t& count : n) count = in_.count(in_.number<std::uint64_t>());
    for (int dimension = 0; dimension < 4; ++dimension)
      for (std::size_t k = 0; k < n[dimension]; ++k) {
        const int tag = in_.number<std::int32_t>();
        for (int c = 0; c < (dimension == 0 ? 3 : 6); ++c) in_.number<double>();
        const auto n_groups = in_.count(in_.number<std::uint64_t>());
        for (std::size_t g = 0; g < n_groups; ++g) {
          const int group = in_.number<std::int32_t>();
          if (g == 0) group_of_[{dimension, tag}] = std::abs(group);
        }
        if (dimension == 0) continue;
        const auto n_bounding = in_.count(in_.number<std::uint64_t>());
        for (std::size_t b = 0; b < n_bounding; ++b) in_.number<std::int32_t>();
      }
  }

  void add_node(std::int64_t tag, const Vector& x) {
    for (const double c : x)
      if (!std::isfinite(c)) in_.fail(fmt::format("node {} has a coordinate that is not finite", tag));
    if (mesh_.nodes.size() >= std::numeric_limits<int>::max())
      in_.fail(
          fmt::format("has more than {} nodes, as many as can be numbered; make a smaller mesh", mesh_.nodes.size()));
    if (!index_of_.emplace(tag, static_cast<int>(mesh_.nodes.size())).second)
      in_.fail(fmt::format("node {} is given twice", tag));
    mesh_.nodes.push_back(x);
  }
  Vector position() {
    Vector x{};
    for (double& c : x) c = in_.number<double>();
    return x;
  }

  void read_nodes_2() {
    const auto n = in_.count(in_.text<std::uint64_t>());
    in_.line();
    for (std::size_t k = 0; k < n; ++k) {
      const auto tag = in_.number<std::int32_t>();
      add_node(tag, position());
    }
  }
  void read_nodes_4() {
    const auto n_blocks = in_.count(in_.number<std::uint64_t>());
    for (int skipped = 0; skipped < 3; ++skipped) in_.number<std::uint64_t>();
    for (std::size_t b = 0; b < n_blocks; ++b) {
      const int dimension = in_.number<std::int32_t>();
      in_.number<std::int32_t>();
      const int n_parameters = in_.number<std::int32_t>() != 0 ? dimension : 0;
      std::vector<std::uint64_t> tags(in_.count(in_.number<std::uint64_t>()));
      for (std::uint64_t& tag : tags) tag = in_.number<std::uint64_t>();
      for (const std::uint64_t tag : tags) {
        add_node(static_cast<std::int64_t>(tag), position());
        for (int p = 0; p < n_parameters; ++p) in_.number<double>();
      }
    }
  }

  const Kind& kind_of(int number) const {
    const Kind* kind = find_kind(number);
    if (kind == nullptr)
      in_.fail(fmt::format("has elements of Gmsh's kind {}, which are not known here; mesh with elements of order 1",
                           number));
    return *kind;
  }
  GmshElements& elements_of(const Kind& kind) {
    GmshElements& list = mesh_.elements[kind.number];
    list.nodes_each = kind.nodes_each;
    return list;
  }
  int node(std::int64_t tag) const {
    const auto found = index_of_.find(tag);
    if (found == index_of_.end()) in_.fail(fmt::format("an element has node {}, which the file does not have", tag));
    return found->second;
  }

  void read_elements_2() {
    const auto n = in_.count(in_.text<std::uint64_t>());
    in_.line();
    for (std::size_t k = 0; k < n;) {
      // In text every element has a header of its own: number, kind, tags; in binary one holds for several elements.
      if (!in_.binary) in_.number<std::int32_t>();
      const Kind& kind = kind_of(in_.number<std::int32_t>());
      const int n_follow = in_.binary ? in_.number<std::int32_t>() : 1;
      const int n_tags = in_.number<std::int32_t>();
      if (n_follow < 1 || n_tags < 0 || n_tags > 1000)
        in_.fail("a header of elements makes no sense: the file is damaged");
      GmshElements& list = elements_of(kind);
      for (int e = 0; e < n_follow; ++e, ++k) {
        if (in_.binary) in_.number<std::int32_t>();
        int group = 0;
        for (int t = 0; t < n_tags; ++t) {
          const int tag = in_.number<std::int32_t>();
          if (t == 0) group = tag;
        }
        list.group.push_back(group);
        for (int c = 0; c < kind.nodes_each; ++c) list.nodes.push_back(node(in_.number<std::int32_t>()));
      }
    }
  }
  void read_elements_4() {
    const auto n_blocks = in_.count(in_.number<std::uint64_t>());
    for (int skipped = 0; skipped < 3; ++skipped) in_.number<std::uint64_t>();
    for (std::size_t b = 0; b < n_blocks; ++b) {
      const int dimension = in_.number<std::int32_t>(), entity = in_.number<std::int32_t>();
      const Kind& kind = kind_of(in_.number<std::int32_t>());
      const auto group = group_of_.find({dimension, entity});
      GmshElements& list = elements_of(kind);
      const auto n = in_.count(in_.number<std::uint64_t>());
      for (std::size_t e = 0; e < n; ++e) {
        in_.number<std::uint64_t>();
        list.group.push_back(group == group_of_.end() ? 0 : group->second);
        for (int c = 0; c < kind.nodes_each; ++c)
          list.nodes.push_back(node(static_cast<std::int64_t>(in_.number<std::uint64_t>())));
      }
    }
  }

  Cursor& in_;
  GmshMesh& mesh_;
  double version_ = 0;
  std::unordered_map<std::int64_t, int> index_of_;  ///< of a node, by its tag
  std::map<std::pair<int, int>, int> group_of_;     ///< of an entity, by dimension and tag
};

}  // namespace

std::string name_of_kind(int number) {
  const Kind* kind = find_kind(number);
  return kind != nullptr ? kind->name : fmt::format("elements of kind {}", number);
}

GmshMesh read_gmsh(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(fmt::format("{}: cannot be opened", file.string()));
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  GmshMesh mesh;
  mesh.name = file.string();
  Cursor cursor(mesh.name, std::move(bytes).str());
  Reader(cursor, mesh).read();
  return mesh;
}

}  // namespace unda::mesh

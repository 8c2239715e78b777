// Reading XML files.
#include "scenario/xml_file.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{256} << 20;

}  // namespace

bool looks_like_xml(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  while (in.get(first) && std::string(" \t\r\n\xef\xbb\xbf").find(first) != std::string::npos) {
  }
  return in && first == '<';
}

std::optional<xml::Element> read_xml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::error_code error;
  if (std::filesystem::file_size(file, error) > largest_file || error) {
    complaints.push_back({0, fmt::format("cannot be read, or is larger than {} MiB", largest_file >> 20)});
    return {};
  }
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  try {
    return xml::parse(text.str());
  } catch (const xml::Damage& found) {
    complaints.push_back({found.line, "is no XML: " + found.text});
    return {};
  }
}

double number_at(const xml::Element& from, const std::string& path, bool required,
                 std::vector<FileComplaint>& complaints) {
  const xml::Element* found = from.at(path);
  if (found == nullptr) {
    if (required) complaints.push_back({from.line, fmt::format("<{}> has no {}", from.name, path)});
    return 0;
  }
  const auto value = number_of(found->text);
  if (!value)
    complaints.push_back({found->line, fmt::format("{}: found '{}'; must be a number", path, shortened(found->text))});
  return value.value_or(0);
}

}  // namespace unda::scenario

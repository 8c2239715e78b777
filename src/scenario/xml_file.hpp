// XML files of other programs: their outermost element, and numbers in it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/xml.hpp"
#include "scenario/text_file.hpp"

namespace unda::scenario {

/// Whether the first character of the file is <, as that of any XML.
bool looks_like_xml(const std::filesystem::path& file);

/// Nothing, and a complaint, where the file is no XML.
std::optional<xml::Element> read_xml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

/// The number at a path below an element; a complaint where it is missing and must not be, or is no number.
double number_at(const xml::Element& from, const std::string& path, bool required,
                 std::vector<FileComplaint>& complaints);

}  // namespace unda::scenario

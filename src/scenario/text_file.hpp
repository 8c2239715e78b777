// Text files of other programs: their lines, numbers as Fortran writes them, and what is wrong in which line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unda::scenario {

struct TextLine {
  int number = 0;  ///< in the file, from 1
  std::string text;
};

struct FileComplaint {
  int line = 0;  ///< 0: the whole file
  std::string text;
};

/// The lines that are neither empty nor comments (#), without what stands around them. What cannot be read as text is
/// put into `complaints`.
std::vector<TextLine> text_lines(const std::filesystem::path& file, std::vector<FileComplaint>& complaints);

/// The words of a line, up to a comment: a word that starts with # or !.
std::vector<std::string> words_of(const std::string& line);

/// Also 1.d15, +3 and .5; nothing for what is no finite number.
std::optional<double> number_of(const std::string& word);

}  // namespace unda::scenario

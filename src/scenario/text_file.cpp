// Text files of other programs.
#include "scenario/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

namespace unda::scenario {

namespace {

constexpr std::size_t longest_line = 100'000;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

}  // namespace

std::vector<TextLine> text_lines(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::vector<TextLine> lines;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  int number = 0;
  while (std::getline(in, text)) {
    ++number;
    if (text.size() > longest_line || text.find('\0') != std::string::npos) {
      complaints.push_back({number, "is not text"});
      return lines;
    }
    text = trimmed(text);
    if (!text.empty() && text[0] != '#') lines.push_back({number, text});
  }
  if (!in.eof()) complaints.push_back({0, "cannot be read"});
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word && word[0] != '#' && word[0] != '!';) words.push_back(word);
  return words;
}

std::optional<double> number_of(const std::string& word) {
  std::string text = word;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  const char *begin = text.data(), *end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

}  // namespace unda::scenario

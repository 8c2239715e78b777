// FSP: "% ... KEY = value unit" lines, of the whole model and then of each segment, a line that names the columns, and rows.
#include "scenario/fsp_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr double kilometre = 1000;
constexpr double unknown = 999;  ///< what SRCMOD writes for a number that was not published

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// Words with = as a word of its own; # is not a comment here.
std::vector<std::string> header_words(const std::string& line) {
  std::string spaced;
  for (const char c : line) spaced += c == '=' ? std::string(" = ") : std::string(1, c);
  std::istringstream in(spaced);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// What a header says: STRK, DIP, RAKE, LEN ... in capitals. The length of a time window in s is no LEN.
using Header = std::map<std::string, double>;

void take(const std::string& line, Header& header) {
  const std::vector<std::string> words = header_words(line);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const auto value = words[i] == "=" ? number_of(words[i + 1]) : std::nullopt;
    if (!value) continue;
    std::string key = upper(words[i - 1]);
    if (key == "STRIKE") key = "STRK";
    if (key == "Z2TOP") key = "HTOP";
    if (key == "LEN" && i + 2 < words.size() && upper(words[i + 2]) == "S") key = "WINDOW";
    header[key] = *value;
  }
}

class FspReader {
 public:
  FspReader(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) : complaints_(complaints) {
    found_.fault.file = file;
  }

  FspFault read() {
    for (const TextLine& line : text_lines(found_.fault.file, complaints_)) {
      if (line.text[0] == '%')
        read_header(line);
      else if (complaints_.size() < 20)
        read_row(line);
    }
    if (found_.fault.points.empty() && complaints_.empty())
      complaints_.push_back({0, "holds no subfault: a table of LAT LON X Y Z SLIP is missing"});
    return std::move(found_);
  }

 private:
  void read_header(const TextLine& line) {
    const std::string text = upper(line.text.substr(1));
    if (text.find("TOP-CENT") != std::string::npos) at_top_ = true;
    if (text.find("SEGMENT #") != std::string::npos) segment_ = Header{};
    const std::vector<std::string> words = words_of(text);
    if (words.size() > 4 && words[0] == "LAT" && words[1] == "LON")
      read_columns(words);
    else if (text.find("==") == std::string::npos)
      take(text, segment_ ? *segment_ : header_);
  }

  void read_columns(const std::vector<std::string>& words) {
    columns_.clear();
    for (std::size_t i = 0; i < words.size(); ++i) columns_.emplace(words[i].substr(0, words[i].find("==")), i);
  }

  std::optional<double> said(const std::string& key) const {
    for (const Header* header : {segment_ ? &*segment_ : nullptr, &header_}) {
      if (header == nullptr) continue;
      const auto found = header->find(key);
      if (found != header->end() && found->second != unknown) return found->second;
    }
    return {};
  }

  void complain(int line, const std::string& text) { complaints_.push_back({line, text}); }

  /// Length and width of a subfault in m.
  std::optional<std::array<double, 2>> size() const {
    const auto dx = said("DX"), dz = said("DZ");
    if (dx && dz) return std::array{kilometre * *dx, kilometre * *dz};
    return {};
  }
  std::optional<double> area() const {
    if (segment_ && segment_->contains("LEN") && segment_->contains("WID") && segment_->contains("NSBFS"))
      return kilometre * kilometre * segment_->at("LEN") * segment_->at("WID") / segment_->at("NSBFS");
    if (const auto s = size()) return (*s)[0] * (*s)[1];
    return {};
  }

  void read_row(const TextLine& line) {
    const std::vector<std::string> words = words_of(line.text);
    auto column = [&](const char* name) -> std::optional<double> {
      const auto found = columns_.find(name);
      if (found == columns_.end()) return {};
      const auto value = found->second < words.size() ? number_of(words[found->second]) : std::nullopt;
      if (!value)
        complain(line.number, fmt::format("column {}: found '{}'; must be a number", name,
                                          found->second < words.size() ? shortened(words[found->second]) : ""));
      return value.value_or(0);
    };
    if (columns_.empty()) return complain(line.number, "a row before the line that names the columns (% LAT LON ...)");
    const auto lat = column("LAT"), lon = column("LON"), z = column("Z"), slip = column("SLIP");
    if (!z || !slip) return complain(line.number, "the line that names the columns has no Z or no SLIP");
    FaultPoint p;
    p.line = line.number;
    p.position = {*lon, *lat, 0};
    p.depth = kilometre * *z;
    p.slip[0] = *slip;
    const auto rake = column("RAKE");
    const auto own_rake = rake ? rake : said("RAKE");
    p.rake = own_rake.value_or(0);
    if (!own_rake) complain(line.number, "the rake is neither a column nor in the header");
    set_plane(p);
    set_times(p, column("TRUP"), column("RISE"), column("X"), column("Y"));
    const Vector shift = shift_to_centre(p);
    p.depth -= shift[2];
    if (p.depth < 0)
      complain(line.number, fmt::format("the subfault lies {:.6g} km above the surface", -p.depth / kilometre));
    found_.shifts.push_back({shift[0], shift[1], 0});
    found_.fault.points.push_back(p);
  }

  void set_plane(FaultPoint& p) {
    const auto strike = said("STRK"), dip = said("DIP"), a = area();
    if (!strike || !dip || !a || !(*a > 0))
      return complain(p.line,
                      "the header has no strike (STRK), no dip (DIP), or no size of subfaults (Dx, Dz) for this row");
    p.strike = *strike;
    p.dip = *dip;
    p.area = *a;
  }

  void set_times(FaultPoint& p, std::optional<double> start, std::optional<double> rise, std::optional<double> x,
                 std::optional<double> y) {
    if (!start && said("NTW").value_or(1) > 1)
      return complain(p.line, "slip in several time windows without a column TRUP is not known here; write it as SRF");
    if (!start) {
      const auto speed = said("AVVR"), depth = said("DEP");
      if (!speed || !(*speed > 0) || !depth || !x || !y)
        return complain(p.line, "neither a column TRUP nor an average rupture speed (avVr) tells when slip starts");
      start = std::hypot(*x, *y, p.depth / kilometre - *depth) / *speed;
      found_.starts_by_speed = true;
    }
    p.start = *start;
    if (p.start < 0) complain(p.line, fmt::format("TRUP: slip starts at {} s, before t = 0 of the run", p.start));
    if (!rise) found_.rise_of_header = true;
    p.rise = rise ? *rise : said("AVTR").value_or(0);
    if (p.rise < 0) complain(p.line, fmt::format("RISE: found {}; must be 0 or more", p.rise));
  }

  /// Half a width down the dip, where the file has top centres.
  Vector shift_to_centre(const FaultPoint& p) const {
    const auto s = size();
    if (!at_top_ || !s) return {0, 0, 0};
    const double strike = p.strike * std::numbers::pi / 180, dip = p.dip * std::numbers::pi / 180, half = 0.5 * (*s)[1];
    return {half * std::cos(dip) * std::cos(strike), -half * std::cos(dip) * std::sin(strike), -half * std::sin(dip)};
  }

  std::vector<FileComplaint>& complaints_;
  FspFault found_;
  Header header_;
  std::optional<Header> segment_;
  std::map<std::string, std::size_t> columns_;
  bool at_top_ = false;
};

}  // namespace

bool looks_like_fsp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  return static_cast<bool>(in >> first) && first == '%';
}

FspFault read_fsp(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  return FspReader(file, complaints).read();
}

}  // namespace unda::scenario

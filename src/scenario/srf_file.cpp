// SRF: numbers in a row, whose lines matter only where a block starts.
//   1.0 or 2.0
//   PLANE n    and for each: elon elat nstk ndip len wid, stk dip dtop shyp dhyp
//   POINTS n   and for each: lon lat dep stk dip area tinit dt [vs den], rake slip1 nt1 slip2 nt2 slip3 nt3, the samples
// km, degrees, cm^2, s, cm/s, g/cm^3, cm and cm/s.
#include "scenario/srf_file.hpp"

#include <cmath>
#include <fstream>

#include <fmt/format.h>

#include "scenario/wording.hpp"

namespace unda::scenario {

namespace {

constexpr double cm = 0.01, km = 1000, g_per_cm3 = 1000;
constexpr double most_samples_of_a_point = 1e7;  ///< of one direction of a point

/// One word after another, with the line it stands in.
class Words {
 public:
  explicit Words(const std::filesystem::path& file) : in_(file, std::ios::binary) {}

  /// False at the end of the file.
  bool next(std::string& word) {
    while (true) {
      const auto first = text_.find_first_not_of(" \t\r", at_);
      if (first != std::string::npos && text_[first] != '#') {
        at_ = std::min(text_.find_first_of(" \t\r", first), text_.size());
        word.assign(text_, first, at_ - first);
        return true;
      }
      if (!std::getline(in_, text_)) return false;
      at_ = 0;
      ++line_;
    }
  }
  int line() const { return line_; }

 private:
  std::ifstream in_;
  std::string text_;
  std::size_t at_ = 0;
  int line_ = 0;
};

/// Thrown at the first thing that is wrong: what follows could not be told apart.
struct Wrong {
  int line;
  std::string text;
};

class SrfReader {
 public:
  explicit SrfReader(const std::filesystem::path& file) : words_(file) { fault_.file = file; }

  FiniteFault read() {
    const double version = number("the version, 1.0 or 2.0");
    if (version != 1 && version != 2) wrong(fmt::format("found version {}; known are 1.0 and 2.0", version));
    has_medium_ = version == 2;
    std::string word;
    while (words_.next(word)) {
      if (word == "PLANE")
        pass_planes();
      else if (word == "POINTS")
        read_points();
      else
        wrong(fmt::format("found '{}'; expected PLANE or POINTS", shortened(word)));
    }
    if (fault_.points.empty()) throw Wrong{0, "holds no point: a block POINTS is missing"};
    return std::move(fault_);
  }

 private:
  [[noreturn]] void wrong(const std::string& text) const { throw Wrong{words_.line(), text}; }

  double number(const std::string& meaning) {
    std::string word;
    if (!words_.next(word)) wrong(fmt::format("the file ends where {} should stand", meaning));
    const auto value = number_of(word);
    if (!value) wrong(fmt::format("found '{}'; must be a number, {}", shortened(word), meaning));
    return *value;
  }
  double in_range(double low, double high, const std::string& meaning) {
    const double value = number(meaning);
    if (!(value >= low && value <= high))
      wrong(fmt::format("found {}; {} must be from {} to {}", value, meaning, low, high));
    return value;
  }
  std::size_t count(double most, const std::string& meaning) {
    const double value = number(meaning);
    if (value < 0 || value > most || value != std::floor(value))
      wrong(fmt::format("found {}; {} must be a whole number from 0 to {:g}", value, meaning, most));
    return static_cast<std::size_t>(value);
  }

  void pass_planes() {
    const std::size_t n = count(1e6, "the number of planes");
    for (std::size_t i = 0; i < 11 * n; ++i) number("a number of a plane (11 of each)");
  }

  void read_points() {
    const std::size_t n = count(1e9, "the number of points");
    for (std::size_t i = 0; i < n; ++i) read_point();
  }

  void read_point() {
    FaultPoint p;
    p.position[0] = number("the longitude of a point");
    p.line = words_.line();
    p.position[1] = number("the latitude of a point");
    p.depth = km * number("the depth of a point in km");
    if (p.depth < 0) wrong(fmt::format("the point lies {:.6g} km above the surface", -p.depth / km));
    p.strike = number("the strike in degrees");
    p.dip = in_range(-90, 180, "the dip in degrees");
    p.area = cm * cm * number("the area in cm^2");
    p.start = number("the time at which slip starts in s");
    p.interval = number("the time between samples in s");
    if (has_medium_) {
      p.vs = cm * number("vs in cm/s");
      p.rho = g_per_cm3 * number("the density in g/cm^3");
      if (!(p.vs > 0 && p.rho > 0)) p.vs = p.rho = 0;  // -1: not given
    }
    p.rake = number("the rake in degrees");
    for (std::size_t d = 0; d < 3; ++d) {
      p.slip[d] = cm * number("the slip in cm");
      p.n_samples[d] = static_cast<std::uint32_t>(count(most_samples_of_a_point, "the number of samples"));
    }
    check(p);
    p.first_sample = fault_.rates.size();
    for (const std::uint32_t n : p.n_samples)
      for (std::uint32_t k = 0; k < n; ++k)
        fault_.rates.push_back(static_cast<float>(cm * number("a slip rate in cm/s")));
    fault_.points.push_back(p);
  }

  void check(const FaultPoint& p) const {
    if (p.start < 0) wrong(fmt::format("slip starts at {} s, before t = 0 of the run", p.start));
    const bool any = p.n_samples[0] + p.n_samples[1] + p.n_samples[2] > 0;
    if (any && !(p.interval > 0)) wrong(fmt::format("found {} s between samples; must be greater than 0", p.interval));
    if (any && !(p.area > 0))
      wrong(fmt::format("found an area of {:.6g} cm^2; must be greater than 0", p.area / (cm * cm)));
    for (std::size_t d = 0; d < 3; ++d)
      if (p.slip[d] != 0 && p.n_samples[d] == 0)
        wrong(fmt::format("slip{} is {:.6g} cm, but has no samples of its rate", d + 1, p.slip[d] / cm));
  }

  Words words_;
  FiniteFault fault_;
  bool has_medium_ = false;
};

}  // namespace

bool looks_like_srf(const std::filesystem::path& file) {
  Words words(file);
  std::string version, block;
  if (!words.next(version) || !words.next(block)) return false;
  return number_of(version).has_value() && (block == "PLANE" || block == "POINTS");
}

FiniteFault read_srf(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  try {
    return SrfReader(file).read();
  } catch (const Wrong& found) {
    complaints.push_back({found.line, found.text});
    return {};
  }
}

}  // namespace unda::scenario

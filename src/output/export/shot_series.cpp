// Checking the shots of a file before it is begun.
#include "output/export/shot_series.hpp"

#include <cmath>

#include "base/error.hpp"
#include "output/export/trace_header.hpp"

namespace unda::output {
namespace {

std::string line_of(const Gathers& gathers) {
  std::string line = fmt::format("{}: {}", gathers.shot, gathers.shot_name);
  if (gathers.source)
    line += fmt::format(", source at x = {:.6g}, y = {:.6g}, z = {:.6g}", gathers.source->position[0],
                        gathers.source->position[1], gathers.source->position[2]);
  return line;
}

void check_times(const Gathers& gathers, const Gathers& first) {
  const bool same = gathers.n_samples() == first.n_samples() &&
                    std::abs(gathers.interval() - first.interval()) <= 1e-9 * first.interval() &&
                    std::abs(gathers.start() - first.start()) <= 1e-6 * first.interval();
  if (!same)
    throw InputError(
        fmt::format("has {} samples every {:g} s, shot {} has {} every {:g} s; one file holds traces of one length",
                    gathers.n_samples(), gathers.interval(), first.shot_name, first.n_samples(), first.interval()));
}

}  // namespace

SeriesFacts look_at(const ShotSeries& shots, const std::string& format) {
  SeriesFacts facts;
  std::unique_ptr<Gathers> first;
  for (std::size_t i = 0; i < shots.size; ++i) {
    std::unique_ptr<Gathers> gathers = shots.open(i);
    try {
      if (first) check_times(*gathers, *first);
      gathers->require_floats(format);
      const TraceHeaders headers(*gathers, format);
    } catch (const InputError& e) {
      throw InputError(fmt::format("shot {}: {}", gathers->shot_name, e.what()));
    }
    facts.n_traces += gathers->n_traces();
    facts.shots.push_back(line_of(*gathers));
    const std::vector<double> own = header_coordinates(*gathers);
    facts.coordinates.insert(facts.coordinates.end(), own.begin(), own.end());
    if (!first) first = std::move(gathers);
  }
  return facts;
}

std::string records_in_words(const SeriesFacts& facts) {
  constexpr std::size_t most = 8;
  std::string names;
  for (std::size_t i = 0; i < facts.shots.size() && i < most; ++i)
    names += (i > 0 ? ", " : "") + facts.shots[i].substr(0, facts.shots[i].find(','));
  if (facts.shots.size() > most) names += fmt::format(" and {} more", facts.shots.size() - most);
  return "field records and source points by shot: " + names;
}

}  // namespace unda::output

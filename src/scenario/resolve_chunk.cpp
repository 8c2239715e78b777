// Placing points of a chunk of the earth.
#include "scenario/resolve_chunk.hpp"

#include <fmt/format.h>

#include "scenario/chunk.hpp"

namespace unda::scenario {
namespace {

void place(Scenario& v, std::size_t i, const ChunkFrame& frame, Problems& problems) {
  SourceSpec& source = v.sources[i];
  if (!source.place || !problems.none_in(fmt::format("source[{}]", i))) return;
  source.position = frame.position(*source.place, source.depth.value_or(0));
  const std::string above = frame.outside(frame.position(*source.place, 0)), here = frame.outside(source.position);
  if (!here.empty())
    return problems.add(fmt::format("source[{}].{}", i, above.empty() ? "depth" : "lat"), "the source " + here);
  const Compass compass = frame.compass(source.position);
  source.moment = to_frame(compass, source.moment);
  source.force = to_frame(compass, source.force);
}

void place_receivers(Scenario& v, std::size_t i, const ChunkFrame& frame, Problems& problems) {
  ReceiverSpec& group = v.receivers[i];
  if (!group.file.empty()) return;  // placed with the lines of the file
  for (std::size_t r = 0; r < group.places.size(); ++r) {
    group.positions[r] = frame.position(group.places[r], group.depths[r]);
    const std::string reason = frame.outside(group.positions[r]);
    if (!reason.empty())
      return problems.add(fmt::format("receivers[{}].place[{}]", i, r), fmt::format("receiver {} {}", r + 1, reason));
  }
}

void refuse_what_does_not_go(const Scenario& v, Problems& problems) {
  if (v.model.kind != ModelKind::uniform && v.model.kind != ModelKind::radial)
    problems.add("model.kind", fmt::format("found \"{}\"; a chunk of the earth takes \"radial\" or \"uniform\"",
                                           name_of(v.model.kind)));
  if (!v.mesh.file.empty())
    problems.add("mesh.file", "stands beside domain.kind = \"chunk\", whose elements the program makes: leave one out");
  if (v.output.surface)
    problems.add("output.surface",
                 "is laid over boxes; of a chunk of the earth take snapshots, or receivers by latitude and longitude");
  if (v.initial) problems.add("initial", "fills boxes; a chunk of the earth starts from rest: leave it out");
  if (!v.parallel.ranks.empty())
    problems.add("parallel.ranks",
                 "cuts boxes along their axes; the elements of a chunk are shared out by METIS: leave it out");
  for (std::size_t face = 0; face < 6; ++face)
    if (v.boundary[face] == BoundaryKind::periodic) {
      problems.add(fmt::format("boundary.{}", face_names[face]),
                   "\"periodic\" goes with boxes; a chunk of the earth takes free, absorbing and rigid sides");
      break;
    }
}

}  // namespace

void resolve_chunk(Scenario& v, Problems& problems) {
  if (!v.domain.chunk) return;
  const ChunkFrame frame(*v.domain.chunk);
  for (std::size_t i = 0; i < v.sources.size(); ++i)
    if (v.sources[i].file.empty()) place(v, i, frame, problems);
  for (std::size_t i = 0; i < v.receivers.size(); ++i) place_receivers(v, i, frame, problems);
  refuse_what_does_not_go(v, problems);
}

}  // namespace unda::scenario

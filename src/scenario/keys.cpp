// The tables of a scenario, in the order of the reference page.
// The domain comes first: its dimension decides how many numbers a point has.
#include "scenario/keys.hpp"

namespace unda::scenario {

void declare(Section& s, Scenario& v) {
  s.optional({.name = "title", .help = "what this is, for plots and logs"}, text(v.title));
  s.assumed_table({.name = "domain", .help = "the box in which waves travel; leave out y for 2-D, y and z for 1-D"},
                  [&](Section& t) { declare(t, v.domain); });
  s.assumed_table({.name = "model", .help = "what the earth is made of"}, [&](Section& t) { declare(t, v.model); });
  s.assumed_table({.name = "boundary", .help = "what happens at the faces of the domain"},
                  [&](Section& t) { declare(t, v.boundary, v.patches); });
  s.tables({.name = "source", .help = "one table for each source"},
           [&](Section& t) { declare(t, v.sources.emplace_back()); });
  s.tables({.name = "receivers", .help = "one table for each group of receivers"}, [&](Section& t) {
    const std::size_t n_before = v.receivers.size();
    declare(t, v.receivers.emplace_back(), n_before);
  });
  if (s.documenting())  // a reader has taken them apart before
    s.tables(
        {.name = "shot",
         .help = "one table for each shot, run as a simulation of its own: [[shot.source]] and [[shot.receivers]] as "
                 "above, beside those of the whole file"},
        [&](Section& t) {
          std::string name;
          t.optional({.name = "name", .help = "the directory of its result", .otherwise = "shot1, shot2, ..."},
                     text(name));
        });
  s.assumed_table({.name = "time", .help = "how long, and how often to sample"},
                  [&](Section& t) { declare(t, v.time); });
  s.assumed_table({.name = "solver", .help = "how to compute"}, [&](Section& t) { declare(t, v.solver); });
  s.assumed_table({.name = "mesh", .help = "how finely to divide the domain: give max_frequency, spacing or file"},
                  [&](Section& t) { declare(t, v.mesh, v.solver.method); });
  s.assumed_table({.name = "output", .help = "what to write besides the traces"},
                  [&](Section& t) { declare(t, v.output); });
  s.table({.name = "parallel", .help = "how the ranks of an MPI run share the work"},
          [&](Section& t) { declare(t, v.parallel); });
  s.table({.name = "initial", .help = "a starting field, for tests; otherwise everything starts at rest"},
          [&](Section& t) { declare(t, v.initial.emplace()); });
}

}  // namespace unda::scenario

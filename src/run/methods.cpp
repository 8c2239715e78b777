// The table of methods.
#include "run/methods.hpp"

#include <fmt/format.h>

#include "dg/propagator.hpp"
#include "fd/propagator.hpp"
#include "sem/propagator.hpp"

namespace unda::run {
namespace {

struct Entry {
  scenario::Method method;
  std::unique_ptr<method::Propagator> (*make)(const scenario::Scenario&, std::shared_ptr<const model::Model>,
                                              const parallel::Communicator&);
  method::SurfaceHeight (*surface)(const scenario::Scenario&, const model::Model&,
                                   const parallel::Communicator&);  ///< null: only flat tops
  bool takes_chunks = false;                                        ///< of the earth
};

constexpr Entry methods[] = {{scenario::Method::fd, fd::make_propagator, nullptr},
                             {scenario::Method::sem, sem::make_propagator, sem::surface_of, true},
                             {scenario::Method::dg, dg::make_propagator, dg::surface_of}};

void refuse_chunk(const scenario::Scenario& s, const Entry& entry) {
  if (!s.domain.chunk || entry.takes_chunks) return;
  std::string others;
  for (const Entry& other : methods)
    if (other.takes_chunks) others += (others.empty() ? "" : ", ") + std::string(scenario::name_of(other.method));
  s.fail("domain.kind", fmt::format("found \"chunk\", which {} does not take; methods that do: {}",
                                    scenario::name_of(s.solver.method), others));
}

}  // namespace

std::string available_methods() {
  std::string names;
  for (const Entry& entry : methods)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", scenario::name_of(entry.method));
  return names;
}

std::unique_ptr<method::Propagator> make_propagator(const scenario::Scenario& scenario,
                                                    std::shared_ptr<const model::Model> model,
                                                    const parallel::Communicator& communicator) {
  for (const Entry& entry : methods)
    if (entry.method == scenario.solver.method) {
      refuse_chunk(scenario, entry);
      return entry.make(scenario, std::move(model), communicator);
    }
  scenario.fail("solver.method", fmt::format("\"{}\" is not part of this version of unda; available: {}",
                                             scenario::name_of(scenario.solver.method), available_methods()));
}

method::SurfaceHeight surface_of(const scenario::Scenario& scenario, const model::Model& model,
                                 const parallel::Communicator& communicator) {
  for (const Entry& entry : methods)
    if (entry.method == scenario.solver.method && entry.surface != nullptr)
      return entry.surface(scenario, model, communicator);
  return {};
}

}  // namespace unda::run

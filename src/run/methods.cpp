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
};

constexpr Entry methods[] = {{scenario::Method::fd, fd::make_propagator, nullptr},
                             {scenario::Method::sem, sem::make_propagator, sem::surface_of},
                             {scenario::Method::dg, dg::make_propagator, dg::surface_of}};

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
    if (entry.method == scenario.solver.method) return entry.make(scenario, std::move(model), communicator);
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

// Comparisons as JSON.
#include "verify/compare_json.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "verify/compare_report.hpp"

namespace unda::verify {
namespace {

nlohmann::ordered_json value(const std::optional<double>& x) {
  return x && std::isfinite(*x) ? nlohmann::ordered_json(*x) : nlohmann::ordered_json();
}

nlohmann::ordered_json receiver_json(const ReceiverMisfit& r) {
  nlohmann::ordered_json components = nlohmann::ordered_json::array();
  for (const ComponentMisfit& c : r.components)
    components.push_back({{"component", c.name},
                          {"misfit", value(c.misfit)},
                          {"own_misfit", value(c.own_misfit)},
                          {"shift", value(c.shift)},
                          {"envelope", value(c.envelope)},
                          {"phase", value(c.phase)}});
  return {{"group", r.group},          {"receiver", r.label}, {"quantity", scenario::name_of(r.quantity)},
          {"misfit", value(r.misfit)}, {"weak", r.weak},      {"components", components}};
}

}  // namespace

nlohmann::ordered_json worst_json(const Comparison& comparison) {
  const ReceiverMisfit& worst = comparison.worst_receiver();
  return {{"group", worst.group},
          {"receiver", worst.label},
          {"quantity", scenario::name_of(worst.quantity)},
          {"component", worst_component(worst).name},
          {"misfit", value(worst.misfit)}};
}

nlohmann::ordered_json comparison_json(const Comparison& c) {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array(), receivers = groups;
  for (const GroupMisfit& g : c.groups)
    groups.push_back({{"group", g.group},
                      {"quantity", scenario::name_of(g.quantity)},
                      {"receivers", g.n_receivers},
                      {"misfit", value(g.misfit)}});
  for (const ReceiverMisfit& r : c.receivers) receivers.push_back(receiver_json(r));
  nlohmann::ordered_json document{{"trace", c.trace},
                                  {"reference", c.reference},
                                  {"start", c.common.times.start},
                                  {"interval", c.common.times.interval},
                                  {"samples", c.common.times.n},
                                  {"highpass", c.common.corners.low > 0 ? value(c.common.corners.low) : value({})},
                                  {"lowpass", c.common.corners.high > 0 ? value(c.common.corners.high) : value({})}};
  document["notes"] = c.notes;
  document["groups"] = groups;
  document["receivers"] = receivers;
  document["worst"] = worst_json(c);
  return document;
}

std::string written_json(const nlohmann::ordered_json& document) {
  return document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string comparisons_json(const std::vector<Comparison>& comparisons, std::optional<double> tolerance) {
  nlohmann::ordered_json document;
  document["comparisons"] = nlohmann::ordered_json::array();
  for (const Comparison& c : comparisons) document["comparisons"].push_back(comparison_json(c));
  const Comparison& worst = worst_of(comparisons);
  document["worst"] = worst_json(worst);
  document["worst"]["trace"] = worst.trace;
  document["worst"]["reference"] = worst.reference;
  if (tolerance) {
    document["tolerance"] = *tolerance;
    document["within_tolerance"] = worst.worst_receiver().misfit <= *tolerance;
  }
  return written_json(document);
}

}  // namespace unda::verify

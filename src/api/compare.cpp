// Comparing results in memory.
#include "verify/compare.hpp"

#include <algorithm>

#include "api/answer.hpp"
#include "api/result.hpp"
#include "base/error.hpp"
#include "scenario/names.hpp"
#include "verify/compare_json.hpp"

using namespace unda;

char* unda_compare(const unda_result* trace, const unda_result* reference, const char* options) {
  return api::answered([&] {
    const api::Json asked = api::Json::parse(options);
    verify::CompareOptions chosen;
    chosen.corners = {asked.value("highpass", 0.0), asked.value("lowpass", 0.0)};
    chosen.group = asked.value("group", std::string());
    if (const std::string quantity = asked.value("quantity", std::string()); !quantity.empty()) {
      const auto& names = scenario::names<scenario::Quantity>;
      const auto found = std::find(names.begin(), names.end(), quantity);
      if (found == names.end()) throw InputError(fmt::format("quantity: found \"{}\", which is none", quantity));
      chosen.quantity = static_cast<scenario::Quantity>(found - names.begin());
    }
    const output::Traces a = trace->whole_traces(), b = reference->whole_traces();
    return verify::comparison_json(verify::compare({a, asked.value("trace", std::string("trace"))},
                                                   {b, asked.value("reference", std::string("reference"))}, chosen));
  });
}

// Writing verify.json.
#include "verify/verification_json.hpp"

#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "base/utc.hpp"
#include "exec/machine.hpp"
#include "verify/compare_json.hpp"

namespace unda::verify {
namespace {

using Json = nlohmann::ordered_json;

const char* word(RunStatus status) {
  return status == RunStatus::done ? "done" : status == RunStatus::failed ? "failed" : "not run";
}

Json run_json(const VerifiedRun& run, const std::filesystem::path& out) {
  Json r{{"name", run.name},
         {"method", scenario::name_of(run.method)},
         {"resolution", run.fine ? "half the spacing" : "as given"},
         {"status", word(run.status)}};
  if (!run.reason.empty()) r["reason"] = run.reason;
  if (run.status == RunStatus::not_run) return r;
  r["directory"] = run.name;
  std::ifstream in(out / run.name / "report.json");
  if (Json report = Json::parse(in, nullptr, false); !report.is_discarded()) r["report"] = std::move(report);
  return r;
}

Json pair_json(const VerifiedPair& pair, double tolerance) {
  if (!pair.comparison) return {{"trace", pair.trace}, {"reference", pair.reference}, {"reason", pair.reason}};
  Json p = comparison_json(*pair.comparison);
  const double median = median_misfit(*pair.comparison);
  p["median"] = std::isfinite(median) ? Json(median) : Json();
  p["within_tolerance"] = pair.comparison->worst_receiver().misfit <= tolerance;
  return p;
}

}  // namespace

std::string verification_json(const Verification& v, const VerificationContext& context) {
  Json document{{"version", UNDA_VERSION},        {"scenario", context.scenario.filename().string()},
                {"title", context.title},         {"command", context.command},
                {"finished", utc_now()},          {"cpu", exec::cpu_name()},
                {"threads", exec::n_threads()},   {"ranks", context.n_ranks},
                {"tolerance", v.tolerance},       {"verdict", name_of(verdict_of(v))},
                {"sentence", verdict_sentence(v)}};
  document["worst"] = nullptr;
  if (const VerifiedPair* worst = worst_pair(v)) {
    document["worst"] = worst_json(*worst->comparison);
    document["worst"]["trace"] = worst->trace;
    document["worst"]["reference"] = worst->reference;
  }
  document["notes"] = v.notes;
  document["runs"] = document["references"] = document["comparisons"] = Json::array();
  for (const VerifiedRun& run : v.runs) document["runs"].push_back(run_json(run, context.out));
  for (const Reference& r : v.references)
    document["references"].push_back({{"name", r.name}, {"words", r.words}, {"directory", r.directory}});
  for (const VerifiedPair& pair : v.pairs) document["comparisons"].push_back(pair_json(pair, v.tolerance));
  return written_json(document) + "\n";
}

}  // namespace unda::verify

// Reading scenarios from memory.
#include "api/scenario.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "api/answer.hpp"
#include "api/facts.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "scenario/names.hpp"
#include "scenario/reader.hpp"

namespace unda::api {
namespace {

scenario::GivenArrays given(const unda_array* arrays, std::size_t n_arrays) {
  scenario::GivenArrays all;
  for (std::size_t n = 0; n < n_arrays; ++n) {
    const unda_array& a = arrays[n];
    scenario::GivenArray array{a.name, {a.shape, a.shape + a.n_axes}, {}};
    std::size_t size = 1;
    for (const std::int64_t length : array.shape) size *= static_cast<std::size_t>(length);
    if (a.type == UNDA_FLOAT32)
      array.values = std::span(static_cast<const float*>(a.data), size);
    else if (a.type == UNDA_FLOAT64)
      array.values = std::span(static_cast<const double*>(a.data), size);
    else
      throw InputError(fmt::format("{}: arrays of type {} are not taken; give float32 or float64", a.name, a.type));
    all.push_back(std::make_shared<const scenario::GivenArray>(std::move(array)));
  }
  return all;
}

std::optional<scenario::Method> method_named(const std::string& name) {
  if (name.empty()) return {};
  const auto& names = scenario::names<scenario::Method>;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw InputError(fmt::format("solver.method: found \"{}\"; must be fd, sem or dg", name));
  return static_cast<scenario::Method>(found - names.begin());
}

std::size_t number_of_shot(const std::vector<std::string>& shots, const std::string& name) {
  if (name.empty() && shots.size() < 2) return 0;
  const auto found = std::find(shots.begin(), shots.end(), name);
  if (found != shots.end()) return static_cast<std::size_t>(found - shots.begin());
  if (name.empty())
    throw InputError(fmt::format("the scenario has {} shots; choose one: {}", shots.size(), fmt::join(shots, ", ")));
  throw InputError(fmt::format("shot: found \"{}\"; the scenario has {}", name,
                               shots.empty() ? "none" : fmt::format("{}", fmt::join(shots, ", "))));
}

std::unique_ptr<unda_scenario> read(const Json& request, const unda_array* arrays, std::size_t n_arrays) {
  const auto text = [&request](const char* key) { return request.value(key, std::string()); };
  const scenario::Document document{text("text"), text("file"), text("directory"), given(arrays, n_arrays)};
  const auto changes = request.value("set", std::vector<std::string>());
  auto made = std::make_unique<unda_scenario>();
  made->shots = scenario::shots_of_document(document, changes);
  made->scenario = scenario::read_document(document, changes, method_named(text("method")),
                                           number_of_shot(made->shots, text("shot")));
  made->threads = request.value("threads", 0);
  return made;
}

}  // namespace
}  // namespace unda::api

using namespace unda;

unda_scenario* unda_read(const char* request, const unda_array* arrays, size_t n_arrays, char** answer) {
  std::unique_ptr<unda_scenario> made;
  *answer = api::answered([&] {
    log::silence();  // what there is to tell stands in answers
    made = api::read(api::Json::parse(request), arrays, n_arrays);
    return api::facts_of(made->scenario, made->shots);
  });
  return made.release();
}

void unda_free_scenario(unda_scenario* scenario) { delete scenario; }

char* unda_plan(const unda_scenario* scenario) {
  return api::answered([&] { return api::plan_of(scenario->scenario); });
}

char* unda_keys(void) { return api::answered(api::declared_keys); }

char* unda_info(void) { return api::answered(api::program_facts); }

void unda_free_text(char* text) { std::free(text); }

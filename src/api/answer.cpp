// Answers.
#include "api/answer.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "api/worker.hpp"
#include "base/error.hpp"

namespace unda::api {
namespace {

Json error(const char* kind, const std::vector<std::string>& messages) {
  return {{"error", {{"kind", kind}, {"messages", messages}}}};
}

}  // namespace

char* text_of(const Json& document) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

Json error_in_flight() {
  try {
    throw;
  } catch (const InputError& e) {
    return error("input", e.messages());
  } catch (const RunError& e) {
    return error("run", {e.what()});
  } catch (const std::bad_alloc&) {
    return error("memory", {"out of memory. Take a larger mesh.spacing or a smaller domain"});
  } catch (const std::exception& e) {
    return error("internal", {e.what()});
  }
}

char* answered(const std::function<Json()>& work) {
  Json document;
  on_worker([&] {
    try {
      document = work();
    } catch (...) {
      document = error_in_flight();
    }
  });
  return text_of(document);
}

}  // namespace unda::api

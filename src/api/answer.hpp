// What a call answers: JSON text of its own, or what went wrong.
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace unda::api {

using Json = nlohmann::ordered_json;

/// A copy that unda_free_text() frees.
char* text_of(const Json& document);

/// What the exception on its way says. To be called where one was caught.
Json error_in_flight();

/// The answer of `work`, or the error that it throws; on a thread of its own.
char* answered(const std::function<Json()>& work);

}  // namespace unda::api

// A comparison as JSON, for the documents of compare and verify.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verify/compare.hpp"

namespace unda::verify {

/// Figures that do not exist (weak components) and infinite ones are null.
nlohmann::ordered_json comparison_json(const Comparison& comparison);

/// Group, receiver, quantity, component and misfit of the worst receiver.
nlohmann::ordered_json worst_json(const Comparison& comparison);

/// The text of a document, also where labels and file names hold bytes that are not UTF-8.
std::string written_json(const nlohmann::ordered_json& document);

}  // namespace unda::verify

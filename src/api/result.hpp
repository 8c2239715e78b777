// A result in the hands of a caller: arrays, and what they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "api/answer.hpp"
#include "api/unda.h"
#include "output/traces.hpp"
#include "run/snapshot_keeper.hpp"

namespace unda::api {

struct ResultArray {
  std::vector<std::string> what;  ///< "receivers", group, quantity, and so on
  std::vector<std::int64_t> shape;
  std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>> values;
};

/// The layout of points for snapshots: {"grid": {...}} or {"mesh": {...}}.
Json layout_of(const method::SnapshotPoints& points, int dim);

}  // namespace unda::api

struct unda_result {
  unda::output::Traces traces;  ///< without their values, which are in the arrays
  std::vector<unda::api::ResultArray> arrays;

  /// Takes the values of traces as a file would hold them.
  void take(unda::output::Traces&& taken, bool single_precision);
  void take(unda::run::KeptSnapshots&& snapshots, int dim);
  /// With their values again.
  unda::output::Traces whole_traces() const;
  unda::api::Json facts() const;
};

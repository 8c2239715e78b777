// Matching receivers by label and position.
// A coordinate that a file does not tell (NaN) agrees with any; so does z of receivers that both give by the same depth.
#include "verify/match_receivers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.hpp"

namespace unda::verify {
namespace {

using output::TraceGroup;

double largest_coordinate(const output::Traces& traces) {
  double largest = 0;
  for (const TraceGroup& group : traces.groups)
    for (const Vector& p : group.positions)
      for (const double x : p)
        if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  return largest;
}

/// Over the coordinates that both have; y counts in three dimensions only.
double distance(const Vector& a, const Vector& b, bool flat) {
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double d = a[axis] - b[axis];
    if (std::isfinite(d) && !(flat && axis == 1)) sum += d * d;
  }
  return std::sqrt(sum);
}

std::string point(const Vector& p, int dim) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    if (std::isfinite(p[axis]) && (dim == 3 || axis == 0 || (dim == 2 && axis == 2)))
      text += fmt::format("{}{:.9g}", text.empty() ? "" : ", ", p[axis]);
  return "(" + text + ")";
}

class Matcher {
 public:
  Matcher(const NamedTraces& a, const NamedTraces& b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance), flat_(a.traces.dim < 3 || b.traces.dim < 3) {
    if (tolerance_ == 0) tolerance_ = 1e-6 * std::max(largest_coordinate(a.traces), largest_coordinate(b.traces));
  }

  std::vector<ReceiverPair> match(const TraceGroup& a, const TraceGroup& b) const {
    std::map<std::string, std::size_t> by_label;
    for (std::size_t r = 0; r < b.labels.size(); ++r) by_label.emplace(b.labels[r], r);
    std::vector<ReceiverPair> pairs;
    for (std::size_t r = 0; r < a.labels.size(); ++r) {
      const auto found = by_label.find(a.labels[r]);
      if (found == by_label.end()) continue;
      check_place(a, r, b, found->second);
      pairs.push_back({r, found->second});
    }
    if (pairs.empty() && (a.name.empty() || b.name.empty())) return match_places(a, b);
    return pairs;
  }

 private:
  void check_place(const TraceGroup& a, std::size_t r, const TraceGroup& b, std::size_t s) const {
    // Below a surface that every mesh has its own way, what stands at one depth stands at one place.
    const bool by_depth = !a.depths.empty() && !b.depths.empty() && std::abs(a.depths[r] - b.depths[s]) <= tolerance_;
    Vector other = b.positions[s];
    if (by_depth) other[2] = a.positions[r][2];
    const double d = distance(a.positions[r], other, flat_);
    if (d <= tolerance_) return;
    throw InputError(fmt::format(
        "receiver {}{}{}: at {} in {}, but at {} in {}, {:.3g} m away; compare runs with the same receivers, or allow "
        "it with --position-tolerance",
        a.name, a.name.empty() ? "" : "/", a.labels[r], point(a.positions[r], a_.traces.dim), a_.name,
        point(b.positions[s], flat_ ? a_.traces.dim : 3), b_.name, d));
  }

  std::vector<ReceiverPair> match_places(const TraceGroup& a, const TraceGroup& b) const {
    std::vector<ReceiverPair> pairs;
    for (std::size_t r = 0; r < a.positions.size(); ++r)
      for (std::size_t s = 0; s < b.positions.size(); ++s) {
        if (!std::isfinite(a.positions[r][0] - b.positions[s][0])) continue;
        if (distance(a.positions[r], b.positions[s], flat_) > tolerance_) continue;
        pairs.push_back({r, s});
        break;
      }
    return pairs;
  }

  const NamedTraces &a_, &b_;
  double tolerance_;
  bool flat_;
};

/// "surface (surface1 ... surface19), well (deep)".
std::string names_of(const output::Traces& traces) {
  std::string names;
  for (const TraceGroup& group : traces.groups) {
    names += (names.empty() ? "" : ", ") + group.name + (group.name.empty() ? "" : " (");
    if (!group.labels.empty()) names += group.labels.front();
    if (group.labels.size() > 1) names += (group.labels.size() > 2 ? " ... " : ", ") + group.labels.back();
    names += group.name.empty() ? "" : ")";
  }
  return names.size() > 300 ? names.substr(0, 300) + " ..." : names;
}

void note_missing(const NamedTraces& here, const NamedTraces& there, std::size_t matched, std::size_t all,
                  Matching& matching) {
  if (matched < all)
    matching.notes.push_back(
        fmt::format("{} of {} receivers of {} are not in {}", all - matched, all, here.name, there.name));
}

std::size_t n_receivers(const output::Traces& traces, const std::string& only) {
  std::size_t n = 0;
  for (const TraceGroup& group : traces.groups)
    if (only.empty() || group.name.empty() || group.name == only) n += group.positions.size();
  return n;
}

void check_only(const NamedTraces& traces, const std::string& only) {
  for (const TraceGroup& group : traces.traces.groups)
    if (only.empty() || group.name.empty() || group.name == only) return;
  throw InputError(
      fmt::format("--receivers {}: {} has no such group; it has: {}", only, traces.name, names_of(traces.traces)));
}

}  // namespace

Matching match_receivers(const NamedTraces& traces, const NamedTraces& reference, const std::string& only,
                         double tolerance) {
  const output::Traces &a = traces.traces, &b = reference.traces;
  check_only(traces, only);
  check_only(reference, only);
  const bool both_named = !a.groups.front().name.empty() && !b.groups.front().name.empty();
  if (both_named && a.dim != b.dim)
    throw InputError(
        fmt::format("{} is {}-D, {} is {}-D: they cannot be compared", traces.name, a.dim, reference.name, b.dim));
  const Matcher matcher(traces, reference, tolerance);
  Matching matching;
  std::size_t matched = 0;
  for (std::size_t i = 0; i < a.groups.size(); ++i)
    for (std::size_t j = 0; j < b.groups.size(); ++j) {
      const std::string &first = a.groups[i].name, &second = b.groups[j].name;
      if (!first.empty() && !second.empty() && first != second) continue;
      if (!only.empty() && ((!first.empty() && first != only) || (!second.empty() && second != only))) continue;
      std::vector<ReceiverPair> pairs = matcher.match(a.groups[i], b.groups[j]);
      matched += pairs.size();
      if (!pairs.empty()) matching.groups.push_back({i, j, std::move(pairs)});
    }
  if (matched == 0)
    throw InputError(fmt::format("no receivers in common: {} has {}; {} has {}", traces.name, names_of(a),
                                 reference.name, names_of(b)));
  note_missing(traces, reference, matched, n_receivers(a, only), matching);
  note_missing(reference, traces, matched, n_receivers(b, only), matching);
  return matching;
}

}  // namespace unda::verify

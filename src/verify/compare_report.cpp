// Tables of comparisons.
#include "verify/compare_report.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace unda::verify {
namespace {

constexpr std::size_t most_rows = 30;  // receivers and quantities in a table, unless all are asked for

std::string figure(const std::optional<double>& x) { return x ? fmt::format("{:.3g}", *x) : "-"; }

std::string filter_text(const numerics::Corners& corners) {
  if (!corners.any()) return "";
  if (corners.low == 0) return fmt::format(", low-passed at {:.4g} Hz", corners.high);
  if (corners.high == 0) return fmt::format(", high-passed at {:.4g} Hz", corners.low);
  return fmt::format(", band-passed from {:.4g} to {:.4g} Hz", corners.low, corners.high);
}

std::string row(const std::vector<std::string>& cells, std::size_t group_width, std::size_t label_width) {
  return fmt::format("{:<{}}  {:<{}}  {:<12}  {:<9}  {:>9}  {:>9}  {:>10}  {:>9}  {:>9}\n", cells[0], group_width,
                     cells[1], label_width, cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8]);
}

/// One row a component; with several of them one more for all together.
void add_rows(const ReceiverMisfit& r, std::size_t group_width, std::size_t label_width, std::string& table) {
  const std::string quantity = scenario::name_of(r.quantity), mark = r.weak ? "*" : "";
  if (r.components.size() > 1)
    table +=
        row({r.group, r.label, quantity, "all", figure(r.misfit) + mark, "", "", "", ""}, group_width, label_width);
  for (const ComponentMisfit& c : r.components)
    table += row({r.group, r.label, quantity, c.name, figure(c.misfit) + (r.components.size() > 1 ? "" : mark),
                  figure(c.own_misfit), figure(c.shift), figure(c.envelope), figure(c.phase)},
                 group_width, label_width);
}

std::vector<std::size_t> shown(const Comparison& comparison, bool all) {
  std::vector<std::size_t> rows(comparison.receivers.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (all || rows.size() <= most_rows) return rows;
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t x, std::size_t y) {
    return comparison.receivers[x].misfit > comparison.receivers[y].misfit;
  });
  rows.resize(most_rows);
  return rows;
}

}  // namespace

std::string comparison_table(const Comparison& c, bool all) {
  std::string table = fmt::format("{} against {}: {} samples every {:.6g} s from {:.6g} to {:.6g} s{}\n", c.trace,
                                  c.reference, c.common.times.n, c.common.times.interval, c.common.times.start,
                                  c.common.times.end(), filter_text(c.common.corners));
  for (const std::string& note : c.notes) table += fmt::format("note: {}\n", note);
  std::size_t group_width = 5, label_width = 8;
  bool any_weak = false;
  const std::vector<std::size_t> rows = shown(c, all);
  for (const std::size_t r : rows) {
    group_width = std::max(group_width, c.receivers[r].group.size());
    label_width = std::max(label_width, c.receivers[r].label.size());
    any_weak = any_weak || c.receivers[r].weak;
  }
  table += row({"group", "receiver", "quantity", "component", "misfit", "own", "shift (s)", "envelope", "phase"},
               group_width, label_width);
  for (const std::size_t r : rows) add_rows(c.receivers[r], group_width, label_width, table);
  if (rows.size() < c.receivers.size())
    table += fmt::format("the worst {} of {}; --all shows all\n", rows.size(), c.receivers.size());
  if (any_weak)
    table += fmt::format("* weaker than {:g} of the strongest receiver: measured against that\n", weak_receiver);
  for (const GroupMisfit& g : c.groups)
    table += fmt::format("{}{}{}: misfit {:.3g} over {} receiver{}\n", g.group, g.group.empty() ? "" : " ",
                         scenario::name_of(g.quantity), g.misfit, g.n_receivers, g.n_receivers == 1 ? "" : "s");
  return table + worst_line(c);
}

const ComponentMisfit& worst_component(const ReceiverMisfit& receiver) {
  return *std::max_element(receiver.components.begin(), receiver.components.end(),
                           [](const auto& x, const auto& y) { return x.misfit < y.misfit; });
}

std::string worst_line(const Comparison& comparison) {
  const ReceiverMisfit& worst = comparison.worst_receiver();
  std::string line =
      fmt::format("worst: {} {}: misfit {:.3g}", worst.label, scenario::name_of(worst.quantity), worst.misfit);
  if (worst.components.size() > 1) line += fmt::format(", most of it in {}", worst_component(worst).name);
  return line;
}

const Comparison& worst_of(const std::vector<Comparison>& comparisons) {
  return *std::max_element(comparisons.begin(), comparisons.end(), [](const Comparison& x, const Comparison& y) {
    return x.worst_receiver().misfit < y.worst_receiver().misfit;
  });
}

}  // namespace unda::verify

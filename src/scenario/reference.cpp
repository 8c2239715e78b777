// The reference page of all keys of a scenario, written from their declarations.
#include "scenario/reference.hpp"

#include <fmt/format.h>

#include "scenario/keys.hpp"

namespace unda::scenario {

namespace {

constexpr const char* introduction = R"(# The scenario file

A scenario is a TOML file. Units are SI; the axes are right-handed with z up, x east and y north. A 2-D problem
lives in x and z, a 1-D problem in x: points then have two numbers or one.

- A table below another may stand between braces, `snapshots = { interval = 0.5 }`, or under its own header,
  `[output.snapshots]`. Tables in double brackets may be repeated.
- Relative file names start at the directory of the scenario file.
- `--set key.path=value` replaces or adds a key for one run: `--set solver.fd.order=4`,
  `--set 'source[0].position=[0, 0, -500]'` (`source.position` when there is only one source).
- Unknown keys are errors. A key that the chosen method cannot honour is an error that names the methods that can.

This page is written by the program from the declarations of the keys.
)";

std::string cell(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

ReferencePage declared_keys() {
  ReferencePage page;
  Scenario scenario;
  Section root(page, "Top of the file", "", "");
  declare(root, scenario);
  return page;
}

std::string scenario_reference() {
  const ReferencePage page = declared_keys();
  std::string out = introduction;
  for (const auto& group : page.groups) {
    const bool table = group.heading[0] == '[';
    out += fmt::format("\n## {0}{1}{0}\n\n", table ? "`" : "", group.heading);
    if (!group.help.empty()) out += capitalised(group.help) + ".\n\n";
    if (group.rows.empty()) continue;
    out += "| key | type | unit | default | meaning |\n|---|---|---|---|---|\n";
    for (const auto& row : group.rows)
      out += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.key, cell(row.type), row.unit, cell(row.otherwise),
                         cell(row.help));
  }
  return out;
}

}  // namespace unda::scenario

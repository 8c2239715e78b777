// unda verify: options, exit code.
#include "cli/verify_command.hpp"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/comparison_options.hpp"
#include "cli/plots.hpp"
#include "scenario/names.hpp"
#include "scenario/wording.hpp"
#include "verify/verify.hpp"

namespace unda::cli {
namespace {

struct VerifyArguments {
  std::string file;
  std::vector<std::string> overrides, methods;
  ComparisonArguments comparison;
  verify::VerifyOptions options;
};

constexpr const char* verify_footer = R"(
Every method that can take the scenario is run into a directory of its own below OUT, and every pair is compared as
unda compare does it, also with the closed form where the scenario has one and with the references of --against.
OUT/report.html is a page to look at and to send, OUT/verify.json holds all figures. Snapshots, checkpoints and pictures
that the scenario asks for are left out. Exit codes: 0 when all agree; 1 when a misfit of a receiver exceeds the
tolerance, a run fails or a pair cannot be compared; 2 on wrong input.)";

std::vector<scenario::Method> methods_named(const std::vector<std::string>& words) {
  const auto& names = scenario::names<scenario::Method>;
  const std::vector<std::string> known(names.begin(), names.end());
  std::vector<scenario::Method> methods;
  for (const std::string& word : words.empty() ? known : words) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end()) {
      const std::string near = scenario::nearest(word, known);
      throw InputError(fmt::format("--methods: found \"{}\"; {}allowed: {}", word,
                                   near.empty() ? "" : fmt::format("did you mean {}? ", near),
                                   scenario::listed(known)));
    }
    const auto method = scenario::Method(found - known.begin());
    if (std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
  }
  return methods;
}

}  // namespace

void declare_verify(CLI::App& app, const std::string& command, std::function<int()>& action) {
  auto a = std::make_shared<VerifyArguments>();
  CLI::App* verify =
      app.add_subcommand("verify", "run a scenario by every method, compare all pairs, and write a report (HTML)");
  verify->footer(verify_footer);
  verify->add_option("FILE", a->file, "the scenario (TOML)")->required();
  verify->add_option("--methods", a->methods, "those to run, with commas between them (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  verify->add_option("--tolerance", a->options.tolerance, "the largest misfit of a receiver that counts as agreement")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verify->add_flag("--refine", a->options.refine, "run each method also at half the spacing");
  verify->add_option("--against", a->options.references, "measure each run also against these traces (repeatable)")
      ->allow_extra_args(false)
      ->type_name("REF");
  verify->add_option("--out", a->options.out, "directory for all of it (default: results/<file stem>-verify)");
  verify->add_flag("--overwrite", a->options.overwrite, "replace an existing result");
  verify->add_option("--set", a->overrides, "override a key, as for run")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  add_comparison_options(*verify, a->comparison);
  verify->callback([a, command, &action] {
    action = [a, command] {
      a->options.methods = methods_named(a->methods);
      a->options.compare = comparison_options(a->comparison);
      a->options.command = command;
      a->options.write_report = write_verification_report;
      verify::verify_scenario(a->file, a->overrides, a->options);
      return exit_done;
    };
  });
}

}  // namespace unda::cli

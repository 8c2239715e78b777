// Options of filters, and what they mean.
#include "cli/filter_options.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"

namespace unda::cli {

void add_filter_options(CLI::App& command, FilterArguments& a, const std::string& help) {
  auto* lowpass = command.add_option("--lowpass", a.lowpass, help)->check(CLI::PositiveNumber)->type_name("HZ");
  auto* highpass = command.add_option("--highpass", a.highpass, "likewise, above a frequency")
                       ->check(CLI::PositiveNumber)
                       ->type_name("HZ")
                       ->excludes(lowpass);
  command.add_option("--bandpass", a.bandpass, "likewise, between two frequencies")
      ->expected(2)
      ->type_name("LO HI")
      ->excludes(lowpass)
      ->excludes(highpass);
}

numerics::Corners corners_of(const FilterArguments& a) {
  if (a.bandpass.empty()) return {a.highpass, a.lowpass};
  if (!(a.bandpass[0] > 0 && a.bandpass[0] < a.bandpass[1]))
    throw InputError(fmt::format("--bandpass {:g} {:g}: must be two frequencies in Hz, the lower one first",
                                 a.bandpass[0], a.bandpass[1]));
  return {a.bandpass[0], a.bandpass[1]};
}

}  // namespace unda::cli

// Codes of stations and channels.
#include "output/export/codes.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/error.hpp"

namespace unda::output {

namespace {

bool fits(const std::string& code, std::size_t longest) {
  return !code.empty() && code.size() <= longest &&
         std::all_of(code.begin(), code.end(), [](unsigned char c) { return c < 128 && std::isalnum(c); });
}

std::optional<StationCode> code_of(const std::string& label, const CodeLimits& limits) {
  const auto dot = label.find('.');
  StationCode code{dot == std::string::npos ? "XX" : label.substr(0, dot),
                   dot == std::string::npos ? label : label.substr(dot + 1)};
  if (!fits(code.network, limits.network) || !fits(code.station, limits.station)) return {};
  if (limits.upper_case)
    for (std::string* text : {&code.network, &code.station})
      std::transform(text->begin(), text->end(), text->begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return code;
}

/// R0001 to R9999, then 10000 to 99999.
std::string numbered(std::size_t n) { return n < 10000 ? fmt::format("R{:04}", n) : fmt::format("{}", n); }

void require_different(const std::map<std::string, std::string>& owners, const std::string& code,
                       const std::string& who) {
  const auto other = owners.find(code);
  if (other != owners.end())
    throw InputError(fmt::format("{} and {} would both be called {}; export one group at a time with --receivers",
                                 other->second, who, code));
}

}  // namespace

StationCodes::StationCodes(const Gathers& gathers, const CodeLimits& limits, std::vector<std::string>& notes) {
  std::map<std::string, std::string> owners;
  std::size_t n_numbered = 0;
  for (const Gather& gather : gathers.all()) {
    if (!groups_.empty() && groups_.back().first == gather.group) continue;
    std::vector<StationCode> codes;
    std::string misfit;
    for (const std::string& label : gather.group->labels) {
      const auto code = code_of(label, limits);
      if (code)
        codes.push_back(*code);
      else if (misfit.empty())
        misfit = label;
    }
    if (!misfit.empty()) {
      const std::size_t first = n_numbered + 1;
      codes.clear();
      for (std::size_t r = 0; r < gather.group->labels.size(); ++r) codes.push_back({"XX", numbered(++n_numbered)});
      if (n_numbered > 99999)
        throw InputError(fmt::format("{} has no codes for more than 99999 stations", limits.format));
      notes.push_back(
          fmt::format("{}: label '{}' does not fit {} (station: {} letters and digits; network.station: {} "
                      "before the dot); its receivers are called XX.{} to XX.{}, in their order",
                      gather.group->name, misfit, limits.format, limits.station, limits.network, numbered(first),
                      numbered(n_numbered)));
    }
    for (std::size_t r = 0; r < codes.size(); ++r) {
      const std::string full = codes[r].network + "." + codes[r].station;
      const std::string who = gather.group->name + " " + gather.group->labels[r];
      require_different(owners, full, who);
      owners[full] = who;
    }
    groups_.emplace_back(gather.group, std::move(codes));
  }
}

const StationCode& StationCodes::of(const TraceGroup* group, std::size_t receiver) const {
  const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const auto& g) { return g.first == group; });
  return found->second[receiver];
}

char band_code(double rate) {
  const double r = rate * (1 + 1e-9);  // 1/0.004 is 250
  if (r >= 5000) return 'J';
  if (r >= 1000) return 'F';
  if (r >= 250) return 'C';
  if (r >= 80) return 'H';
  if (r >= 10) return 'B';
  if (rate > 1 + 1e-9) return 'M';
  if (r > 0.3) return 'L';
  return r > 0.03 ? 'V' : 'U';
}

std::string channel_code(const Gather& gather, double rate) {
  static const std::map<std::string, char> orientations{{"x", 'E'},  {"y", 'N'},  {"z", 'Z'},  {"p", 'P'},
                                                        {"xx", '1'}, {"yy", '2'}, {"zz", '3'}, {"xy", '4'},
                                                        {"xz", '5'}, {"yz", '6'}};
  return {band_code(rate), 'X', orientations.at(gather.component)};
}

std::string location_code(scenario::Quantity quantity) {
  switch (quantity) {
    case scenario::Quantity::displacement:
      return "D0";
    case scenario::Quantity::velocity:
      return "V0";
    case scenario::Quantity::acceleration:
      return "A0";
    case scenario::Quantity::pressure:
      return "P0";
    default:
      return "S0";
  }
}

}  // namespace unda::output

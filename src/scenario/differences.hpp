// What tells two scenarios apart, key by key.
#pragma once

#include <string>
#include <vector>

namespace unda::scenario {

/// "time.duration: 2.0 there, 3.0 here" for every key that differs between two TOML texts; keys under `ignored` are left
/// out.
std::vector<std::string> differences(const std::string& there, const std::string& here,
                                     const std::vector<std::string>& ignored = {});

}  // namespace unda::scenario

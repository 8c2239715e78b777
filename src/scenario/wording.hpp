// Small pieces of messages: lists of words, the nearest known word, long texts cut short.
#pragma once

#include <string>
#include <vector>

namespace unda::scenario {

/// At most about 60 characters, cut between UTF-8 characters, with "..." where something is missing.
std::string shortened(const std::string& text);

/// `"free", "rigid"`: each word between `quote`s.
std::string listed(const std::vector<std::string>& words, const std::string& quote = "");

/// The candidate with the smallest edit distance, or "" when none is near enough to be meant.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace unda::scenario

// Failures as text, and the wait for others that have failed too.
#include "parallel/together.hpp"

namespace unda::parallel {
namespace {

// The first letter tells the kind; messages are kept apart by a character that none of them holds.
constexpr char input_mark = 'i', run_mark = 'r', separator = '\x1e';

}  // namespace

std::string failure_text(const InputError& error) {
  std::string text(1, input_mark);
  for (std::size_t n = 0; n < error.messages().size(); ++n) {
    if (n > 0) text += separator;
    text += error.messages()[n];
  }
  return text;
}

std::string failure_text(const std::exception& error) { return std::string(1, run_mark) + error.what(); }

void throw_failure(const std::string& text) {
  if (text.empty()) return;
  if (text[0] == run_mark) throw RunError(text.substr(1));
  std::vector<std::string> messages(1);
  for (const char c : text.substr(1)) {
    if (c == separator)
      messages.emplace_back();
    else
      messages.back() += c;
  }
  throw InputError(messages);
}

bool all_agree_to_end(const Communicator& ranks) {
  // Later ranks wait a little longer, so that one of several that failed speaks for all.
  return ranks.all_come_within(3 + 0.1 * ranks.rank());
}

}  // namespace unda::parallel

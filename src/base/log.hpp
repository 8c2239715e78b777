// What the program tells the user: on the terminal, and in run.log once a result directory exists. Only the first rank
// speaks on the terminal, the others are silenced by main; a log is opened by the first rank of a simulation.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace unda::log {

void line(const std::string& text);
void warning(const std::string& text);
/// To run.log alone.
void detail(const std::string& text);
/// From here on everything said goes to this file too, after what it holds or in place of it. Throws RunError when it
/// cannot be opened.
void open_file(const std::filesystem::path& file, bool append = false);
void close_file();
void silence();

template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  line(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
  warning(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace unda::log

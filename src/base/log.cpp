// spdlog behind the few functions the program uses.
#include "base/log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "base/error.hpp"

namespace unda::log {
namespace {

bool silent = false;

spdlog::logger& terminal() {
  static const auto logger = [] {
    auto made = std::make_shared<spdlog::logger>("terminal", std::make_shared<spdlog::sinks::stdout_sink_mt>());
    made->set_pattern("%v");
    made->flush_on(spdlog::level::info);
    return made;
  }();
  return *logger;
}

std::shared_ptr<spdlog::logger>& file_logger() {
  static std::shared_ptr<spdlog::logger> logger;
  return logger;
}

}  // namespace

void line(const std::string& text) {
  if (!silent) terminal().info(text);
  detail(text);
}

void warning(const std::string& text) { line("warning: " + text); }

void detail(const std::string& text) {
  if (file_logger()) file_logger()->info(text);
}

void open_file(const std::filesystem::path& file, bool append) {
  try {
    auto logger = std::make_shared<spdlog::logger>(
        "file", std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string(), !append));
    logger->set_pattern("%Y-%m-%d %H:%M:%S  %v");
    logger->flush_on(spdlog::level::info);
    // A full disk must not end the run through the log.
    logger->set_error_handler([](const std::string&) {});
    file_logger() = std::move(logger);
  } catch (const spdlog::spdlog_ex& e) {
    throw RunError(fmt::format("{}: cannot write the log: {}", file.string(), e.what()));
  }
}

void close_file() { file_logger().reset(); }

void silence() { silent = true; }

}  // namespace unda::log

// The files of control groups.
#include "exec/container.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace unda::exec {
namespace {

bool has_word(const std::string& list, const std::string& word) {
  std::istringstream words(list);
  for (std::string one; std::getline(words, one, ',');)
    if (one == word) return true;
  return false;
}

/// visit(folder) for the group of this process under a controller, and for all groups around it: their limits hold too. In a
/// container the path may be that of the host: then the root is ours.
void visit_groups(const ControlGroups& where, const std::string& controller,
                  const std::function<void(const std::string& folder)>& visit) {
  std::ifstream in(where.groups);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string number, controllers, path;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, path);
    if (!controllers.empty() && !has_word(controllers, controller)) continue;
    const std::string root = (std::filesystem::path(where.file_system) / controllers).string();
    for (;; path = path.substr(0, path.rfind('/'))) {
      visit(root + path);
      if (path.empty() || path == "/") break;
    }
  }
}

/// The number at the beginning of a file; negative where there is none: "max", or no file.
double number_in(const std::string& file) {
  std::ifstream in(file);
  double value = 0;
  return in >> value ? value : -1;
}

/// cpu.max of cgroup 2: "150000 100000" or "max 100000"; cgroup 1 has a file for each.
double share_in(const std::string& folder) {
  std::ifstream in(folder + "/cpu.max");
  double quota = 0, period = 0;
  if (in >> quota >> period && quota > 0 && period > 0) return quota / period;
  quota = number_in(folder + "/cpu.cfs_quota_us");
  period = number_in(folder + "/cpu.cfs_period_us");
  return quota > 0 && period > 0 ? quota / period : 0;
}

/// Files that the kernel keeps in memory as long as nobody needs it, bytes.
double kept_files_in(const std::string& folder) {
  std::ifstream in(folder + "/memory.stat");
  std::string name;
  for (double value = 0; in >> name >> value;)
    if (name == "inactive_file" || name == "total_inactive_file") return value;
  return 0;
}

double memory_left_in(const std::string& folder) {
  constexpr double no_limit = 1e18;  // cgroup 1 writes the largest number of pages
  for (const auto& [limit_file, used_file] :
       {std::pair{"/memory.max", "/memory.current"}, {"/memory.limit_in_bytes", "/memory.usage_in_bytes"}}) {
    const double limit = number_in(folder + limit_file), used = number_in(folder + used_file);
    if (limit >= 0 && limit < no_limit && used >= 0)
      return std::clamp(limit - used + kept_files_in(folder), 0.0, limit);
  }
  return -1;
}

}  // namespace

double container_cores(const ControlGroups& where) {
  double least = 0;
  visit_groups(where, "cpu", [&least](const std::string& folder) {
    const double share = share_in(folder);
    if (share > 0 && (least == 0 || share < least)) least = share;
  });
  return least;
}

double container_memory(const ControlGroups& where) {
  double least = -1;
  visit_groups(where, "memory", [&least](const std::string& folder) {
    const double left = memory_left_in(folder);
    if (left >= 0 && (least < 0 || left < least)) least = left;
  });
  return least;
}

}  // namespace unda::exec

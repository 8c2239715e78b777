// Threads, masks and containers.
#include "exec/threads.hpp"

#include <algorithm>
#include <alloca.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <unistd.h>
#include <vector>

#include <omp.h>

namespace unda::exec {
namespace {

// Some ten microseconds. A thread whose partner has lost its core to another program would spin in vain; sleeping, it
// gives up its own core, and both come back together.
char spin_setting[] = "GOMP_SPINCOUNT=1000";

bool is_set(char** environment, const char* name) {
  const std::size_t length = std::strlen(name);
  for (char** e = environment; *e != nullptr; ++e)
    if (std::strncmp(*e, name, length) == 0 && (*e)[length] == '=') return true;
  return false;
}

std::vector<int> cores_of(const cpu_set_t& mask) {
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &mask)) cores.push_back(core);
  return cores;
}

/// "0-3, 8".
std::string ranges(const std::vector<int>& cores) {
  std::string text;
  for (std::size_t i = 0; i < cores.size();) {
    std::size_t last = i;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += std::to_string(cores[i]);
    if (last > i) text.append(1, '-').append(std::to_string(cores[last]));
    i = last + 1;
  }
  return text;
}

/// All that the threads of this process may run on.
std::vector<int> cores_of_threads() {
  cpu_set_t all;
  CPU_ZERO(&all);
#pragma omp parallel
  {
    cpu_set_t own;
    CPU_ZERO(&own);
    const bool known = sched_getaffinity(0, sizeof own, &own) == 0;
#pragma omp critical
    if (known) CPU_OR(&all, &all, &own);
  }
  return cores_of(all);
}

bool has_word(const std::string& list, const std::string& word) {
  std::istringstream words(list);
  for (std::string one; std::getline(words, one, ',');)
    if (one == word) return true;
  return false;
}

/// cpu.max of cgroup 2: "150000 100000" or "max 100000".
double share_in(const std::string& folder) {
  std::ifstream in(folder + "/cpu.max");
  std::string quota;
  double period = 0;
  if (in >> quota >> period && quota != "max" && period > 0) return std::atof(quota.c_str()) / period;
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"), period_file(folder + "/cpu.cfs_period_us");  // cgroup 1
  double microseconds = 0;
  if (quota_file >> microseconds && period_file >> period && microseconds > 0 && period > 0)
    return microseconds / period;
  return 0;
}

}  // namespace

void settle_waiting_threads(int /*argc*/, char** argv, char** environment) {
  if (is_set(environment, "OMP_WAIT_POLICY") || is_set(environment, "GOMP_SPINCOUNT")) return;
  std::size_t n = 0;
  while (environment[n] != nullptr) ++n;
  auto** larger = static_cast<char**>(alloca((n + 2) * sizeof(char*)));  // nothing is set up yet, the heap neither
  std::copy_n(environment, n, larger);
  larger[n] = spin_setting;
  larger[n + 1] = nullptr;
  execve("/proc/self/exe", argv, larger);  // comes back only where it fails, and then the default serves
}

double container_cores(const std::string& groups, const std::string& file_system) {
  double least = 0;
  std::ifstream in(groups);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string number, controllers, path;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, path);
    if (!controllers.empty() && !has_word(controllers, "cpu")) continue;
    const std::string root = (std::filesystem::path(file_system) / controllers).string();
    // A limit of any group around holds too. In a container the path may be that of the host: then the root is ours.
    for (;; path = path.substr(0, path.rfind('/'))) {
      const double share = share_in(root + path);
      if (share > 0 && (least == 0 || share < least)) least = share;
      if (path.empty() || path == "/") break;
    }
  }
  return least;
}

int n_usable_cores() {
  const int in_mask = omp_get_num_procs();
  const double share = container_cores();
  return share > 0 ? std::max(1, std::min(in_mask, static_cast<int>(std::ceil(share - 0.01)))) : in_mask;
}

void choose_threads(int ranks_on_this_machine) {
  if (std::getenv("OMP_NUM_THREADS") != nullptr) return;
  const int usable = n_usable_cores();
  // A rank with a mask of its own has its share already.
  const bool bound = omp_get_num_procs() < static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  omp_set_num_threads(std::max(1, bound ? usable : usable / std::max(1, ranks_on_this_machine)));
}

std::string threads_in_words() {
  const std::vector<int> cores = cores_of_threads();
  const int n = omp_get_max_threads();
  const auto online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  std::string text = std::to_string(n) + (n == 1 ? " thread on " : " threads on ");
  text += (cores.size() == 1 ? "core " : "cores ") + ranges(cores) + " of " + std::to_string(online);
  if (const char* binding = std::getenv("OMP_PROC_BIND")) text += std::string(", OMP_PROC_BIND=") + binding;
  if (const double share = container_cores(); share > 0) {
    std::ostringstream words;
    words << ", container limit " << share << (share == 1 ? " core" : " cores");
    text += words.str();
  }
  if (static_cast<int>(cores.size()) < n) text += ": more threads than cores";
  return text;
}

}  // namespace unda::exec

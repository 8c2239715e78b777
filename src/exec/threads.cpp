// Threads and masks.
#include "exec/threads.hpp"

#include <algorithm>
#include <alloca.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <sstream>
#include <unistd.h>
#include <vector>

#include <omp.h>

#include "exec/container.hpp"

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

}  // namespace

void settle_waiting_threads(int /*argc*/, char** argv, char** environment) {
  if (is_set(environment, "OMP_WAIT_POLICY") || is_set(environment, "GOMP_SPINCOUNT")) return;
  std::size_t n = 0;
  while (environment[n] != nullptr) ++n;
  auto** larger = static_cast<char**>(alloca((n + 2) * sizeof(char*)));  // nothing is set up yet, the heap neither
  std::copy_n(environment, n, larger);
  larger[n] = spin_setting;
  larger[n + 1] = nullptr;
  // By its own path, or it would be listed as "exe". Each comes back only where it fails; at last the default serves.
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    execve(path, argv, larger);
  }
  execve("/proc/self/exe", argv, larger);
}

int threads_for(const Share& share) {
  int n = share.cores / std::max(1, share.ranks_on_cores);
  if (share.cores_per_task > 0) n = std::min(n, share.cores_per_task);
  if (share.quota > 0) n = std::min(n, static_cast<int>(std::ceil(share.quota / std::max(1, share.ranks) - 0.01)));
  return std::max(1, n);
}

std::int64_t mask_number() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 0;
  std::uint64_t number = 14695981039346656037u;  // FNV-1a
  for (const int core : cores_of(mask)) number = (number ^ static_cast<std::uint64_t>(core)) * 1099511628211u;
  return static_cast<std::int64_t>(number);
}

void choose_threads(int ranks_on_this_machine, int ranks_with_this_mask) {
  if (std::getenv("OMP_NUM_THREADS") != nullptr) return;
  const char* per_task = std::getenv("SLURM_CPUS_PER_TASK");
  omp_set_num_threads(threads_for({omp_get_num_procs(), ranks_with_this_mask, ranks_on_this_machine, container_cores(),
                                   per_task != nullptr ? std::atoi(per_task) : 0}));
}

void use_threads(int n) { omp_set_num_threads(n); }

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

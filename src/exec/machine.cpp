// Facts about the host, read from the system and the CPU itself.
#include "exec/machine.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include <omp.h>

#include "exec/container.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace unda::exec {

int n_threads() { return omp_get_max_threads(); }

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown CPU";
}

std::string compiled_isa() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__x86_64__)
  return "SSE2";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "generic";
#endif
}

std::string missing_isa() {
#if defined(__x86_64__)
  __builtin_cpu_init();
#if defined(__AVX512F__)
  if (!__builtin_cpu_supports("avx512f")) return "AVX-512F";
#endif
#if defined(__AVX512VL__)
  if (!__builtin_cpu_supports("avx512vl")) return "AVX-512VL";
#endif
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
#if defined(__FMA__)
  if (!__builtin_cpu_supports("fma")) return "FMA";
#endif
#if defined(__AVX__)
  if (!__builtin_cpu_supports("avx")) return "AVX";
#endif
#endif
  return {};
}

std::uint64_t available_memory() {
  std::uint64_t available = std::numeric_limits<std::uint64_t>::max();
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("MemAvailable:", 0) == 0) {
      std::istringstream(line.substr(13)) >> available;
      available *= 1024;
    }
  }
  if (const double left = container_memory(); left >= 0)
    available = std::min(available, static_cast<std::uint64_t>(left));
  return available;
}

void flush_denormals_to_zero() {
#if defined(__x86_64__)
#pragma omp parallel
  _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ (bit 15) and DAZ (bit 6)
#elif defined(__aarch64__)
#pragma omp parallel
  {
    std::uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    asm volatile("msr fpcr, %0" : : "r"(control | (1u << 24)));
  }
#endif
}

}  // namespace unda::exec

# The headers of others that nearly every file includes, compiled once for each kind of target: to read them is half of what most
# files cost to compile. A file still includes what it uses. Not where a compiler cache is used, which takes their place.
set(default ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(default OFF)
endif()
option(UNDA_PRECOMPILED_HEADERS "Compile the headers that most files include once" ${default})
set(UNDA_COMMON_HEADERS <algorithm> <array> <cmath> <complex> <filesystem> <fstream> <functional> <map> <memory> <numbers>
  <numeric> <optional> <set> <span> <sstream> <string> <vector> <fmt/format.h>)

# Kinds whose flags differ in Debug alone are one in Release.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(UNDA_SAME_AS_loops plain)
endif()

# unda_precompiled_kind(name LINK libs... OPTIONS options... HEADERS more...): what targets with the same flags share.
function(unda_precompiled_kind name)
  cmake_parse_arguments(KIND "" "" "LINK;OPTIONS;HEADERS" ${ARGN})
  if(NOT UNDA_PRECOMPILED_HEADERS OR UNDA_SAME_AS_${name})
    return()
  endif()
  set(source ${CMAKE_BINARY_DIR}/generated/precompiled_${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Only what comes with it is of use.\n")
  add_library(unda_precompiled_${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(unda_precompiled_${name} PRIVATE unda_flags ${KIND_LINK})
  target_compile_options(unda_precompiled_${name} PRIVATE ${KIND_OPTIONS})
  target_precompile_headers(unda_precompiled_${name} PRIVATE ${UNDA_COMMON_HEADERS} ${KIND_HEADERS})
endfunction()

# Files with options of their own.
function(unda_compile_alone)
  set_property(SOURCE ${ARGN} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endfunction()

function(unda_precompile target name)
  if(UNDA_SAME_AS_${name})
    set(name ${UNDA_SAME_AS_${name}})
  endif()
  if(UNDA_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM unda_precompiled_${name})
    set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
  endif()
endfunction()

# Tests are found, not listed:
#   tests/unit/<room>/*.cpp      GoogleTest, one program a room: unit_<room>; kernels of GPUs run on the host (tests/gpu_on_host)
#   tests/verification/*.cpp     GoogleTest, one program for all, one suite a file; names ending in _long only with ./check --full
#   tests/cli/*.py, *.sh         one test a file, run against the built program (argument 1)
#   tests/mpi/*.py               likewise, with several ranks: one at a time, beside others of one thread
# Several run side by side (ctest -j): those that set the number of threads, or start all of them, take the whole machine, the
# others one core and one thread. Ranks that wait leave their cores to others, so that a core is not lost to them. COST: those that
# take long start first, and no core waits for one at the end.
# docs/adding.md has the budget of seconds.
find_package(GTest REQUIRED)
include(GoogleTest)

cmake_host_system_information(RESULT UNDA_PROCESSORS QUERY NUMBER_OF_LOGICAL_CORES)
# Whether one of the files has a line like the pattern.
function(unda_uses_whole_machine result pattern)
  set(${result} FALSE PARENT_SCOPE)
  foreach(file ${ARGN})
    file(STRINGS ${file} lines REGEX "${pattern}" LIMIT_COUNT 1)
    if(lines)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

unda_precompiled_kind(tests LINK fmt::fmt OpenMP::OpenMP_CXX GTest::gtest OPTIONS ${UNDA_OPTIONS_LIGHT}
  HEADERS <gtest/gtest.h> <random>)

function(unda_test_program name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${TEST_SOURCES} ${CMAKE_SOURCE_DIR}/tests/cpu_seconds.cpp)
  target_include_directories(${name} BEFORE PRIVATE ${CMAKE_SOURCE_DIR}/tests ${CMAKE_SOURCE_DIR}/tests/gpu_on_host)
  target_compile_definitions(${name} PRIVATE UNDA_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${TEST_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  # Their own code runs once; what it calls is compiled as ever.
  target_compile_options(${name} PRIVATE ${UNDA_OPTIONS_LIGHT})
  unda_precompile(${name} tests)
  unda_join_sources(${name} ${TEST_SOURCES})
endfunction()

# The tests of a program, or those that a filter chooses, as tests of ctest. SOURCES: the files that they stand in.
function(unda_find_tests program)
  cmake_parse_arguments(TEST "" "LABEL;PREFIX;FILTER;COST" "SOURCES" ${ARGN})
  unda_uses_whole_machine(whole "omp_set_num_threads" ${TEST_SOURCES})
  if(whole)
    set(room PROCESSORS ${UNDA_PROCESSORS} ENVIRONMENT "GOMP_SPINCOUNT=1000")
  else()
    set(room PROCESSORS 1 ENVIRONMENT "OMP_NUM_THREADS=1")
  endif()
  gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${TEST_PREFIX}." TEST_FILTER "${TEST_FILTER}"
    PROPERTIES LABELS "${TEST_LABEL}" COST ${TEST_COST} ${room})
endfunction()

# src/parallel as a build without MPI has it, which is one process: tests/unit/parallel_alone, and the tests of ranks.
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/parallel/*.cpp)
list(TRANSFORM UNDA_NEED_MPI PREPEND ${CMAKE_SOURCE_DIR}/src/ OUTPUT_VARIABLE with_mpi)
list(REMOVE_ITEM sources ${with_mpi} ${CMAKE_SOURCE_DIR}/src/parallel/partition.cpp)
add_library(unda_parallel_alone STATIC ${sources})
target_link_libraries(unda_parallel_alone PUBLIC unda_flags unda_exec)
unda_precompile(unda_parallel_alone plain)
unda_join_sources(unda_parallel_alone ${sources})
set(also_parallel_alone ${CMAKE_SOURCE_DIR}/tests/unit/parallel/ranks_test.cpp)

file(GLOB rooms CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/tests/unit ${CMAKE_SOURCE_DIR}/tests/unit/*)
foreach(room ${rooms})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${room}/*.cpp)
  list(APPEND sources ${also_${room}})
  if(sources AND TARGET unda_${room})
    unda_test_program(unit_${room} SOURCES ${sources} LINK unda_${room})
    unda_find_tests(unit_${room} LABEL unit COST 1 PREFIX unit_${room} SOURCES ${sources})
  endif()
endforeach()

# The suite of a file has the name of the file (scripts/check_house): plane_waves.cpp has PlaneWaves.
file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/verification/*.cpp)
unda_test_program(verification SOURCES ${cases} LINK unda_verify)
foreach(case ${cases})
  get_filename_component(name ${case} NAME_WE)
  set(label verification)
  if(name MATCHES "_long$")
    set(label long)
  endif()
  set(suite "")
  string(REPLACE "_" ";" words ${name})
  foreach(word ${words})
    string(SUBSTRING ${word} 0 1 initial)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${initial} initial)
    string(APPEND suite ${initial}${rest})
  endforeach()
  unda_find_tests(verification LABEL ${label} COST 10 PREFIX verify_${name} FILTER "${suite}.*" SOURCES ${case})
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cli/*.py ${CMAKE_SOURCE_DIR}/tests/cli/*.sh)
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  if(script MATCHES "\\.py$")
    set(runner /usr/bin/python3)
  else()
    set(runner /usr/bin/python3 -B ${CMAKE_SOURCE_DIR}/tests/cli/support/counted.py bash)
  endif()
  add_test(NAME cli.${name} COMMAND ${runner} ${script} $<TARGET_FILE:unda>)
  set_tests_properties(cli.${name} PROPERTIES LABELS cli COST 30)
  unda_uses_whole_machine(whole "ranks=|mpirun|plain=True|sched_getaffinity" ${script})
  if(whole)
    set_tests_properties(cli.${name} PROPERTIES PROCESSORS ${UNDA_PROCESSORS})
  endif()
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mpi/*.py)
if(NOT UNDA_HAS_MPI)
  set(scripts)
endif()
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME mpi.${name} COMMAND /usr/bin/python3 ${script} $<TARGET_FILE:unda>)
  set_tests_properties(mpi.${name} PROPERTIES LABELS mpi COST 40 RESOURCE_LOCK ranks
    ENVIRONMENT "PYTHONPATH=${CMAKE_SOURCE_DIR}/tests/cli;PYTHONDONTWRITEBYTECODE=1")
  unda_uses_whole_machine(whole "time-limit" ${script})  # what keeps to a time
  if(whole)
    set_tests_properties(mpi.${name} PROPERTIES RUN_SERIAL ON)
  endif()
endforeach()

get_property(all_targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER all_targets INCLUDE REGEX "^unit_")
add_custom_target(unit_tests DEPENDS ${all_targets})

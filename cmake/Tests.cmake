# Tests are found, not listed:
#   tests/unit/<room>/*.cpp      GoogleTest, one program a room: unit_<room>
#   tests/verification/*.cpp     GoogleTest, one program a file; names ending in _long only with ./check --full
#   tests/cli/*.py, *.sh         one test a file, run against the built program (argument 1)
#   tests/mpi/*.py               likewise, with several ranks: one at a time
find_package(GTest REQUIRED)
include(GoogleTest)

function(unda_test_program name)
  cmake_parse_arguments(TEST "" "LABEL" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE UNDA_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${TEST_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}." PROPERTIES LABELS "${TEST_LABEL}"
    ENVIRONMENT "GOMP_SPINCOUNT=20000")
endfunction()

file(GLOB rooms CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/tests/unit ${CMAKE_SOURCE_DIR}/tests/unit/*)
foreach(room ${rooms})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${room}/*.cpp)
  if(sources AND TARGET unda_${room})
    unda_test_program(unit_${room} LABEL unit SOURCES ${sources} LINK unda_${room})
  endif()
endforeach()

file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/verification/*.cpp)
foreach(case ${cases})
  get_filename_component(name ${case} NAME_WE)
  set(label verification)
  if(name MATCHES "_long$")
    set(label long)
  endif()
  unda_test_program(verify_${name} LABEL ${label} SOURCES ${case} LINK unda_run)
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cli/*.py ${CMAKE_SOURCE_DIR}/tests/cli/*.sh)
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  if(script MATCHES "\\.py$")
    set(runner /usr/bin/python3)
  else()
    set(runner bash)
  endif()
  add_test(NAME cli.${name} COMMAND ${runner} ${script} $<TARGET_FILE:unda>)
  set_tests_properties(cli.${name} PROPERTIES LABELS cli)
endforeach()

file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mpi/*.py)
foreach(script ${scripts})
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME mpi.${name} COMMAND /usr/bin/python3 ${script} $<TARGET_FILE:unda>)
  set_tests_properties(mpi.${name} PROPERTIES LABELS mpi RUN_SERIAL ON
    ENVIRONMENT "PYTHONPATH=${CMAKE_SOURCE_DIR}/tests/cli;PYTHONDONTWRITEBYTECODE=1")
endforeach()

get_property(all_targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER all_targets INCLUDE REGEX "^unit_")
add_custom_target(unit_tests DEPENDS ${all_targets})

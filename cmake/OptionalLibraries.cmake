# Libraries that a build can do without, each for one or two files. What needs one is then refused by the file beside it that ends in
# _absent.cpp, which says what is missing; `unda info` lists it.
set(UNDA_WITHOUT "" CACHE STRING "Build without these, though they may be there: PROJ segyio mseed METIS")  # UNDA_MPI is for MPI
set(UNDA_LEFT_OUT "")  # sources, below src/
set(UNDA_LACKS "")

include(CheckSymbolExists)

# unda_optional(name TARGET target FILES library header CALL function SOURCES src...): the target, empty where the library is not
# there or, as another version, lacks the function.
function(unda_optional name)
  cmake_parse_arguments(OPTIONAL "" "TARGET;CALL" "FILES;SOURCES" ${ARGN})
  list(GET OPTIONAL_FILES 0 library)
  list(GET OPTIONAL_FILES 1 header)
  find_library(${name}_LIBRARY ${library})
  find_path(${name}_INCLUDE_DIR ${header})
  mark_as_advanced(${name}_LIBRARY ${name}_INCLUDE_DIR)
  add_library(${OPTIONAL_TARGET} INTERFACE IMPORTED GLOBAL)
  if(${name}_LIBRARY AND ${name}_INCLUDE_DIR AND NOT name IN_LIST UNDA_WITHOUT)
    set(CMAKE_REQUIRED_INCLUDES ${${name}_INCLUDE_DIR})
    set(CMAKE_REQUIRED_LIBRARIES ${${name}_LIBRARY})
    check_symbol_exists(${OPTIONAL_CALL} ${header} ${name}_IS_OF_USE)
  endif()
  if(${name}_IS_OF_USE AND NOT name IN_LIST UNDA_WITHOUT)
    target_include_directories(${OPTIONAL_TARGET} SYSTEM INTERFACE ${${name}_INCLUDE_DIR})
    target_link_libraries(${OPTIONAL_TARGET} INTERFACE ${${name}_LIBRARY})
    list(TRANSFORM OPTIONAL_SOURCES REPLACE "\\.cpp$" "_absent.cpp")
  else()
    message(STATUS "Without ${name}: see unda info")
    set(UNDA_LACKS ${UNDA_LACKS} ${name} PARENT_SCOPE)
  endif()
  set(UNDA_LEFT_OUT ${UNDA_LEFT_OUT} ${OPTIONAL_SOURCES} PARENT_SCOPE)
endfunction()

unda_optional(PROJ TARGET unda::proj FILES proj proj.h CALL proj_create SOURCES scenario/projection.cpp)
unda_optional(segyio TARGET unda::segyio FILES segyio segyio/segy.h CALL segy_open SOURCES model/segy.cpp output/export/segy.cpp)
unda_optional(mseed TARGET unda::mseed FILES mseed libmseed.h CALL mst_pack SOURCES output/export/mseed.cpp)
unda_optional(METIS TARGET unda::metis FILES metis metis.h CALL METIS_PartGraphKway SOURCES parallel/partition.cpp)

function(unda_settle_lacks)
  list(JOIN UNDA_LACKS ", " lacks)
  set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/cli/info.cpp ${CMAKE_SOURCE_DIR}/src/api/facts.cpp PROPERTY COMPILE_DEFINITIONS
    UNDA_LACKS="${lacks}")
endfunction()

# What is not linked is compiled all the same, so that it stays right.
function(unda_compile_left_out)
  set(sources ${UNDA_LEFT_OUT})
  list(FILTER sources INCLUDE REGEX "_absent\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^parallel/")  # those are of unda_parallel_alone
  list(TRANSFORM sources PREPEND ${CMAKE_SOURCE_DIR}/src/)
  if(sources)
    add_library(unda_left_out OBJECT ${sources})
    target_link_libraries(unda_left_out PRIVATE unda_flags fmt::fmt unda::hdf5)
    target_compile_options(unda_left_out PRIVATE ${UNDA_OPTIONS_LIGHT})
  endif()
endfunction()

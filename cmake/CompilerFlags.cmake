include(CheckCXXCompilerFlag)
# Flags that every file of the project gets.
add_library(unda_flags INTERFACE)
function(unda_cxx_options)
  target_compile_options(unda_flags INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:${ARGN}>")
endfunction()
target_compile_definitions(unda_flags INTERFACE UNDA_VERSION="${PROJECT_VERSION}"
  EIGEN_DONT_VECTORIZE)  # set-up only, and its AVX-512 code raises false warnings in g++ 12
target_include_directories(unda_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
set(shadow -Wshadow)
if(UNDA_JOINED_SOURCES)  # what a file keeps to itself is in sight of the next one
  set(shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()
unda_cxx_options(-Wall -Wextra ${shadow} -Wpedantic -Wnon-virtual-dtor -Wno-unknown-pragmas -Wno-psabi)
if(UNDA_WARNINGS_AS_ERRORS)
  unda_cxx_options(-Werror)
endif()
# The same contraction everywhere, so that a grid point gets the same bits wherever it lies in a vector.
unda_cxx_options(-march=${UNDA_ARCH} -ffp-contract=off -fno-math-errno -fno-trapping-math)
check_cxx_compiler_flag(-mprefer-vector-width=512 UNDA_HAS_VECTOR_WIDTH)
if(UNDA_HAS_VECTOR_WIDTH)
  unda_cxx_options(-mprefer-vector-width=512)
endif()
# Sanitizers make most of the time that a sanitized build takes, so pointers are left to the address sanitizer. Of kernels, which are
# the same templates in both precisions, single precision is enough, and Eigen's decompositions (dense.cpp) are not ours to sanitize;
# their loops alone are worth optimizing.
if(UNDA_SANITIZE)
  unda_cxx_options(-fsanitize=${UNDA_SANITIZE} -fno-sanitize=null,alignment,object-size -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(unda_flags INTERFACE -fsanitize=${UNDA_SANITIZE})
endif()
function(unda_sanitize_kernels)
  if(NOT UNDA_SANITIZE)
    return()
  endif()
  foreach(source ${ARGN})
    if(source MATCHES "/kernels/.*_double\\.cpp$|/numerics/dense\\.cpp$")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -O1 -fno-sanitize=all)
      unda_compile_alone(${source})
    elseif(source MATCHES "/kernels/|_simulated\\.cpp$")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -O1)
      unda_compile_alone(${source})
    endif()
  endforeach()
endfunction()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

include(CheckCXXCompilerFlag)
# Flags that every file of the project gets.
add_library(unda_flags INTERFACE)
function(unda_cxx_options)
  target_compile_options(unda_flags INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:${ARGN}>")
endfunction()
target_compile_definitions(unda_flags INTERFACE UNDA_VERSION="${PROJECT_VERSION}"
  EIGEN_DONT_VECTORIZE)  # set-up only, and its AVX-512 code raises false warnings in g++ 12
target_include_directories(unda_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
unda_cxx_options(-Wall -Wextra -Wshadow -Wpedantic -Wnon-virtual-dtor -Wno-unknown-pragmas -Wno-psabi)
if(UNDA_WARNINGS_AS_ERRORS)
  unda_cxx_options(-Werror)
endif()
# The same contraction everywhere, so that a grid point gets the same bits wherever it lies in a vector.
unda_cxx_options(-march=${UNDA_ARCH} -ffp-contract=off -fno-math-errno -fno-trapping-math)
check_cxx_compiler_flag(-mprefer-vector-width=512 UNDA_HAS_VECTOR_WIDTH)
if(UNDA_HAS_VECTOR_WIDTH)
  unda_cxx_options(-mprefer-vector-width=512)
endif()
if(UNDA_SANITIZE)
  unda_cxx_options(-fsanitize=${UNDA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(unda_flags INTERFACE -fsanitize=${UNDA_SANITIZE})
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

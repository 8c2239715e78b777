include(CheckCXXCompilerFlag)
# Flags that every file of the project gets.
add_library(unda_flags INTERFACE)
target_compile_definitions(unda_flags INTERFACE UNDA_VERSION="${PROJECT_VERSION}"
  EIGEN_DONT_VECTORIZE)  # set-up only, and its AVX-512 code raises false warnings in g++ 12
target_include_directories(unda_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(unda_flags INTERFACE -Wall -Wextra -Wshadow -Wpedantic -Wnon-virtual-dtor -Wno-unknown-pragmas -Wno-psabi)
if(UNDA_WARNINGS_AS_ERRORS)
  target_compile_options(unda_flags INTERFACE -Werror)
endif()
# The same contraction everywhere, so that a grid point gets the same bits wherever it lies in a vector.
target_compile_options(unda_flags INTERFACE -march=${UNDA_ARCH} -ffp-contract=off -fno-math-errno -fno-trapping-math)
check_cxx_compiler_flag(-mprefer-vector-width=512 UNDA_HAS_VECTOR_WIDTH)
if(UNDA_HAS_VECTOR_WIDTH)
  target_compile_options(unda_flags INTERFACE -mprefer-vector-width=512)
endif()
if(UNDA_SANITIZE)
  target_compile_options(unda_flags INTERFACE -fsanitize=${UNDA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(unda_flags INTERFACE -fsanitize=${UNDA_SANITIZE})
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

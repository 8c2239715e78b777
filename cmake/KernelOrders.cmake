# The orders of finite differences that have kernels. Kernels are the same templates for every order, and most of the time that a
# compilation takes, so builds that are only tested have few: the sanitized build of ./check, and, where no GPU can run them, its
# GPU kernels. A run with an order that is not there is refused with the way out.
option(UNDA_FEW_ORDERS "Kernels of few orders alone, for builds that are only tested" OFF)
option(UNDA_FEW_GPU_ORDERS "GPU kernels of few orders alone, to see that they compile" OFF)
set(UNDA_FD_ORDERS "2, 4, 6, 8, 10, 12, 14, 16")
set(UNDA_FD_GPU_ORDERS "${UNDA_FD_ORDERS}")
if(UNDA_FEW_ORDERS)
  set(UNDA_FD_ORDERS "2, 8")
endif()
if(UNDA_FEW_GPU_ORDERS)
  set(UNDA_FD_GPU_ORDERS "8")
endif()
# One header each: a build that gains or loses the GPU compiles its host kernels once.
foreach(header kernels/orders.hpp device/gpu_orders.hpp)
  configure_file(${CMAKE_SOURCE_DIR}/src/fd/${header}.in ${CMAKE_BINARY_DIR}/generated/fd/${header})
endforeach()

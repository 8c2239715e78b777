# The orders of fd and dg, and the degrees of sem, that have kernels of their own. Kernels are the same templates for every order, and
# most of the time that a compilation takes, so builds that are only tested have few: the sanitized build of ./check, and, where no
# GPU can run them, its GPU kernels. A run with an order that is not there is refused with the way out.
option(UNDA_FEW_ORDERS "Kernels of few orders alone, for builds that are only tested" OFF)
option(UNDA_FEW_GPU_ORDERS "GPU kernels of few orders alone, to see that they compile" OFF)
set(UNDA_FD_ORDERS "2, 4, 6, 8, 10, 12, 14, 16")
set(UNDA_FD_GPU_ORDERS "${UNDA_FD_ORDERS}")
set(UNDA_DG_ORDERS "2, 3, 4, 5, 6, 7, 8")
set(UNDA_SEM_DEGREES "1, 2, 3, 4, 5, 6, 7, 8, 9, 10")
# In double precision higher orders have no room on a multiprocessor: they take the plain step.
set(UNDA_DG_GPU_ORDERS_SINGLE "2, 3, 4, 5, 6, 7, 8")
set(UNDA_DG_GPU_ORDERS_DOUBLE "2, 3, 4, 5, 6")
if(UNDA_FEW_ORDERS)
  set(UNDA_FD_ORDERS "2, 8")
  set(UNDA_DG_ORDERS "2, 5")
  set(UNDA_SEM_DEGREES "1, 2, 3, 4, 5, 7")
  foreach(order 3 4 6 7 8)
    set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/dg/kernels/step_order_${order}.cpp
                 ${CMAKE_SOURCE_DIR}/src/dg/kernels/relaxing_order_${order}.cpp PROPERTY HEADER_FILE_ONLY ON)
  endforeach()
endif()
# Degrees of sem in 3-D beside these share a slower kernel.
set(UNDA_SEM_FIRST_TUNED 2)
set(UNDA_SEM_LAST_TUNED 8)
if(UNDA_FEW_GPU_ORDERS)
  set(UNDA_FD_GPU_ORDERS "8")
  set(UNDA_SEM_FIRST_TUNED 4)
  set(UNDA_SEM_LAST_TUNED 4)
  set(UNDA_DG_GPU_ORDERS_SINGLE "4")
  set(UNDA_DG_GPU_ORDERS_DOUBLE "4")
  file(GLOB others ${CMAKE_SOURCE_DIR}/src/dg/device/order_[!4]_gpu_*.cu
       ${CMAKE_SOURCE_DIR}/src/dg/device/relaxing_[!4]_gpu_*.cu)
  set_property(SOURCE ${others} PROPERTY HEADER_FILE_ONLY ON)
endif()
# One header each: a build that gains or loses the GPU compiles its host kernels once.
foreach(header fd/kernels/orders.hpp fd/device/gpu_orders.hpp dg/kernels/orders.hpp dg/device/gpu_orders.hpp
        sem/kernels/degrees.hpp sem/device/gpu_degrees.hpp)
  configure_file(${CMAKE_SOURCE_DIR}/src/${header}.in ${CMAKE_BINARY_DIR}/generated/${header})
endforeach()

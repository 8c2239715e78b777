# Libraries, all from the distribution. Debian package names stand in the script `unda`.
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(MPI REQUIRED COMPONENTS C)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)

if(CMAKE_BINARY_DIR MATCHES " ")
  # FindHDF5 asks h5pcc, a shell script that takes no path with spaces.
  find_library(HDF5_MPI_LIBRARY hdf5 PATH_SUFFIXES hdf5/openmpi hdf5/mpich REQUIRED)
  find_path(HDF5_MPI_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/openmpi hdf5/mpich REQUIRED)
  set(HDF5_C_LIBRARIES ${HDF5_MPI_LIBRARY})
  set(HDF5_C_INCLUDE_DIRS ${HDF5_MPI_INCLUDE_DIR})
else()
  set(HDF5_PREFER_PARALLEL ON)
  find_package(HDF5 REQUIRED COMPONENTS C)
endif()
add_library(unda::hdf5 INTERFACE IMPORTED)
target_include_directories(unda::hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(unda::hdf5 INTERFACE ${HDF5_C_LIBRARIES} MPI::MPI_C)
target_compile_definitions(unda::hdf5 INTERFACE ${HDF5_C_DEFINITIONS})

include(OptionalLibraries)

# The C++ bindings of old MPI libraries are not used.
target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

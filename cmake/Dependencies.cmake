# Libraries, all from the distribution. Debian package names stand in the script `unda`.
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(MPI REQUIRED COMPONENTS C)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(PROJ REQUIRED)

set(HDF5_PREFER_PARALLEL ON)
find_package(HDF5 REQUIRED COMPONENTS C)
add_library(unda::hdf5 INTERFACE IMPORTED)
target_include_directories(unda::hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(unda::hdf5 INTERFACE ${HDF5_C_LIBRARIES} MPI::MPI_C)
target_compile_definitions(unda::hdf5 INTERFACE ${HDF5_C_DEFINITIONS})

find_library(SEGYIO_LIBRARY segyio REQUIRED)
find_path(SEGYIO_INCLUDE_DIR segyio/segy.h REQUIRED)
add_library(unda::segyio INTERFACE IMPORTED)
target_include_directories(unda::segyio SYSTEM INTERFACE ${SEGYIO_INCLUDE_DIR})
target_link_libraries(unda::segyio INTERFACE ${SEGYIO_LIBRARY})

find_library(MSEED_LIBRARY mseed REQUIRED)
find_path(MSEED_INCLUDE_DIR libmseed.h REQUIRED)
add_library(unda::mseed INTERFACE IMPORTED)
target_include_directories(unda::mseed SYSTEM INTERFACE ${MSEED_INCLUDE_DIR})
target_link_libraries(unda::mseed INTERFACE ${MSEED_LIBRARY})

find_library(METIS_LIBRARY metis REQUIRED)
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
add_library(unda::metis INTERFACE IMPORTED)
target_include_directories(unda::metis SYSTEM INTERFACE ${METIS_INCLUDE_DIR})
target_link_libraries(unda::metis INTERFACE ${METIS_LIBRARY})

# The C++ bindings of old MPI libraries are not used.
target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

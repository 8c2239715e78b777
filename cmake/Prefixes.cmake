# Where modules of clusters tell compilers to look, find_library and find_path look too; programs find what they were linked with
# where it is, in the build directory and installed.
file(TO_CMAKE_PATH "$ENV{LIBRARY_PATH}" directories)
list(APPEND CMAKE_LIBRARY_PATH ${directories})
foreach(variable CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH)
  file(TO_CMAKE_PATH "$ENV{${variable}}" directories)
  list(APPEND CMAKE_INCLUDE_PATH ${directories})
endforeach()
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

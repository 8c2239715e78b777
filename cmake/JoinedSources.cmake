# Files of one target that are compiled as one ("unity build"): most of what a small file costs is the templates of others that it
# instantiates, and the next one needs the same. Kernels stay alone, and so do the parts of one class template (NAME_setup, _state,
# _sources), each of which instantiates it. Not where the environment or the command line names a compiler launcher: whoever sets one
# up compiles single files again and again.
option(UNDA_JOINED_SOURCES "Compile small files together" ${UNDA_FRESH_BUILDS})

function(unda_join_sources target)
  if(NOT UNDA_JOINED_SOURCES)
    return()
  endif()
  set(batch 32)
  if(target STREQUAL unda_numerics)
    set(batch 12)  # larger groups are inlined otherwise, which changes the last bits of the correction of time dispersion
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  set(alone ${ARGN})
  list(FILTER alone INCLUDE REGEX "/kernels/|_simulated\\.cpp$|_(setup|state|sources)\\.cpp$")
  if(alone)
    set_property(SOURCE ${alone} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# Least squares of Minpack in C, as the target cminpack::cminpack. Installed beside bristleConfig.cmake: who links the static
# library needs it too.
find_path(CMINPACK_INCLUDE_DIR cminpack-1/cminpack.h)
find_library(CMINPACK_LIBRARY cminpack)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(cminpack REQUIRED_VARS CMINPACK_LIBRARY CMINPACK_INCLUDE_DIR)
mark_as_advanced(CMINPACK_INCLUDE_DIR CMINPACK_LIBRARY)
if(cminpack_FOUND AND NOT TARGET cminpack::cminpack)
    add_library(cminpack::cminpack UNKNOWN IMPORTED)
    set_target_properties(cminpack::cminpack PROPERTIES
        IMPORTED_LOCATION "${CMINPACK_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CMINPACK_INCLUDE_DIR}")
endif()

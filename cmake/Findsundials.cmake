# CVODE and IDA, as the target sundials::sundials. Their libraries hold the vectors, matrices and linear solvers they
# need. Installed beside bristleConfig.cmake: who links the static library needs it too.
find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h)
find_library(SUNDIALS_CVODE_LIBRARY sundials_cvode)
find_library(SUNDIALS_IDA_LIBRARY sundials_ida)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(sundials
    REQUIRED_VARS SUNDIALS_CVODE_LIBRARY SUNDIALS_IDA_LIBRARY SUNDIALS_INCLUDE_DIR)
mark_as_advanced(SUNDIALS_INCLUDE_DIR SUNDIALS_CVODE_LIBRARY SUNDIALS_IDA_LIBRARY)
if(sundials_FOUND AND NOT TARGET sundials::sundials)
    add_library(sundials::sundials UNKNOWN IMPORTED)
    set_target_properties(sundials::sundials PROPERTIES IMPORTED_LOCATION "${SUNDIALS_CVODE_LIBRARY}"
        INTERFACE_LINK_LIBRARIES "${SUNDIALS_IDA_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${SUNDIALS_INCLUDE_DIR}")
endif()

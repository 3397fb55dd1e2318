# Linear programs of COIN-OR, as the target Clp::Clp. Installed beside bristleConfig.cmake: who links the static library
# needs it too.
find_path(CLP_INCLUDE_DIR coin/Clp_C_Interface.h)
find_library(CLP_LIBRARY Clp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Clp REQUIRED_VARS CLP_LIBRARY CLP_INCLUDE_DIR)
mark_as_advanced(CLP_INCLUDE_DIR CLP_LIBRARY)
if(Clp_FOUND AND NOT TARGET Clp::Clp)
    add_library(Clp::Clp UNKNOWN IMPORTED)
    set_target_properties(Clp::Clp PROPERTIES
        IMPORTED_LOCATION "${CLP_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CLP_INCLUDE_DIR}")
endif()

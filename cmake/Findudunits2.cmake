# The units library, as the target udunits2::udunits2: the tests compare the table of units with it.
find_path(UDUNITS2_INCLUDE_DIR udunits2.h PATH_SUFFIXES udunits2)
find_library(UDUNITS2_LIBRARY udunits2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(udunits2 REQUIRED_VARS UDUNITS2_LIBRARY UDUNITS2_INCLUDE_DIR)
mark_as_advanced(UDUNITS2_INCLUDE_DIR UDUNITS2_LIBRARY)
if(udunits2_FOUND AND NOT TARGET udunits2::udunits2)
    add_library(udunits2::udunits2 UNKNOWN IMPORTED)
    set_target_properties(udunits2::udunits2 PROPERTIES
        IMPORTED_LOCATION "${UDUNITS2_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${UDUNITS2_INCLUDE_DIR}")
endif()

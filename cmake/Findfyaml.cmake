# The YAML library, as the target fyaml::fyaml. Installed beside bristleConfig.cmake: who links the static library
# needs it too.
find_path(FYAML_INCLUDE_DIR libfyaml.h)
find_library(FYAML_LIBRARY fyaml)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(fyaml REQUIRED_VARS FYAML_LIBRARY FYAML_INCLUDE_DIR)
mark_as_advanced(FYAML_INCLUDE_DIR FYAML_LIBRARY)
if(fyaml_FOUND AND NOT TARGET fyaml::fyaml)
    add_library(fyaml::fyaml UNKNOWN IMPORTED)
    set_target_properties(fyaml::fyaml PROPERTIES
        IMPORTED_LOCATION "${FYAML_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${FYAML_INCLUDE_DIR}")
endif()

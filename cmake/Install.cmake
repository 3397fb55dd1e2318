# What `cmake --install` puts where: library, headers, tool, optional parts, manual page, CMake package and pkg-config file.
# Nothing in it names a folder of the machine that built it, so an installed tree may be moved.
include(CMakePackageConfigHelpers)

# The run path of a program or shared library that contains bristle leads to its optional parts.
set_target_properties(bristle PROPERTIES INSTALL_RPATH "$ORIGIN/bristle/parts")
get_target_property(bristle_type bristle TYPE)
set(pc_rpath)
if(BRISTLE_PARTS STREQUAL modules AND bristle_type STREQUAL STATIC_LIBRARY)
    target_link_options(bristle INTERFACE $<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${part_folder}>)
    set(pc_rpath " -Wl,-rpath,\${prefix}/${part_folder}")
endif()

install(TARGETS bristle EXPORT bristleTargets)
install(DIRECTORY include/bristle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(EXISTS ${PROJECT_SOURCE_DIR}/docs/man/bristle.1)
    install(FILES docs/man/bristle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(TARGET bristle_tool)
    file(RELATIVE_PATH to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
    set_target_properties(bristle_tool PROPERTIES # finds a shared bristle, and parts
        INSTALL_RPATH "$ORIGIN/${to_lib};$ORIGIN/${to_lib}/bristle/parts")
    install(TARGETS bristle_tool)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/bristle)
install(EXPORT bristleTargets NAMESPACE bristle:: DESTINATION ${package})
configure_package_config_file(cmake/bristleConfig.cmake.in ${PROJECT_BINARY_DIR}/bristleConfig.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bristleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bristleConfig.cmake ${PROJECT_BINARY_DIR}/bristleConfigVersion.cmake
    cmake/Findsundials.cmake cmake/Findfyaml.cmake cmake/FindClp.cmake
    DESTINATION ${package})

file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
set(pc_depends " -lfyaml -lm")
if(CMAKE_DL_LIBS AND BRISTLE_PARTS STREQUAL modules)
    string(APPEND pc_depends " -l${CMAKE_DL_LIBS}")
endif()
if(BRISTLE_PARTS STREQUAL linked)
    if(TARGET part_clp)
        string(PREPEND pc_depends " -lClp")
    endif()
    if(TARGET part_sundials)
        string(PREPEND pc_depends " -lsundials_cvode -lsundials_ida")
    endif()
    if(TARGET part_hdf5) # Debian names the serial one apart
        find_library(BRISTLE_PC_HDF5 NAMES hdf5_serial hdf5 REQUIRED)
        mark_as_advanced(BRISTLE_PC_HDF5)
        cmake_path(GET BRISTLE_PC_HDF5 STEM pc_hdf5)
        string(REGEX REPLACE "^lib" " -l" pc_hdf5 ${pc_hdf5})
        string(PREPEND pc_depends ${pc_hdf5})
        string(APPEND pc_depends " -lpthread")
    endif()
endif()
if(BUILD_SHARED_LIBS)
    set(pc_libs_private "${pc_depends}")
else() # without a shared library every program needs them, with pkg-config --static or without
    set(pc_libs "${pc_depends}")
endif()
configure_file(cmake/bristle.pc.in ${PROJECT_BINARY_DIR}/bristle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bristle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Optional parts: code that needs a further library. Each has one call of bristle_part below, a line in src/part/parts.def and
# its code in parts/NAME.c and parts/NAME_*.c.
#
# BRISTLE_WITH_NAME   AUTO: built if its library is found; ON: an error if it is not; OFF: left out
# BRISTLE_PARTS       modules: shared objects, loaded when they are first used; linked: part of the library
#
# A part calls no function of the library: what it needs of it is compiled into it (USES), so that it fits a static and a
# shared library. Lists: bristle_parts, those that are built; bristle_part_libraries, the targets that they link;
# bristle_part_linkage, for src/part/part.c: weak, a program may link the part; or an attribute without effect (unused), the library
# contains it.

if(PROJECT_IS_TOP_LEVEL)
    set(usual_parts modules)
else() # the programs of another project have no run path to the modules
    set(usual_parts linked)
endif()
set(BRISTLE_PARTS ${usual_parts} CACHE STRING "optional parts: 'modules' that are loaded when they are used, or 'linked' in")
set_property(CACHE BRISTLE_PARTS PROPERTY STRINGS modules linked)
if(NOT BRISTLE_PARTS MATCHES "^(modules|linked)$")
    message(FATAL_ERROR "BRISTLE_PARTS is '${BRISTLE_PARTS}', and must be 'modules' or 'linked'")
endif()
set(bristle_parts)
set(bristle_part_libraries)
set(bristle_part_linkage)
set(bristle_part_modules)
set(part_folder ${CMAKE_INSTALL_LIBDIR}/bristle/parts) # below the prefix

function(bristle_part name)
    cmake_parse_arguments(part "" "NEEDS;PACKAGE;FOR" "FIND;LINKS;USES" ${ARGN})
    string(TOUPPER ${name} NAME)
    set(option BRISTLE_WITH_${NAME})
    set(linkage ${bristle_part_linkage})
    set(bristle_part_linkage ${linkage} BRI_LINKAGE_${NAME}=weak PARENT_SCOPE)
    set(${option} AUTO CACHE STRING "the part '${name}' (${part_FOR}): AUTO, ON or OFF")
    set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
    if("${${option}}" STREQUAL AUTO)
        find_package(${part_FIND} QUIET)
    elseif(${option})
        find_package(${part_FIND} REQUIRED)
    else()
        message(STATUS "part '${name}' (${part_FOR}): left out, ${option} is OFF")
        return()
    endif()
    list(GET part_FIND 0 package)
    if(NOT ${package}_FOUND)
        message(STATUS "part '${name}' (${part_FOR}): left out, ${part_NEEDS} was not found (Debian: ${part_PACKAGE})")
        return()
    endif()
    message(STATUS "part '${name}' (${part_FOR}): ${part_NEEDS} was found")
    set(bristle_parts ${bristle_parts} ${name} PARENT_SCOPE)
    set(bristle_part_libraries ${bristle_part_libraries} ${part_LINKS} PARENT_SCOPE)
    if(BRISTLE_PARTS STREQUAL linked)
        set(bristle_part_linkage ${linkage} BRI_LINKAGE_${NAME}=unused PARENT_SCOPE)
    endif()

    file(GLOB sources CONFIGURE_DEPENDS parts/${name}.c parts/${name}_*.c)
    add_library(part_${name} OBJECT ${sources})
    target_include_directories(part_${name} PRIVATE include src parts)
    target_link_libraries(part_${name} PRIVATE ${part_LINKS})
    if(BRISTLE_PARTS STREQUAL modules)
        target_compile_definitions(part_${name} PRIVATE BRI_LOADS_PARTS)
        add_library(bristle_part_${name} MODULE $<TARGET_OBJECTS:part_${name}> ${part_USES})
        target_include_directories(bristle_part_${name} PRIVATE include src)
        target_compile_definitions(bristle_part_${name} PRIVATE BRI_API=) # its copies of these functions are its own
        target_link_libraries(bristle_part_${name} PRIVATE ${part_LINKS} m)
        set_target_properties(bristle_part_${name} PROPERTIES PREFIX "" OUTPUT_NAME bristle-part-${name} SUFFIX .so
            LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/parts BUILD_RPATH "" INSTALL_RPATH ""
            EXPORT_COMPILE_COMMANDS OFF) # the sources that it uses are those of the library
        if(NOT CMAKE_C_FLAGS MATCHES -fsanitize) # their functions are in the program
            target_link_options(bristle_part_${name} PRIVATE LINKER:-z,defs)
        endif()
        set(bristle_part_modules ${bristle_part_modules} bristle_part_${name} PARENT_SCOPE)
        install(TARGETS bristle_part_${name} LIBRARY DESTINATION ${part_folder})
    endif()
endfunction()

bristle_part(hdf5 FOR "results as HDF5 files" NEEDS HDF5 PACKAGE libhdf5-dev
    FIND HDF5 COMPONENTS C LINKS hdf5::hdf5 Threads::Threads
    USES src/base/arena.c src/base/fail.c src/base/number.c src/base/quick_number.c src/base/table.c src/base/text.c)
bristle_part(clp FOR "large linear programs of the verdict" NEEDS Clp PACKAGE coinor-libclp-dev
    FIND Clp LINKS Clp::Clp)
bristle_part(sundials FOR "the integrators cvode and ida" NEEDS SUNDIALS PACKAGE libsundials-dev
    FIND sundials LINKS sundials::sundials
    USES src/base/fail.c src/integrator/differences.c src/integrator/quadrature.c
        src/linalg/dense.c)
bristle_part(sqlite FOR "stores of studies" NEEDS SQLite PACKAGE libsqlite3-dev
    FIND SQLite3 LINKS SQLite::SQLite3
    USES src/base/fail.c src/study/hash.c)
bristle_part(cminpack FOR "fits to measured data" NEEDS CMinpack PACKAGE libcminpack-dev
    FIND cminpack LINKS cminpack::cminpack)

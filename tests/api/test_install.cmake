# Installs the built tree, moves it, and builds the consumers against it: with find_package and with pkg-config.
function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        string(REPLACE ";" " " command "${ARGN}")
        message(FATAL_ERROR "${command}\n${output}")
    endif()
endfunction()

unset(ENV{DESTDIR})
set(prefix ${work}/moved)
file(REMOVE_RECURSE ${work})
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/first)
file(RENAME ${work}/first ${prefix})

# No file names a folder of the machine that built it; programs with debugging symbols or sanitizers do.
file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.pc ${prefix}/*.h)
if(type STREQUAL Release)
    file(GLOB_RECURSE texts ${prefix}/*)
endif()
foreach(file IN LISTS texts)
    foreach(folder IN ITEMS ${source} ${work}/first)
        execute_process(COMMAND grep -qF ${folder} ${file} RESULT_VARIABLE absent)
        if(NOT absent)
            message(FATAL_ERROR "${file} names ${folder}")
        endif()
    endforeach()
endforeach()

run(${CMAKE_COMMAND} -G Ninja -S ${source}/tests/api/consumer -B ${work}/package -D CMAKE_BUILD_TYPE=${type}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_C_COMPILER=${c} -D CMAKE_CXX_COMPILER=${cxx}
    "-DCMAKE_C_FLAGS=${c_flags}" "-DCMAKE_CXX_FLAGS=${cxx_flags}")
run(${CMAKE_COMMAND} --build ${work}/package)
run(${work}/package/consumer_c)
run(${work}/package/consumer_cpp)

set(ENV{PKG_CONFIG_PATH} ${prefix}/${libdir}/pkgconfig)
set(ENV{LD_LIBRARY_PATH} ${prefix}/${libdir})
separate_arguments(c_flags UNIX_COMMAND "${c_flags}")
separate_arguments(cxx_flags UNIX_COMMAND "${cxx_flags}")
foreach(static "" --static)
    execute_process(COMMAND pkg-config ${static} --cflags --libs bristle OUTPUT_VARIABLE flags
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(${c} ${c_flags} ${source}/tests/api/consumer/main.c ${flags} -o ${work}/consumer_c)
    run(${cxx} ${cxx_flags} ${source}/tests/api/consumer/main.cpp ${flags} -o ${work}/consumer_cpp)
    run(${work}/consumer_c)
    run(${work}/consumer_cpp)
endforeach()

if(EXISTS ${prefix}/${bindir}/bristle)
    unset(ENV{LD_LIBRARY_PATH})
    run(${prefix}/${bindir}/bristle laws)
endif()

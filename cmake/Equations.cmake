# cmake -D source=DIR -D out=FILE.c -P Equations.cmake - writes the equations of all kinds, as one C source
#
# The equations of a kind stand once, in the opening comment of its file, as lines indented by five blanks. The rows that are
# written here are what `bristle explain` and the reference pages show; src/describe/equations.h declares them.
cmake_minimum_required(VERSION 3.21)
include(${CMAKE_CURRENT_LIST_DIR}/Lists.cmake)

function(add_equations family name file)
    file(READ ${file} content)
    string(FIND "${content}" "*/" end)
    string(SUBSTRING "${content}" 0 ${end} comment)
    # brackets, semicolons and backslashes mean something in CMake lists and C strings
    string(REPLACE ";" "@SEMICOLON@" comment "${comment}")
    string(REPLACE "[" "@OPEN@" comment "${comment}")
    string(REPLACE "]" "@CLOSE@" comment "${comment}")
    string(REGEX MATCHALL "\n \\*     [^\n]+" lines "${comment}")
    set(equations)
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^\n \\*     " "" line "${line}")
        string(REGEX REPLACE " +$" "" line "${line}")
        string(REPLACE "\\" "\\\\" line "${line}")
        string(REPLACE "\"" "\\\"" line "${line}")
        string(APPEND equations "\n     \"${line}\\n\"")
    endforeach()
    if(NOT equations)
        return()
    endif()
    string(REPLACE "@SEMICOLON@" ";" equations "${equations}")
    string(REPLACE "@OPEN@" "[" equations "${equations}")
    string(REPLACE "@CLOSE@" "]" equations "${equations}")
    set(rows "${rows}    {\"${family}\", \"${name}\",${equations}},\n" PARENT_SCOPE)
endfunction()

set(rows)
bristle_kinds(kinds ${source})
foreach(kind IN LISTS kinds)
    string(REPLACE "|" ";" kind ${kind})
    add_equations(${kind})
endforeach()
file(CONFIGURE OUTPUT ${out} @ONLY CONTENT "/* equations.c - gathered from the opening comments of all kinds by cmake/Equations.cmake */
#include \"describe/equations.h\"

const bri_equations bri_equations_of_kinds[] = {
@rows@    {0},
};
")

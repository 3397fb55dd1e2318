# Page.cmake - the report page as C: cmake -D web=FOLDER -D out=FILE.c -P Page.cmake
#
# web/page.html with the style sheet and the modules of web/ORDER put into it. The modules become one script: their imports are left out,
# and what they export is there for those after them.
cmake_policy(SET CMP0007 NEW)
cmake_policy(SET CMP0057 NEW)

# lists of CMake end at semicolons and square brackets, so a text never becomes one
function(read_text name file)
    file(READ ${web}/${file} text)
    set(${name} "${text}" PARENT_SCOPE)
endfunction()

read_text(page page.html)
read_text(style style.css)
file(STRINGS ${web}/ORDER modules)
set(code "")
foreach(module IN LISTS modules)
    read_text(one ${module}.js)
    string(REGEX REPLACE "(^|\n)import [^\n]*\n" "\\1" one "${one}")
    string(REGEX REPLACE "(^|\n)import [^\n]*\n" "\\1" one "${one}") # of two lines after each other
    while(one MATCHES "(^|\n)import ")
        string(REGEX REPLACE "(^|\n)import [^\n]*\n" "\\1" one "${one}")
    endwhile()
    string(REGEX REPLACE "(^|\n)export (function|async function|const|let|class)" "\\1\\2" one "${one}")
    # A name that two modules declare would be there twice in the one script, which no browser would run.
    string(REGEX MATCHALL "\n(async function|function|class|const|let) +[A-Za-z_]+" declared "\n${one}")
    string(REGEX MATCHALL "\n(const|let)( [A-Za-z_]+ = [0-9.e-]+,)+ [A-Za-z_]+ =" several "\n${one}")
    string(REGEX MATCHALL ", [A-Za-z_]+ =" others "${several}")
    foreach(name IN LISTS declared others)
        string(REGEX REPLACE "^(.*[^A-Za-z_])?([A-Za-z_]+)( =)?$" "\\2" name "${name}")
        if(name IN_LIST names)
            message(FATAL_ERROR "web/${module}.js declares '${name}', as a module above it does: give one of them another name")
        endif()
        list(APPEND names ${name})
    endforeach()
    string(APPEND code "${one}")
endforeach()

function(hex name text)
    file(WRITE ${out}.part "${text}")
    file(READ ${out}.part digits HEX)
    file(REMOVE ${out}.part)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," digits "${digits}")
    string(LENGTH "${digits}" length)
    string(REGEX REPLACE "(................................................................................)" "\\1\n" digits "${digits}")
    set(${name} "${digits}" PARENT_SCOPE)
endfunction()

string(FIND "${page}" "@TITLE@" at)
string(SUBSTRING "${page}" 0 ${at} first)
math(EXPR at "${at} + 7")
string(SUBSTRING "${page}" ${at} -1 page)
string(FIND "${page}" "@RESULTS@" at)
string(SUBSTRING "${page}" 0 ${at} second)
math(EXPR at "${at} + 9")
string(SUBSTRING "${page}" ${at} -1 third)
string(REPLACE "@STYLE@" "${style}" second "${second}")
string(REPLACE "@CODE@" "${code}" third "${third}")
hex(first "${first}")
hex(second "${second}")
hex(third "${third}")
file(WRITE ${out} "/* made by cmake/Page.cmake from web/ */
#include \"page_parts.h\"
static const unsigned char first[] = {
${first}};
static const unsigned char second[] = {
${second}};
static const unsigned char third[] = {
${third}};
const page_piece page_part[PAGE_PARTS] = {{first, sizeof first}, {second, sizeof second}, {third, sizeof third}};
")

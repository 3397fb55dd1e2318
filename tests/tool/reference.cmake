# The generated pages in docs/ are what the tool prints now.
foreach(page "reference.md;reference" "man/bristle.1;reference;--man")
    list(POP_FRONT page file)
    execute_process(COMMAND ${BRISTLE} ${page} OUTPUT_VARIABLE now COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${DOCS}/${file} kept)
    if(NOT now STREQUAL kept)
        message(FATAL_ERROR "docs/${file} is not what the tables say; 'make docs' writes it anew")
    endif()
endforeach()

/* reproduce_html.h - the papers as one page for a browser */
#ifndef BRISTLE_TOOL_REPRODUCE_HTML_H
#define BRISTLE_TOOL_REPRODUCE_HTML_H

#include "page.h"
#include "reproduce.h"

typedef struct papers_page {   /* begins as {0} */
    bri_text papers, elements; /* papers and their figures as JSON; elements of the systems' results */
    int count, systems;        /* papers; systems of the last */
} papers_page;

/* Adds a paper that was compared: runs its models as their files have them, reads its figures from the folder. */
int papers_page_add(papers_page *page, const paper *b, const char *folder);
int papers_page_write(papers_page *page, const paper_rows *rows, double seconds, const char *path);
void papers_page_free(papers_page *page);

#endif

/* reproduce_html.h - the papers as one page for a browser */
#ifndef BRISTLE_TOOL_REPRODUCE_HTML_H
#define BRISTLE_TOOL_REPRODUCE_HTML_H

#include "page.h"
#include "reproduce.h"

typedef struct papers_page {   /* begins as {0} */
    bri_text papers, elements; /* papers and their figures as JSON; elements of the systems' results */
    int count, systems, pages; /* papers; systems and overlaid pages of the last */
    bri_text links;            /* to other pages, as JSON */
} papers_page;

/* Adds a paper that was compared: runs its models as their files have them, reads its figures from the folder, and writes its pages of overlaid
 * cases beside the page. */
int papers_page_add(papers_page *page, const paper *b, const char *folder, const char *path);
/* A link to another page: "study.html: a study of the pendulum". DONE, or it is reported. */
int papers_page_link(papers_page *page, const char *text);
/* reproduce_overlays.c: writes the pages of a paper beside the page, and appends their files and titles to the papers. */
int write_overlays(papers_page *page, const paper *b, const char *path);
int papers_page_write(papers_page *page, const paper_rows *rows, double seconds, const char *path);
void papers_page_free(papers_page *page);

#endif

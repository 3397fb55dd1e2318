/* page_parts.h - the page of web/ in pieces, made by cmake/Page.cmake: until the title, until the results, until the end */
#ifndef BRISTLE_TOOL_PAGE_PARTS_H
#define BRISTLE_TOOL_PAGE_PARTS_H

#include <stddef.h>

enum {
    PAGE_PARTS = 3
};
typedef struct page_piece {
    const unsigned char *at;
    size_t length;
} page_piece;
extern const page_piece page_part[PAGE_PARTS];

#endif

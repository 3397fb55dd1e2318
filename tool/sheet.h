/* sheet.h - one picture of a mechanism: at one time or several, with paths of points and enlarged joints beside it */
#ifndef BRISTLE_TOOL_SHEET_H
#define BRISTLE_TOOL_SHEET_H

#include "bristle/bristle.h"

enum {
    MOST_TIMES = 24,
    MOST_PATHS = 16
};

typedef struct sheet_path {
    char name[128];
    int body;  /* whose colour it has */
    int loose; /* the joint with a clearance whose journal it follows, in the frame of the bore; -1: in the world */
    double (*at)[2];
    int count;
} sheet_path;

typedef struct sheet {
    bri_sim *sim;
    const char *title;
    double time[MOST_TIMES]; /* in this order; the last one is drawn dark */
    void *state[MOST_TIMES]; /* of the sim, as saved */
    int times;
    sheet_path path[MOST_PATHS];
    int paths;
    bool names, insets, side_by_side;
} sheet;

int sheet_write(sheet *s, const char *path);

#endif

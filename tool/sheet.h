/* sheet.h - drawing of a mechanism at one or several times, with paths of points and magnified joints */
#ifndef BRISTLE_TOOL_SHEET_H
#define BRISTLE_TOOL_SHEET_H

#include "bristle/bristle.h"

enum {
    MAX_TIMES = 24,
    MAX_PATHS = 16
};

typedef struct sheet_path {
    char name[128];
    int body; /* that defines its colour */
    int joint; /* index of the joint with clearance whose journal it follows, in the frame of the bore; -1: a path in the world */
    double (*at)[2];
    int count;
} sheet_path;

typedef struct sheet {
    bri_sim *sim; /* NULL: the model is drawn as its file has it, with violated joints marked */
    const bri_model *model;
    const char *title;
    double time[MAX_TIMES]; /* in ascending order; the last one is drawn dark */
    void *state[MAX_TIMES]; /* saved states of sim */
    int times;
    sheet_path path[MAX_PATHS];
    int paths;
    bool names, insets, side_by_side;
} sheet;

int sheet_write(sheet *s, const char *path);

#endif

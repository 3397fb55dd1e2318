/* tangent_state.h - the derivatives of a run with respect to parameters, as its files share them */
#ifndef BRISTLE_SIM_TANGENT_STATE_H
#define BRISTLE_SIM_TANGENT_STATE_H

#include "sim/sim.h"

enum {
    BRI_TANGENT_STAGES = 3 /* of Radau IIA */
};

/* A system that is evaluated beside the run: the same one, or one with a parameter changed by a small step. */
typedef struct bri_probe {
    bri_system *system; /* its own; NULL: that of the run */
    bri_sim *sim;
    double step;        /* of the parameter */
    double segment_end; /* of the signals, in the present step of the run */
    double *d;          /* room for a discrete state */
    bri_evaluation observer;
} bri_probe;

typedef struct bri_tangent_lines { /* the linearised equations at one time, in reduced states y */
    double t;
    double *A; /* rates of y and of the sums by y: (m + sums) x m; */
    double *B; /* behind it the same by each parameter, y fixed: parameters x (m + sums) */
} bri_tangent_lines;

typedef struct bri_tangent_node {
    bri_tangent_lines lines;
    double *D; /* all states by y: m x all */
    double *P; /* the same by each parameter, y fixed: parameters x all */
} bri_tangent_node;

typedef struct bri_tangent_piece { /* y between two times: a cubic through its beginning and the stages */
    double from, to;
} bri_tangent_piece;

typedef struct bri_tangent {
    bri_sim *run;
    const bri_system *system;
    bri_arena arena;
    int count;              /* of parameters */
    int states, sums, all;  /* all: both */
    int degrees, rest, m;   /* y = degrees positions, their velocities, rest: distances and bristle states */
    bool near_singular;     /* in the present step */
    bri_probe base, *probe; /* probe: of each parameter */
    int *which;             /* independent positions */
    double *weight;         /* of all positions: inverse masses of the dependent ones, else 0 */
    double *s, *discrete;   /* derivatives of x and of the discrete state: parameters x all, x discrete states */
    double *size;           /* of each parameter: of its value */
    double *largest;        /* of each parameter: largest |s| over the size of its state so far */
    bool *lost;             /* of each parameter: its derivatives do not exist any more */
    bri_derivative **derivative;
    bri_arena *texts;
    double tolerance;
    const double *now; /* discrete state in the present step */
    /* the frame (tangent_frame.c) */
    bri_evaluation frame;         /* of the base, without the rows of what sticks, */
    const bri_point *frame_point; /* or that of its rates, where nothing sticks; */
    double frame_t;               /* at this time */
    bool has_chosen;              /* independent positions */
    bool is_worn;                 /* they nearly depend on each other */
    double *frame_x, *matrix, *error, *row_room, *row_error, *row_velocity;
    /* nodes, in the order of time (tangent_node.c) */
    bri_tangent_node *node;
    int nodes, room_for_nodes;
    bool has_jumped;                     /* what the nodes know ends with the last step */
    double *node_x, *node_f, *node_step; /* where one is evaluated: states, rates, steps of its differences */
    /* the step (tangent_step.c) */
    bri_tangent_lines start, stage[BRI_TANGENT_STAGES];
    bool knows_start;        /* that of the next piece */
    bool begins_at_kink;     /* which may be on either side of it */
    double from;             /* its beginning, s */
    double length;           /* of the last steps, s: one that an event cuts short hardly counts */
    double *lu, *y, *y_size; /* y: (stages + 1) x parameters x m */
    double *error_lu;        /* of the estimates of errors */
    double *direction, *moved, *beside, *rates, *room;
    int *pivot, *error_pivot;
    bri_tangent_piece *piece; /* of the last step */
    double *polynomial;       /* of each piece: (stages + 1) x parameters x m */
    double *sum; /* of each piece: parameters x (stages + 1) x sums: at its beginning, and what stages add */
    int pieces, room_for_pieces;
    /* rows */
    bri_evaluation observer_beside;        /* of the base, beside the row */
    double *values_beside, *y_row, *whole; /* of all channels; reduced states and all states there */
    double *row_D, *row_P;                 /* as of a node */
    double *jump_room;
    double *event_time;     /* of each parameter: of the event at the end of the last step; NAN: none */
    int events, event_room; /* of the result, so far */
    long evaluations;
    bool failed; /* memory */
} bri_tangent;

#endif

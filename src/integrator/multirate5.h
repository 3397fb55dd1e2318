/* multirate5.h - a step of multirate5, shared by its files */
#ifndef BRISTLE_INTEGRATOR_MULTIRATE5_H
#define BRISTLE_INTEGRATOR_MULTIRATE5_H

#include "integrator/fast_steps.h"

typedef struct node { /* of a step: the frame there, where it was evaluated last */
    bri_fast_frame frame;
    double *u;     /* velocities there */
    double *F;     /* functions of the fast part (fast_steps.h) */
    double *f, *g; /* forces and rates of local states */
} node;

typedef struct course { /* of a step that was made, on which the next one depends */
    double h, small_h, theta, moved;
    int small;                /* small steps; 1: at once */
    bool at_once, has_missed; /* misses are known */
} course;

typedef struct memory { /* besides arrays, all that the next step depends on */
    double t, h;        /* of the last step that was tried */
    double frame_t;     /* of the last frame; its states are in trial */
    bool is_made;       /* and made: its nodes are in nodes[turn] */
    bool knows_start;   /* node 0 is that of the last step that was tried */
    bool by_bristle5;   /* the last step that was tried */
    bool has_last;      /* course and nodes of the step before are known */
    int turn, stale;    /* stale: steps since Phi was evaluated */
    bool renews_phi;    /* next_phi is to be taken by the next step */
    bool has_older_miss;
    double miss_h, older_h; /* of the steps whose misses are in miss and older_miss */
    course now, last;
} memory;

typedef struct multirate5 {
    const bri_problem *problem;
    void *bristle5; /* its work */
    bool is_fast;   /* else bristle5 makes all steps */
    int n, q, velocities;
    double asked, asked_atol, rtol, atol, enough;
    memory now;
    fast_steps fast;
    double *start, *end, *trial, *scale,
        *sums[STAGES]; /* sums: rates of quadratures at the stages, in a step at once */
    node nodes[2][NODES];
    double *phi, *next_phi;
    double *X[NODES], *seen[NODES];          /* positions and velocities at the nodes, and where frames are evaluated */
    double *guess[NODES], *missed[NODES];    /* s, push and functions as they were guessed; what that missed */
    double *miss[NODES], *older_miss[NODES]; /* of the last two steps */
    double *push_of;                         /* push as powers: forces x velocities x NODES */
    double *out_of, *smooth_of;              /* outputs (with O) and smooth numbers, the same way */
    double *out, *out_at, *smooth_at; /* room: outputs and inputs; outputs (with O) and smooth numbers at a stage */
    size_t bytes;                     /* from start on */
} multirate5;

static inline node *node_of(multirate5 *b, int k) { return &b->nodes[b->now.turn][k]; }
static inline int guesses_of(const multirate5 *b) { return b->velocities * (1 + b->fast.forces) + b->fast.functions; }

/* --- multirate_room.c --- */
size_t bri_multirate_numbers(const bri_problem *problem); /* of room */
void bri_multirate_place(multirate5 *b, double *at, int *pivots);
void bri_multirate_copy_node(const multirate5 *b, const node *from, node *to);

/* --- multirate_guess.c --- */
/* sigma, C, eta and B of the fast part (fast_steps.h) at a node of a step that begins with the velocities u0. */
void bri_multirate_functions(const multirate5 *b, const node *at, const double *u0, double *F);
bri_outcome bri_multirate_evaluate(multirate5 *b, double t, const double *X, const double *z, const double *discrete,
                                   node *at);
/* Node 0: where the last step ended, or evaluated. */
bri_outcome bri_multirate_begin(multirate5 *b, double t, const double *x, const double *discrete);
/* Frames at the stages by the cubic polynomials of the last step, carried on, and by what these missed in the last two. */
void bri_multirate_guess(multirate5 *b, double H);
void bri_multirate_note_misses(multirate5 *b);

/* --- multirate_within.c --- */
/* Values at the nodes, as powers of the share: count x NODES. */
void bri_multirate_powers(double *const value[NODES], int count, double *power);
/* Positions and velocities at a share of a step in small steps, by the moments up to there. */
void bri_multirate_move_to(const multirate5 *b, double x, const double *moment, double *X);
/* Quadratures over the step, to the end of x. */
void bri_multirate_sum_up(multirate5 *b, double *x);
void bri_multirate_interpolate(const void *work, double share, double *x); /* as of bri_integrator_kind, both */
int bri_multirate_inner(const void *work, bool turns, int most, double *shares);

#endif

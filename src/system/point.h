/* point.h - kinematics and applied forces at one point of the state space: a function of t, x and the discrete state */
#ifndef BRISTLE_SYSTEM_POINT_H
#define BRISTLE_SYSTEM_POINT_H

#include "system/discrete.h"

typedef struct bri_instant { /* where a point is */
    double t;
    double segment_end;     /* signals are smooth up to here; the end of a step there belongs to what was before */
    unsigned long numbers;  /* counts changes of the system's numbers and inputs: a point of others is computed again */
    const double *x;        /* system->states numbers at least */
    const double *discrete; /* packed */
    bool releases_sticks;   /* constraints of the joints only: stick rows do not hold */
    double drivers_ahead;   /* s: drivers have gone so far on, at their speed at t */
} bri_instant;

typedef enum bri_scope { /* how much of a point is computed; each includes those before it */
    BRI_SCOPE_SLIP,      /* joints with friction or gaps: what event functions of speeds and gaps need; no forces */
    BRI_SCOPE_CONTACT,   /* their contact forces too */
    BRI_SCOPE_DYNAMICS,  /* all that the equations of motion need */
    BRI_SCOPE_CHANNELS,  /* the free motions of every joint, for output */
} bri_scope;

typedef struct bri_point {
    const bri_system *system;
    unsigned long stamp; /* changes whenever the point does: a solution belongs to one stamp; 0: nowhere yet */
    bool is_set;         /* false: it was forgotten, and must be computed again */
    bri_scope scope;
    double t, segment_end; /* as given, */
    unsigned long numbers; /* too */
    double signal_time;    /* at which signals are evaluated: just before segment_end at most */
    double drivers_ahead;
    const double *input; /* values of the system's inputs; NULL: those of the model */
    bool releases_sticks;
    double *x, *packed; /* copies */
    const double *u;    /* velocities within x */
    bri_discrete discrete;
    bri_frame *frame;        /* of each body */
    bri_motion *row;         /* rows of J: of joints, then of interfaces that may stick */
    double *row_rate;        /* J u, without the prescribed part */
    double *row_bias;        /* of each row: of all side by side, as evaluations read them; */
    double (*held)[BRI_DOF]; /* room for the gradients of the rows of one body */
    double (*hold)[BRI_DOF]; /* and the gradient of the row of each of system->hold on its body */
    bool *active;            /* rows that hold */
    bri_motion *freed;       /* free motions of joints, slips at gaps */
    double *freed_rate;      /* with the prescribed part */
    bri_motion *along;       /* motion along which each force acts */
    double *along_rate;
    bri_effort *effort; /* of each force */
    bri_gap *gap;
    double *depth_rate;         /* of each gap, m/s; above 0: approaching */
    bri_contact_force *contact; /* contact force of each gap */
    int too_deep;               /* a gap deeper than its contact law is defined for; -1: none */
    double *noise;              /* of each interface: effort of noise that acts at rest too, N or N m; 0: none */
    double *applied;            /* generalised forces without reactions and friction, with that noise: 3 per body */
} bri_point;

/* Room in the arena, which says if it failed. */
void bri_point_create(const bri_system *system, bri_arena *arena, bri_point *point);
/* Moves the point. Does nothing where it is there already with this scope or a wider one. */
void bri_point_set(bri_point *point, const bri_instant *at, bri_scope scope);
bool bri_point_is_at(const bri_point *point, const bri_instant *at, bri_scope scope);
void bri_point_forget(bri_point *point); /* it was written to: it is computed again wherever it is set next */

/* A gap that has come to the end of its contact law, where that has one; -1: none. And what is said of it. */
int bri_gap_at_end(const bri_point *point);
void bri_describe_end(const bri_point *point, int gap, char *text, size_t size);

/* Frames of a joint's bodies, BRI_ENDS of them; NULL beyond the last body. */
void bri_frames_of(const bri_point *point, const int *body, int count, const bri_frame **frames);
/* The same in the initial configuration; still is the room for them, BRI_ENDS frames. */
void bri_frames_at_start(const bri_system *system, const sys_joint *joint, bri_frame *still, const bri_frame **frames);
/* Largest position and velocity errors of the rows that hold. */
void bri_constraint_errors(const bri_point *point, double *position, double *velocity);

/* --- in line: called for every joint at every evaluation --------------------------------------------------------------- */

/* Adds effort x motion to a vector of generalised forces. */
static inline void bri_add_effort(const int *body, int bodies, const bri_motion *motion, double effort, double *force)
{
    for (int e = 0; e < bodies; e++)
        for (int i = 0; i < BRI_DOF && body[e] != BRI_GROUND; i++)
            force[BRI_DOF * body[e] + i] += effort * motion->end[e][i];
}

/* Gradient of a motion times a vector of coordinates: rate for velocities, acceleration (without bias) for u'. */
static inline double bri_motion_dot(const int *body, int bodies, const bri_motion *motion, const double *vector)
{
    double sum = 0;
    for (int e = 0; e < bodies; e++)
        for (int i = 0; i < BRI_DOF && body[e] != BRI_GROUND; i++)
            sum += motion->end[e][i] * vector[BRI_DOF * body[e] + i];
    return sum;
}

/* Position error of a row, and its velocity error with the prescribed part. */
static inline double bri_row_error(const bri_point *point, int row) { return point->row[row].value; }
static inline double bri_row_velocity(const bri_point *point, int row)
{
    return point->row_rate[row] + point->row[row].drift;
}

/* Rate of an interface's free motion, m/s or rad/s; and that motion. */
static inline double bri_slip_rate(const bri_point *point, const sys_interface *interface)
{
    return point->freed_rate[point->system->joint[interface->joint].freed_at + interface->motion];
}
static inline const bri_motion *bri_slip_motion(const bri_point *point, const sys_interface *interface)
{
    return &point->freed[point->system->joint[interface->joint].freed_at + interface->motion];
}

#endif

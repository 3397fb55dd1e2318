/* system.h - the equations of a model: absolute coordinates, Newton-Euler, Lagrange multipliers
 *
 *     M u' = Q + J^T lambda + W^T f(v, N(lambda), z),    J u' + bias = 0,    z' = zdot(v, N, z)
 *
 * J holds the rows of the joints, then a row for every interface that may stick. A system is const once it is built;
 * bri_work is what one evaluation writes, one for each thread.
 *
 *     x = q (3 per body) | u (3 per body) | distances slid | z | quadratures */
#ifndef BRISTLE_SYSTEM_SYSTEM_H
#define BRISTLE_SYSTEM_SYSTEM_H

#include <stdint.h>

#include "base/arena.h"
#include "bristle/friction.h"
#include "bristle/sim.h"
#include "contact/contact.h"
#include "force/force.h"
#include "integrator/problem.h"
#include "joint/joint.h"
#include "linalg/sparse.h"
#include "model/parts.h"
#include "signal/signal.h"

enum {
    BRI_GROUND = -1,       /* as a body's index */
    BRI_Z_MAX = 32,        /* states of one law */
    BRI_CONDENSED_MAX = 8, /* contacts up to which reactions are condensed to a function of friction */
    BRI_SHARED_MAX = 100   /* the same, where joints share a load that rigid bodies leave open */
};

typedef struct sys_joint {
    const bri_joint_kind *kind;
    const void *params;
    const char *name;
    const bri_record *record;
    bri_site site;
    int bodies, body[BRI_ENDS];
    int held, freed, patches; /* how many rows of each */
    int row;                  /* first of its held rows */
    int freed_at;             /* first of its freed motions in bri_work; behind them, the sliding at each of its gaps */
    int gaps, gap;            /* where it may touch: how many, and the first; 0: it is not loose */
    bool moves_something;     /* friction or a force acts along what it leaves free */
    bool watched;             /* edges look at it */
    const bri_record *drive;  /* signal of a driver; NULL: it is none */
} sys_joint;

typedef struct sys_force {
    const bri_force_kind *kind;
    const void *params;
    const char *name;
    bri_site site;
    int bodies, body[BRI_ENDS];
    int along; /* the freed motion that it acts along; -1: its own */
    const bri_record *signal;
} sys_force;

typedef struct sys_gap { /* a place where the bodies of a loose joint may touch */
    int joint, index;    /* index: among the joint's gaps */
    char label[64];      /* "hinge", or "slot.left" */
    const bri_contact_law *law;
    const void *params;
    double constants[BRI_PUSH_CONSTANTS];
    double deepest; /* where the law ends, m */
    bri_sides sides;
    bool assumed; /* no material is given: steel */
    int discrete; /* BRI_APART, ...; the next are the speed with which the contact began, and how deep its blow goes */
} sys_gap;
enum {
    BRI_APART,
    BRI_PRESSED, /* the first blow: until the depth first falls, */
    BRI_REBOUND, /* and until it rises again without their having parted */
    BRI_LASTING
};

typedef struct sys_interface { /* friction along one freed motion of a joint, or at a gap */
    int joint, motion;         /* motion: of the joint's freed ones */
    int gap;                   /* that presses it together; -1: none */
    const bri_friction_params *params;
    const bri_friction_law *law;
    const char *name; /* of the joint */
    char label[64];   /* "floor", or "floor.rolling": before its channels */
    bool linear;      /* the loads are linear in the multipliers */
    bool from_reaction, from_elastic, elastic_follows_load, sticks;
    double elastic_by_z; /* slope of the elastic part, for one newton of load where it follows it */
    int patch, patches;  /* its contacts among the system's rubs */
    int stick_row;       /* -1: it never sticks */
    int stick_mode;      /* BRI_STUCK, ...; the next mode is the value of the motion where it stuck */
    int pressed_mode;    /* of each contact, BRI_HELD_MAX: where its load points, as it was seen last */
    bri_pair pair;
    bri_noise *noise; /* NULL: none */
    int distance;     /* where the distance slid stands in x; -1: nowhere */
} sys_interface;

enum { /* below 0: the other way */
    BRI_STUCK,
    BRI_SLIPS,
    BRI_HANGS, /* at its limit, and does not move because others hold; it slides a little where joints are elastic, */
    BRI_CLINGS /* or else, where that has no solution, does not */
};

typedef struct sys_patch { /* one contact of an interface */
    int interface, index;  /* index: among the joint's rubs */
    int states, discrete_states, events, elements;
    int z, discrete, g; /* where they begin in x, among the modes, among the edges */
    int piece;          /* the mode that says in which piece of its law it is; -1: the law is not made of pieces */
    int sign_edge;      /* -1: the load cannot change its sign */
} sys_patch;

typedef struct sys_lent { /* a number of a friction law that was derived from the stiffness of links */
    int joint;
    const char *parameter;
    char unit[32];
    double value, stiffness, load, time; /* stiffness: along its sliding, N/m; load: N, at that time */
} sys_lent;

typedef struct sys_touch { /* a moving body that a row takes hold of */
    int end, at;           /* at: of the body's three coordinates among all */
} sys_touch;

typedef struct sys_pair { /* two rows that share a moving body: what they add to J M^-1 J^T */
    int first, first_end, second, second_end, body;
    int at, at_transposed; /* among the values of the sparse matrix */
} sys_pair;

typedef struct sys_reach { /* a row that feels a rub's friction through a body that they share */
    int row, row_end, patch, patch_end, body;
    int at[BRI_HELD_MAX]; /* of (row, each held row of the rub's joint) among the values */
} sys_reach;

struct bri_system {
    bri_arena arena;
    bri_model *model; /* elastic links are split into segments */
    bri_model *whole; /* as it was given, where it has such links; else NULL */
    char *name;
    int bodies, joints, forces, gaps, interfaces, patches, freed;
    int rows, held_rows; /* held_rows: without those of sticking */
    double gravity[2];
    const char **body_name;
    double *mass, *inertia, *inverse; /* inverse: 3 per body */
    sys_joint *joint;
    sys_force *force;
    sys_gap *gap;
    bri_record usual_normal; /* where a joint is loose and names no law */
    sys_interface *interface;
    sys_patch *patch;
    sys_lent *lent;
    int lents;
    int pairs, reaches;
    sys_pair *pair;
    sys_reach *reach;
    sys_touch (*touch)[BRI_ENDS]; /* the moving bodies of each row */
    int *touches;                 /* how many */
    bri_sparse sparse;
    /* the problem */
    int states, locals, quadratures, discrete_states, events, distances;
    bool *kinks;     /* which edges they are */
    bool *gates;     /* of gaps and sticks: above 0 while their mode lasts */
    int z;           /* where the law's states begin in x */
    double *q0, *u0; /* as the model begins */
    bool *u_given;
    double *size;
    double length, speed; /* of the mechanism: what its errors are measured by */
    double working_speed; /* of the bodies, at the beginning, m/s */
    double t0;
    int hold, coupling, redundancy;
    bool any_elastic, edges_need_load;
    bool fold_edge;     /* the last edge: where friction and reactions lose their common solution */
    bool fold_sudden;   /* it can happen within a step: a bristle's damping follows no load */
    bool faces_turn;    /* where a contact rubs depends on the sign of its load */
    bool condensed;     /* contacts are few: condense.c solves, not solve.c */
    bool loads_given;   /* none comes from a reaction */
    bool shares;        /* rows may depend on each other, and it matters who carries what: share.c */
    int *gives_way;     /* rows, in the order in which they are eliminated */
    bool *is_couple;    /* of each row: its multiplier is in N m */
    double *compliance; /* of each row, m/N */
    double alpha, beta;
    int degrees, redundant; /* of freedom, at the beginning; rows that depend on others */
    double position_error, velocity_error;
    /* channels */
    int channels;
    bri_column *channel;
};

typedef struct bri_work { /* one evaluation */
    const bri_system *system;
    bri_arena arena;
    double t, segment_end; /* of the last evaluation; up to where the signals are smooth */
    bri_frame *frame;
    const double *u;  /* velocities of the point that was evaluated */
    bri_motion *row;  /* rows of J: held ones, then those of sticking */
    double *row_rate; /* without drift */
    bool *active;     /* rows that hold now */
    bri_motion *freed;
    double *freed_rate;
    bri_motion *along; /* of each force */
    double *along_rate;
    bri_effort *effort;
    bri_gap *gap;
    double *depth_rate; /* of each gap */
    bri_push *push;
    int too_deep;                                 /* a gap whose law ends before; -1: none */
    bri_patch *patch;                             /* of each contact */
    double *patch_rate;                           /* slip over lever */
    double *load, *friction, *by_load, *zdot, *z; /* friction: on the second body, N */
    double
        *holding; /* friction of those at rest, where they were solved for last: of two solutions, one that hangs keeps
                      * to the one that held it */
    double *elastic_load, *lagged; /* load from the elastic part; load at the last accepted step */
    double *applied;               /* generalised forces without reactions and friction, 3 per body */
    double *a;                     /* u' */
    double *magnitude;             /* of the forces on each coordinate */
    double *lambda, *lambda_kept;  /* lambda_kept: of the last accepted step */
    const double *weight; /* of coordinates that are moved onto the constraints: M^-1, or 0 for those that stay */
    double *base, *column, *forces, *loop, *trial; /* of condense.c */
    int *loop_pivot;
    double *solutions;                        /* of solutions.c */
    double *null, *shares, *share, *definite; /* of share.c: the null vectors, and how much of each is taken */
    int *share_pivot, *eliminated;
    double unit_length;    /* m, that couples are weighed by */
    double *adjoint;       /* of stiff.c */
    double *before, *step; /* of Newton's method */
    bool *candidate;       /* interfaces at rest, to be decided on */
    bool *dragged;         /* of them, those that the joints or drivers set in motion */
    bool only_held;        /* rows that stick do not count */
    bool trying;           /* it is only a question: what held is not forgotten */
    bool strict;           /* a set that is held by self-stress will not do */
    bri_pivots weakest; /* of all matrices since bri_sim_step began: how near the joints came to depend on each other */
    int dropped;        /* rows that depend on others */
    int open;           /* multipliers that rigid bodies leave open here */
    int hold;           /* BRI_HOLD_: how the constraints are kept */
    double tolerance;   /* of the constraints, over the mechanism's length and speed */
    double worst_position, worst_velocity;
    double *plain, *matrix, *residual, *scratch; /* J M^-1 J^T; with friction, factored; ... */
    double *reach;                               /* what each sys_reach carries */
    bool observes;                               /* channels are wanted: all motions are looked at */
    double hg;                                   /* of local_rates; 0: z is given */
    /* of one law */
    bri_slip slip;
    double slope_z[2 * BRI_Z_MAX], slope_v[2 * BRI_Z_MAX], slope_load[BRI_Z_MAX], slope_zz[BRI_Z_MAX * BRI_Z_MAX];
    /* the last point that was solved, so that edges and channels need not solve it again */
    double *last_x, *last_mode;
    double *mode_trial, *mode_kept;
    double *x_start, *mode_start; /* how the model begins */
    double last_t;
    bool solved;
    /* what went wrong, or may be wrong */
    bri_status trouble;
    char why[400];
    bool told;   /* why says what is wrong */
    bool broken; /* two solutions of friction and reactions have met: there is no way on */
    long solves, iterations, most_iterations;
    double projected; /* energy put in by settle, J */
} bri_work;

bri_status bri_work_create(const bri_system *system, bri_work **work, bri_error *err);
void bri_work_destroy(bri_work *work);

/* --- build.c, start.c -------------------------------------------------------------------------------------------------- */
bri_status bri_system_build_loose(const bri_model *model, bri_system **system, bri_error *err); /* not yet started */
bri_model *bri_system_model(const bri_system *system);                                          /* as it was given */
bri_status bri_find_pattern(bri_system *system, bri_error *err);
bri_status bri_start(bri_system *system, bri_error *err);
bri_status bri_system_refresh(bri_system *system, bri_error *err); /* numbers were changed in its model */

/* --- lend.c: friction laws of the model take the stiffness of links that are elastic as: friction */
bri_status bri_lend_stiffness(bri_system *system, bri_error *err);

/* --- kinematics.c: motions and rates at a point; J M^-1 J^T ---------------------------------------------------------- */
void bri_move(bri_work *work, double t, const double *x, const double *discrete);
void bri_move_rubbing(bri_work *work, double t,
                      const double *x); /* only the joints that rub: for edges that are speeds */
void bri_assemble(bri_work *work);
void bri_apply(bri_work *work, const int *body, int count, const bri_motion *motion, double effort);
void bri_frames_of(const bri_work *work, const int *body, int count, const bri_frame **frames);
/* Of a joint's bodies as the model begins; still is where they are kept, BRI_ENDS of each. */
void bri_frames_at_start(const bri_system *system, const sys_joint *joint, bri_frame *still, const bri_frame **frames);
/* adds J^T lambda */
void bri_add_reactions(const bri_work *work, const double *lambda, double *force);

/* --- gaps.c: loose joints ---------------------------------------------------------------------------------------------- */
extern const bri_material_params bri_steel; /* where no material is given */
bri_status bri_gather_gaps(bri_system *system, bri_error *err);
bri_status bri_prepare_gaps(bri_system *system, bri_error *err);
void bri_move_gaps(bri_work *work, const sys_joint *joint, const bri_frame *const *frames, const double *const *u);
void bri_push_all(bri_work *work,
                  const double *discrete); /* of the gaps that were moved; added to the applied forces */
int bri_gap_events(const bri_work *work, const double *discrete, double *g); /* how many */
void bri_gap_note(bri_work *work, double t, const double *x, double *discrete);
/* How many edges it looked at; changed: the equations are others. */
int bri_gap_handle_event(bri_work *work, const bool *fired, double *x, double *discrete, bool *changed);
bool bri_gap_again(bri_work *work, double *x, double *discrete); /* after numbers were changed; true: phases were too */
void bri_gap_start(bri_work *work, double *discrete);            /* of the point that was moved to */
void bri_gaps_at_start(const bri_system *system, const sys_joint *joint, bri_gap *gaps);
double bri_blow_depth(const bri_system *system, int gap, double speed);
double bri_clearance_of(const sys_joint *joint);                /* 0: it has none */
bri_outcome bri_tell_depth(bri_work *work);                     /* one is deeper than its law goes: says so */
void bri_pair_complete(bri_pair *pair, const bri_sides *sides); /* what friction is not told, from the contact */

/* --- friction.c ------------------------------------------------------------------------------------------------------- */
typedef enum bri_pass {
    BRI_PASS_ELASTIC, /* the force is its elastic part, where an interface takes its load from it */
    BRI_PASS_WHOLE,
} bri_pass;
/* Loads from lambda; friction, its slope by the load and zdot of every contact that is not stuck. */
void bri_rub_all(bri_work *work, const double *x, const double *discrete, bri_pass pass);
bool bri_has_film(const sys_interface *interface);   /* enough is known of its surfaces and lubricant */
double bri_floor_of(const sys_interface *interface); /* of G, where it decides under small loads; 0: it does not */
void bri_clear_slopes(bri_work *work, int n);        /* those of a law with n states */
void bri_keep_holding(bri_work *work, const double *discrete);
void bri_keep_loads(bri_work *work);                                           /* for coupling: lagged */
double bri_contact_load(const bri_work *work, const sys_interface *interface); /* of one that a gap presses */
void bri_see_contacts(bri_work *work); /* slip rates and loads, without the laws */
/* Whether forces, or the rates of states, would change with the loads: else what bri_rub_all gave is final. */
bool bri_load_matters(const bri_work *work, bri_pass pass);
void bri_see_loads(bri_work *work, bri_pass pass); /* of the multipliers that stand in work, without the laws */
void bri_slip_of(bri_work *work, int patch, const double *x, const double *discrete, double load);
/* Puts every contact in the piece of its law that its speed is in. True: one was in another. */
bool bri_see_pieces(bri_work *work, double t, const double *x, double *discrete);
double bri_interface_static_limit(bri_work *work, int interface, const double *x, const double *discrete);
/* The static limit, against the motion that the contact is about to make, and its slope by bri_rub.load. */
double bri_hanging_force(bri_work *work, int patch, const double *x, const double *discrete, double load,
                         double *by_signed);
bool bri_is_stuck(const sys_interface *interface, const double *discrete);
bool bri_is_hanging(const sys_interface *interface, const double *discrete);
bool bri_is_rubbing(const bri_system *system, const sys_interface *interface, const double *discrete); /* nor stuck */
bool bri_is_apart(const bri_system *system, const sys_interface *interface, const double *discrete); /* nothing rubs */
bool bri_any_hanging(const bri_system *system, const double *discrete);
bool bri_any_stuck(const bri_system *system, const double *discrete);
double bri_interface_effort(const bri_work *work, const sys_interface *interface,
                            const double *discrete); /* along its motion */

/* --- solve.c: accelerations, reactions and friction together -------------------------------------------------------- */
bri_outcome bri_solve(bri_work *work, double t, double *x, const double *discrete, double hg);
bool bri_is_last_point(const bri_work *work, double t, const double *x, const double *discrete);
void bri_accelerate(bri_work *work); /* a, from the multipliers and friction that stand in work */
double bri_row_residual(const bri_work *work, int row);
void bri_note_pivots(bri_work *work, bri_pivots pivots); /* of J M^-1 J^T */
const sys_joint *bri_joint_of_row(const bri_system *system, int row);
bri_outcome bri_unsolved(bri_work *work);
/* det(1 - dF/dN dN/dF) with z given: above 0 on the branch that begins without friction, 0 where two solutions meet */
double bri_fold(bri_work *work);
double bri_condense_fold(const bri_work *work);
void bri_condense(bri_work *work, double t, const double *x,
                  const double *discrete); /* moves there; base and columns; friction, as if loads were 0 */
bri_outcome bri_condense_solve(bri_work *work, const double *x, const double *discrete);
const char *bri_weakest_joint(bri_work *work); /* whose rows nearly depend on others; NULL: none */
void bri_see_base(bri_work *work);             /* lambda without friction, and the columns */
void bri_see_columns(bri_work *work); /* lambda by a unit of each contact's friction; the plain matrix is factored */
double bri_load_by_force(const bri_work *work, int of, int by); /* slope of a contact's load; columns were seen */
void bri_blame(bri_work *work, double t);                       /* says in why which joint it is */

/* --- stiff.c: at the point that was solved last -------------------------------- */
bool bri_knows_stiffness(const bri_system *system); /* else these cannot be asked */
void bri_stiff_frame(bri_work *work, double *push, double *follow);
void bri_stiff_core(bri_work *work, double *core);

/* --- reactions.c ------------------------------------------------------------------------------------------------------ */
/* Of the point that was moved to and whose contacts were seen; locked: interfaces that hold. */
bri_status bri_reactions_at(const bri_work *work, const bool *locked, bri_reaction_fn *tell, void *user, int *redundant,
                            bri_error *err);

/* --- solutions.c ------------------------------------------------------------------------------------------------------ */
enum {
    BRI_SOLUTIONS_MAX = 16
};
/* Where contacts slide as they do: how many solutions friction and reactions have; all_found: there are no more. */
int bri_count_solutions(bri_work *work, double t, double *x, const double *discrete, bool *all_found);

/* --- share.c: where rows depend on each other ------------------------------------------------------------------------ */
enum {
    BRI_ROW_NAME = 128
};
/* "pin.force_x", or "guide.friction" of a row by which it sticks */
const char *bri_row_name(const bri_system *system, int row, char name[BRI_ROW_NAME]);
int bri_most_open(const bri_system *system); /* rows that can depend on others at one time */
bri_status bri_prepare_sharing(bri_system *system, bri_error *err);
bri_outcome bri_share_find(bri_work *work);           /* J M^-1 J^T is factored */
void bri_share(const bri_work *work, double *lambda); /* as the treatment of redundancy says */
/* Of the point that was solved last, with one degree of freedom but for sticking: above 0, friction of all that is at rest
 * opposes one motion; below, it does not. NAN: there is nothing to oppose. */
double bri_coherence(bri_work *work, const double *x, const double *discrete);
double bri_row_weight(const bri_work *work, int row);
bool bri_is_held(bri_work *work, const sys_interface *interface); /* by the rows that hold now; it does not stick */

/* --- stick.c ---------------------------------------------------------------------------------------------------------- */
bool bri_is_at_rest(const bri_work *work, const sys_interface *interface); /* it hardly moves */
/* One that stuck was dragged along: those that were with it slip the way they go. */
void bri_stick_tear(bri_work *work, double *discrete, bool *candidate);
/* Where loads point, at the point that was solved last; not anew: only of those that have turned far. */
void bri_stick_note(bri_work *work, double *discrete, bool anew);
double bri_hang_edge(bri_work *work, const sys_interface *interface, double t, const double *x, const double *discrete);
double bri_stick_edge(bri_work *work, const sys_interface *interface, const double *x, const double *discrete);
/* Decides for every interface at rest whether it sticks or which way it slips. */
bool bri_stick_decide(bri_work *work, double t, double *x, double *discrete, const bool *candidate);
/* The same where the equations have changed while it stuck. True if a mode did too. */
bool bri_stick_again(bri_work *work, double t, double *x, double *discrete);
void bri_stick_start(bri_work *work, double t, double *x, double *discrete);

/* --- problem.c: what integrators see ----------------------------------------------------------------------------------- */
void bri_problem_of(bri_work *work, bri_problem *problem);
void bri_see_errors(const bri_work *work, double *position, double *velocity); /* the largest, of rows that hold */
bri_status bri_project_position(bri_work *work, double t, double *x, const double *discrete);
void bri_project_velocity(bri_work *work, double t, double *x, const double *discrete);
/* Back onto the constraints, masses as weights; the largest position and velocity errors that were there. */
bri_status bri_project(bri_work *work, double t, double *x, const double *discrete, double *position, double *velocity);

/* The same; if it cannot be done the run is broken, and why tells which joint stays open. */
bool bri_close(bri_work *work, double t, double *x, const double *discrete);
double bri_longest_step(const bri_system *system); /* to see its signals */

/* --- partition.c: the same problem in independent coordinates ----------------------------------------------------------- */
typedef struct bri_partition bri_partition;
bri_status bri_partition_create(bri_work *work, double t, const double *x, const double *discrete, bri_problem *problem,
                                bri_partition **partition, bri_error *err);
/* All of x; a view until the next call. */
const double *bri_partition_whole(bri_partition *partition, double t, const double *x, const double *discrete);
void bri_partition_reduce(const bri_partition *partition, const double *whole, double *x);
void bri_partition_at(bri_partition *partition,
                      const double *whole); /* where the dependent coordinates are looked for */

/* --- channels.c -------------------------------------------------------------------------------------------------------- */
bri_status bri_channels_name(bri_system *system, bri_error *err);
bri_outcome bri_channels_of(bri_work *work, double t, const double *x, const double *discrete, double *out);
typedef struct bri_energies {
    double kinetic, potential, stored, pressed; /* stored in springs, pressed in contacts */
} bri_energies;
double bri_energy_sum(const bri_energies *energies);
bri_energies bri_energies_of(const bri_work *work, const double *x); /* of the point last moved to */

#endif

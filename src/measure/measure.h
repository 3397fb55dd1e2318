/* measure.h - a measure of a run: one kind, with a table of parameters and a function that computes its value when the run has
 * ended */
#ifndef BRISTLE_MEASURE_MEASURE_H
#define BRISTLE_MEASURE_MEASURE_H

#include "bristle/verdict.h"
#include "measure/trajectory.h"

/* Of all kinds; a kind's table has those that it uses. A kind with parameters of its own has a struct that begins with this one, and
 * its own params_size. */
typedef struct bri_measure_params {
    char *of;               /* channel, event, interface, contact, ...; NULL: not given */
    double from, to;        /* window, s; NAN: the beginning, the end of the run */
    char *after, *before;   /* events that bound the window; NULL: none */
    char *level, *to_level; /* values of a channel with their units; NULL: not given */
    char *when, *peak;      /* channels: the time is that of a crossing of level, of the largest value; NULL: none */
    char *against;          /* another channel; NULL: none */
    double at;              /* s; NAN: not given */
    double rtol;            /* of the reference run */
    int nth;
} bri_measure_params;

/* Rows of the tables. The key of the first one in a file is the name of the measure: {max: block.x}. */
#define ROW_CHANNEL BRI_STRING_PARAM(bri_measure_params, of, "channel")
#define ROW_WINDOW                                                                                                     \
    BRI_PARAM(bri_measure_params, from, "s", NAN, -1e12, 1e12, "beginning of the window; not given: that of the run"), \
        BRI_PARAM(bri_measure_params, to, "s", NAN, -1e12, 1e12, "end of the window; not given: that of the run"),     \
        BRI_STRING_PARAM(bri_measure_params, after, "event with which the window begins: floor slips"),                \
        BRI_STRING_PARAM(bri_measure_params, before, "event with which the window ends, the first in it")
#define ROW_LEVEL BRI_STRING_PARAM(bri_measure_params, level, "level, with its unit; not given: 0")
#define ROW_INSTANT                                                                                                    \
    BRI_PARAM(bri_measure_params, at, "s", NAN, -1e12, 1e12, "time; not given: the beginning of the run")
#define ROW_REFERENCE                                                                                                  \
    BRI_PARAM(bri_measure_params, rtol, "1", 1e-12, 1e-13, 1e-3, "relative tolerance of the reference run")
#define ROW_NTH(doc) BRI_INT_PARAM(bri_measure_params, nth, 1, 1, 1e9, doc)

typedef enum bri_measure_subject { /* what the first parameter names */
    BRI_OF_NOTHING,
    BRI_OF_CHANNEL,
    BRI_OF_EVENT, /* the beginning of its text, or a pattern: "floor slips", "* sticks" */
    BRI_OF_ENERGY,
    BRI_OF_INTERFACE,
    BRI_OF_CONTACT,
    BRI_OF_FILM,
    BRI_OF_FORCE,
    BRI_OF_VERDICT,
} bri_measure_subject;

typedef struct bri_measuring { /* a measure whose names were found, and the run that it is of */
    const bri_measure_params *params;
    const bri_system *system;
    const bri_result *result;
    bri_trajectory y, other; /* of the channel, and of when, peak or against; other.channel -1: none */
    double level, to_level;
    double seconds; /* CPU time of the run; NAN: not known */
    bri_verdict_history *
        *verdicts;            /* on the initial configuration under the loads of the run; made by the first that asks */
    bri_trajectory reference; /* the channel in the reference run; recording NULL: there is none, and why_not says so */
    const char *why_not;
} bri_measuring;

typedef struct bri_outcome_of_measure {
    double number;  /* NAN: it does not exist */
    char word[200]; /* instead of a number; "": none */
    char why[200];  /* why it does not exist */
} bri_outcome_of_measure;

typedef enum bri_measure_unit {
    BRI_UNIT_OWN,     /* that of the kind */
    BRI_UNIT_CHANNEL, /* that of the channel */
    BRI_UNIT_PRODUCT, /* of both channels */
    BRI_UNIT_RATE,    /* of the channel over that of the other */
} bri_measure_unit;

typedef struct bri_measure_kind {
    bri_kind kind;
    bri_measure_subject of;
    bri_measure_unit unit_of;
    bool level_of_channel; /* levels are values of the channel, also where there is another one */
    bool by_reference;     /* it needs a reference run with the tolerance rtol */
    bool by_clock;         /* it needs the CPU time of the run, which costs some */
    const char *unit;      /* of BRI_UNIT_OWN */
    const char *example;   /* as run --measure takes it */
    const char *words;     /* what tables call it; "%s" stands for what it is of */
    void (*value)(const bri_measuring *m, bri_outcome_of_measure *out);
} bri_measure_kind;

/* The fields of a kind that every one has. */
#define MEASURE_KIND(name_, title_, table_)                                                                            \
    .kind = {.name = name_,                                                                                            \
             .family = "measure",                                                                                      \
             .title = title_,                                                                                          \
             .params_size = sizeof(bri_measure_params),                                                                \
             .params = table_}

/* For kinds: the curve exists, or why not. */
bool bri_has_trajectory(const bri_measuring *m, bri_outcome_of_measure *out);
void bri_no_value(bri_outcome_of_measure *out, const char *format, ...) BRI_PRINTF(2, 3);
/* Whether an event is meant by a text, "floor slips" or a pattern. */
bool bri_is_event_of(const bri_event *event, const char *text);
/* The summary of that name; NULL: none, and out says so. */
const bri_friction_summary *bri_friction_summary_of(const bri_measuring *m, bri_outcome_of_measure *out);
const bri_contact_summary *bri_contact_summary_of(const bri_measuring *m, bri_outcome_of_measure *out);
const bri_film *bri_film_of(const bri_measuring *m, bri_outcome_of_measure *out);
const bri_force_summary *bri_force_summary_of(const bri_measuring *m, bri_outcome_of_measure *out);

#endif

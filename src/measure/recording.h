/* recording.h - channels of a run as functions of time: on each step, or a part of it, the quartic through five values of the dense
 * output
 *
 * A step is halved until the quartic also meets two values between its nodes, so that a measure is computed from the steps
 * and not from rows: it has the same bits for any interval of the output. Events lie between segments, where a channel may
 * jump. */
#ifndef BRISTLE_MEASURE_RECORDING_H
#define BRISTLE_MEASURE_RECORDING_H

#include "sim/run.h"

enum {
    BRI_NODES = 5 /* of a segment, at equal distances */
};

typedef struct bri_recording {
    const bri_system *system;
    int channels, *channel; /* which of the system's */
    size_t count, room;     /* of segments */
    double (*span)[2];      /* from, to, s; both are equal in the last one, the final state */
    double *value;          /* of a segment: of each channel, BRI_NODES values */
    double *largest;        /* magnitude of each channel so far */
    double *now, *at;       /* all channels of the system at one time; room for the nodes of a segment */
    double *noise;          /* of each channel: a disagreement that halving does not reduce, as rounding around 0 */
    double rtol;
    int samples, unmet; /* in the present step: values that were computed, segments whose checks are not met */
    bool failed;        /* out of memory */
} bri_recording;

bri_status bri_recording_create(const bri_system *system, int channels, bri_recording **recording, bri_error *err);
void bri_recording_destroy(bri_recording *recording);
void bri_recording_step(void *recording, bri_sim *sim, double from); /* both as in bri_observer */
void bri_recording_end(void *recording, bri_sim *sim);

static inline const double *bri_recording_values(const bri_recording *h, size_t segment, int channel)
{
    return h->value + (segment * (size_t)h->channels + (size_t)channel) * BRI_NODES;
}

#endif

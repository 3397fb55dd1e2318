/* subject.h - what a measure is of, by its name: an interface, a contact, a film, a force */
#ifndef BRISTLE_MEASURE_SUBJECT_H
#define BRISTLE_MEASURE_SUBJECT_H

#include "measure/measure.h"

/* Fails, with similar names, if the system has no such interface, contact, film or force. Other subjects, such as channels and
 * events, are not looked at: an event that a run does not have is an outcome. where: the text of the measure, for the message. */
bri_status bri_measure_find_subject(bri_measure_subject of, const char *name, const bri_system *system,
                                    const char *where, bri_error *err);

#endif

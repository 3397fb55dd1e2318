/* measure.c - what several measures use */
#include "measure/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bri_no_value(bri_outcome_of_measure *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out->why, sizeof out->why, format, arguments);
    va_end(arguments);
}

bool bri_has_trajectory(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_trajectory_exists(&m->y)) return true;
    bri_no_value(out, "no part of the run lies in the window from %.6g s to %.6g s", m->y.from, m->y.to);
    return false;
}

/* Whether a text matches a pattern, in which "*" stands for any characters; it may go on behind the pattern. */
static bool begins_with(const char *text, const char *pattern)
{
    const char *star = strchr(pattern, '*');
    size_t head = star ? (size_t)(star - pattern) : strlen(pattern);
    if (strncmp(text, pattern, head) != 0) return false;
    if (!star) return true;
    for (text += head;; text++) {
        if (begins_with(text, star + 1)) return true;
        if (!*text) return false;
    }
}

bool bri_is_event_of(const bri_event *event, const char *text) { return begins_with(event->what, text); }

/* --- summaries by name ------------------------------------------------------------------------------------------------------ */

const bri_friction_summary *bri_friction_summary_of(const bri_measuring *m, bri_outcome_of_measure *out)
{
    for (int i = 0; i < m->result->friction_summaries; i++)
        if (!strcmp(m->result->friction_summary[i]->name, m->params->of)) return m->result->friction_summary[i];
    bri_no_value(out, "there is no interface '%.100s'", m->params->of);
    return NULL;
}

const bri_contact_summary *bri_contact_summary_of(const bri_measuring *m, bri_outcome_of_measure *out)
{
    for (int i = 0; i < m->result->contact_summaries; i++)
        if (!strcmp(m->result->contact_summary[i]->name, m->params->of)) return m->result->contact_summary[i];
    bri_no_value(out, "there is no contact '%.100s'", m->params->of);
    return NULL;
}

const bri_film *bri_film_of(const bri_measuring *m, bri_outcome_of_measure *out)
{
    for (int i = 0; i < m->result->films; i++)
        if (!strcmp(m->result->film[i]->name, m->params->of)) return m->result->film[i];
    bri_no_value(out, "there is no film '%.100s'", m->params->of);
    return NULL;
}

const bri_force_summary *bri_force_summary_of(const bri_measuring *m, bri_outcome_of_measure *out)
{
    for (int i = 0; i < m->result->force_summaries; i++)
        if (!strcmp(m->result->force_summary[i]->name, m->params->of)) return m->result->force_summary[i];
    bri_no_value(out, "there is no driver, force or joint '%.100s'", m->params->of);
    return NULL;
}

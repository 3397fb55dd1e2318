/* events_so_far.c - events of the last step, and the record of a sim */
#include "sim/events_so_far.h"

#include <string.h>

static size_t size_of(const bri_sim *sim) { return (size_t)sim->system->discrete_states * sizeof(double); }

void bri_events_begin(bri_sim *sim)
{
    if (size_of(sim)) memcpy(sim->discrete_before, bri_stepper_discrete(sim->stepper), size_of(sim));
}

void bri_events_report(bri_sim *sim, bri_event_fn *report, void *user)
{
    const bool *fired = bri_stepper_fired(sim->stepper);
    const double *before = sim->discrete_before, *after = bri_stepper_discrete(sim->stepper);
    if (!fired && (!size_of(sim) || !memcmp(before, after, size_of(sim)))) return;
    bri_discrete_unpack(&sim->before, before);
    bri_discrete_unpack(&sim->after, after);
    bri_report_events(&sim->before, &sim->after, fired, report, user);
}

static void record(const bri_event_record *note, void *user)
{
    bri_sim *sim = user;
    if (sim->events < sim->event_room)
        sim->event[sim->events] = (bri_sim_event){.time = bri_stepper_time(sim->stepper),
                                                  .joint = note->of,
                                                  .event = note->what,
                                                  .value = note->value,
                                                  .unit = note->unit};
    sim->events++;
}

void bri_events_end(bri_sim *sim) { bri_events_report(sim, record, sim); }

void bri_sim_keep_events(bri_sim *sim, bri_sim_event *event, int room)
{
    sim->event = event;
    sim->event_room = event ? room : 0;
}

int bri_sim_events(const bri_sim *sim) { return sim->events; }

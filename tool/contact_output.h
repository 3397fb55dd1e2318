/* contact_output.h - what bristle contact prints and writes */
#ifndef BRISTLE_TOOL_CONTACT_OUTPUT_H
#define BRISTLE_TOOL_CONTACT_OUTPUT_H

#include "command.h"
#include "contact/contact.h"
#include "contact/fit.h"

typedef struct contact_job {
    const bri_contact_law *law;
    bri_params params;
    bri_sides sides;
    double constants[BRI_CONTACT_CONSTANTS];
    double from, to; /* loads, N */
    bool fitted;
    bri_power_fit fit; /* if fitted */
} contact_job;

/* contact_output.c; all require the constants and loads, and return the exit status. */
double largest_contact_force(const contact_job *j); /* that the law allows; INFINITY: any */
int print_contact_text(const contact_job *j);
int print_contact_json(const contact_job *j);
int write_contact_curve(const contact_job *j, const char *path, bool json); /* a table or a plot */

/* contact_restitution.c: --restitution-table. Requires the name of a normal law, or none. */
int print_restitution_table(const command_line *arguments);

#endif

/* verdict_output.h - what bristle verdict prints: verdicts as text, JSON and CSV, sensitivity, number of solutions */
#ifndef BRISTLE_TOOL_VERDICT_OUTPUT_H
#define BRISTLE_TOOL_VERDICT_OUTPUT_H

#include "command.h"

enum {
    ANSWER_SIZE = 500 /* of a sentence */
};

/* verdict_answer.c: one plain sentence, without a line end. by: names of the forces that act alone; NULL: all loads */
void format_answer(char *text, size_t size, const bri_verdict_result *r, const char *by);
void format_history_answer(char *text, size_t size, const bri_verdict_history *h);

/* verdict_text.c */
void print_verdict(FILE *out, const bri_system *system, const bri_verdict_result *r,
                   const char *by); /* at an instant */
void print_verdict_history(FILE *out, const bri_system *system,
                           const bri_verdict_history *h); /* initial configuration */
void print_verdicts_along(FILE *out, const bri_system *system, const bri_verdict_history *h); /* of a run, at rest */

/* verdict_json.c */
void write_verdict_json(FILE *out, const bri_verdict_result *r, const char *by);
void write_verdict_history_json(FILE *out, const bri_verdict_history *h, const char *by);

/* verdict_csv.c */
void write_verdict_csv(FILE *out, const bri_verdict_result *r);
void write_verdict_history_csv(FILE *out, const bri_verdict_history *h);

/* Both run the model, print their result and return the exit status. */
int print_sensitivity(const command_line *arguments, const bri_model *model);           /* --sensitivity */
int print_number_of_solutions(const command_line *arguments, const bri_system *system); /* --sliding */

#endif

/* credibility.h - further questions of bristle verdict, which take runs of the model */
#ifndef BRISTLE_TOOL_CREDIBILITY_H
#define BRISTLE_TOOL_CREDIBILITY_H

#include "command.h"

int tell_sensitivity(const command_line *arguments, const bri_model *model); /* --sensitivity */
int tell_sliding(const command_line *arguments, const bri_system *system);   /* --sliding */

#endif

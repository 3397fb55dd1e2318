/* plot_script.h - a plot as a gnuplot script */
#ifndef BRISTLE_TOOL_PLOT_SCRIPT_H
#define BRISTLE_TOOL_PLOT_SCRIPT_H

#include "command.h"

void put_plot_script(FILE *out, const picture *picture);

#endif

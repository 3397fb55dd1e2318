/* plot_script.h - a picture in the words of gnuplot */
#ifndef BRISTLE_TOOL_PLOT_SCRIPT_H
#define BRISTLE_TOOL_PLOT_SCRIPT_H

#include "command.h"

void put_plot_script(FILE *out, const picture *picture);

#endif

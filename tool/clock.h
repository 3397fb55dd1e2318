/* clock.h - wall time, and CPU time of the thread that asks */
#ifndef BRISTLE_TOOL_CLOCK_H
#define BRISTLE_TOOL_CLOCK_H

double wall_seconds(void);
double cpu_seconds(void);

#endif

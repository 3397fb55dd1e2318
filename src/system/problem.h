/* problem.h - a system as integrators see it */
#ifndef BRISTLE_SYSTEM_PROBLEM_H
#define BRISTLE_SYSTEM_PROBLEM_H

#include "system/engine.h"

/* The problem's context is the engine. */
void bri_problem_of(bri_engine *engine, bri_problem *problem);

#endif

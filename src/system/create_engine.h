/* create_engine.h - an engine with the scratch of all files that use it */
#ifndef BRISTLE_SYSTEM_CREATE_ENGINE_H
#define BRISTLE_SYSTEM_CREATE_ENGINE_H

#include "system/engine.h"

/* The system must outlive it. */
bri_status bri_engine_create(const bri_system *system, bri_engine **engine, bri_error *err);

#endif

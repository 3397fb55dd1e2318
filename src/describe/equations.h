/* equations.h - the equations of the kinds that come with the library, which the build gathers from the opening comments
 * of their files (cmake/Equations.cmake) */
#ifndef BRISTLE_DESCRIBE_EQUATIONS_H
#define BRISTLE_DESCRIBE_EQUATIONS_H

typedef struct bri_equations {
    const char *family, *name; /* "joint", "revolute" */
    const char *lines;
} bri_equations;

#endif

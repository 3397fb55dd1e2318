/* termios.h - what libfyaml names of it, for wasm32-wasi, which has no terminals */
#ifndef TERMIOS_H
#define TERMIOS_H
#define TCSANOW 0
struct termios {
    int none;
};
static inline int tcgetattr(int fd, struct termios *t) { return (void)fd, (void)t, -1; }
static inline int tcsetattr(int fd, int when, const struct termios *t) { return (void)fd, (void)when, (void)t, -1; }
static inline void cfmakeraw(struct termios *t) { (void)t; }
#endif

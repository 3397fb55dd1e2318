/* stopping.c - Ctrl-C and SIGTERM: the first asks a command to stop and keep what it has, a later one ends the program */
#include "stopping.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

static volatile sig_atomic_t wanted;
static volatile time_t first;  /* signal, s */
static volatile long patience; /* us; 0: for ever */

/* Handlers make system calls only. NOLINTBEGIN(bugprone-signal-handler) */

static _Noreturn void end_with(const char *text, size_t length)
{
    remove_unfinished();
    if (write(STDERR_FILENO, text, length) >= 0) _exit(UNFINISHED);
    _exit(UNFINISHED);
}

static void end_at_once(int number)
{
    static const char text[] = "\nbristle: stopped\n";
    (void)number;
    end_with(text, sizeof text - 1);
}

static void end_unanswered(int number)
{
    static const char text[] = "\nbristle: stopped within a step that did not end: its results are lost\n";
    (void)number;
    if (patience) end_with(text, sizeof text - 1);
}

static void ask_to_stop(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (wanted && now.tv_sec > first + 1) end_at_once(number);
    if (wanted) return;
    first = now.tv_sec;
    wanted = 1;
    if (patience) setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {.tv_usec = patience}}, NULL);
}

/* NOLINTEND(bugprone-signal-handler) */

/* Unlike signal(), which in strict C17 lets a second signal kill the program. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void end_when_signalled(void)
{
    handle(SIGPIPE, SIG_IGN);
    handle(SIGINT, end_at_once);
    handle(SIGTERM, end_at_once);
}

void stop_when_signalled(void)
{
    wanted = 0;
    handle(SIGALRM, end_unanswered);
    handle(SIGINT, ask_to_stop);
    handle(SIGTERM, ask_to_stop);
}

bool stop_is_wanted(void) { return wanted != 0; }

void want_to_stop(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    first = now.tv_sec;
    wanted = 1;
}

void die_when_signalled(void)
{
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
}

void answer_within(long microseconds)
{
    patience = microseconds;
    if (!microseconds) setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
}

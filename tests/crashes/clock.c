// SPDX-License-Identifier: Apache-2.0
// A wall clock that somebody sets all the time: forward and back, by seconds, hours and years. Loaded with LD_PRELOAD. The
// monotonic clock is left alone, as a kernel leaves it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#define EACH 7      // calls with one setting

static const long settings[] = {0, -2, 3600, -3600, 400L * 86400, -400L * 86400, 0, -1000000000L, 1000000000L};
static unsigned long calls;

static long setting(void)
{
    unsigned long call = __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    return settings[call / EACH % (sizeof settings / sizeof *settings)];
}

int clock_gettime(clockid_t clock, struct timespec *found)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, found);
    if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        found->tv_sec += setting();
    return result;
}

int gettimeofday(struct timeval *restrict found, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    found->tv_sec = now.tv_sec;
    found->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *found)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (found)
        *found = now.tv_sec;
    return now.tv_sec;
}

// SPDX-License-Identifier: Apache-2.0
// A layer between a process and the kernel: counts the calls that change files below one directory, and at one of them fails or
// kills the process. Loaded with LD_PRELOAD, so SQLite's calls pass through it as Python's do.
//
//     inject_arm(directory, mode, point)   from now on; point counts from 0, a point of -1 is never reached
//     inject_log()                         one letter for each call that was counted, in their order
//
// Letters: o open for writing, w write, t truncate or allocate, s fsync, r rename or link, u unlink or rmdir, m mkdir.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { COUNT, FAIL, FULL, KILL, TORN };

#define CALLS 65536
static char log_[CALLS + 1];
static long count, target = -1;
static enum mode mode;
static char prefix[PATH_MAX];
static size_t length;

void inject_arm(const char *directory, int how, long point)
{
    memset(log_, 0, sizeof log_);
    count = 0;
    target = point;
    mode = how;
    snprintf(prefix, sizeof prefix, "%s", directory);
    length = strlen(prefix);
}

const char *inject_log(void) { return log_; }

static int below(const char *path) { return length && !strncmp(path, prefix, length); }

static int fd_below(int fd)
{
    char link[64], path[PATH_MAX];
    if (!length)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t got = readlink(link, path, sizeof path - 1);
    if (got < 0)
        return 0;
    path[got] = 0;
    return below(path);
}

static int at_below(int fd, const char *path) { return path[0] == '/' || fd == AT_FDCWD ? below(path) : fd_below(fd); }

// What becomes of a call: 0 goes on, -1 fails with errno, 1 writes half of it and dies.
static int judge(char kind)
{
    long here = count++;
    if (here < CALLS)
        log_[here] = kind;
    if (target < 0 || here < target)
        return 0;
    int space = strchr("owtm", kind) != NULL;
    if (mode == FULL && space) {
        errno = ENOSPC;
        return -1;
    }
    if (here > target)
        return 0;
    if (mode == FAIL) {
        errno = space ? ENOSPC : EIO;
        return -1;
    }
    if (mode == TORN && kind == 'w')
        return 1;
    if (mode == KILL || mode == TORN)
        kill(getpid(), SIGKILL);
    return 0;
}

static void die(void) { kill(getpid(), SIGKILL); }

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                              \
    int name(const char *path, int flags, ...)                                  \
    {                                                                           \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        int rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;     \
        va_end(rest);                                                           \
        if (flags & (O_WRONLY | O_RDWR | O_CREAT) && below(path) && judge('o')) \
            return -1;                                                          \
        return REAL(name)(path, flags, rights);                                 \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                    \
    int name(int fd, const char *path, int flags, ...)                                  \
    {                                                                                   \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        int rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;             \
        va_end(rest);                                                                   \
        if (flags & (O_WRONLY | O_RDWR | O_CREAT) && at_below(fd, path) && judge('o'))  \
            return -1;                                                                  \
        return REAL(name)(fd, path, flags, rights);                                     \
    }
OPENAT(openat)
OPENAT(openat64)

#define WRITE(name, parameters, half, ...)              \
    ssize_t name parameters                             \
    {                                                   \
        int end = fd_below(fd) ? judge('w') : 0;        \
        if (end < 0)                                    \
            return -1;                                  \
        if (end > 0) {                                  \
            half;                                       \
            die();                                      \
        }                                               \
        return REAL(name)(__VA_ARGS__);                 \
    }
WRITE(write, (int fd, const void *data, size_t size), REAL(write)(fd, data, size / 2), fd, data, size)
WRITE(pwrite, (int fd, const void *data, size_t size, off_t place), REAL(pwrite)(fd, data, size / 2, place), fd, data, size, place)
WRITE(pwrite64, (int fd, const void *data, size_t size, off64_t place), REAL(pwrite64)(fd, data, size / 2, place), fd, data, size,
      place)
WRITE(writev, (int fd, const struct iovec *parts, int many), REAL(writev)(fd, parts, many / 2), fd, parts, many)
WRITE(sendfile, (int fd, int from, off_t *place, size_t size), REAL(sendfile)(fd, from, place, size / 2), fd, from, place, size)
WRITE(sendfile64, (int fd, int from, off64_t *place, size_t size), REAL(sendfile64)(fd, from, place, size / 2), fd, from, place,
      size)

#define FILE_CALL(name, kind, parameters, ...)  \
    int name parameters                         \
    {                                           \
        if (fd_below(fd) && judge(kind))        \
            return -1;                          \
        return REAL(name)(__VA_ARGS__);         \
    }
FILE_CALL(fsync, 's', (int fd), fd)
FILE_CALL(fdatasync, 's', (int fd), fd)
FILE_CALL(ftruncate, 't', (int fd, off_t size), fd, size)
FILE_CALL(ftruncate64, 't', (int fd, off64_t size), fd, size)
FILE_CALL(fallocate, 't', (int fd, int how, off_t from, off_t size), fd, how, from, size)
FILE_CALL(fallocate64, 't', (int fd, int how, off64_t from, off64_t size), fd, how, from, size)

#define PATH_CALL(name, kind, parameters, ...)  \
    int name parameters                         \
    {                                           \
        if (below(path) && judge(kind))         \
            return -1;                          \
        return REAL(name)(__VA_ARGS__);         \
    }
PATH_CALL(rename, 'r', (const char *path, const char *to), path, to)
PATH_CALL(link, 'r', (const char *path, const char *to), path, to)
PATH_CALL(unlink, 'u', (const char *path), path)
PATH_CALL(rmdir, 'u', (const char *path), path)
PATH_CALL(mkdir, 'm', (const char *path, mode_t rights), path, rights)

#define AT_CALL(name, kind, parameters, ...)            \
    int name parameters                                 \
    {                                                   \
        if (at_below(fd, path) && judge(kind))          \
            return -1;                                  \
        return REAL(name)(__VA_ARGS__);                 \
    }
AT_CALL(unlinkat, 'u', (int fd, const char *path, int flags), fd, path, flags)
AT_CALL(mkdirat, 'm', (int fd, const char *path, mode_t rights), fd, path, rights)
AT_CALL(renameat, 'r', (int fd, const char *path, int to_fd, const char *to), fd, path, to_fd, to)

/// Stands before the C library, libsodium and SQLite's view of them in a program under test (LD_PRELOAD), and does what no
/// test can do from outside: ends the program at one exact step towards the disk or a socket, makes the disk fail from a step
/// on, and moves the program's clocks. The test steers it through a file that both have mapped (`Interposer.swift`).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/// What a step is, as its letter in the trace.
enum { FILE_WRITE = 'w', FILE_SYNC = 'y', RENAME = 'r', LINK = 'l', UNLINK = 'u', SOCKET_WRITE = 's', SIGNATURE = 'S' };

enum { COUNT = 0, KILL = 1, FAIL = 2 };

#define TRACE_LIMIT 4096

/// Eight bytes each, so that the test reads them without a C header.
struct control {
    _Atomic int64_t loaded;
    _Atomic int64_t armed;
    _Atomic int64_t steps;
    _Atomic int64_t action;
    /// The step at which the program is killed, or from which on the disk fails.
    _Atomic int64_t at;
    _Atomic int64_t error;
    _Atomic int64_t wall_shift;
    _Atomic int64_t suspended;
    _Atomic char trace[TRACE_LIMIT];
};

static struct control unsteered;
static struct control *control = &unsteered;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("INTERPOSER_CONTROL");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return;
    control = mapped;
    atomic_fetch_add(&control->loaded, 1);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/// Counts a step. Returns whether it must fail, with errno set.
static int step(char kind) {
    if (!atomic_load(&control->armed)) return 0;
    int64_t number = atomic_fetch_add(&control->steps, 1) + 1;
    if (number <= TRACE_LIMIT) atomic_store(&control->trace[number - 1], kind);
    int64_t action = atomic_load(&control->action);
    if (action == KILL && number == atomic_load(&control->at)) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    if (action == FAIL && number >= atomic_load(&control->at) && (kind == FILE_WRITE || kind == FILE_SYNC)) {
        errno = (int)atomic_load(&control->error);
        return 1;
    }
    return 0;
}

/// Waking a thread is a write too (to an eventfd), and how often that happens is chance: files and sockets alone count.
static int write_step(int descriptor) {
    if (!atomic_load(&control->armed)) return 0;
    struct stat status;
    int saved = errno;
    int known = fstat(descriptor, &status) == 0;
    errno = saved;
    if (known && S_ISREG(status.st_mode)) return step(FILE_WRITE);
    if (known && S_ISSOCK(status.st_mode)) return step(SOCKET_WRITE);
    return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return write_step(descriptor) ? -1 : REAL(write)(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    return write_step(descriptor) ? -1 : REAL(writev)(descriptor, parts, count);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    return write_step(descriptor) ? -1 : REAL(send)(descriptor, bytes, count, flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    return write_step(descriptor) ? -1 : REAL(sendmsg)(descriptor, message, flags);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_step(descriptor) ? -1 : REAL(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return write_step(descriptor) ? -1 : REAL(pwrite64)(descriptor, bytes, count, offset);
}

int fsync(int descriptor) { return step(FILE_SYNC) ? -1 : REAL(fsync)(descriptor); }

int fdatasync(int descriptor) { return step(FILE_SYNC) ? -1 : REAL(fdatasync)(descriptor); }

/// Names only ever end a program; the disk that fails fails at the writing before them.
int rename(const char *old, const char *new) { return step(RENAME), REAL(rename)(old, new); }

int renameat(int from, const char *old, int to, const char *new) {
    return step(RENAME), REAL(renameat)(from, old, to, new);
}

int link(const char *old, const char *new) { return step(LINK), REAL(link)(old, new); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
    return step(LINK), REAL(linkat)(from, old, to, new, flags);
}

int unlink(const char *name) { return step(UNLINK), REAL(unlink)(name); }

int unlinkat(int folder, const char *name, int flags) { return step(UNLINK), REAL(unlinkat)(folder, name, flags); }

/// libsodium's, by which every signature is made.
int crypto_sign_detached(
    unsigned char *signature, unsigned long long *signature_count, const unsigned char *message,
    unsigned long long message_count, const unsigned char *key);

int crypto_sign_detached(
    unsigned char *signature, unsigned long long *signature_count, const unsigned char *message,
    unsigned long long message_count, const unsigned char *key) {
    step(SIGNATURE);
    return REAL(crypto_sign_detached)(signature, signature_count, message, message_count, key);
}

static void shift(struct timespec *time, int64_t nanoseconds) {
    int64_t total = (int64_t)time->tv_nsec + nanoseconds % 1000000000;
    time->tv_sec += nanoseconds / 1000000000 + (total < 0 ? -1 : total / 1000000000);
    time->tv_nsec = total < 0 ? total + 1000000000 : total % 1000000000;
}

/// A suspension moves the date and the clock that counts it (`CLOCK_BOOTTIME`), and no timer of this process.
int clock_gettime(clockid_t clock, struct timespec *time) {
    int failed = REAL(clock_gettime)(clock, time);
    if (failed) return failed;
    int64_t suspended = atomic_load(&control->suspended);
    if (clock == CLOCK_BOOTTIME && suspended) shift(time, suspended);
    if (clock == CLOCK_REALTIME) {
        int64_t moved = suspended + atomic_load(&control->wall_shift);
        if (moved) shift(time, moved);
    }
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

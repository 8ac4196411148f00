#define _GNU_SOURCE
#include "CPlatform.h"
#include "Helper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <xlocale.h>
#endif

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__linux__)
#include <link.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

const int platform_peer_level = SOL_SOCKET;
const int platform_peer_option = SO_PEERCRED;

_Static_assert(sizeof(platform_peer) == sizeof(struct ucred), "platform_peer is laid out as struct ucred");

int platform_peer_of(int socket, platform_peer *peer) {
    socklen_t count = sizeof *peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &count) != 0) return errno;
    return count == sizeof *peer ? 0 : EINVAL;
}

void platform_wipe(void *bytes, size_t count) { explicit_bzero(bytes, count); }

static int deny_inspection(void) {
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return 0;
}

int platform_executable_path(char *path, size_t capacity) {
    ssize_t count = readlink("/proc/self/exe", path, capacity);
    if (count < 0) return errno;
    if ((size_t)count >= capacity) return ENAMETOOLONG;
    path[count] = 0;
    return 0;
}

#else
#include <mach-o/dyld.h>
#include <sys/ptrace.h>
#include <sys/ucred.h>
#include <sys/un.h>

const int platform_peer_level = -1;
const int platform_peer_option = -1;

int platform_peer_of(int socket, platform_peer *peer) {
    memset(peer, 0, sizeof *peer);
    socklen_t count = sizeof peer->pid;
    if (getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, &peer->pid, &count) != 0) return errno;
    return getpeereid(socket, &peer->uid, &peer->gid) == 0 ? 0 : errno;
}

void platform_wipe(void *bytes, size_t count) { memset_s(bytes, count, 0, count); }

static int deny_inspection(void) { return ptrace(PT_DENY_ATTACH, 0, 0, 0) == 0 ? 0 : errno; }

int platform_executable_path(char *path, size_t capacity) {
    char raw[PATH_MAX], resolved[PATH_MAX];
    uint32_t count = sizeof raw;
    if (_NSGetExecutablePath(raw, &count) != 0) return ENAMETOOLONG;
    if (realpath(raw, resolved) == NULL) return errno;
    return strlcpy(path, resolved, capacity) < capacity ? 0 : ENAMETOOLONG;
}
#endif

int platform_harden(void) {
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    return deny_inspection();
}

void platform_return_large_blocks(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

#if defined(__linux__)
static int return_pages(struct dl_phdr_info *object, size_t size, void *page_size) {
    (void)size;
    const uintptr_t page = *(const uintptr_t *)page_size;
    for (int number = 0; number < object->dlpi_phnum; number++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[number];
        // What the loader writes, as relocations, lies in segments that may be written, and would be lost.
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}
#endif

void platform_return_program_pages(void) {
#if defined(__linux__)
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(return_pages, &page);
#endif
}

int platform_limit(size_t memory, unsigned seconds) {
    const struct rlimit none = {0, 0}, space = {memory, memory}, time = {seconds, seconds}, files = {16, 16};
    if (setrlimit(RLIMIT_AS, &space) != 0 || setrlimit(RLIMIT_CPU, &time) != 0) return errno;
    if (setrlimit(RLIMIT_NOFILE, &files) != 0 || setrlimit(RLIMIT_FSIZE, &none) != 0) return errno;
    return 0;
}

long platform_raise_descriptor_limit(long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur < (rlim_t)wanted) {
        struct rlimit raised = limit;
        raised.rlim_cur = limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted;
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return limit.rlim_cur > LONG_MAX ? LONG_MAX : (long)limit.rlim_cur;
}

static struct flock whole_file(void) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

int platform_lock(int file) {
    struct flock lock = whole_file();
    if (fcntl(file, F_OFD_SETLK, &lock) == 0) return 0;
    return errno == EACCES ? EAGAIN : errno;
}

int platform_lock_state(int file, bool *locked) {
    struct flock lock = whole_file();
    if (fcntl(file, F_OFD_GETLK, &lock) != 0) return errno;
    *locked = lock.l_type != F_UNLCK;
    return 0;
}

/// The file actions and attributes of `platform_spawn_detached`. Returns 0 or an errno.
static int describe_detached(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int failed = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed) failed = posix_spawn_file_actions_addchdir_np(actions, "/");
    if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__linux__)
    if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#else
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    if (!failed) failed = posix_spawnattr_setflags(attributes, flags);
    return failed;
}

/// Spawns from a child of its own that ends at once, so that the program is adopted by init: the caller has no child to
/// wait for, and a browser that waits for its host's children waits for none. `started` is shared with that child.
static int spawn_through_child(
    const char *path, char *const *arguments, char *const *environment, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, pid_t *started) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(posix_spawn(started, path, actions, attributes, arguments, environment) & 0xff);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        // A caller that ignores SIGCHLD gets no status and sees no failure.
        if (errno != EINTR) return errno == ECHILD ? 0 : errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

static int descriptor_of_process(pid_t process) {
#if defined(__linux__)
    return process > 0 ? (int)syscall(SYS_pidfd_open, process, 0) : -1;
#else
    (void)process;
    return -1;
#endif
}

int platform_spawn_detached(const char *path, char *const *arguments, char *const *environment, int *process) {
    *process = -1;
    pid_t *started = mmap(NULL, sizeof *started, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (started == MAP_FAILED) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = posix_spawnattr_init(&attributes);
        if (!failed) {
            failed = describe_detached(&actions, &attributes);
            if (!failed) failed = spawn_through_child(path, arguments, environment, &actions, &attributes, started);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    if (!failed) *process = descriptor_of_process(*started);
    munmap(started, sizeof *started);
    return failed;
}

int platform_spawn_child(const char *path, char *const *arguments, char *const *environment, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = describe_detached(&actions, &attributes);
        if (!failed) failed = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/// Both ends are closed in whatever is started meanwhile. Returns 0 or an errno.
static int closed_on_exec(int ends[2]) {
    if (pipe(ends) != 0) return errno;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}

static void close_ends(int ends[2]) {
    for (int end = 0; end < 2; end++) {
        if (ends[end] >= 0) close(ends[end]);
    }
}

/// Every descriptor from 3 on is closed by the program's start.
static void mark_others(void) {
#if defined(__linux__)
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 1U << 2 /* CLOSE_RANGE_CLOEXEC */) == 0) return;
#endif
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const int end = limit.rlim_cur > 65536 ? 65536 : (int)limit.rlim_cur;
    for (int descriptor = STDERR_FILENO + 1; descriptor < end; descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

bool platform_has_locale(const char *name) {
    locale_t locale = newlocale(LC_CTYPE_MASK, name, (locale_t)0);
    if (locale == (locale_t)0) return false;
    freelocale(locale);
    return true;
}

int platform_become(
    const char *path, char *const *arguments, char *const *environment, int input, int output, pid_t parent) {
    if (setsid() < 0) return errno;
#if defined(__linux__)
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    if (getppid() != parent) return ESRCH;
#else
    (void)parent;
#endif
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || chdir("/") != 0) return errno;
    // Three descriptors above those that are replaced, or one would be overwritten before it is copied.
    const int from[] = {fcntl(input, F_DUPFD, 3), fcntl(output, F_DUPFD, 3), fcntl(nowhere, F_DUPFD, 3)};
    for (int target = 0; target < 3; target++) {
        if (from[target] < 0 || dup2(from[target], target) < 0) return errno;
    }
    mark_others();
    struct sigaction usual;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    return errno;
}

int platform_spawn_piped(
    const char *path, char *const *arguments, char *const *environment, pid_t *process, int *input, int *output) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, failure[2] = {-1, -1};
    int failed = closed_on_exec(in);
    if (!failed) failed = closed_on_exec(out);
    if (!failed) failed = closed_on_exec(failure);
    pid_t child = -1;
    if (!failed && platform_has_helper()) {
        failed = platform_helper_spawn(path, arguments, environment, in[0], out[1], &child);
    } else if (!failed) {
        // No handler of the parent's may run in the child, where it would write into the parent's pipe.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        const pid_t parent = getpid();
        child = fork();
        if (child == 0) {
            const int error = platform_become(path, arguments, environment, in[0], out[1], parent);
            (void)!write(failure[1], &error, sizeof error);
            _exit(127);
        }
        if (child < 0) failed = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (!failed && !platform_has_helper()) {
        close(failure[1]);
        failure[1] = -1;
        ssize_t count;
        do count = read(failure[0], &failed, sizeof failed);
        while (count < 0 && errno == EINTR);
        if (count != sizeof failed) failed = 0;
        if (failed) waitpid(child, NULL, 0);
    }
    if (!failed) {
        *process = child;
        *input = in[1];
        *output = out[0];
        in[1] = out[0] = -1;
        fcntl(*input, F_SETFL, O_NONBLOCK);
        fcntl(*output, F_SETFL, O_NONBLOCK);
    }
    close_ends(in);
    close_ends(out);
    close_ends(failure);
    return failed;
}

bool platform_child_ended(pid_t process) {
    siginfo_t end;
    memset(&end, 0, sizeof end);
    return waitid(P_PID, (id_t)process, &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_pid == process;
}

typedef struct {
    void (*body)(void *context);
    void *context;
} thread_job;

static void *run_thread_job(void *memory) {
    thread_job job = *(thread_job *)memory;
    free(memory);
    job.body(job.context);
    return NULL;
}

int platform_begin_thread(void (*body)(void *context), void *context, size_t stack) {
    thread_job *job = malloc(sizeof *job);
    if (!job) return ENOMEM;
    *job = (thread_job){body, context};
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed) {
        free(job);
        return failed;
    }
    // Musl gives a thread 128 KiB by default.
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    failed = pthread_create(&thread, &attributes, run_thread_job, job);
    pthread_attr_destroy(&attributes);
    if (failed) free(job);
    return failed;
}

static int termination_write = -1;

static void note_termination(int signal) {
    int saved = errno;
    unsigned char byte = (unsigned char)signal;
    // A full pipe already says what this byte would.
    (void)!write(termination_write, &byte, 1);
    errno = saved;
}

int platform_termination_descriptor(void) {
    static int termination_read = -1;
    if (termination_read < 0) {
        int ends[2];
        if (pipe(ends) != 0) return -1;
        for (int end = 0; end < 2; end++) {
            fcntl(ends[end], F_SETFD, FD_CLOEXEC);
            fcntl(ends[end], F_SETFL, O_NONBLOCK);
        }
        termination_write = ends[1];
        termination_read = ends[0];
    }

    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = note_termination;
    const int ending[] = {SIGTERM, SIGINT, SIGHUP};
    sigset_t unblocked;
    sigemptyset(&unblocked);
    for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
        if (sigaction(ending[index], &action, NULL) != 0) return -1;
        sigaddset(&unblocked, ending[index]);
    }
    // A thread pool's threads block every signal, and what they start inherits that.
    if (sigprocmask(SIG_UNBLOCK, &unblocked, NULL) != 0) return -1;
    action.sa_handler = SIG_IGN;
    if (sigaction(SIGPIPE, &action, NULL) != 0) return -1;
    return termination_read;
}

int platform_write_fault(const char *folder) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/disk-probe.%ld", folder, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof path) return ENAMETOOLONG;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return errno == EEXIST ? 0 : errno;
    unlink(path);
    // As much as SQLite needs at once for what it puts beside a database.
    char block[4096] = {0};
    int failed = 0;
    for (int count = 0; count < 16 && !failed; count++) {
        ssize_t written = write(file, block, sizeof block);
        if (written < 0) failed = errno;
        else if (written < (ssize_t)sizeof block) failed = ENOSPC;
    }
    if (!failed && fsync(file) != 0) failed = errno;
    close(file);
    return failed;
}

#define _GNU_SOURCE
#include "CallFilter.h"

#include <errno.h>

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#endif

#if !defined(OWN_ARCHITECTURE)
int platform_filter_calls(platform_reach reach, bool *filtered) {
    (void)reach;
    *filtered = false;
    return 0;
}
#else

// MARK: The lists. Measured with strace over the tests of each program (docs/decisions/0062-confinement.md), and completed by the
// calls that other versions of the C library make for the same purpose. Whatever stands in none is refused.

/// To use the descriptors and the memory that the process has, and to end: all of a process that reaches nothing.
static const int computing[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek, SYS_ppoll, SYS_brk, SYS_munmap,
    SYS_mremap, SYS_madvise, SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_sched_yield, SYS_sched_getaffinity, SYS_getpid, SYS_gettid,
    SYS_getrusage, SYS_restart_syscall, SYS_exit, SYS_exit_group,
#if defined(__x86_64__)
    SYS_poll,
#endif
};

/// Threads, timers, waiting, and what a process asks of itself.
static const int threads[] = {
    SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_rseq, SYS_membarrier, SYS_getcpu,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_getattr, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_sched_rr_get_interval, SYS_getpriority, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_clock_getres, SYS_rt_sigpending, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_getitimer, SYS_setitimer,
    SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_timer_create, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete, SYS_eventfd2, SYS_pipe2, SYS_dup, SYS_dup3,
    SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_signalfd4, SYS_times, SYS_uname, SYS_sysinfo,
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getppid,
    SYS_getpgid, SYS_getsid, SYS_capget, SYS_umask, SYS_mlock, SYS_mlock2, SYS_munlock, SYS_mincore, SYS_msync,
    // futex_waitv, futex_wake, futex_wait, futex_requeue, epoll_pwait2, close_range, mseal.
    449, 454, 455, 456, 441, 436, 462,
#if defined(__x86_64__)
    SYS_select, SYS_pause, SYS_alarm, SYS_time, SYS_pipe, SYS_dup2, SYS_eventfd, SYS_epoll_create, SYS_epoll_wait,
    SYS_signalfd, SYS_getpgrp, SYS_getrlimit, SYS_arch_prctl,
#endif
};

/// To read files, as far as Landlock and their modes let.
static const int reading[] = {
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir,
    SYS_pread64, SYS_preadv, SYS_preadv2, SYS_statfs, SYS_fstatfs, SYS_fadvise64, SYS_readahead, SYS_flock,
    SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
    // faccessat2
    439,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents,
#endif
};

/// To find files, and to see what they are and hold.
static const int looking[] = {
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_pread64,
    // faccessat2
    439,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents,
#endif
};

/// To talk on sockets; which of them can be made is told apart below.
static const int talking[] = {
    SYS_connect, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown,
    SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
};

/// A picture for a display lies in memory that the display can be given.
static const int painting[] = {SYS_memfd_create, SYS_ftruncate, SYS_fallocate};

/// To change files below the writable folders, to listen, and to end children. Landlock says nothing of modes and times, so the
/// calls that take a path for them aren't here.
static const int keeping[] = {
    SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_kill, SYS_wait4, SYS_waitid, SYS_openat, SYS_pwrite64, SYS_pwritev,
    SYS_pwritev2, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_sync_file_range,
    SYS_renameat, SYS_renameat2, SYS_unlinkat, SYS_mkdirat, SYS_linkat, SYS_fchmod, SYS_copy_file_range, SYS_sendfile,
    // pidfd_open, which says that a process has ended.
    434,
#if defined(__x86_64__)
    SYS_open, SYS_rename, SYS_unlink, SYS_rmdir, SYS_mkdir, SYS_link,
#endif
};

/// System calls that have to look unknown to the kernel, so that the C library takes the older call: clone3, openat2; and io_uring,
/// which opens sockets and files past any filter.
static const int unknown[] = {435, 437, 425, 426, 427};

/// The newest system call that this file's lists were made with (Linux 6.17). A newer one looks unknown too: libraries
/// know what to do without a call that the kernel hasn't, and give up where one is forbidden.
static const uint32_t newest = 469;

// MARK: The steps

struct program {
    struct sock_filter steps[1024];
    unsigned short count;
};

static void step(struct program *program, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
    if (program->count < sizeof program->steps / sizeof *program->steps)
        program->steps[program->count] = (struct sock_filter){code, yes, no, k};
    program->count++;
}

static void answer(struct program *program, uint32_t action) { step(program, BPF_RET | BPF_K, action, 0, 0); }

static uint32_t failing(int error) { return SECCOMP_RET_ERRNO | (uint32_t)error; }

static void allow_call(struct program *program, int call) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
}

static void allow_calls(struct program *program, const int *calls, size_t count) {
    for (size_t index = 0; index < count; index++) allow_call(program, calls[index]);
}
#define ALLOW(program, list) allow_calls(program, list, sizeof list / sizeof *list)

/// The lower half of an argument: all that the kernel looks at of an `int`. Both machines are little endian.
static void load(struct program *program, int argument) {
    step(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument), 0, 0);
}

static void deny(struct program *program, int call, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(program, failing(error));
}

/// Lets a call through where an argument is one of two values, or where it is neither.
static void values(struct program *program, int call, int argument, uint32_t one, uint32_t other, bool wanted, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
    load(program, argument);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1);
    answer(program, wanted ? SECCOMP_RET_ALLOW : failing(error));
    answer(program, wanted ? failing(error) : SECCOMP_RET_ALLOW);
}

/// Lets a call through where an argument has one of these bits, or has none of them.
static void bits(struct program *program, int call, int argument, uint32_t mask, bool wanted, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(program, argument);
    step(program, BPF_JMP | BPF_JSET | BPF_K, mask, wanted ? 0 : 1, wanted ? 1 : 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(error));
}

/// Memory may hold code only where a file does: a library that is loaded late, but nothing that was just written.
static void code_from_files(struct program *program) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6);
    load(program, 2);
    step(program, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 2);
    load(program, 3);
    step(program, BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(EPERM));
    bits(program, SYS_mprotect, 2, PROT_EXEC, false, EPERM);
}

/// A stream to a Unix socket: a display's, or a bus's.
static void local_sockets(struct program *program) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 7);
    load(program, 1);
    step(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 0, 3);
    load(program, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(EACCES));
}

/// A socket of the internet, TCP or UDP.
static void internet_sockets(struct program *program) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 9);
    load(program, 1);
    step(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_DGRAM, 0, 4);
    load(program, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(EACCES));
}

/// Two ends of one stream inside the process, as libcurl wakes its threads. A datagram's end could be sent from to any Unix socket.
static void pairs(struct program *program) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 7);
    load(program, 1);
    step(program, BPF_ALU | BPF_AND | BPF_K, 0xf, 0, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 0, 3);
    load(program, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(EPERM));
}

// MARK: The programs' own

/// Ends with an errno and not with the process: a library that tries a call takes another way, and a wallet that dies of an update of the C library would be the worse fault.
static void refuse_others(struct program *program) {
    step(program, BPF_JMP | BPF_JGT | BPF_K, newest, 0, 1);
    answer(program, failing(ENOSYS));
    answer(program, failing(EPERM));
}

/// A file that is opened to be read, and is neither made nor cut by that.
static void open_files(struct program *program) {
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    bits(program, SYS_openat, 2, writing, false, EACCES);
#if defined(__x86_64__)
    bits(program, SYS_open, 1, writing, false, EACCES);
#endif
}

/// A file that is opened to be read or written as it is: a device's.
static void open_devices(struct program *program) {
    const uint32_t making = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    bits(program, SYS_openat, 2, making, false, EACCES);
#if defined(__x86_64__)
    bits(program, SYS_open, 1, making, false, EACCES);
#endif
}

/// Nothing but computing, and reading if it is for that: whatever the kernel learns to do later is denied too.
static void write_closed_program(struct program *program, bool reads) {
    ALLOW(program, computing);
    if (reads) {
        ALLOW(program, looking);
        open_files(program);
        // As a folder is opened by its descriptor.
        values(program, SYS_fcntl, 1, F_GETFL, F_SETFD, true, EPERM);
    }
    // Memory that holds code could hold an attacker's.
    bits(program, SYS_mmap, 2, PROT_EXEC, false, EPERM);
    bits(program, SYS_mprotect, 2, PROT_EXEC, false, EPERM);
    const uint32_t own = (uint32_t)getpid();
    // A program ends itself by a signal when it stops at a fault.
    values(program, SYS_tgkill, 0, own, own, true, EPERM);
    refuse_others(program);
}

static void write_program(struct program *program, platform_reach reach) {
    step(program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
    answer(program, SECCOMP_RET_KILL_PROCESS);
    step(program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
#if defined(__x86_64__)
    // The calls of x32 have other numbers.
    step(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    answer(program, SECCOMP_RET_KILL_PROCESS);
#endif
    if (reach == PLATFORM_REACH_NOTHING || reach == PLATFORM_REACH_READING)
        return write_closed_program(program, reach == PLATFORM_REACH_READING);
    for (size_t index = 0; index < sizeof unknown / sizeof *unknown; index++) deny(program, unknown[index], ENOSYS);
    ALLOW(program, computing);
    ALLOW(program, threads);
    ALLOW(program, reading);
    if (reach != PLATFORM_REACH_DEVICES) {
        ALLOW(program, talking);
        if (reach == PLATFORM_REACH_INTERNET) {
            internet_sockets(program);
        } else {
            local_sockets(program);
        }
        pairs(program);
    }
    if (reach == PLATFORM_REACH_DISPLAY) {
        ALLOW(program, painting);
        // The toolkit calls into what was written a moment ago, where it has no other way.
        allow_call(program, SYS_mmap);
        allow_call(program, SYS_mprotect);
    } else {
        code_from_files(program);
    }
    const uint32_t own = (uint32_t)getpid();
    if (reach == PLATFORM_REACH_FOLDERS) {
        ALLOW(program, keeping);
    } else {
        if (reach == PLATFORM_REACH_DEVICES) open_devices(program);
        else open_files(program);
        values(program, SYS_kill, 0, own, own, true, EPERM);
    }
    // A thread, no process.
    bits(program, SYS_clone, 0, CLONE_THREAD, true, EPERM);
    values(program, SYS_tgkill, 0, own, own, true, EPERM);
    values(program, SYS_prlimit64, 0, 0, own, true, EPERM);
    values(program, SYS_prctl, 0, PR_SET_NAME, PR_GET_NAME, true, EPERM);
    // Whom a descriptor's signals go to, and what a terminal seems to have been typed.
    values(program, SYS_fcntl, 1, F_SETOWN, 15 /* F_SETOWN_EX */, false, EPERM);
    values(program, SYS_ioctl, 1, TIOCSTI, 0x541C /* TIOCLINUX */, false, EPERM);
    refuse_others(program);
}

int platform_filter_calls(platform_reach reach, bool *filtered) {
    struct program program;
    memset(&program, 0, sizeof program);
    write_program(&program, reach);
    if (program.count > sizeof program.steps / sizeof *program.steps) return E2BIG;
    const struct sock_fprog compiled = {program.count, program.steps};
    *filtered = true;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &compiled) == 0) return 0;
    *filtered = false;
    // A kernel without it.
    return errno == ENOSYS || errno == EINVAL ? 0 : errno;
}
#endif

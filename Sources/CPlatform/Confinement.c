#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <string.h>

#if !defined(__linux__)

int platform_confine(platform_reach reach, char *const *readable, platform_confinement *held) {
    (void)reach;
    (void)readable;
    memset(held, 0, sizeof *held);
    return 0;
}

#else
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Landlock. The numbers of linux/landlock.h, which is older than the kernel where this is built.

struct ruleset_attr {
    uint64_t handled_access_fs, handled_access_net, scoped;
};

struct __attribute__((packed)) path_beneath_attr {
    uint64_t allowed_access;
    int32_t parent_fd;
};

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
static const uint64_t read_file = 1 << 2, read_dir = 1 << 3, bind_tcp = 1 << 0, connect_tcp = 1 << 1;

/// Returns every right to a file that a version of Landlock knows, and so can deny.
static uint64_t rights_of_files(int abi) {
    if (abi >= 5) return (1 << 16) - 1;
    if (abi >= 3) return (1 << 15) - 1;
    return abi == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
}

/// Lets `path`, or the files below it, be read; one that isn't there needs no rule. The rights of folders make no sense for a file.
static int allow_reading(int ruleset, const char *path, uint64_t rights) {
    struct stat found;
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return 0;
    if (fstat(file, &found) != 0 || !S_ISDIR(found.st_mode)) rights &= ~read_dir;
    const struct path_beneath_attr rule = {rights, file};
    const int failed = syscall(add_rule, ruleset, 1, &rule, 0) == 0 ? 0 : errno;
    close(file);
    return failed;
}

static int restrict_files(platform_reach reach, char *const *readable, int *abi) {
    const long version = syscall(create_ruleset, NULL, 0, 1);
    *abi = version > 0 ? (int)version : 0;
    // A kernel without it, or one that was started without it.
    if (*abi == 0) return 0;
    struct ruleset_attr wanted = {
        rights_of_files(*abi),
        // To connect is what the one is for; to be connected to isn't. The others have nothing to do with the internet.
        *abi < 4 ? 0 : reach == PLATFORM_REACH_INTERNET ? bind_tcp : bind_tcp | connect_tcp,
        // Signals to others, and abstract Unix sockets, among which a display's may be.
        *abi < 6 ? 0 : reach == PLATFORM_REACH_DISPLAY ? 2 : 3,
    };
    // Fonts and themes are found by listing their folders.
    const uint64_t rights = reach == PLATFORM_REACH_DISPLAY ? read_file | read_dir : read_file;
    const size_t size = *abi >= 6 ? 24 : *abi >= 4 ? 16 : 8;
    const int ruleset = (int)syscall(create_ruleset, &wanted, size, 0);
    if (ruleset < 0) return errno;
    int failed = 0;
    for (; *readable && !failed; readable++) failed = allow_reading(ruleset, *readable, rights);
    if (!failed && syscall(restrict_self, ruleset, 0) != 0) failed = errno;
    close(ruleset);
    return failed;
}

// MARK: seccomp

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if !defined(OWN_ARCHITECTURE)
static int filter_calls(platform_reach reach, bool *filtered) {
    (void)reach;
    *filtered = false;
    return 0;
}
#else

/// System calls that no confined process needs: other processes, programs, sockets that others connect to, changes to the file system, and
/// the parts of the kernel that attackers like best.
static const int denied[] = {
    SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_setpriority, SYS_ioprio_set, SYS_sched_setaffinity,
    SYS_sched_setattr, SYS_sched_setparam, SYS_sched_setscheduler, SYS_migrate_pages, SYS_move_pages,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_setup, SYS_io_submit, SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_open_by_handle_at,
    SYS_name_to_handle_at, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex,
    SYS_sethostname, SYS_setdomainname, SYS_syslog, SYS_personality, SYS_vhangup,
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_msgget, SYS_msgsnd,
    SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init, SYS_fanotify_mark,
    SYS_renameat, SYS_renameat2, SYS_unlinkat, SYS_mkdirat, SYS_mknodat, SYS_linkat, SYS_symlinkat, SYS_fchmod,
    SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setgroups, SYS_setfsuid,
    SYS_setfsgid, SYS_capset,
#if defined(__x86_64__)
    SYS_fork, SYS_vfork, SYS_creat, SYS_rename, SYS_unlink, SYS_rmdir, SYS_mkdir, SYS_mknod, SYS_link, SYS_symlink,
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init, SYS_iopl, SYS_ioperm,
    SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
    // Of every machine alike, and newer than some headers: pidfd_send_signal, pidfd_open, pidfd_getfd, the new ways to
    // mount, process_madvise, mount_setattr, quotactl_fd, memfd_secret, process_mrelease, fchmodat2, and the newest.
    424, 434, 438, 428, 429, 430, 431, 432, 433, 440, 442, 443, 447, 448, 452, 457, 458, 463, 466, 467,
};

/// The only system calls of a process that reaches nothing: to use the descriptors and the memory that it has, and to end.
static const int computing[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek, SYS_ppoll, SYS_brk, SYS_munmap,
    SYS_mremap, SYS_madvise, SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_sched_yield, SYS_sched_getaffinity, SYS_getpid, SYS_gettid,
    SYS_getrusage, SYS_restart_syscall, SYS_exit, SYS_exit_group,
#if defined(__x86_64__)
    SYS_poll,
#endif
};

/// System calls that have to look unknown to the kernel, so that the C library takes the older call: clone3, openat2; and io_uring,
/// which opens sockets and files past any filter.
static const int unknown[] = {435, 437, 425, 426, 427};

struct program {
    struct sock_filter steps[512];
    unsigned short count;
};

static void step(struct program *program, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
    if (program->count < sizeof program->steps / sizeof *program->steps)
        program->steps[program->count] = (struct sock_filter){code, yes, no, k};
    program->count++;
}

static void answer(struct program *program, uint32_t action) { step(program, BPF_RET | BPF_K, action, 0, 0); }
static void allow(struct program *program, int call) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
}

static uint32_t failing(int error) { return SECCOMP_RET_ERRNO | (uint32_t)error; }

/// The lower half of an argument: all that the kernel looks at of an `int`. Both machines are little endian.
static void load(struct program *program, int argument) {
    step(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument), 0, 0);
}

static void deny(struct program *program, int call, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(program, failing(error));
}

/// Lets a call through where an argument is one of two values.
static void only(struct program *program, int call, int argument, uint32_t one, uint32_t other, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
    load(program, argument);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0);
    step(program, BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(error));
}

/// Lets a call through where an argument has one of these bits, or has none of them.
static void bits(struct program *program, int call, int argument, uint32_t mask, bool wanted, int error) {
    step(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(program, argument);
    step(program, BPF_JMP | BPF_JSET | BPF_K, mask, wanted ? 0 : 1, wanted ? 1 : 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, failing(error));
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

/// Nothing but computing: whatever the kernel learns to do later is denied too.
static void write_closed_program(struct program *program) {
    for (size_t index = 0; index < sizeof computing / sizeof *computing; index++) allow(program, computing[index]);
    // Memory that holds code could hold an attacker's.
    bits(program, SYS_mmap, 2, PROT_EXEC, false, EPERM);
    bits(program, SYS_mprotect, 2, PROT_EXEC, false, EPERM);
    const uint32_t own = (uint32_t)getpid();
    // A program ends itself by a signal when it stops at a fault.
    only(program, SYS_tgkill, 0, own, own, EPERM);
    answer(program, failing(EPERM));
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
    if (reach == PLATFORM_REACH_NOTHING) return write_closed_program(program);
    if (reach == PLATFORM_REACH_DISPLAY) {
        local_sockets(program);
    } else {
        internet_sockets(program);
        // A picture for a display lies in such memory.
        deny(program, SYS_memfd_create, EPERM);
    }
    pairs(program);
    for (size_t index = 0; index < sizeof unknown / sizeof *unknown; index++) deny(program, unknown[index], ENOSYS);
    for (size_t index = 0; index < sizeof denied / sizeof *denied; index++) deny(program, denied[index], EPERM);
    // A thread, no process.
    bits(program, SYS_clone, 0, CLONE_THREAD, true, EPERM);
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    bits(program, SYS_openat, 2, writing, false, EACCES);
#if defined(__x86_64__)
    bits(program, SYS_open, 1, writing, false, EACCES);
#endif
    const uint32_t own = (uint32_t)getpid();
    only(program, SYS_kill, 0, own, own, EPERM);
    only(program, SYS_tgkill, 0, own, own, EPERM);
    only(program, SYS_prlimit64, 0, 0, own, EPERM);
    only(program, SYS_prctl, 0, PR_SET_NAME, PR_GET_NAME, EPERM);
    answer(program, SECCOMP_RET_ALLOW);
}

static int filter_calls(platform_reach reach, bool *filtered) {
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

/// Drops root's capabilities: with CAP_PERFMON, for one, a process reads /proc/PID/environ past Landlock.
static int drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}, {0, 0, 0}};
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

int platform_confine(platform_reach reach, char *const *readable, platform_confinement *held) {
    memset(held, 0, sizeof *held);
    int failed = drop_capabilities();
    if (failed) return failed;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    failed = restrict_files(reach, readable, &held->landlock);
    if (!failed) failed = filter_calls(reach, &held->filter);
    return failed;
}
#endif

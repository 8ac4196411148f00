#define _GNU_SOURCE
#include "CAttempts.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

struct target {
    const char *victim, *socket;
    int pid, port;
    char vault[512], beside[512];
};

static int closing(int descriptor) {
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}

static int outcome(long result) { return result < 0 ? errno : 0; }

static int read_vault(const struct target *t) { return closing(open(t->vault, O_RDONLY)); }
static int write_vault(const struct target *t) { return closing(open(t->vault, O_WRONLY)); }
static int open_writable_by_openat2(const struct target *t) {
    const struct { unsigned long long flags, mode, resolve; } how = {O_RDONLY, 0, 0};
    return closing((int)syscall(437, AT_FDCWD, t->vault, &how, sizeof how));
}
static int make_file(const struct target *t) { return closing(open(t->beside, O_WRONLY | O_CREAT, 0600)); }
static int list_folder(const struct target *t) {
    DIR *folder = opendir(t->victim);
    if (!folder) return errno;
    closedir(folder);
    return 0;
}
static int read_environment(const struct target *t) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", t->pid);
    return closing(open(path, O_RDONLY));
}
static int read_map(const struct target *t) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/maps", t->pid);
    return closing(open(path, O_RDONLY));
}
static int take_descriptor(const struct target *t) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/0", t->pid);
    return closing(open(path, O_RDONLY | O_NONBLOCK));
}
static int change_mode(const struct target *t) { return outcome(chmod(t->vault, 0644)); }
static int change_times(const struct target *t) { return outcome(utimensat(AT_FDCWD, t->vault, NULL, 0)); }
static int cut_file(const struct target *t) { return outcome(truncate(t->vault, 1)); }
static int link_file(const struct target *t) { return outcome(symlink("vault", t->beside) == 0 ? unlink(t->beside) : -1); }
static int rename_file(const struct target *t) {
    if (rename(t->vault, t->beside) != 0) return errno;
    return outcome(rename(t->beside, t->vault));
}
static int make_folder(const struct target *t) { return outcome(mkdir(t->beside, 0700) == 0 ? rmdir(t->beside) : -1); }
static int remove_file(const struct target *t) { return outcome(unlink(t->vault)); }

static int reach_unix_socket(const struct target *t) {
    const int end = socket(AF_UNIX, SOCK_STREAM, 0);
    if (end < 0) return errno;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, t->socket, sizeof address.sun_path - 1);
    socklen_t length = sizeof address;
    if (*t->socket == '@') {
        // An abstract one, whose name ends where its length says.
        address.sun_path[0] = 0;
        length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(t->socket));
    }
    const int failed = outcome(connect(end, (struct sockaddr *)&address, length));
    close(end);
    return failed;
}
static int pair_of_sockets(const struct target *t) {
    (void)t;
    int ends[2];
    return outcome(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
}
static int netlink(const struct target *t) {
    (void)t;
    return closing(socket(AF_NETLINK, SOCK_RAW, 0));
}
static int sequenced(const struct target *t) {
    (void)t;
    return closing(socket(AF_UNIX, SOCK_SEQPACKET, 0));
}
static int listen_for_others(const struct target *t) {
    (void)t;
    const int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int failed = outcome(bind(end, (struct sockaddr *)&address, sizeof address) == 0 ? listen(end, 1) : -1);
    close(end);
    return failed;
}
static int take_datagrams(const struct target *t) {
    (void)t;
    const int end = socket(AF_INET, SOCK_DGRAM, 0);
    if (end < 0) return errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int failed = outcome(bind(end, (struct sockaddr *)&address, sizeof address));
    close(end);
    return failed;
}

static int start_process(const struct target *t) {
    (void)t;
    const pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}
/// Becomes no other program where that is allowed: it isn't there.
static int start_program(const struct target *t) {
    (void)t;
    char *none[] = {NULL};
    execve("/nonexistent", none, none);
    return errno == ENOENT ? 0 : errno;
}
static int send_signal(const struct target *t) { return outcome(kill(t->pid, 0)); }
static int queue_signal(const struct target *t) {
    return outcome(syscall(SYS_tgkill, t->pid, t->pid, 0));
}
static int trace(const struct target *t) {
    if (ptrace(PTRACE_SEIZE, t->pid, NULL, NULL) != 0) return errno;
    return 0;
}
/// Of an address at which nothing is: EFAULT is the answer of who would have been let.
static int read_memory(const struct target *t) {
    char byte;
    const struct iovec own = {&byte, 1}, other = {(void *)16, 1};
    const int failed = outcome(process_vm_readv(t->pid, &own, 1, &other, 1, 0));
    return failed == EFAULT ? 0 : failed;
}
static int open_process(const struct target *t) { return closing((int)syscall(434, t->pid, 0)); }
static int lower_limits(const struct target *t) {
    struct rlimit limit;
    return outcome(prlimit(t->pid, RLIMIT_NOFILE, NULL, &limit));
}
static int lower_priority(const struct target *t) { return outcome(setpriority(PRIO_PROCESS, (id_t)t->pid, 19)); }
static int be_dumpable(const struct target *t) {
    (void)t;
    return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
}
static int rings(const struct target *t) {
    (void)t;
    const int failed = outcome(syscall(425, 1, NULL));
    return failed == EFAULT ? 0 : failed;
}
static int programs_of_kernel(const struct target *t) {
    (void)t;
    const int failed = outcome(syscall(SYS_bpf, 0, NULL, 0));
    return failed == EFAULT || failed == EINVAL || failed == E2BIG ? 0 : failed;
}
static int file_in_memory(const struct target *t) {
    (void)t;
    return closing(memfd_create("x", 0));
}
static int watch_files(const struct target *t) {
    (void)t;
    return closing((int)syscall(SYS_inotify_init1, 0));
}
static int code_in_memory(const struct target *t) {
    (void)t;
    void *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return errno;
    munmap(place, 4096);
    return 0;
}
static int shared_memory(const struct target *t) {
    (void)t;
    const int number = shmget(IPC_PRIVATE, 4096, 0600);
    if (number < 0) return errno;
    shmctl(number, IPC_RMID, NULL);
    return 0;
}
static int faults_of_memory(const struct target *t) {
    (void)t;
    return closing((int)syscall(SYS_userfaultfd, 0));
}
/// A process that has no keyring yet is told so where it may ask.
static int keyring(const struct target *t) {
    (void)t;
    const int failed = outcome(syscall(SYS_keyctl, 0, -2, 0));
    return failed == ENOKEY ? 0 : failed;
}
/// Of a kind of file system that there isn't.
static int mount_over(const struct target *t) {
    const int failed = outcome(mount("none", t->victim, "sidekey", 0, NULL));
    return failed == ENODEV ? 0 : failed;
}
static int leave_others(const struct target *t) {
    (void)t;
    return outcome(unshare(CLONE_FILES));
}
static int join_others(const struct target *t) {
    (void)t;
    const int failed = outcome(setns(-1, 0));
    return failed == EBADF ? 0 : failed;
}
/// A kernel without the family has nothing to deny.
static int family(int number) {
    const int failed = closing(socket(number, SOCK_STREAM, 0));
    return failed == EAFNOSUPPORT || failed == ESOCKTNOSUPPORT ? 0 : failed;
}
static int machines(const struct target *t) {
    (void)t;
    return family(AF_VSOCK);
}
static int radio(const struct target *t) {
    (void)t;
    return family(31 /* AF_BLUETOOTH */);
}
static int ciphers(const struct target *t) {
    (void)t;
    const int failed = closing(socket(AF_ALG, SOCK_SEQPACKET, 0));
    return failed == EAFNOSUPPORT ? 0 : failed;
}
static int other_personality(const struct target *t) {
    (void)t;
    return outcome(syscall(SYS_personality, 0xffffffff));
}
/// To a terminal that isn't there: who may ask is told that.
static int type_for_user(const struct target *t) {
    (void)t;
    const int failed = outcome(ioctl(-1, TIOCSTI, "x"));
    return failed == EBADF ? 0 : failed;
}
static int aim_signals(const struct target *t) {
    (void)t;
    const int failed = outcome(fcntl(-1, F_SETOWN, t->pid));
    return failed == EBADF ? 0 : failed;
}

static void *nothing(void *value) { return value; }
static int own_thread(const struct target *t) {
    (void)t;
    pthread_t thread;
    const int failed = pthread_create(&thread, NULL, nothing, NULL);
    if (!failed) pthread_join(thread, NULL);
    return failed;
}
static int own_signal(const struct target *t) {
    (void)t;
    return outcome(kill(getpid(), 0));
}
static int reach_internet(const struct target *t) {
    const int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0) return errno;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((unsigned short)t->port)};
    const int failed = outcome(connect(end, (struct sockaddr *)&address, sizeof address));
    close(end);
    return failed;
}
/// A machine without IPv6 has nothing to deny.
static int newer_internet(const struct target *t) {
    (void)t;
    const int failed = closing(socket(AF_INET6, SOCK_STREAM, 0));
    return failed == EAFNOSUPPORT ? 0 : failed;
}
static int find_host(const struct target *t) {
    (void)t;
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_flags = AI_ADDRCONFIG, .ai_socktype = SOCK_STREAM};
    const int failed = getaddrinfo("localhost", "443", &hints, &found);
    if (found) freeaddrinfo(found);
    return failed ? EHOSTUNREACH : 0;
}
static int read_certificates(const struct target *t) {
    (void)t;
    return closing(open("/etc/ssl/certs/ca-certificates.crt", O_RDONLY));
}

/// Those whose names begin with `own` are what the program is for. The order matters where nothing is confined: what
/// changes the file least comes first.
static const struct {
    const char *name;
    int (*make)(const struct target *);
} attempts[] = {
    {"own thread", own_thread}, {"own signal", own_signal}, {"own internet", reach_internet}, {"own IPv6", newer_internet},
    {"own resolver", find_host},
    {"own certificates", read_certificates}, {"read the vault", read_vault}, {"list the folder", list_folder},
    {"read the vault by openat2", open_writable_by_openat2}, {"read another's variables", read_environment},
    {"read another's map", read_map}, {"take another's descriptor", take_descriptor}, {"write the vault", write_vault}, {"make a file", make_file}, {"change the mode", change_mode},
    {"change the times", change_times}, {"make a link", link_file}, {"rename the vault", rename_file},
    {"make a folder", make_folder}, {"cut the vault", cut_file}, {"remove the vault", remove_file},
    {"reach a Unix socket", reach_unix_socket}, {"a pair of sockets", pair_of_sockets}, {"netlink", netlink},
    {"a sequenced socket", sequenced}, {"listen", listen_for_others}, {"take datagrams", take_datagrams},
    {"start a process", start_process}, {"start a program", start_program}, {"signal another", send_signal},
    {"signal another's thread", queue_signal}, {"read another's memory", read_memory},
    {"open another process", open_process}, {"another's limits", lower_limits},
    {"another's priority", lower_priority}, {"be dumpable", be_dumpable}, {"io_uring", rings},
    {"bpf", programs_of_kernel}, {"a file in memory", file_in_memory}, {"watch files", watch_files},
    {"code in memory", code_in_memory}, {"System V memory", shared_memory}, {"userfaultfd", faults_of_memory},
    {"a keyring", keyring}, {"mount", mount_over}, {"leave a namespace", leave_others}, {"join a namespace", join_others},
    {"a socket of virtual machines", machines}, {"Bluetooth", radio}, {"a socket of ciphers", ciphers},
    {"another personality", other_personality}, {"type for the user", type_for_user}, {"aim a signal", aim_signals},
    {"trace another", trace},
};

const char *attempt_name(int number) {
    return number < (int)(sizeof attempts / sizeof *attempts) ? attempts[number].name : NULL;
}

int attempt(int number, const char *victim, const char *socket, int pid, int port) {
    struct target target = {.victim = victim, .socket = socket, .pid = pid, .port = port};
    snprintf(target.vault, sizeof target.vault, "%s/vault", victim);
    snprintf(target.beside, sizeof target.beside, "%s/beside", victim);
    if (!attempt_name(number)) return -1;
    // What an attempt before this one left.
    unlink(target.beside);
    return attempts[number].make(&target);
}

#define _GNU_SOURCE
#include "CPlatform.h"
#include "CallFilter.h"

#include <errno.h>
#include <string.h>

#if !defined(__linux__)

int platform_confine(
    platform_reach reach, char *const *readable, char *const *writable, platform_confinement *held) {
    (void)reach;
    (void)readable;
    (void)writable;
    memset(held, 0, sizeof *held);
    return 0;
}

#else
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Landlock. The numbers of linux/landlock.h, which is older than the kernel where this is built.

struct ruleset_attr {
    uint64_t fs, net, scoped;
};

struct __attribute__((packed)) path_beneath_attr {
    uint64_t allowed_access;
    int32_t parent_fd;
};

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
static const uint64_t write_file = 1 << 1, read_file = 1 << 2, read_dir = 1 << 3, truncate_file = 1 << 14;
static const uint64_t device_calls = 1 << 15;
static const uint64_t bind_tcp = 1 << 0, connect_tcp = 1 << 1;
/// To remove and make folders, files, sockets and links, and to rename and link between folders. No device, and no FIFO.
static const uint64_t change_folder = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 12 | 1 << 13;

/// Returns every right to a file that a version of Landlock knows, and so can deny.
static uint64_t rights_of_files(int abi) {
    if (abi >= 5) return (1 << 16) - 1;
    if (abi >= 3) return (1 << 15) - 1;
    return abi == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
}

/// Gives rights to `path`, or to the files below it; one that isn't there needs no rule. The rights of folders make no sense for a file.
static int allow_path(int ruleset, const char *path, uint64_t rights) {
    struct stat found;
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return 0;
    if (fstat(file, &found) != 0 || !S_ISDIR(found.st_mode)) rights &= read_file | write_file | truncate_file | device_calls;
    const struct path_beneath_attr rule = {rights, file};
    const int failed = syscall(add_rule, ruleset, 1, &rule, 0) == 0 ? 0 : errno;
    close(file);
    return failed;
}

static int restrict_files(platform_reach reach, char *const *readable, char *const *writable, int *abi) {
    const long version = syscall(create_ruleset, NULL, 0, 1);
    *abi = version > 0 ? (int)version : 0;
    // A kernel without it, or one that was started without it.
    if (*abi == 0) return 0;
    struct ruleset_attr wanted = {
        rights_of_files(*abi),
        // To connect is what the one is for; to be connected to isn't. The others have nothing to do with the internet.
        *abi < 4 ? 0 : reach == PLATFORM_REACH_INTERNET ? bind_tcp : bind_tcp | connect_tcp,
        // Signals to others, and abstract Unix sockets, among which a display's or a bus's may be. What the agent ends stands outside.
        *abi < 6 ? 0 : reach == PLATFORM_REACH_FOLDERS ? 0 : reach == PLATFORM_REACH_DISPLAY ? 2 : 3,
    };
    // Fonts and themes are found by listing their folders, as the clocks' zones are.
    const bool lists = reach == PLATFORM_REACH_DISPLAY || reach == PLATFORM_REACH_FOLDERS;
    const uint64_t rights = lists ? read_file | read_dir : read_file;
    const uint64_t all =
        (reach == PLATFORM_REACH_DEVICES ? read_file | write_file | device_calls
                                         : rights | read_dir | write_file | truncate_file | change_folder) & wanted.fs;
    const size_t size = *abi >= 6 ? 24 : *abi >= 4 ? 16 : 8;
    const int ruleset = (int)syscall(create_ruleset, &wanted, size, 0);
    if (ruleset < 0) return errno;
    int failed = 0;
    for (; *readable && !failed; readable++) failed = allow_path(ruleset, *readable, rights & wanted.fs);
    for (; writable && *writable && !failed; writable++) failed = allow_path(ruleset, *writable, all);
    if (!failed && syscall(restrict_self, ruleset, 0) != 0) failed = errno;
    close(ruleset);
    return failed;
}

/// Drops root's capabilities: with CAP_PERFMON, for one, a process reads /proc/PID/environ past Landlock.
static int drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}, {0, 0, 0}};
    return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

/// A fault ends the process. Swift's runtime may have handlers that start a program which tells where it happened: here that can't
/// be started, and the handlers would wait for it.
static void end_at_faults(void) {
    const int faults[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) signal(faults[index], SIG_DFL);
}

int platform_confine(
    platform_reach reach, char *const *readable, char *const *writable, platform_confinement *held) {
    memset(held, 0, sizeof *held);
    end_at_faults();
    const bool looks = reach == PLATFORM_REACH_READING;
    int failed = looks ? 0 : drop_capabilities();
    if (failed) return failed;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (!looks) failed = restrict_files(reach, readable, writable, &held->landlock);
    if (!failed) failed = platform_filter_calls(reach, &held->filter);
    return failed;
}
#endif

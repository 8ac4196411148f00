/// Parts of the C library that Swift's Glibc module hides: variadic calls, overloaded names, `#define`s and GNU
/// extensions. Nothing here decides anything; each function is one system service, and every failure is an errno.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The process at the other end of a Unix socket, as the kernel noted it when it connected (`struct ucred`).
typedef struct {
    pid_t pid;
    uid_t uid;
    gid_t gid;
} platform_peer;

/// The arguments of `getsockopt` that read a `platform_peer` in one call; -1 where the system has no such option.
extern const int platform_peer_level;
extern const int platform_peer_option;

/// Fills `peer` for a connected Unix socket. Returns 0 or an errno.
int platform_peer_of(int socket, platform_peer *_Nonnull peer);

/// Overwrites `count` bytes with zeros in a way no optimiser removes.
void platform_wipe(void *_Nonnull bytes, size_t count);

/// No core file, no memory for other processes of the same user to read (ptrace, /proc/PID/mem, environ, fd), and no
/// privileges gained by whatever this process starts. Returns 0 or an errno.
int platform_harden(void);

/// Has every freed block of 128 KiB and more given back to the system at once. By itself glibc raises that size with each
/// block that it frees, and then keeps for good what one long file took.
void platform_return_large_blocks(void);

/// Gives back the pages of the program's and its libraries' code and tables that nothing has written. Each comes again from its
/// file once it is touched, with those around it. Does nothing where the system has no such call.
void platform_return_program_pages(void);

/// Limits this process, for good, to so many bytes of address space and seconds of computing, to 16 descriptors, and to files of
/// no length. Returns 0 or an errno.
int platform_limit(size_t memory, unsigned seconds);

/// Takes the exclusive lock on the whole of an open file without waiting. The lock belongs to the open file
/// description: it ends when the last descriptor closes, also by SIGKILL. Returns 0, EAGAIN if another has it, or an errno.
int platform_lock(int file);

/// Sets `locked` to whether another open file description holds that lock; takes nothing. Returns 0 or an errno.
int platform_lock_state(int file, bool *_Nonnull locked);

/// Writes the running program's absolute path, ended by a zero byte. On Linux it ends in " (deleted)" once the file has
/// been replaced. Returns 0, ENAMETOOLONG, or an errno.
int platform_executable_path(char *_Nonnull path, size_t capacity);

/// Raises the limit of open descriptors to `wanted`, or as far as the system lets. Returns the limit that holds then.
long platform_raise_descriptor_limit(long wanted);

/// Starts `path` as nobody's child: a process session of its own, cwd `/`, `/dev/null` on 0 to 2, every other
/// descriptor closed, signals as at login. `process` receives a descriptor that becomes readable when the program has
/// ended and is the caller's to close, or -1 where the system has none. Returns 0 or the errno of the step that failed.
int platform_spawn_detached(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int *_Nonnull process);

/// The same as a child of this process, which is the caller's to wait for: how it ends can be known. It outlives its parent.
int platform_spawn_child(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    pid_t *_Nonnull process);

/// Starts `path` as a child with a process session of its own, cwd `/`, `/dev/null` on 2, every other descriptor closed and
/// signals as at login. `input` receives the end that is written to reach its standard input, `output` the end that is read;
/// both don't block and are the caller's to close, as the child is the caller's to wait for. On Linux the child is killed
/// when the calling thread ends, however that comes. A process that has a helper has it start the program, which then is killed when
/// this process ends. Returns 0 or the errno of the step that failed, `execve` included.
int platform_spawn_piped(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    pid_t *_Nonnull process, int *_Nonnull input, int *_Nonnull output);

/// Why nothing can be written into a folder now, found by writing 64 KiB there that no name leads to: 0 or an errno.
int platform_write_fault(const char *_Nonnull folder);

/// Tells whether the system has a locale of this name for characters. A program that sets a missing one gets the C locale, whose characters are ASCII.
bool platform_has_locale(const char *_Nonnull name);

/// Tells whether a child of this process has ended. It doesn't wait for the child, so the child's number stays taken.
bool platform_child_ended(pid_t process);

/// Runs `body` with `context` on a detached thread of its own with `stack` bytes. Returns 0 or an errno; the body doesn't run then.
int platform_begin_thread(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context, size_t stack);

/// Makes SIGTERM, SIGINT and SIGHUP readable, one byte a signal, on a descriptor that is made once and never closed;
/// SIGPIPE is ignored. Another call takes the signals again. Returns the descriptor or -1 with errno set.
int platform_termination_descriptor(void);

/// The places that a confined process may still reach.
typedef enum {
    /// Hosts on the internet.
    PLATFORM_REACH_INTERNET,
    /// The Unix sockets of a display and of a desktop's buses.
    PLATFORM_REACH_DISPLAY,
    /// Files below the writable paths, Unix sockets on which it listens too, and signals to its children. It starts none.
    PLATFORM_REACH_FOLDERS,
    /// Device files at the writable paths, which it opens, reads, writes and asks things of; files below the readable ones. No socket, no further
    /// process, and no file that is made or cut.
    PLATFORM_REACH_DEVICES,
    /// Every file for reading, and whatever `/proc` shows of other processes: no socket, no change, no further process or thread. Landlock
    /// isn't used, by which a process sees none outside of it, and root's rights stay, without which root's processes can't be seen.
    PLATFORM_REACH_READING,
    /// Nothing but the descriptors that are open: no socket, no file, no further process or thread, and no new code in memory.
    PLATFORM_REACH_NOTHING,
} platform_reach;

/// The barriers around this process.
typedef struct {
    /// The version of Landlock that shuts it out of the file system; 0 where the kernel has none.
    int landlock;
    /// True if a seccomp filter refuses it every system call but those of its reach.
    bool filter;
} platform_confinement;

/// Takes from this process, for good, everything but its reach and to read the files below `readable` and change those below
/// `writable` (both ended by NULL; the latter may be NULL): no other file, no other socket, no program, and none of root's rights.
///
/// A call that is refused fails with EPERM, EACCES or ENOSYS; it doesn't end the process. Call it before there is a second thread.
/// Fills `held` with what the kernel had. Returns 0, or an errno where something that the kernel has didn't work.
int platform_confine(
    platform_reach reach, char *_Nullable const *_Nonnull readable, char *_Nullable const *_Nullable writable,
    platform_confinement *_Nonnull held);

/// Starts a companion: a copy of this process, called `name`, that ends with it and holds nothing of it but one end of a pair of sockets
/// (`SOCK_SEQPACKET`); its standard descriptors are `/dev/null`. Call it before there is a second thread or a secret.
///
/// Returns twice as `fork` does, or an errno. `process` gets the companion's number, and 0 in the companion; `end` the own end of the pair.
int platform_begin_companion(const char *_Nonnull name, pid_t *_Nonnull process, int *_Nonnull end);

/// The rules of a helper: it refuses whatever they don't name.
typedef struct {
    /// The programs that it starts, by their absolute paths.
    char *_Nullable const *_Nonnull programs;
    /// The beginning of the names of others that it starts, where root alone can have put them.
    const char *_Nonnull roots_prefix;
    /// The names of the variables that a program may get.
    char *_Nullable const *_Nonnull variables;
    /// The beginnings of the files that it opens for reading.
    char *_Nullable const *_Nonnull beginnings;
} platform_helper_rules;

/// Starts a helper: a companion that starts programs and opens the user's files for it after `platform_confine`, by rules
/// that it was given before. Call it before there is a second thread or a secret. Returns 0 or an errno.
///
/// ```
/// this process ── socket ── helper     asks for a program or a file
///      └─ program                      its child, though the helper starts it: this process waits for it and kills it
/// ```
///
/// An attacker who has taken over this process can have the helper start one of the programs, make a file that isn't hidden, and read
/// a file that begins as the rules say or has a signature beside it; nothing else. The helper ends with this process.
int platform_begin_helper(const platform_helper_rules *_Nonnull rules);

/// True if there was a helper and it has ended: this process can start no programs any more.
bool platform_helper_ended(void);

/// The uses of a user's file.
typedef enum {
    /// Makes a new one, mode 0600, and gives it for writing. No part of its path may begin with a dot.
    PLATFORM_FILE_NEW = 1,
    /// Removes the one that was made last; there is no descriptor.
    PLATFORM_FILE_REMOVED,
    /// Gives one for reading that begins as the rules say; EBADMSG for another.
    PLATFORM_FILE_READ,
} platform_file_use;

/// Has the helper do something with a file of the user's. `file` gets the descriptor, or -1. Returns 0 or an errno: ENOSYS without a helper.
int platform_helper_file(platform_file_use use, const char *_Nonnull path, int *_Nonnull file);

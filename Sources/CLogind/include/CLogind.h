/// logind and the user's systemd on their buses, by way of libsystemd where that is installed: it is looked for as the program runs, so nothing is linked.
///
/// All functions block and belong to one thread, from `logind_open` to `logind_close`. A bus is named by its address; NULL is the system's own, by its
/// fixed path.
#pragma once

#include <stdbool.h>

/// A connection to the system bus, with what of logind is listened to.
typedef struct logind logind;

/// The outcome of a call.
typedef enum {
    logind_nothing = 0,
    /// The machine is about to sleep. It waits for the inhibitor, at most as long as logind is set to (5 seconds).
    logind_sleep = 1,
    /// The machine is awake again.
    logind_wake = 2,
    /// A desktop session of this user was locked.
    logind_lock = 3,
} logind_event;

/// Connects. Returns 0, ENOENT where libsystemd, the bus or logind isn't there, or another errno.
int logind_open(const char *_Nullable bus, logind *_Nullable *_Nonnull out);

/// Waits for what happens next. Returns a `logind_event`, or a negative errno where the connection is lost.
int logind_wait(logind *_Nonnull connection);

/// Asks that sleep be delayed until `logind_release`. Returns 0 or an errno.
int logind_inhibit(logind *_Nonnull connection);

/// Lets the machine sleep.
void logind_release(logind *_Nonnull connection);

void logind_close(logind *_Nullable connection);

/// Tells which of this user's desktop sessions is in front: its type (`x11`, `wayland`, `mir`), and its display where it has one of X11's.
/// Both texts have room for `size` bytes. Returns 0, ENOENT where no session is, or another errno.
int logind_session_display(
    const char *_Nullable bus, char *_Nonnull type, char *_Nonnull display, unsigned long size);

/// Calls `each` with the variables that the user's systemd gives to what it starts, as `NAME=value`. Returns 0, ENOENT where it isn't there, or
/// another errno.
int logind_user_environment(
    const char *_Nullable bus, void (*_Nonnull each)(const char *_Nonnull variable, void *_Nullable context),
    void *_Nullable context);

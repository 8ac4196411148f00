/// logind on the system bus, by way of libsystemd where that is installed: it is looked for as the program runs, so nothing is linked.
///
/// All functions block and belong to one thread, from `logind_open` to `logind_close`.
#pragma once

#include <stdbool.h>

/// A connection to the system bus, with what of logind is listened to.
typedef struct logind logind;

/// What happened.
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
int logind_open(logind *_Nullable *_Nonnull out);

/// Waits for what happens next. Returns a `logind_event`, or a negative errno where the connection is lost.
int logind_wait(logind *_Nonnull connection);

/// Asks that sleep be delayed until `logind_release`. Returns 0 or an errno.
int logind_inhibit(logind *_Nonnull connection);

/// Lets the machine sleep.
void logind_release(logind *_Nonnull connection);

void logind_close(logind *_Nullable connection);

/// fprintd on the system bus, by way of libsystemd where that is installed: it is looked for as the program runs, so nothing is linked.
///
/// All functions block and belong to one thread. A bus is named by its address; NULL is the system's own, by its fixed path.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The outcome of asking for a finger.
typedef enum {
    /// A finger of this user's matched, as fprintd says.
    fprint_match = 0,
    /// Another finger, or the sensor couldn't read it often enough.
    fprint_no_match = 1,
    /// Nobody touched the sensor in time.
    fprint_timed_out = 2,
    fprint_cancelled = 3,
    /// No libsystemd, no bus, no fprintd or no sensor.
    fprint_absent = 4,
    /// No finger of this user's is enrolled.
    fprint_not_enrolled = 5,
    /// Another program uses the sensor.
    fprint_busy = 6,
    /// polkit says no: the session is remote, or isn't in front.
    fprint_refused = 7,
    /// The sensor, or fprintd, went away meanwhile.
    fprint_gone = 8,
    fprint_failed = 9,
} fprint_outcome;

/// Tells whether a finger could be asked for: `fprint_match` stands for yes. Nothing is claimed.
fprint_outcome fprint_ready(const char *_Nullable bus);

/// Asks for a finger of this user's.
///
/// - Parameters:
///   - milliseconds: how long a finger is waited for.
///   - is_cancelled: asked five times a second.
///   - waiting: called once the sensor waits; may be NULL.
fprint_outcome fprint_verify(
    const char *_Nullable bus, uint32_t milliseconds, bool (*_Nonnull is_cancelled)(void *_Nullable context),
    void (*_Nullable waiting)(void *_Nullable context), void *_Nullable context);

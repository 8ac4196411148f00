/// The desktop's keyring (the Secret Service of freedesktop.org), by way of libsecret where that is installed: it is looked for as the
/// program runs, so nothing is linked.
///
/// All functions but `keyring_cancel` block, some for as long as a person takes to unlock the keyring, and belong to one thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A way to the keyring, for one call after the other.
typedef struct keyring keyring;

/// The outcome of a call.
typedef enum {
    keyring_done = 0,
    /// libsecret isn't installed, or too old (before 0.19).
    keyring_no_library = 1,
    /// There is no session bus, or nothing on it keeps secrets.
    keyring_no_service = 2,
    /// The keyring is locked, and wasn't unlocked or may not be asked for.
    keyring_locked = 3,
    /// `keyring_cancel` was called.
    keyring_cancelled = 4,
    keyring_failed = 5,
} keyring_status;

/// Takes one secret, whose bytes are wiped when it returns.
typedef void (*keyring_taker)(void *_Nullable context, const char *_Nonnull key, const void *_Nonnull bytes, size_t count);

/// Looks for libsecret.
keyring_status keyring_open(keyring *_Nullable *_Nonnull out);

/// Stores a secret under an application's key, in place of what stood there.
///
/// `ask` lets a locked keyring ask its user for the password.
keyring_status keyring_store(
    keyring *_Nonnull keyring, const char *_Nonnull application, const char *_Nonnull key, const char *_Nonnull label,
    const void *_Nonnull bytes, size_t count, bool ask);

/// Hands out an application's secrets, or that of one key; none is no fault.
keyring_status keyring_each(
    keyring *_Nonnull keyring, const char *_Nonnull application, const char *_Nullable key, bool ask,
    keyring_taker _Nonnull take, void *_Nullable context);

/// Removes the secret of a key; none is no fault.
keyring_status keyring_clear(
    keyring *_Nonnull keyring, const char *_Nonnull application, const char *_Nonnull key, bool ask);

/// Ends the call that runs, and every later one. May be called from any thread.
void keyring_cancel(keyring *_Nonnull keyring);

void keyring_close(keyring *_Nullable keyring);

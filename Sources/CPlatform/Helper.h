/// The parts of spawning that the agent's helper shares with a process that has none.
#pragma once

#include "CPlatform.h"

/// True if programs are started by a helper.
bool platform_has_helper(void);

/// Has the helper start a program with these ends of pipes, as a child of this process. Returns 0 or an errno.
int platform_helper_spawn(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int input, int output, pid_t *_Nonnull process);

/// Does the work of a child that is to become a program. It may call only functions that are safe in a signal handler. Returns the errno.
int platform_become(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int input, int output, pid_t parent);

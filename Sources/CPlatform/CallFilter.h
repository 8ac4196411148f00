/// The filter of system calls, as `platform_confine` has it.
#pragma once

#include "CPlatform.h"

/// Refuses this process, for good, every system call that its reach has no use for. Returns 0, or an errno where it didn't work;
/// `filtered` says whether the kernel has such filters.
int platform_filter_calls(platform_reach reach, bool *_Nonnull filtered);

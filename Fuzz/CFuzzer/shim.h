#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop (compiler-rt, FuzzerDriver.cpp). The callback returns 0, or -1 for an input that isn't to be kept.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

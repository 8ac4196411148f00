#pragma once

#include <stddef.h>
#include <stdint.h>

/// The table of programs that `Programs/generate.py` compiles; its form stands in Programs/README.md.
const uint8_t *sidekey_programs(void);

/// The number of bytes in the table.
size_t sidekey_programs_count(void);

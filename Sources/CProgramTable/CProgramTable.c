#include "CProgramTable.h"

#if !defined(__has_embed)
#error "the compiler has no #embed (C23): clang 19, or Swift 6.2, has it"
#endif

// In the program's read-only pages: they are loaded as they are read, and cost nothing before.
_Alignas(8) static const uint8_t programs[] = {
#embed "programs.bin"
};

const uint8_t *sidekey_programs(void) { return programs; }

size_t sidekey_programs_count(void) { return sizeof programs; }

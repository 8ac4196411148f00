#pragma once
// The parts of tpm2-tss that talk to a TPM 2.0: commands, and the form of what is kept.
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>

#pragma once
// libfido2, which speaks CTAP with security keys over USB.
#include <fido.h>

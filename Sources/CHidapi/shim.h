#pragma once
// hidapi, which finds and opens devices for input and output over USB.
#include <hidapi.h>

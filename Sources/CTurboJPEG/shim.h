#pragma once
// libjpeg-turbo by its own interface, which returns from every fault by itself.
#include <turbojpeg.h>

#define _GNU_SOURCE
#include "CSystemBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

static const char system_bus[] = "unix:path=/run/dbus/system_bus_socket";

static int load(sd_bus_functions *functions) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return ENOENT;
#define LOAD(result, name, arguments)                                                                                  \
    *(void **)&functions->name = dlsym(library, "sd_bus_" #name);                                                      \
    if (functions->name == NULL) return ENOENT;
    SD_BUS_FUNCTIONS(LOAD)
    return 0;
}

int system_bus_open(const char *address, uint64_t limit, sd_bus_functions *functions, sd_bus **bus) {
    *bus = NULL;
    if (load(functions) != 0) return ENOENT;
    int status = functions->new (bus);
    // Before anything is sent: the greeting of a bus that hangs is waited for as well.
    if (status >= 0 && limit != 0) functions->set_method_call_timeout(*bus, limit);
    if (status >= 0) status = functions->set_address(*bus, address ? address : system_bus);
    if (status >= 0) status = functions->set_bus_client(*bus, 1);
    if (status >= 0) status = functions->start(*bus);
    return status < 0 ? ENOENT : 0;
}

void system_bus_close(const sd_bus_functions *functions, sd_bus *bus) {
    if (bus != NULL) functions->flush_close_unref(bus);
    // The library stays loaded: it may have threads' data of its own.
}

#pragma once

#include <stdint.h>

// The part of <systemd/sd-bus.h> that is used here; the library has had it since version 240.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} sd_bus_error;
typedef int (*sd_bus_handler)(sd_bus_message *, void *, sd_bus_error *);

#define SD_BUS_FUNCTIONS(each)                                                                                         \
    each(int, new, (sd_bus **))                                                                                        \
    each(int, set_address, (sd_bus *, const char *))                                                                   \
    each(int, set_bus_client, (sd_bus *, int))                                                                         \
    each(int, start, (sd_bus *))                                                                                       \
    each(int, set_method_call_timeout, (sd_bus *, uint64_t))                                                           \
    each(int, match_signal,                                                                                            \
        (sd_bus *, sd_bus_slot **, const char *, const char *, const char *, const char *, sd_bus_handler, void *))    \
    each(int, process, (sd_bus *, sd_bus_message **))                                                                  \
    each(int, wait, (sd_bus *, uint64_t))                                                                              \
    each(int, call_method,                                                                                             \
        (sd_bus *, const char *, const char *, const char *, const char *, sd_bus_error *, sd_bus_message **,          \
            const char *, ...))                                                                                        \
    each(int, get_property,                                                                                            \
        (sd_bus *, const char *, const char *, const char *, const char *, sd_bus_error *, sd_bus_message **,          \
            const char *))                                                                                             \
    each(int, get_property_trivial,                                                                                    \
        (sd_bus *, const char *, const char *, const char *, const char *, sd_bus_error *, char, void *))              \
    each(int, message_read, (sd_bus_message *, const char *, ...))                                                     \
    each(int, message_enter_container, (sd_bus_message *, char, const char *))                                         \
    each(const char *, message_get_sender, (sd_bus_message *))                                                         \
    each(const char *, message_get_path, (sd_bus_message *))                                                           \
    each(sd_bus_message *, message_unref, (sd_bus_message *))                                                          \
    each(void, error_free, (sd_bus_error *))                                                                           \
    each(sd_bus *, flush_close_unref, (sd_bus *))

#define SD_BUS_DECLARE(result, name, arguments) result(*name) arguments;

/// The functions of sd-bus, from libsystemd as it is found when it is needed: a system without it needs none.
typedef struct {
    SD_BUS_FUNCTIONS(SD_BUS_DECLARE)
} sd_bus_functions;

/// Connects to the bus at an address. Environment variables are ignored: whoever starts the agent controls them.
///
/// - Parameter address: NULL for the system's bus.
/// - Parameter limit: How long each answer is waited for, in microseconds; 0 for sd-bus's own 25 s.
/// - Returns: 0, or ENOENT where there is no such bus or no libsystemd. Close the bus in either case.
int system_bus_open(const char *address, uint64_t limit, sd_bus_functions *functions, sd_bus **bus);

/// Closes a bus; nothing happens if it is NULL.
void system_bus_close(const sd_bus_functions *functions, sd_bus *bus);

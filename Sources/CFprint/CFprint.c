#include "CFprint.h"

#if !defined(__linux__)

fprint_outcome fprint_ready(const char *bus) {
    (void)bus;
    return fprint_absent;
}
fprint_outcome fprint_verify(
    const char *bus, uint32_t milliseconds, bool (*is_cancelled)(void *), void (*waiting)(void *), void *context) {
    (void)bus, (void)milliseconds, (void)is_cancelled, (void)waiting, (void)context;
    return fprint_absent;
}

#else
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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

#define FUNCTIONS(each)                                                                                                \
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
    each(int, message_read, (sd_bus_message *, const char *, ...))                                                     \
    each(int, message_enter_container, (sd_bus_message *, char, const char *))                                         \
    each(const char *, message_get_sender, (sd_bus_message *))                                                         \
    each(const char *, message_get_path, (sd_bus_message *))                                                           \
    each(sd_bus_message *, message_unref, (sd_bus_message *))                                                          \
    each(void, error_free, (sd_bus_error *))                                                                           \
    each(sd_bus *, flush_close_unref, (sd_bus *))

#define DECLARE(result, name, arguments) result(*name) arguments;

enum { name_size = 256, path_size = 256 };

typedef struct {
    sd_bus *bus;
    /// The unique name that owns fprintd's, and the sensor's path: nothing else is listened to. Anyone may send signals on the system bus.
    char owner[name_size];
    char device[path_size];
    bool is_done;
    fprint_outcome said;
    FUNCTIONS(DECLARE)
} fprint;

static const char service[] = "net.reactivated.Fprint";
static const char manager[] = "net.reactivated.Fprint.Manager";
static const char manager_path[] = "/net/reactivated/Fprint/Manager";
static const char device[] = "net.reactivated.Fprint.Device";
static const char system_bus[] = "unix:path=/run/dbus/system_bus_socket";
/// The time that fprintd has for an answer, in microseconds: the bus starts it where it doesn't run.
static const uint64_t answer_limit = 5000000;
static const uint64_t step = 200000;

static int load(fprint *self) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return ENOENT;
#define LOAD(result, name, arguments)                                                                                  \
    *(void **)&self->name = dlsym(library, "sd_bus_" #name);                                                           \
    if (self->name == NULL) return ENOENT;
    FUNCTIONS(LOAD)
    return 0;
}

static fprint_outcome outcome_of(const sd_bus_error *error) {
    const char *name = error->name ? error->name : "";
    if (strstr(name, "Fprint.Error.NoSuchDevice")) return fprint_absent;
    if (strstr(name, "Fprint.Error.NoEnrolledPrints")) return fprint_not_enrolled;
    if (strstr(name, "Fprint.Error.AlreadyInUse") || strstr(name, "Fprint.Error.ClaimDevice")) return fprint_busy;
    if (strstr(name, "Fprint.Error.PermissionDenied") || strstr(name, "AccessDenied")) return fprint_refused;
    if (strstr(name, "ServiceUnknown") || strstr(name, "NameHasNoOwner") || strstr(name, "Spawn")) return fprint_absent;
    return fprint_failed;
}

/// Copies the one text of an answer; returns 0 if there is none, or if it doesn't fit.
static bool copy(fprint *self, sd_bus_message *reply, const char *type, char *text, unsigned long size) {
    const char *value = NULL;
    if (self->message_read(reply, type, &value) <= 0 || value == NULL || strlen(value) >= size) return false;
    strcpy(text, value);
    return true;
}

static fprint_outcome call(fprint *self, const char *method, const char *argument) {
    sd_bus_error error = {0};
    int status = argument
        ? self->call_method(self->bus, self->owner, self->device, device, method, &error, NULL, "s", argument)
        : self->call_method(self->bus, self->owner, self->device, device, method, &error, NULL, "");
    fprint_outcome outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->error_free(&error);
    return outcome;
}

/// Finds fprintd, its sensor and whether a finger is enrolled.
static fprint_outcome find(fprint *self, const char *bus) {
    if (load(self) != 0) return fprint_absent;
    int status = self->new (&self->bus);
    if (status >= 0) self->set_method_call_timeout(self->bus, answer_limit);
    if (status >= 0) status = self->set_address(self->bus, bus ? bus : system_bus);
    if (status >= 0) status = self->set_bus_client(self->bus, 1);
    if (status >= 0) status = self->start(self->bus);
    if (status < 0) return fprint_absent;
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    // The first call starts fprintd; only then has its name an owner.
    status = self->call_method(self->bus, service, manager_path, manager, "GetDefaultDevice", &error, &reply, "");
    fprint_outcome outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->error_free(&error);
    if (outcome != fprint_match) return outcome == fprint_failed ? fprint_absent : outcome;
    bool isKnown = copy(self, reply, "o", self->device, sizeof self->device);
    const char *sender = self->message_get_sender(reply);
    if (isKnown && sender && strlen(sender) < sizeof self->owner) strcpy(self->owner, sender);
    self->message_unref(reply);
    if (!isKnown || self->owner[0] != ':') return fprint_failed;
    error = (sd_bus_error){0};
    reply = NULL;
    status = self->call_method(
        self->bus, self->owner, self->device, device, "ListEnrolledFingers", &error, &reply, "s", "");
    outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->error_free(&error);
    if (outcome != fprint_match) return outcome;
    const char *finger = NULL;
    bool isEnrolled = self->message_enter_container(reply, 'a', "s") > 0 && self->message_read(reply, "s", &finger) > 0;
    self->message_unref(reply);
    return isEnrolled ? fprint_match : fprint_not_enrolled;
}

static int heard(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    fprint *self = data;
    const char *sender = self->message_get_sender(message), *path = self->message_get_path(message);
    // The match says it already. What a forged signal could open is worth a second look.
    if (sender == NULL || path == NULL || strcmp(sender, self->owner) != 0 || strcmp(path, self->device) != 0) return 0;
    const char *result = NULL;
    int done = 0;
    if (self->is_done || self->message_read(message, "sb", &result, &done) <= 0) return 0;
    if (strcmp(result, "verify-match") == 0) {
        self->said = fprint_match;
        self->is_done = true;
    } else if (done) {
        self->said = strcmp(result, "verify-no-match") == 0 ? fprint_no_match
            : strcmp(result, "verify-disconnected") == 0    ? fprint_gone
                                                            : fprint_failed;
        self->is_done = true;
    }
    return 0;
}

/// fprintd ended, or another program has its name now.
static int heard_owner(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    fprint *self = data;
    const char *name = NULL;
    if (self->is_done || self->message_read(message, "s", &name) <= 0) return 0;
    if (strcmp(name, service) != 0) return 0;
    self->said = fprint_gone;
    self->is_done = true;
    return 0;
}

static uint64_t now(void) {
    struct timespec time;
    // It goes on while the machine sleeps.
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static fprint_outcome wait_for_finger(
    fprint *self, uint64_t limit, bool (*is_cancelled)(void *), void *context) {
    const uint64_t end = now() + limit;
    while (!self->is_done) {
        if (is_cancelled(context)) return fprint_cancelled;
        if (now() >= end) return fprint_timed_out;
        int status = self->process(self->bus, NULL);
        if (status < 0) return fprint_gone;
        if (status > 0) continue;
        status = self->wait(self->bus, step);
        if (status < 0 && status != -EINTR) return fprint_gone;
    }
    return self->said;
}

static void close_bus(fprint *self) {
    if (self->bus != NULL) self->flush_close_unref(self->bus);
    // The library stays loaded: it may have threads' data of its own.
}

fprint_outcome fprint_ready(const char *bus) {
    fprint self = {0};
    fprint_outcome outcome = find(&self, bus);
    close_bus(&self);
    return outcome;
}

fprint_outcome fprint_verify(
    const char *bus, uint32_t milliseconds, bool (*is_cancelled)(void *), void (*waiting)(void *), void *context) {
    fprint self = {0};
    fprint_outcome outcome = find(&self, bus);
    if (outcome == fprint_match) outcome = call(&self, "Claim", "");
    if (outcome == fprint_match) {
        // Before it begins: a quick finger's signal is not missed.
        int status =
            self.match_signal(self.bus, NULL, self.owner, self.device, device, "VerifyStatus", heard, &self);
        if (status >= 0)
            status = self.match_signal(self.bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                "org.freedesktop.DBus", "NameOwnerChanged", heard_owner, &self);
        outcome = status < 0 ? fprint_failed : call(&self, "VerifyStart", "any");
        if (outcome == fprint_match) {
            if (waiting) waiting(context);
            outcome = wait_for_finger(&self, (uint64_t)milliseconds * 1000, is_cancelled, context);
            call(&self, "VerifyStop", NULL);
        }
        call(&self, "Release", NULL);
    }
    close_bus(&self);
    return outcome;
}
#endif

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
#include "CSystemBus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { name_size = 256, path_size = 256 };

typedef struct {
    sd_bus_functions sd;
    sd_bus *bus;
    /// The unique name that owns fprintd's, and the sensor's path: nothing else is listened to. Anyone may send signals on the system bus.
    char owner[name_size];
    char device[path_size];
    bool is_done;
    fprint_outcome said;
} fprint;

static const char service[] = "net.reactivated.Fprint";
static const char manager[] = "net.reactivated.Fprint.Manager";
static const char manager_path[] = "/net/reactivated/Fprint/Manager";
static const char device[] = "net.reactivated.Fprint.Device";
/// The time that fprintd has for an answer, in microseconds: the bus starts it where it doesn't run.
static const uint64_t answer_limit = 5000000;
static const uint64_t step = 200000;

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
    if (self->sd.message_read(reply, type, &value) <= 0 || value == NULL || strlen(value) >= size) return false;
    strcpy(text, value);
    return true;
}

static fprint_outcome call(fprint *self, const char *method, const char *argument) {
    sd_bus_error error = {0};
    int status = argument
        ? self->sd.call_method(self->bus, self->owner, self->device, device, method, &error, NULL, "s", argument)
        : self->sd.call_method(self->bus, self->owner, self->device, device, method, &error, NULL, "");
    fprint_outcome outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->sd.error_free(&error);
    return outcome;
}

/// Finds fprintd, its sensor and whether a finger is enrolled.
static fprint_outcome find(fprint *self, const char *bus) {
    if (system_bus_open(bus, answer_limit, &self->sd, &self->bus) != 0) return fprint_absent;
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    // The first call starts fprintd; only then has its name an owner.
    int status = self->sd.call_method(self->bus, service, manager_path, manager, "GetDefaultDevice", &error, &reply, "");
    fprint_outcome outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->sd.error_free(&error);
    if (outcome != fprint_match) return outcome == fprint_failed ? fprint_absent : outcome;
    bool isKnown = copy(self, reply, "o", self->device, sizeof self->device);
    const char *sender = self->sd.message_get_sender(reply);
    if (isKnown && sender && strlen(sender) < sizeof self->owner) strcpy(self->owner, sender);
    self->sd.message_unref(reply);
    if (!isKnown || self->owner[0] != ':') return fprint_failed;
    error = (sd_bus_error){0};
    reply = NULL;
    status = self->sd.call_method(
        self->bus, self->owner, self->device, device, "ListEnrolledFingers", &error, &reply, "s", "");
    outcome = status < 0 ? outcome_of(&error) : fprint_match;
    self->sd.error_free(&error);
    if (outcome != fprint_match) return outcome;
    const char *finger = NULL;
    bool isEnrolled = self->sd.message_enter_container(reply, 'a', "s") > 0 && self->sd.message_read(reply, "s", &finger) > 0;
    self->sd.message_unref(reply);
    return isEnrolled ? fprint_match : fprint_not_enrolled;
}

static int heard(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    fprint *self = data;
    const char *sender = self->sd.message_get_sender(message), *path = self->sd.message_get_path(message);
    // The match says it already. What a forged signal could open is worth a second look.
    if (sender == NULL || path == NULL || strcmp(sender, self->owner) != 0 || strcmp(path, self->device) != 0) return 0;
    const char *result = NULL;
    int done = 0;
    if (self->is_done || self->sd.message_read(message, "sb", &result, &done) <= 0) return 0;
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
    if (self->is_done || self->sd.message_read(message, "s", &name) <= 0) return 0;
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
        int status = self->sd.process(self->bus, NULL);
        if (status < 0) return fprint_gone;
        if (status > 0) continue;
        status = self->sd.wait(self->bus, step);
        if (status < 0 && status != -EINTR) return fprint_gone;
    }
    return self->said;
}

fprint_outcome fprint_ready(const char *bus) {
    fprint self = {0};
    fprint_outcome outcome = find(&self, bus);
    system_bus_close(&self.sd, self.bus);
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
            self.sd.match_signal(self.bus, NULL, self.owner, self.device, device, "VerifyStatus", heard, &self);
        if (status >= 0)
            status = self.sd.match_signal(self.bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                "org.freedesktop.DBus", "NameOwnerChanged", heard_owner, &self);
        outcome = status < 0 ? fprint_failed : call(&self, "VerifyStart", "any");
        if (outcome == fprint_match) {
            if (waiting) waiting(context);
            outcome = wait_for_finger(&self, (uint64_t)milliseconds * 1000, is_cancelled, context);
            call(&self, "VerifyStop", NULL);
        }
        call(&self, "Release", NULL);
    }
    system_bus_close(&self.sd, self.bus);
    return outcome;
}
#endif

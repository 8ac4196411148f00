#include "CLogind.h"

#if !defined(__linux__)
#include <errno.h>

int logind_open(const char *bus, logind **out) {
    (void)bus;
    *out = 0;
    return ENOENT;
}
int logind_session_display(const char *bus, char *type, char *display, unsigned long size) {
    (void)bus, (void)type, (void)display, (void)size;
    return ENOENT;
}
int logind_user_environment(const char *bus, void (*each)(const char *, void *), void *context) {
    (void)bus, (void)each, (void)context;
    return ENOENT;
}
int logind_wait(logind *connection) { return connection ? -ENOENT : -EINVAL; }
int logind_inhibit(logind *connection) { return connection ? ENOENT : EINVAL; }
void logind_release(logind *connection) { (void)connection; }
void logind_close(logind *connection) { (void)connection; }

#else
#define _GNU_SOURCE
#include "CSystemBus.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The time that a prompt waits for a bus to answer, in microseconds.
static const uint64_t answer_limit = 2000000;

/// The number of sessions that may lock at once before the first is looked at.
enum { maximum_paths = 16, path_size = 256 };

struct logind {
    sd_bus_functions sd;
    sd_bus *bus;
    int inhibitor;
    int sleeping;
    /// The sessions of which something was heard, to be looked at outside the handler.
    int count;
    struct {
        char path[path_size];
        bool locked;
    } heard[maximum_paths];
};

static const char service[] = "org.freedesktop.login1";
static const char manager[] = "org.freedesktop.login1.Manager";
static const char manager_path[] = "/org/freedesktop/login1";
static const char session[] = "org.freedesktop.login1.Session";
static const char sessions_path[] = "/org/freedesktop/login1/session/";

static int heard_sleep(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    logind *connection = data;
    int begins = 0;
    if (connection->sd.message_read(message, "b", &begins) > 0) connection->sleeping = begins ? 1 : -1;
    return 0;
}

static int hear_session(logind *connection, sd_bus_message *message, bool locked) {
    const char *path = connection->sd.message_get_path(message);
    if (path == NULL || strncmp(path, sessions_path, sizeof sessions_path - 1) != 0) return 0;
    if (strlen(path) >= path_size || connection->count == maximum_paths) return 0;
    strcpy(connection->heard[connection->count].path, path);
    connection->heard[connection->count++].locked = locked;
    return 0;
}

static int heard_lock(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return hear_session(data, message, true);
}

static int heard_change(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return hear_session(data, message, false);
}

/// Tells whether a session is this user's. A session that no longer answers counts as theirs: locking is the safe side.
static bool is_own(logind *connection, const char *path) {
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    uint32_t user = (uint32_t)getuid();
    const char *user_path = NULL;
    if (connection->sd.get_property(connection->bus, service, path, session, "User", &error, &reply, "(uo)") >= 0) {
        if (connection->sd.message_read(reply, "(uo)", &user, &user_path) < 0) user = (uint32_t)getuid();
        connection->sd.message_unref(reply);
    }
    connection->sd.error_free(&error);
    return user == (uint32_t)getuid();
}

/// Tells whether the screen of a session is locked, as desktops tell logind.
static bool is_locked(logind *connection, const char *path) {
    sd_bus_error error = {0};
    int locked = 0;
    int status = connection->sd.get_property_trivial(
        connection->bus, service, path, session, "LockedHint", &error, 'b', &locked);
    connection->sd.error_free(&error);
    return status >= 0 && locked;
}

static int listen(logind *connection) {
    int status = 0;
    // Asked first, so that a system without logind is told from one with it.
    int sleeping = 0;
    sd_bus_error error = {0};
    status = connection->sd.get_property_trivial(
        connection->bus, service, manager_path, manager, "PreparingForSleep", &error, 'b', &sleeping);
    connection->sd.error_free(&error);
    if (status < 0) return ENOENT;
    const char properties[] = "org.freedesktop.DBus.Properties";
    status = connection->sd.match_signal(
        connection->bus, NULL, service, manager_path, manager, "PrepareForSleep", heard_sleep, connection);
    if (status >= 0)
        status = connection->sd.match_signal(
            connection->bus, NULL, service, NULL, session, "Lock", heard_lock, connection);
    if (status >= 0)
        status = connection->sd.match_signal(
            connection->bus, NULL, service, NULL, properties, "PropertiesChanged", heard_change, connection);
    return status < 0 ? -status : 0;
}

static int open_bus(const char *bus, uint64_t limit, logind **out) {
    *out = NULL;
    logind *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return ENOMEM;
    connection->inhibitor = -1;
    int failed = system_bus_open(bus, limit, &connection->sd, &connection->bus);
    if (failed) {
        logind_close(connection);
        return failed;
    }
    *out = connection;
    return 0;
}

int logind_open(const char *bus, logind **out) {
    int failed = open_bus(bus, 0, out);
    if (!failed) failed = listen(*out);
    if (failed) {
        logind_close(*out);
        *out = NULL;
    }
    return failed;
}

/// Copies a text property of a session; an empty text where there is none, or one that doesn't fit.
static void copy_property(logind *connection, const char *path, const char *name, char *text, unsigned long size) {
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    const char *value = NULL;
    text[0] = 0;
    if (connection->sd.get_property(connection->bus, service, path, session, name, &error, &reply, "s") >= 0) {
        if (connection->sd.message_read(reply, "s", &value) > 0 && strlen(value) < size) strcpy(text, value);
        connection->sd.message_unref(reply);
    }
    connection->sd.error_free(&error);
}

/// Finds whether a session is the one before which the user sits: theirs, in front, and a desktop.
static bool is_desktop(logind *connection, const char *path, char *type, unsigned long size) {
    char text[64];
    copy_property(connection, path, "State", text, sizeof text);
    if (strcmp(text, "active") != 0) return false;
    copy_property(connection, path, "Class", text, sizeof text);
    if (strcmp(text, "user") != 0) return false;
    copy_property(connection, path, "Type", type, size);
    return strcmp(type, "x11") == 0 || strcmp(type, "wayland") == 0 || strcmp(type, "mir") == 0;
}

int logind_session_display(const char *bus, char *type, char *display, unsigned long size) {
    logind *connection = NULL;
    int failed = open_bus(bus, answer_limit, &connection);
    if (failed) return failed;
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    int status =
        connection->sd.call_method(connection->bus, service, manager_path, manager, "ListSessions", &error, &reply, "");
    connection->sd.error_free(&error);
    failed = ENOENT;
    if (status >= 0 && connection->sd.message_enter_container(reply, 'a', "(susso)") > 0) {
        const char *id = NULL, *name = NULL, *seat = NULL, *path = NULL;
        uint32_t user = 0;
        while (failed && connection->sd.message_read(reply, "(susso)", &id, &user, &name, &seat, &path) > 0) {
            // A session without a seat is nobody's screen: its own user can call one of SSH a desktop.
            if (!*seat || user != (uint32_t)getuid() || !is_desktop(connection, path, type, size)) continue;
            copy_property(connection, path, "Display", display, size);
            failed = 0;
        }
    }
    if (reply) connection->sd.message_unref(reply);
    logind_close(connection);
    return failed;
}

int logind_user_environment(const char *bus, void (*each)(const char *, void *), void *context) {
    // systemd puts it there, whatever XDG_RUNTIME_DIR says.
    char address[64];
    snprintf(address, sizeof address, "unix:path=/run/user/%u/bus", (unsigned)getuid());
    logind *connection = NULL;
    int failed = open_bus(bus ? bus : address, answer_limit, &connection);
    if (failed) return failed;
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    int status = connection->sd.get_property(connection->bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager", "Environment", &error, &reply, "as");
    connection->sd.error_free(&error);
    failed = ENOENT;
    if (status >= 0 && connection->sd.message_enter_container(reply, 'a', "s") > 0) {
        const char *variable = NULL;
        while (connection->sd.message_read(reply, "s", &variable) > 0) each(variable, context);
        failed = 0;
    }
    if (reply) connection->sd.message_unref(reply);
    logind_close(connection);
    return failed;
}

int logind_wait(logind *connection) {
    while (true) {
        if (connection->sleeping != 0) {
            const int event = connection->sleeping > 0 ? logind_sleep : logind_wake;
            connection->sleeping = 0;
            return event;
        }
        while (connection->count > 0) {
            const int last = --connection->count;
            const char *path = connection->heard[last].path;
            if ((connection->heard[last].locked || is_locked(connection, path)) && is_own(connection, path)) {
                return logind_lock;
            }
        }
        int status = connection->sd.process(connection->bus, NULL);
        if (status < 0) return status;
        if (status > 0) continue;
        status = connection->sd.wait(connection->bus, UINT64_MAX);
        if (status < 0 && status != -EINTR) return status;
    }
}

int logind_inhibit(logind *connection) {
    logind_release(connection);
    sd_bus_error error = {0};
    sd_bus_message *reply = NULL;
    int status = connection->sd.call_method(
        connection->bus, service, manager_path, manager, "Inhibit", &error, &reply, "ssss", "sleep", "Sidekey",
        "The wallet is locked before the machine sleeps", "delay");
    connection->sd.error_free(&error);
    if (status < 0) return -status;
    int descriptor = -1;
    status = connection->sd.message_read(reply, "h", &descriptor);
    // The message keeps its own.
    if (status > 0) connection->inhibitor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    connection->sd.message_unref(reply);
    return connection->inhibitor >= 0 ? 0 : EIO;
}

void logind_release(logind *connection) {
    if (connection->inhibitor >= 0) close(connection->inhibitor);
    connection->inhibitor = -1;
}

void logind_close(logind *connection) {
    if (connection == NULL) return;
    logind_release(connection);
    system_bus_close(&connection->sd, connection->bus);
    free(connection);
}
#endif

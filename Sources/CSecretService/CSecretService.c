#include "CSecretService.h"

#if !defined(__linux__)

keyring_status keyring_open(keyring **out) {
    *out = 0;
    return keyring_no_library;
}
keyring_status keyring_store(
    keyring *keyring, const char *application, const char *key, const char *label, const void *bytes, size_t count,
    bool ask) {
    (void)keyring, (void)application, (void)key, (void)label, (void)bytes, (void)count, (void)ask;
    return keyring_no_library;
}
keyring_status keyring_each(
    keyring *keyring, const char *application, const char *key, bool ask, keyring_taker take, void *context) {
    (void)keyring, (void)application, (void)key, (void)ask, (void)take, (void)context;
    return keyring_no_library;
}
keyring_status keyring_clear(keyring *keyring, const char *application, const char *key, bool ask) {
    (void)keyring, (void)application, (void)key, (void)ask;
    return keyring_no_library;
}
void keyring_cancel(keyring *keyring) { (void)keyring; }
void keyring_close(keyring *keyring) { (void)keyring; }

#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

// The part of GLib and <libsecret/secret.h> that is used here; both have kept it since libsecret 0.19.
typedef struct GList {
    void *data;
    struct GList *next, *previous;
} GList;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct GHashTable GHashTable;
typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} SecretSchema;

enum { bus_session = 2, open_session = 1 << 1, search_all = 1 << 1, search_unlock = 1 << 2 };
enum { io_error_cancelled = 19, secret_error_is_locked = 2 };
/// SERVICE_UNKNOWN, NAME_HAS_NO_OWNER and all of SPAWN_*.
enum { bus_service_unknown = 2, bus_no_owner = 3, bus_first_spawn = 26, bus_last_spawn = 35 };

#define FUNCTIONS(each)                                                                                                \
    each(uint32_t, g_io_error_quark, (void))                                                                           \
    each(uint32_t, g_dbus_error_quark, (void))                                                                         \
    each(uint32_t, secret_error_get_quark, (void))                                                                     \
    each(void, g_error_free, (GError *))                                                                               \
    each(unsigned, g_str_hash, (const void *))                                                                         \
    each(int, g_str_equal, (const void *, const void *))                                                               \
    each(GHashTable *, g_hash_table_new, (unsigned (*)(const void *), int (*)(const void *, const void *)))            \
    each(int, g_hash_table_insert, (GHashTable *, void *, void *))                                                     \
    each(void *, g_hash_table_lookup, (GHashTable *, const void *))                                                    \
    each(void, g_hash_table_unref, (GHashTable *))                                                                     \
    each(void, g_list_free_full, (GList *, void (*)(void *)))                                                          \
    each(void, g_object_unref, (void *))                                                                               \
    each(void *, g_cancellable_new, (void))                                                                            \
    each(void, g_cancellable_cancel, (void *))                                                                         \
    each(void *, g_bus_get_sync, (int, void *, GError **))                                                             \
    each(void, g_dbus_connection_set_exit_on_close, (void *, int))                                                     \
    each(size_t, secret_service_get_type, (void))                                                                      \
    each(void *, secret_service_open_sync, (size_t, const char *, int, void *, GError **))                             \
    each(GList *, secret_service_search_sync,                                                                          \
        (void *, const SecretSchema *, GHashTable *, int, void *, GError **))                                          \
    each(int, secret_service_store_sync,                                                                               \
        (void *, const SecretSchema *, GHashTable *, const char *, const char *, void *, void *, GError **))           \
    each(void *, secret_collection_for_alias_sync, (void *, const char *, int, void *, GError **))                     \
    each(int, secret_collection_get_locked, (void *))                                                                  \
    each(int, secret_item_get_locked, (void *))                                                                        \
    each(int, secret_item_load_secret_sync, (void *, void *, GError **))                                               \
    each(void *, secret_item_get_secret, (void *))                                                                     \
    each(GHashTable *, secret_item_get_attributes, (void *))                                                           \
    each(int, secret_item_delete_sync, (void *, void *, GError **))                                                    \
    each(void *, secret_value_new, (const char *, ptrdiff_t, const char *))                                            \
    each(const char *, secret_value_get, (void *, size_t *))                                                           \
    each(void, secret_value_unref, (void *))

#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

static bool is_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

/// Never unloaded: what GLib has registered of itself can't be.
static void load(void) {
    void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    // The library's own dependencies, GLib's, are searched too.
#define FIND(result, name, arguments)                                                                                  \
    *(void **)&name = dlsym(library, #name);                                                                           \
    if (!name) return;
    FUNCTIONS(FIND)
    is_loaded = true;
}

static const SecretSchema schema = {
    .name = "app.sidekey.WalletConnection",
    .attributes = {{"application", 0}, {"key", 0}},
};

struct keyring {
    void *cancellable;
    void *service;
};

/// Turns an error into a status, and frees it.
static keyring_status status_of(GError *error) {
    if (!error) return keyring_failed;
    keyring_status status = keyring_failed;
    if (error->domain == g_io_error_quark() && error->code == io_error_cancelled) status = keyring_cancelled;
    if (error->domain == secret_error_get_quark() && error->code == secret_error_is_locked) status = keyring_locked;
    if (error->domain == g_dbus_error_quark() &&
        (error->code == bus_service_unknown || error->code == bus_no_owner ||
            (error->code >= bus_first_spawn && error->code <= bus_last_spawn)))
        status = keyring_no_service;
    g_error_free(error);
    return status;
}

keyring_status keyring_open(keyring **out) {
    *out = NULL;
    pthread_once(&loading, load);
    if (!is_loaded) return keyring_no_library;
    keyring *made = calloc(1, sizeof *made);
    if (!made) return keyring_failed;
    made->cancellable = g_cancellable_new();
    *out = made;
    return keyring_done;
}

void keyring_cancel(keyring *keyring) { g_cancellable_cancel(keyring->cancellable); }

void keyring_close(keyring *keyring) {
    if (!keyring) return;
    if (keyring->service) g_object_unref(keyring->service);
    g_object_unref(keyring->cancellable);
    free(keyring);
}

/// Opens a session in which secrets travel encrypted over the bus.
static keyring_status connect_to_service(keyring *keyring) {
    if (keyring->service) return keyring_done;
    GError *error = NULL;
    void *bus = g_bus_get_sync(bus_session, keyring->cancellable, &error);
    if (!bus) {
        const keyring_status status = status_of(error);
        return status == keyring_cancelled ? status : keyring_no_service;
    }
    // Else GLib ends the whole program when the desktop's session does.
    g_dbus_connection_set_exit_on_close(bus, 0);
    g_object_unref(bus);
    keyring->service =
        secret_service_open_sync(secret_service_get_type(), NULL, open_session, keyring->cancellable, &error);
    return keyring->service ? keyring_done : status_of(error);
}

/// Tells whether the keyring that new secrets go to is locked or missing.
static keyring_status default_state(keyring *keyring) {
    GError *error = NULL;
    void *collection =
        secret_collection_for_alias_sync(keyring->service, "default", 0, keyring->cancellable, &error);
    if (!collection) return error ? status_of(error) : keyring_locked;
    const bool locked = secret_collection_get_locked(collection);
    g_object_unref(collection);
    return locked ? keyring_locked : keyring_done;
}

static GHashTable *attributes_of(const char *application, const char *key) {
    GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, (void *)"application", (void *)application);
    if (key) g_hash_table_insert(attributes, (void *)"key", (void *)key);
    return attributes;
}

/// The items of an application, or of one of its keys, all of them unlocked.
static keyring_status find(keyring *keyring, const char *application, const char *key, bool ask, GList **items) {
    *items = NULL;
    keyring_status status = connect_to_service(keyring);
    if (status != keyring_done) return status;
    GHashTable *attributes = attributes_of(application, key);
    GError *error = NULL;
    *items = secret_service_search_sync(
        keyring->service, &schema, attributes, search_all | (ask ? search_unlock : 0), keyring->cancellable, &error);
    g_hash_table_unref(attributes);
    if (error) status = status_of(error);
    for (GList *item = *items; item && status == keyring_done; item = item->next) {
        if (secret_item_get_locked(item->data)) status = keyring_locked;
    }
    // A locked keyring may find nothing, which doesn't mean that nothing is there.
    if (status == keyring_done && !*items && default_state(keyring) == keyring_locked) status = keyring_locked;
    if (status == keyring_done) return status;
    g_list_free_full(*items, g_object_unref);
    *items = NULL;
    return status;
}

keyring_status keyring_store(
    keyring *keyring, const char *application, const char *key, const char *label, const void *bytes, size_t count,
    bool ask) {
    keyring_status status = connect_to_service(keyring);
    // Storing asks by itself, so where it may not, the keyring has to be open already.
    if (status == keyring_done && !ask) status = default_state(keyring);
    if (status != keyring_done) return status;
    GHashTable *attributes = attributes_of(application, key);
    void *value = secret_value_new(bytes, (ptrdiff_t)count, "application/octet-stream");
    GError *error = NULL;
    const int stored = secret_service_store_sync(
        keyring->service, &schema, attributes, "default", label, value, keyring->cancellable, &error);
    secret_value_unref(value);
    g_hash_table_unref(attributes);
    if (stored) return keyring_done;
    // A question that its user has closed is no error to libsecret.
    return error ? status_of(error) : keyring_locked;
}

static keyring_status hand_out(keyring *keyring, void *item, keyring_taker take, void *context) {
    GError *error = NULL;
    if (!secret_item_load_secret_sync(item, keyring->cancellable, &error)) return status_of(error);
    void *value = secret_item_get_secret(item);
    if (!value) return keyring_failed;
    GHashTable *attributes = secret_item_get_attributes(item);
    const char *key = attributes ? g_hash_table_lookup(attributes, "key") : NULL;
    size_t count = 0;
    const char *bytes = secret_value_get(value, &count);
    if (key && bytes) take(context, key, bytes, count);
    if (attributes) g_hash_table_unref(attributes);
    secret_value_unref(value);
    return keyring_done;
}

keyring_status keyring_each(
    keyring *keyring, const char *application, const char *key, bool ask, keyring_taker take, void *context) {
    GList *items;
    keyring_status status = find(keyring, application, key, ask, &items);
    for (GList *item = items; item && status == keyring_done; item = item->next)
        status = hand_out(keyring, item->data, take, context);
    g_list_free_full(items, g_object_unref);
    return status;
}

keyring_status keyring_clear(keyring *keyring, const char *application, const char *key, bool ask) {
    GList *items;
    keyring_status status = find(keyring, application, key, ask, &items);
    for (GList *item = items; item && status == keyring_done; item = item->next) {
        GError *error = NULL;
        if (!secret_item_delete_sync(item->data, keyring->cancellable, &error)) status = status_of(error);
    }
    g_list_free_full(items, g_object_unref);
    return status;
}
#endif

// A native-messaging host that answers the extension from a table: the path from a page and back, without a wallet at its end.
//
// It says what an unlocked wallet with one account would say. What it takes is the floor for the whole path.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ACCOUNT "{\"publicKey\":\"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk\",\"label\":\"Account 1\"}"

static const struct {
    const char *method, *result;
} table[] = {
    {"hello", "{\"protocol\":1,\"version\":\"0.1.0\",\"vault\":\"unlocked\",\"unattended\":true,"
              "\"pages\":[\"connect\",\"disconnect\",\"getAccounts\"]}"},
    {"connect", "{\"accounts\":[" ACCOUNT "],\"publicKey\":\"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk\","
                "\"accountLabel\":\"Account 1\"}"},
    {"getAccounts", "{\"accounts\":[" ACCOUNT "]}"},
    {"approvals.list", "{\"requests\":[]}"},
};

static int all(int descriptor, unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t taken = read(descriptor, bytes, count);
        if (taken <= 0) return 0;
        bytes += taken;
        count -= (size_t)taken;
    }
    return 1;
}

// The text of a member; the extension writes `id` and `method` before `params`, so that the first is the right one.
static const char *member(const char *message, const char *name, int *count) {
    const char *start = strstr(message, name);
    if (!start) return NULL;
    start += strlen(name);
    *count = (int)strcspn(start, "\"");
    return start;
}

int main(void) {
    static char message[(1 << 20) + 1], reply[4096];
    uint32_t count;
    while (all(0, (unsigned char *)&count, 4)) {
        if (count > 1 << 20 || !all(0, (unsigned char *)message, count)) return 1;
        message[count] = 0;
        int id_count = 0, method_count = 0;
        const char *id = member(message, "\"id\":\"", &id_count), *method = member(message, "\"method\":\"", &method_count);
        if (!id || !method) return 1;
        const char *result = "{}";
        for (size_t row = 0; row < sizeof table / sizeof *table; row++)
            if (strlen(table[row].method) == (size_t)method_count && !memcmp(table[row].method, method, (size_t)method_count))
                result = table[row].result;
        int length = snprintf(reply + 4, sizeof reply - 4, "{\"jsonrpc\":\"2.0\",\"id\":\"%.*s\",\"result\":%s}", id_count, id, result);
        if (length < 0 || (size_t)length >= sizeof reply - 4) return 1;
        count = (uint32_t)length;
        memcpy(reply, &count, 4);
        if (write(1, reply, 4 + count) != (ssize_t)(4 + count)) return 1;
    }
    return 0;
}

// Times native-messaging hosts as a browser meets them: from spawn to the first reply, and one round trip after that.
//
//     first-reply RUNS ARGUMENT HOST...
//
// Every host is started RUNS times with ARGUMENT, the hosts in turn, so that a busy moment of the machine hits all alike. Each gets
// one `hello` frame, is timed until its reply is there whole, gets the same bytes once more, and is let go by closing its input.
#include <poll.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char hello[] =
    "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"hello\",\"params\":{\"protocol\":1,\"client\":\"extension\",\"version\":\"0.1.0\","
    "\"profile\":\"3f0f1f2a-6c1e-4f0e-9d57-0f6f6f1c2a10\",\"connectionKey\":\"a5a4c0de-1f5e-4c53-8a39-6a1d2b3c4d5e\"}}";

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void fail(const char *what, const char *host) {
    fprintf(stderr, "first-reply: error: %s: %s\n", host, what);
    exit(1);
}

static void take(int descriptor, void *bytes, size_t count, const char *host) {
    for (unsigned char *end = bytes; count > 0;) {
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        if (poll(&ready, 1, 10000) <= 0) fail("no reply within 10 s", host);
        ssize_t taken = read(descriptor, end, count);
        if (taken <= 0) fail("it closed its output", host);
        end += taken;
        count -= (size_t)taken;
    }
}

static void exchange(int to, int from, const char *host) {
    static unsigned char reply[1 << 20];
    unsigned char frame[4 + sizeof hello - 1];
    uint32_t count = sizeof hello - 1;
    memcpy(frame, &count, 4);
    memcpy(frame + 4, hello, count);
    if (write(to, frame, sizeof frame) != (ssize_t)sizeof frame) fail("it takes no frame", host);
    take(from, &count, 4, host);
    if (count > sizeof reply) fail("its reply is too large", host);
    take(from, reply, count, host);
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void report(const char *what, double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("  %-22s median %6.2f ms   fastest %6.2f   slowest tenth from %6.2f\n", what, times[count / 2], times[0],
           times[count * 9 / 10]);
}

int main(int count, char **words) {
    if (count < 4) return fprintf(stderr, "first-reply RUNS ARGUMENT HOST...\n"), 64;
    int runs = atoi(words[1]), hosts = count - 3;
    if (runs < 1 || runs > 100000) return fprintf(stderr, "first-reply: error: RUNS is 1 to 100000\n"), 64;
    double *first = calloc((size_t)(runs * hosts), sizeof *first), *again = calloc((size_t)(runs * hosts), sizeof *again);
    if (!first || !again) return 1;
    for (int run = 0; run < runs; run++) {
        for (int host = 0; host < hosts; host++) {
            char *path = words[3 + host], *arguments[] = {path, words[2], NULL};
            int in[2], out[2];
            if (pipe(in) || pipe(out)) fail("no pipes", path);
            posix_spawn_file_actions_t actions;
            posix_spawn_file_actions_init(&actions);
            posix_spawn_file_actions_adddup2(&actions, in[0], 0);
            posix_spawn_file_actions_adddup2(&actions, out[1], 1);
            for (int end = 0; end < 2; end++) {
                posix_spawn_file_actions_addclose(&actions, in[end]);
                posix_spawn_file_actions_addclose(&actions, out[end]);
            }
            pid_t process;
            double began = now();
            if (posix_spawn(&process, path, &actions, NULL, arguments, environ)) fail("it can't be started", path);
            close(in[0]);
            close(out[1]);
            exchange(in[1], out[0], path);
            double replied = now();
            exchange(in[1], out[0], path);
            first[host * runs + run] = replied - began;
            again[host * runs + run] = now() - replied;
            close(in[1]);
            close(out[0]);
            waitpid(process, NULL, 0);
            posix_spawn_file_actions_destroy(&actions);
        }
    }
    for (int host = 0; host < hosts; host++) {
        printf("%s\n", words[3 + host]);
        report("spawn to first reply", first + host * runs, runs);
        report("one more round trip", again + host * runs, runs);
    }
    return 0;
}

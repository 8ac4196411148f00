// Times native-messaging hosts as a browser meets them: from spawn until the first reply is there whole.
//
//     first-reply RUNS MESSAGE ARGUMENT HOST [MESSAGE ARGUMENT HOST]...
//
// Every host is started RUNS times with ARGUMENT, the hosts in turn, so that a busy moment of the machine hits all alike. Each is
// sent MESSAGE as one frame, and let go by closing its input. Prints a line of nanoseconds for each host.
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

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
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

static void exchange(const char *message, int to, int from, const char *host) {
    static unsigned char frame[4 + 4096], reply[1 << 20];
    uint32_t count = (uint32_t)strlen(message);
    if (count > sizeof frame - 4) fail("the message is longer than 4096 bytes", host);
    memcpy(frame, &count, 4);
    memcpy(frame + 4, message, count);
    if (write(to, frame, 4 + count) != (ssize_t)(4 + count)) fail("it takes no frame", host);
    take(from, &count, 4, host);
    if (count > sizeof reply) fail("its reply is too large", host);
    take(from, reply, count, host);
}

int main(int count, char **words) {
    if (count < 5 || count % 3 != 2) return fprintf(stderr, "first-reply RUNS [MESSAGE ARGUMENT HOST]...\n"), 64;
    int runs = atoi(words[1]), hosts = (count - 2) / 3;
    if (runs < 1 || runs > 100000) return fprintf(stderr, "first-reply: error: RUNS is 1 to 100000\n"), 64;
    long long *times = calloc((size_t)(runs * hosts), sizeof *times);
    if (!times) return 1;
    for (int run = 0; run < runs; run++) {
        for (int host = 0; host < hosts; host++) {
            char *message = words[2 + host * 3], *path = words[4 + host * 3];
            char *arguments[] = {path, words[3 + host * 3], NULL};
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
            long long began = now();
            if (posix_spawn(&process, path, &actions, NULL, arguments, environ)) fail("it can't be started", path);
            close(in[0]);
            close(out[1]);
            exchange(message, in[1], out[0], path);
            times[host * runs + run] = now() - began;
            close(in[1]);
            close(out[0]);
            waitpid(process, NULL, 0);
            posix_spawn_file_actions_destroy(&actions);
        }
    }
    for (int host = 0; host < hosts; host++) {
        for (int run = 0; run < runs; run++) printf("%lld ", times[host * runs + run]);
        printf("\n");
    }
    return 0;
}

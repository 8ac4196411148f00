// Times the agent's start: from its spawn until it has answered the `hello` of a client that waits for its socket.
//
//     agent-start RUNS FOLDER AGENT
//
// Every run starts AGENT with SIDEKEY_HOME set to FOLDER/N (a new folder each) and once more on that same folder. Prints two
// lines of nanoseconds: new folders, and folders that were there.
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char hello[] =
    "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"hello\",\"params\":{\"protocol\":1,\"client\":\"cli\",\"version\":\"0\"}}";

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int fail(const char *what) {
    fprintf(stderr, "agent-start: error: %s\n", what);
    exit(1);
}

// A connection to the socket, as soon as somebody listens there: asked for ten times a millisecond.
static int reach(const char *folder) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s/agent.sock", folder) >= sizeof address.sun_path)
        fail("the folder's path is too long for a socket");
    for (int attempt = 0; attempt < 100000; attempt++) {
        int connection = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connection < 0) fail("no socket");
        if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
        close(connection);
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    return fail("no agent within 10 s");
}

static long long start(char *agent, char *folder) {
    char home[4096];
    snprintf(home, sizeof home, "SIDEKEY_HOME=%s", folder);
    char *arguments[] = {agent, NULL}, *environment[] = {home, "PATH=/usr/bin:/bin", NULL};
    pid_t process;
    long long began = now();
    if (posix_spawn(&process, agent, NULL, NULL, arguments, environment)) fail("the agent can't be started");
    int connection = reach(folder);
    unsigned char frame[4 + sizeof hello - 1], reply[65536];
    uint32_t count = sizeof hello - 1;
    memcpy(frame, &count, 4);
    memcpy(frame + 4, hello, count);
    if (write(connection, frame, sizeof frame) != (ssize_t)sizeof frame) fail("it takes no frame");
    struct pollfd ready = {.fd = connection, .events = POLLIN};
    if (poll(&ready, 1, 10000) <= 0 || read(connection, reply, sizeof reply) < 5) fail("no answer");
    long long took = now() - began;
    close(connection);
    kill(process, SIGTERM);
    waitpid(process, NULL, 0);
    return took;
}

int main(int count, char **words) {
    int runs = count == 4 ? atoi(words[1]) : 0;
    if (runs < 1 || runs > 10000) return fprintf(stderr, "agent-start RUNS FOLDER AGENT\n"), 64;
    long long *times = calloc((size_t)(2 * runs), sizeof *times);
    if (!times) return 1;
    for (int run = 0; run < runs; run++) {
        char folder[2048];
        snprintf(folder, sizeof folder, "%s/%d", words[2], run);
        if (mkdir(folder, 0700)) fail("the folder can't be made");
        times[run] = start(words[3], folder);
        times[runs + run] = start(words[3], folder);
    }
    for (int line = 0; line < 2; line++) {
        for (int run = 0; run < runs; run++) printf("%lld ", times[line * runs + run]);
        printf("\n");
    }
    return 0;
}

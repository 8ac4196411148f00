#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Helper.h"

#if !defined(__linux__)
int platform_begin_companion(const char *name, pid_t *process, int *end) {
    (void)name, (void)process, (void)end;
    return ENOSYS;
}
int platform_begin_helper(const platform_helper_rules *rules) {
    (void)rules;
    return 0;
}
bool platform_helper_ended(void) { return false; }
int platform_helper_file(platform_file_use use, const char *path, int *file) {
    (void)use;
    (void)path;
    *file = -1;
    return ENOSYS;
}
bool platform_has_helper(void) { return false; }
int platform_helper_spawn(
    const char *path, char *const *arguments, char *const *environment, int input, int output, pid_t *process) {
    (void)path, (void)arguments, (void)environment, (void)input, (void)output, (void)process;
    return ENOSYS;
}
#else
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { spawn_program = 100, most_words = 64, most_bytes = 48 << 10 };

/// Begins each request; the words follow, each with its zero byte: the path, the arguments, the variables.
struct request {
    int32_t kind;
    uint32_t arguments, variables, bytes;
};

struct reply {
    int32_t error, process;
};

static int helper_socket = -1;
static pid_t helper_process = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

// MARK: Messages, with up to two descriptors

static ssize_t send_message(int end, struct iovec *parts, size_t count, const int *files, size_t files_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    if (files_count > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(files_count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(files_count * sizeof(int));
        memcpy(CMSG_DATA(header), files, files_count * sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(end, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}

/// Fills `files` with the descriptors that came, -1 where none did.
static ssize_t receive_message(int end, struct iovec *parts, size_t count, int files[2]) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = parts, .msg_iovlen = count, .msg_control = &control, .msg_controllen = sizeof control};
    files[0] = files[1] = -1;
    ssize_t received;
    do received = recvmsg(end, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received <= 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        const size_t room = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(files, CMSG_DATA(header), (room < 2 ? room : 2) * sizeof(int));
    }
    return received;
}

// MARK: The helper's side. It has no key, and never believes what the agent says of itself.

/// True if a file, and every folder above it, can be changed by root alone.
static bool is_roots(const char *path) {
    char rest[PATH_MAX];
    if (path[0] != '/' || strlen(path) >= sizeof rest) return false;
    strcpy(rest, path);
    struct stat status;
    if (lstat(rest, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    while (true) {
        if (lstat(rest, &status) != 0 || S_ISLNK(status.st_mode)) return false;
        if (status.st_uid != 0 || status.st_mode & 022) return false;
        char *slash = strrchr(rest, '/');
        if (!slash || (slash == rest && rest[1] == 0)) return true;
        slash[slash == rest ? 1 : 0] = 0;
    }
}

static bool may_start(const platform_helper_rules *rules, const char *path) {
    for (char *const *program = rules->programs; *program; program++) {
        if (strcmp(*program, path) == 0) return true;
    }
    const char *name = strrchr(path, '/');
    return name && strncmp(name + 1, rules->roots_prefix, strlen(rules->roots_prefix)) == 0 && is_roots(path);
}

/// A library's variable would have an allowed program run an attacker's code, and so would a bus's address that names a program.
static bool may_have(const platform_helper_rules *rules, const char *variable) {
    const char *value = strchr(variable, '=');
    if (!value) return false;
    const size_t length = (size_t)(value++ - variable);
    if (strncmp(variable, "PATH=", 5) == 0) return strcmp(value, "/usr/bin:/bin") == 0;
    if (strncmp(variable, "DBUS_SESSION_BUS_ADDRESS=", 25) == 0 && strstr(value, "exec:")) return false;
    for (char *const *name = rules->variables; *name; name++) {
        if (strlen(*name) == length && strncmp(*name, variable, length) == 0) return true;
    }
    return false;
}

/// Splits the words that follow a request. Returns false if they aren't as it says.
static bool split(const struct request *request, char *bytes, size_t count, char **words) {
    const size_t wanted = 1 + (size_t)request->arguments + request->variables;
    if (request->arguments > most_words || request->variables > most_words || count != request->bytes) return false;
    size_t start = 0;
    for (size_t index = 0; index < wanted; index++) {
        const char *end = start < count ? memchr(bytes + start, 0, count - start) : NULL;
        if (!end) return false;
        words[index] = bytes + start;
        start = (size_t)(end - bytes) + 1;
    }
    return start == count;
}

/// Starts a program as a child of this process's parent, which waits for it.
static struct reply start(
    const platform_helper_rules *rules, const struct request *request, char **words, const int files[2], pid_t parent) {
    struct reply reply = {EPERM, -1};
    if (files[0] < 0 || files[1] < 0 || !may_start(rules, words[0])) return reply;
    char *arguments[most_words + 1] = {NULL}, *variables[most_words + 1] = {NULL};
    for (uint32_t index = 0; index < request->arguments; index++) arguments[index] = words[1 + index];
    for (uint32_t index = 0; index < request->variables; index++) {
        variables[index] = words[1 + request->arguments + index];
        if (!may_have(rules, variables[index])) return reply;
    }
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) return (struct reply){errno, -1};
    const long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        const int error = platform_become(words[0], arguments, variables, files[0], files[1], parent);
        (void)!write(failure[1], &error, sizeof error);
        _exit(127);
    }
    reply = (struct reply){child < 0 ? errno : 0, (int32_t)child};
    close(failure[1]);
    if (child > 0) {
        int error;
        ssize_t count;
        do count = read(failure[0], &error, sizeof error);
        while (count < 0 && errno == EINTR);
        if (count == sizeof error) reply.error = error;
    }
    close(failure[0]);
    return reply;
}

/// A file that programs run by themselves, such as a desktop's at login, lies in a folder that isn't shown.
static bool is_shown(const char *path) { return path[0] == '/' && !strstr(path, "/."); }

static struct {
    char path[PATH_MAX];
    dev_t device;
    ino_t number;
} made;

/// Opens the folder of a path, and its file's name. A link may lead to a folder that isn't shown, so the folder's own path counts.
static int open_folder(const char *path, const char **name) {
    char folder[PATH_MAX], link[64], place[PATH_MAX];
    *name = strrchr(path, '/') + 1;
    const size_t length = (size_t)(*name - path);
    memcpy(folder, path, length);
    folder[length] = 0;
    const int opened = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", opened);
    const ssize_t count = readlink(link, place, sizeof place - 1);
    if (count > 0) {
        place[count] = 0;
        if (is_shown(place)) return opened;
    }
    close(opened);
    errno = EACCES;
    return -1;
}

static int make_file(const char *path, int *file) {
    if (!is_shown(path) || strlen(path) >= sizeof made.path) return EACCES;
    const char *name;
    const int folder = open_folder(path, &name);
    if (folder < 0) return errno;
    *file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    const int failed = errno;
    close(folder);
    if (*file < 0) return failed;
    struct stat status;
    if (fstat(*file, &status) != 0) return errno;
    strcpy(made.path, path);
    made.device = status.st_dev;
    made.number = status.st_ino;
    return 0;
}

/// Removes the file that was made last, and no other.
static int remove_made(const char *path) {
    struct stat status;
    if (made.path[0] == 0 || strcmp(made.path, path) != 0 || lstat(path, &status) != 0) return EACCES;
    if (status.st_dev != made.device || status.st_ino != made.number) return EACCES;
    made.path[0] = 0;
    return unlink(path) == 0 ? 0 : errno;
}

static bool is_known(const platform_helper_rules *rules, int file) {
    char first[64];
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    const ssize_t count = pread(file, first, sizeof first, 0);
    for (char *const *beginning = rules->beginnings; *beginning; beginning++) {
        const size_t length = strlen(*beginning);
        if (count >= (ssize_t)length && memcmp(first, *beginning, length) == 0) return true;
    }
    return false;
}

/// A signature of minisign's lies beside the file that it signs, under its name with this behind it.
static const char beside_it[] = ".minisig";

static int open_reading(const char *path) { return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); }

/// Opens a file that the rules know by its beginning, or by that of a file beside it. Whether a link may stand there the agent says.
static int open_known(const platform_helper_rules *rules, const char *path, int *file) {
    *file = open_reading(path);
    if (*file < 0) return errno;
    char beside[PATH_MAX];
    const int length = snprintf(beside, sizeof beside, "%s%s", path, beside_it);
    bool known = is_known(rules, *file);
    if (!known && is_shown(path) && length > 0 && (size_t)length < sizeof beside) {
        const int other = open_reading(beside);
        known = other >= 0 && is_known(rules, other);
        if (other >= 0) close(other);
    }
    if (known) return 0;
    close(*file);
    *file = -1;
    return EBADMSG;
}

static void serve(const platform_helper_rules *rules, int end, pid_t parent) {
    static char bytes[most_bytes];
    while (true) {
        struct request request;
        int files[2], given = -1;
        struct iovec parts[] = {{&request, sizeof request}, {bytes, sizeof bytes}};
        const ssize_t count = receive_message(end, parts, 2, files);
        if (count <= 0) return;
        char *words[1 + 2 * most_words];
        struct reply reply = {EINVAL, -1};
        if (count >= (ssize_t)sizeof request && split(&request, bytes, (size_t)count - sizeof request, words)) {
            switch (request.kind) {
            case spawn_program: reply = start(rules, &request, words, files, parent); break;
            case PLATFORM_FILE_NEW: reply.error = make_file(words[0], &given); break;
            case PLATFORM_FILE_REMOVED: reply.error = remove_made(words[0]); break;
            case PLATFORM_FILE_READ: reply.error = open_known(rules, words[0], &given); break;
            default: break;
            }
        }
        struct iovec answer = {&reply, sizeof reply};
        const ssize_t sent = send_message(end, &answer, 1, &given, given >= 0 ? 1 : 0);
        for (int index = 0; index < 2; index++) {
            if (files[index] >= 0) close(files[index]);
        }
        if (given >= 0) close(given);
        if (sent < 0) return;
    }
}

int platform_begin_companion(const char *name, pid_t *process, int *end) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        const int failed = errno;
        close(ends[0]);
        close(ends[1]);
        return failed;
    }
    if (child == 0) {
        // A signal to the whole group is the agent's to obey; this process ends with it.
        prctl(PR_SET_NAME, name);
        const int others[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
        for (size_t index = 0; index < sizeof others / sizeof *others; index++) signal(others[index], SIG_IGN);
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
        // The agent's descriptors are none of its business; a lock would outlive the agent by one, and a terminal could be written to.
        if (dup2(ends[1], 3) < 0) _exit(1);
        if (syscall(SYS_close_range, 4U, ~0U, 0U) != 0) {
            for (int other = 4; other < 1024; other++) close(other);
        }
        const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int standard = 0; standard < 3; standard++) {
            if (null < 0 ? close(standard) != 0 && errno != EBADF : dup2(null, standard) < 0) _exit(1);
        }
        if (null > 3) close(null);
        *process = 0;
        *end = 3;
        return 0;
    }
    close(ends[1]);
    *process = child;
    *end = ends[0];
    return 0;
}

int platform_begin_helper(const platform_helper_rules *rules) {
    const pid_t parent = getpid();
    pid_t child;
    int end;
    const int failed = platform_begin_companion("sidekey-helper", &child, &end);
    if (failed) return failed;
    if (child == 0) {
        serve(rules, end, parent);
        _exit(0);
    }
    helper_process = child;
    helper_socket = end;
    return 0;
}

// MARK: The agent's side

bool platform_has_helper(void) { return helper_socket >= 0; }

bool platform_helper_ended(void) { return helper_process > 0 && platform_child_ended(helper_process); }

/// Sends a request and waits for its reply. Returns 0 or the errno of the conversation.
static int ask(
    int kind, const char *path, char *const *arguments, char *const *environment, const int *files, size_t files_count,
    struct reply *reply, int *given) {
    char *bytes = malloc(most_bytes);
    if (!bytes) return ENOMEM;
    struct request request = {kind, 0, 0, 0};
    size_t count = 0;
    int failed = 0;
    const char *const first[] = {path, NULL};
    const char *const *const lists[] = {first, (const char *const *)arguments, (const char *const *)environment};
    for (int list = 0; list < 3 && !failed; list++) {
        for (size_t index = 0; lists[list] && lists[list][index] && !failed; index++) {
            const size_t length = strlen(lists[list][index]) + 1;
            if (count + length > most_bytes) {
                failed = E2BIG;
            } else {
                memcpy(bytes + count, lists[list][index], length);
                count += length;
                request.arguments += list == 1;
                request.variables += list == 2;
            }
        }
    }
    request.bytes = (uint32_t)count;
    if (!failed) {
        struct iovec parts[] = {{&request, sizeof request}, {bytes, count}}, answer = {reply, sizeof *reply};
        int received[2];
        pthread_mutex_lock(&turn);
        if (send_message(helper_socket, parts, 2, files, files_count) < 0) {
            failed = errno;
        } else if (receive_message(helper_socket, &answer, 1, received) != sizeof *reply) {
            failed = ECONNRESET;
        } else {
            *given = received[0];
        }
        pthread_mutex_unlock(&turn);
    }
    free(bytes);
    return failed;
}

int platform_helper_spawn(
    const char *path, char *const *arguments, char *const *environment, int input, int output, pid_t *process) {
    struct reply reply;
    const int files[2] = {input, output};
    int none = -1;
    int failed = ask(spawn_program, path, arguments, environment, files, 2, &reply, &none);
    if (!failed) failed = reply.error;
    // One that could not become the program is this process's child too.
    if (!failed) *process = reply.process;
    else if (reply.process > 0) waitpid(reply.process, NULL, 0);
    return failed;
}

int platform_helper_file(platform_file_use use, const char *path, int *file) {
    *file = -1;
    if (helper_socket < 0) return ENOSYS;
    struct reply reply;
    const int failed = ask((int)use, path, NULL, NULL, NULL, 0, &reply, file);
    return failed ? failed : reply.error;
}
#endif

// The least a native-messaging host can be: it sends every frame back. What it takes is the floor for any host.
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static int all(ssize_t (*move)(int, void *, size_t), int descriptor, unsigned char *bytes, size_t count) {
    while (count > 0) {
        ssize_t moved = move(descriptor, bytes, count);
        if (moved <= 0) return 0;
        bytes += moved;
        count -= (size_t)moved;
    }
    return 1;
}

static ssize_t put(int descriptor, void *bytes, size_t count) { return write(descriptor, bytes, count); }

int main(void) {
    static unsigned char frame[4 + (1 << 20)];
    while (all(read, 0, frame, 4)) {
        uint32_t count = frame[0] | frame[1] << 8 | frame[2] << 16 | (uint32_t)frame[3] << 24;
        if (count > 1 << 20 || !all(read, 0, frame + 4, count) || !all(put, 1, frame, 4 + count)) return 1;
    }
    return 0;
}

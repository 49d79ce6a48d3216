/* Thinks for 0.05 s of its clock, sleeps for 2 s of it, and tells both with a random number. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        double begun = now();
        if (strstr(line, "\"ask\":\"name\"")) {
            puts("Clock");
            continue;
        }
        if (!strstr(line, "\"ask\":")) continue;
        while (now() - begun < 0.05) {}
        time_t slept = time(NULL);
        sleep(2);
        unsigned number;
        if (getentropy(&number, sizeof number)) abort();
        fprintf(stderr, "%d 0.%u\n", (int)(time(NULL) - slept), number);
        char *action = strstr(line, "\"legal_actions\":[\"") + strlen("\"legal_actions\":[\"");
        printf("%.*s\n", (int)strcspn(action, "\""), action);
    }
}

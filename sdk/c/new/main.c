// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

// The text behind a key of the line, as in "seat":1; empty if the key is not there.
static char *value(const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    char *at = strstr(line, quoted);
    return at ? at + strlen(quoted) : "";
}

// FLEET
// Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
static void place_ships(void) {
    int apart = strncmp(value("no-touch"), "true", 4) == 0 ? 2 : 1;
    char *at = value("fleet");
    for (int row = 0; *at != ']'; row += apart) {
        long length = strtol(at + 1, &at, 10);
        printf("%lda@0,%d ", length, row);
    }
    puts("");
}

// END
static void take_turn(void) {
    char *actions[1000];
    int count = 0;
    char *at = value("legal_actions");
    while ((at = strchr(at, '"')) && count < 1000) {
        actions[count++] = at + 1;
        at = strchr(at + 1, '"');
        *at++ = '\0';
    }
    // THINK HERE: choose one of the actions. value("…") is what else the question brings.
    puts(count > 0 ? actions[rand() % count] : "");
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 1 << 12);
    while (fgets(line, sizeof line, stdin)) {
        if (*value("seed")) srand((unsigned)strtoull(value("seed") + 1, NULL, 10));
        if (strncmp(line, "{\"ask\":", 7) != 0) continue;
        if (strncmp(line, "{\"ask\":\"name\"", 13) == 0) puts("NAME");
        // FLEET
        else if (*value("fleet")) place_ships();
        // END
        else take_turn();
    }
}

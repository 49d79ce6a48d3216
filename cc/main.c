// A bot for othello: a program that reads a line and prints a line.
// Thinking takes fuel, one unit for about one instruction. A bot that runs out of it forfeits the game.
// "fuel_left" in a line is what is left of this turn.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of othello, and answers behind >:
// {"ask":"name"}
// > Sailor
// {"tell":"new-game","seed":"1","seat":0,"seats":2,"size":8,"fuel_left":100000000}
// {"ask":"choose","own":"34628173824","opponent":"68853694464","legal":"17729692631040","fuel_left":100000000,"legal_actions":["d3","c4","f5","e6"]}
// > d3

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
        if (strncmp(line, "{\"ask\":\"name\"", 13) == 0) puts("cc");
        else take_turn();
    }
}

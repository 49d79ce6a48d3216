/* Hunt and target: shots at every other square, and once one hits, at its neighbours. */

#include "bot.h"
#include "random.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef exports_battleship_setup_t setup_t;
typedef exports_battleship_ship_t ship_t;
typedef exports_battleship_square_t square_t;

enum { UNKNOWN, HIT, MISS };
enum { ACROSS = EXPORTS_BATTLESHIP_ORIENTATION_ACROSS, DOWN = EXPORTS_BATTLESHIP_ORIENTATION_DOWN };
enum { SQUARES_MAX = 256 * 256 };

/* One instance plays one game, so this is the game's. */
static random_state state;
static int size;
static square_t targets[4 * SQUARES_MAX]; /* neighbours of hits; some have been shot at since */
static int targets_len;
static square_t last;
static bool has_last;

void exports_battleship_name(bot_string_t *ret) {
    bot_string_dup(ret, "Hunter in C");
}

/* Whether the squares of a ship, and those around it as far as `margin`, hold no ship; puts it there if so. */
static bool take(bool *taken, ship_t ship, int margin) {
    int columns = ship.orientation == ACROSS ? ship.length : 1, rows = ship.orientation == ACROSS ? 1 : ship.length;
    for (int y = ship.y - margin; y < ship.y + rows + margin; y++)
        for (int x = ship.x - margin; x < ship.x + columns + margin; x++)
            if (x >= 0 && x < size && y >= 0 && y < size && taken[y * size + x]) return false;
    for (int y = ship.y; y < ship.y + rows; y++)
        for (int x = ship.x; x < ship.x + columns; x++)
            taken[y * size + x] = true;
    return true;
}

/* A ship somewhere on the empty board. */
static ship_t anywhere(uint8_t length) {
    uint8_t along = random_below(&state, size - length + 1), beside = random_below(&state, size);
    if (random_below(&state, 2)) return (ship_t){along, beside, length, ACROSS};
    return (ship_t){beside, along, length, DOWN};
}

/* Ships at random, `margin` squares apart, and all anew if there seems to be no room for one. */
static void place(const uint8_t *fleet, int ships, int margin, ship_t *placed) {
    enum { TRIES = 1000 };
    bool *taken = malloc(size * size);
    for (int done = 0, tries = 0; done < ships; tries++) {
        if (tries % TRIES == 0) {
            memset(taken, 0, size * size);
            done = 0;
        }
        placed[done] = anywhere(fleet[done]);
        done += take(taken, placed[done], margin);
    }
    free(taken);
}

void exports_battleship_new_game(setup_t *setup, exports_battleship_list_ship_t *ret) {
    state = setup->seed;
    size = setup->size;
    ret->len = setup->fleet.len;
    ret->ptr = malloc(ret->len * sizeof *ret->ptr); /* the caller frees it */
    place(setup->fleet.ptr, ret->len, setup->no_touch ? 1 : 0, ret->ptr);
    exports_battleship_setup_free(setup); /* what a call brings is the bot's to free */
}

static void aim_around(square_t hit) {
    static const int STEPS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        int x = hit.x + STEPS[i][0], y = hit.y + STEPS[i][1];
        if (x >= 0 && x < size && y >= 0 && y < size) targets[targets_len++] = (square_t){x, y};
    }
}

static bool target(const uint8_t *board, square_t *shot) {
    while (targets_len > 0) {
        *shot = targets[--targets_len];
        if (board[shot->y * size + shot->x] == UNKNOWN) return true;
    }
    return false;
}

/* An unknown square on one of every `apart` diagonals, each as likely as any other. */
static bool hunt(const uint8_t *board, int apart, square_t *shot) {
    uint32_t found = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            if (board[y * size + x] == UNKNOWN && (x + y) % apart == 0 && random_below(&state, ++found) == 0)
                *shot = (square_t){x, y};
    return found > 0;
}

void exports_battleship_take_turn(bot_list_u8_t *board, bot_list_u8_t *ships_remaining, square_t *ret) {
    /* A ship of this length or more lies on every so many-th diagonal. */
    int shortest = ships_remaining->ptr[ships_remaining->len - 1];
    if (has_last && board->ptr[last.y * size + last.x] == HIT) aim_around(last);
    if (!target(board->ptr, ret) && !hunt(board->ptr, shortest, ret)) hunt(board->ptr, 1, ret);
    last = *ret;
    has_last = true;
    bot_list_u8_free(board);
    bot_list_u8_free(ships_remaining);
}

/* A bot for Stones. */

#include "bot.h"
#include "random.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES_MAX = 256 };

/* One instance plays one game, so this is the game's. */
static random_state state;
static exports_stones_setup_t game;
static int8_t squares[SQUARES_MAX];

void exports_stones_name(bot_string_t *ret) {
    bot_string_dup(ret, "NAME");
}

void exports_stones_new_game(exports_stones_setup_t *setup) {
    state = setup->seed;
    game = *setup;
}

void exports_stones_update(exports_stones_message_t *message, bot_list_s8_t *board) {
    (void)message;
    memcpy(squares, board->ptr, board->len);
    bot_list_s8_free(board);
}

static bool beside(int x, int y, int to_x, int to_y) {
    int dx = abs(x - to_x), dy = abs(y - to_y);
    return game.neighbours == 8 ? dx <= 1 && dy <= 1 : dx + dy == 1;
}

void exports_stones_next_move(exports_stones_step_t *ret) {
    uint32_t found = 0;
    int all = game.columns * game.rows;
    for (int from = 0; from < all; from++)
        for (int to = 0; to < all; to++) {
            int x = from % game.columns, y = from / game.columns, to_x = to % game.columns, to_y = to / game.columns;
            bool is_legal = squares[from] == game.seat && squares[to] != game.seat && beside(x, y, to_x, to_y);
            /* THINK HERE: choose one of the legal steps. */
            if (is_legal && random_below(&state, ++found) == 0) *ret = (exports_stones_step_t){{x, y}, {to_x, to_y}};
        }
}

/* A bot for Battleship. */

#include "bot.h"
#include "random.h"

#include <stdlib.h>

enum { UNKNOWN, HIT, MISS };

/* One instance plays one game, so this is the game's. */
static random_state state;
static int size;

void exports_battleship_name(bot_string_t *ret) {
    bot_string_dup(ret, "NAME");
}

void exports_battleship_new_game(exports_battleship_setup_t *setup, exports_battleship_list_ship_t *ret) {
    state = setup->seed;
    size = setup->size;
    int apart = setup->no_touch ? 2 : 1;
    ret->len = setup->fleet.len;
    ret->ptr = malloc(ret->len * sizeof *ret->ptr); /* the caller frees it */
    for (size_t i = 0; i < ret->len; i++)
        ret->ptr[i] = (exports_battleship_ship_t){0, i * apart, setup->fleet.ptr[i], EXPORTS_BATTLESHIP_ORIENTATION_ACROSS};
    exports_battleship_setup_free(setup); /* what a call brings is the bot's to free */
}

void exports_battleship_take_turn(bot_list_u8_t *board, bot_list_u8_t *ships_remaining, exports_battleship_square_t *ret) {
    uint32_t found = 0;
    for (int i = 0; i < size * size; i++)
        /* THINK HERE: choose one of the unknown squares. */
        if (board->ptr[i] == UNKNOWN && random_below(&state, ++found) == 0)
            *ret = (exports_battleship_square_t){i % size, i / size};
    bot_list_u8_free(board);
    bot_list_u8_free(ships_remaining);
}

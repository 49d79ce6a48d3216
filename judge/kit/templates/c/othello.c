/* A bot for Othello. */

#include "bot.h"
#include "random.h"

/* One instance plays one game, so this is the game's. */
static random_state state;

void exports_othello_name(bot_string_t *ret) {
    bot_string_dup(ret, "NAME");
}

void exports_othello_new_game(exports_othello_setup_t *setup) {
    state = setup->seed;
}

/* A set of squares is one number: the square (x, y) is its bit y * 8 + x. */
void exports_othello_choose(uint64_t own, uint64_t opponent, uint64_t legal, exports_othello_square_t *ret) {
    (void)own, (void)opponent;
    uint32_t found = 0;
    *ret = (exports_othello_square_t){0, 0};
    for (int i = 0; i < 64; i++)
        /* THINK HERE: choose one of the legal squares. */
        if (legal >> i & 1 && random_below(&state, ++found) == 0)
            *ret = (exports_othello_square_t){i % 8, i / 8};
}

/* A bot for Freedom. */

#include "bot.h"
#include "random.h"

#include <stdbool.h>
#include <stdlib.h>

/* One instance plays one game, so this is the game's. */
static random_state state;
static int size;

void exports_freedom_name(bot_string_t *ret) {
    bot_string_dup(ret, "NAME");
}

void exports_freedom_new_game(exports_freedom_setup_t *setup) {
    state = setup->seed;
    size = setup->size;
}

/* A random empty square, or one beside `last`; says whether there is one. */
static bool choose(const uint8_t *board, const exports_freedom_square_t *last, exports_freedom_square_t *ret) {
    uint32_t found = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            bool is_legal = !last || (abs(x - last->x) <= 1 && abs(y - last->y) <= 1);
            /* THINK HERE: choose one of the legal squares. */
            if (board[y * size + x] == 0 && is_legal && random_below(&state, ++found) == 0)
                *ret = (exports_freedom_square_t){x, y};
        }
    return found > 0;
}

void exports_freedom_make_move(bot_list_u8_t *board, exports_freedom_option_square_t *last, exports_freedom_square_t *ret) {
    if (!last->is_some || !choose(board->ptr, &last->val, ret)) choose(board->ptr, NULL, ret);
    bot_list_u8_free(board);
}

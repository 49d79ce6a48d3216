/* A bot for Gobblet. */

#include "bot.h"
#include "random.h"

#include <stdbool.h>

/* One instance plays one game, so this is the game's. */
static random_state state;
static int size, colour;

void exports_gobblet_name(bot_string_t *ret) {
    bot_string_dup(ret, "NAME");
}

void exports_gobblet_new_game(exports_gobblet_setup_t *setup) {
    state = setup->seed;
    size = setup->size;
    colour = setup->seat + 1;
}

/* The largest piece of a stack; -1 if there is none. */
static int top(uint8_t stack) {
    for (int piece = 3; piece >= 0; piece--)
        if (stack >> 2 * piece & 3) return piece;
    return -1;
}

/* How many of the bot's pieces of a size are on the board. */
static int on_board(const bot_list_u8_t *board, int piece) {
    int count = 0;
    for (size_t i = 0; i < board->len; i++) count += (board->ptr[i] >> 2 * piece & 3) == colour;
    return count;
}

/* On 4 x 4 the reserve is three stacks, each with its largest piece on top. */
static bool in_reserve(const bot_list_u8_t *board, int piece) {
    if (size == 3) return piece < 3 && on_board(board, piece) < 2;
    return on_board(board, piece) < (piece < 3 ? on_board(board, piece + 1) : 3);
}

static exports_gobblet_square_t square(size_t i) {
    return (exports_gobblet_square_t){i % size, i / size};
}

void exports_gobblet_play(bot_list_u8_t *board, exports_gobblet_action_t *ret) {
    uint32_t found = 0;
    /* THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve. */
    for (size_t to = 0; to < board->len; to++) {
        for (int piece = 0; piece < 4; piece++)
            if (top(board->ptr[to]) < 0 && in_reserve(board, piece) && random_below(&state, ++found) == 0) {
                ret->tag = EXPORTS_GOBBLET_ACTION_ENTER;
                ret->val.enter = (exports_gobblet_enter_t){piece, square(to)};
            }
        for (size_t from = 0; from < board->len; from++) {
            int piece = top(board->ptr[from]);
            bool is_own = piece >= 0 && (board->ptr[from] >> 2 * piece & 3) == colour;
            if (is_own && top(board->ptr[to]) < piece && random_below(&state, ++found) == 0) {
                ret->tag = EXPORTS_GOBBLET_ACTION_MOVE;
                ret->val.move = (exports_gobblet_move_t){square(from), square(to)};
            }
        }
    }
    bot_list_u8_free(board);
}

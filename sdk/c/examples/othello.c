/* Corners first, the squares beside an empty corner last, else the fewest answers for the opponent. */

#include "bot.h"
#include "random.h"

#include <stdbool.h>
#include <stdio.h>

/* One instance plays one game, so this is the game's. */
static random_state state;
static int size;

void exports_othello_name(bot_string_t *ret) {
    bot_string_dup(ret, "Corners in C");
}

void exports_othello_new_game(exports_othello_setup_t *setup) {
    state = setup->seed;
    size = setup->size;
}

/* A set of squares is one number: the square (x, y) is its bit y * 8 + x. */
static uint64_t bit(int x, int y) {
    return UINT64_C(1) << (y * 8 + x);
}

static bool on_board(int x, int y) {
    return x >= 0 && x < size && y >= 0 && y < size;
}

/* The chips that a chip on this empty square would flip. */
static uint64_t flips(uint64_t own, uint64_t opponent, int x, int y) {
    uint64_t flipped = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            uint64_t line = 0;
            int i = x + dx, j = y + dy;
            for (; on_board(i, j) && opponent & bit(i, j); i += dx, j += dy)
                line |= bit(i, j);
            if (on_board(i, j) && own & bit(i, j)) flipped |= line;
        }
    return flipped;
}

static int moves(uint64_t own, uint64_t opponent) {
    int count = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            count += !((own | opponent) & bit(x, y)) && flips(own, opponent, x, y);
    return count;
}

/* A corner is never flipped back; who plays beside an empty one gives it away. */
static int place(uint64_t taken, int x, int y) {
    int corner_x = x < size / 2 ? 0 : size - 1, corner_y = y < size / 2 ? 0 : size - 1;
    int from_x = x < corner_x ? corner_x - x : x - corner_x, from_y = y < corner_y ? corner_y - y : y - corner_y;
    if (from_x == 0 && from_y == 0) return 100;
    return from_x <= 1 && from_y <= 1 && !(taken & bit(corner_x, corner_y)) ? -50 : 0;
}

/* What the square is worth to a player with the chips `own`. */
static int worth(uint64_t own, uint64_t opponent, int x, int y) {
    uint64_t flipped = flips(own, opponent, x, y);
    return place(own | opponent, x, y) - moves(opponent & ~flipped, own | flipped | bit(x, y));
}

void exports_othello_choose(uint64_t own, uint64_t opponent, uint64_t legal, exports_othello_square_t *ret) {
    int best = -1000;
    uint32_t found = 0; /* squares as good as the best so far */
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            if (!(legal & bit(x, y))) continue;
            int here = worth(own, opponent, x, y);
            if (here > best) best = here, found = 0;
            if (here == best && random_below(&state, ++found) == 0) *ret = (exports_othello_square_t){x, y};
        }
    fprintf(stderr, "%d,%d is worth %d\n", ret->x, ret->y, best); /* goes to the bot's log */
}

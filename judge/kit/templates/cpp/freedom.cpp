// A bot for Freedom.

#include "judge.hpp"

#include <cstdlib>

using Square = exports_freedom_square_t;

// One instance plays one game, so this is the game's.
static judge::Random dice;
static int size;

void exports_freedom_name(bot_string_t *ret) {
    judge::give(ret, "NAME");
}

void exports_freedom_new_game(exports_freedom_setup_t *setup) {
    dice = judge::Random(setup->seed);
    size = setup->size;
}

void exports_freedom_make_move(bot_list_u8_t *board, exports_freedom_option_square_t *last, Square *ret) {
    std::vector<uint8_t> stones = judge::take(*board);
    std::vector<Square> empty, beside;
    for (int i = 0; i < size * size; i++) {
        if (stones[i] != 0) continue;
        Square square = {uint8_t(i % size), uint8_t(i / size)};
        empty.push_back(square);
        bool is_beside = std::abs(square.x - last->val.x) <= 1 && std::abs(square.y - last->val.y) <= 1;
        if (last->is_some && is_beside) beside.push_back(square);
    }
    const std::vector<Square> &legal = beside.empty() ? empty : beside;
    // THINK HERE: choose one of the squares in `legal`.
    *ret = dice.choose(legal);
}

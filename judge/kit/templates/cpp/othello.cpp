// A bot for Othello.

#include "judge.hpp"

// One instance plays one game, so this is the game's.
static judge::Random dice;

void exports_othello_name(bot_string_t *ret) {
    judge::give(ret, "NAME");
}

void exports_othello_new_game(exports_othello_setup_t *setup) {
    dice = judge::Random(setup->seed);
}

// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
void exports_othello_choose(uint64_t own, uint64_t opponent, uint64_t legal, exports_othello_square_t *ret) {
    (void)own, (void)opponent;
    std::vector<uint8_t> squares;
    for (uint8_t i = 0; i < 64; i++)
        if (legal >> i & 1) squares.push_back(i);
    // THINK HERE: choose one of the numbers in `squares`.
    uint8_t square = squares.empty() ? 0 : dice.choose(squares);
    *ret = {uint8_t(square % 8), uint8_t(square / 8)};
}

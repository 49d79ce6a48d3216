// A bot for Stones.

#include "judge.hpp"

#include <cstdlib>

using Step = exports_stones_step_t;

// One instance plays one game, so this is the game's.
static judge::Random dice;
static exports_stones_setup_t game;
static std::vector<int8_t> squares;

void exports_stones_name(bot_string_t *ret) {
    judge::give(ret, "NAME");
}

void exports_stones_new_game(exports_stones_setup_t *setup) {
    dice = judge::Random(setup->seed);
    game = *setup;
}

void exports_stones_update(exports_stones_message_t *message, bot_list_s8_t *board) {
    (void)message;
    squares = judge::take(*board);
}

static bool beside(int x, int y, int to_x, int to_y) {
    int dx = std::abs(x - to_x), dy = std::abs(y - to_y);
    return game.neighbours == 8 ? dx <= 1 && dy <= 1 : dx + dy == 1;
}

void exports_stones_next_move(Step *ret) {
    std::vector<Step> steps;
    for (int from = 0; from < int(squares.size()); from++)
        for (int to = 0; to < int(squares.size()); to++) {
            uint8_t x = from % game.columns, y = from / game.columns, to_x = to % game.columns, to_y = to / game.columns;
            bool is_legal = squares[from] == game.seat && squares[to] != game.seat && beside(x, y, to_x, to_y);
            if (is_legal) steps.push_back({{x, y}, {to_x, to_y}});
        }
    // THINK HERE: choose one of the steps.
    *ret = dice.choose(steps);
}

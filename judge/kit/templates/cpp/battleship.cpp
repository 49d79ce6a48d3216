// A bot for Battleship.

#include "judge.hpp"

enum { UNKNOWN, HIT, MISS };

// One instance plays one game, so this is the game's.
static judge::Random dice;
static int size;

void exports_battleship_name(bot_string_t *ret) {
    judge::give(ret, "NAME");
}

void exports_battleship_new_game(exports_battleship_setup_t *setup, exports_battleship_list_ship_t *ret) {
    dice = judge::Random(setup->seed);
    size = setup->size;
    std::vector<exports_battleship_ship_t> ships;
    uint8_t y = 0;
    for (uint8_t length : judge::take(setup->fleet)) {
        ships.push_back({0, y, length, EXPORTS_BATTLESHIP_ORIENTATION_ACROSS});
        y += setup->no_touch ? 2 : 1;
    }
    judge::give(ret, ships);
}

void exports_battleship_take_turn(bot_list_u8_t *board, bot_list_u8_t *ships_remaining, exports_battleship_square_t *ret) {
    judge::take(*ships_remaining); // what a call brings is the bot's to free
    std::vector<uint8_t> squares = judge::take(*board);
    std::vector<exports_battleship_square_t> unknown;
    for (int i = 0; i < size * size; i++)
        if (squares[i] == UNKNOWN) unknown.push_back({uint8_t(i % size), uint8_t(i / size)});
    // THINK HERE: choose one of the squares in `unknown`.
    *ret = dice.choose(unknown);
}

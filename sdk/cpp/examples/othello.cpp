// Corners first, the squares beside an empty corner last, else the fewest answers for the opponent.

#include "judge.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using Square = exports_othello_square_t;

// One instance plays one game, so this is the game's.
static judge::Random dice;
static int size;

// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
static uint64_t bit(int x, int y) {
    return uint64_t{1} << (y * 8 + x);
}

static bool on_board(int x, int y) {
    return x >= 0 && x < size && y >= 0 && y < size;
}

static std::vector<Square> squares(uint64_t set) {
    std::vector<Square> found;
    for (uint8_t y = 0; y < size; y++)
        for (uint8_t x = 0; x < size; x++)
            if (set & bit(x, y)) found.push_back({x, y});
    return found;
}

struct Board {
    uint64_t own, opponent;

    // The chips that a chip on this empty square would flip.
    uint64_t flips(Square square) const {
        static constexpr std::array<std::pair<int, int>, 8> STEPS = {
            {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
        uint64_t flipped = 0;
        for (auto [dx, dy] : STEPS) {
            uint64_t line = 0;
            int x = square.x + dx, y = square.y + dy;
            for (; on_board(x, y) && opponent & bit(x, y); x += dx, y += dy) line |= bit(x, y);
            if (on_board(x, y) && own & bit(x, y)) flipped |= line;
        }
        return flipped;
    }

    // The board after a chip on this square, for the other player.
    Board after(Square square) const {
        uint64_t flipped = flips(square);
        return {opponent & ~flipped, own | flipped | bit(square.x, square.y)};
    }

    int moves() const {
        std::vector<Square> empty = squares(~(own | opponent));
        return std::count_if(empty.begin(), empty.end(), [this](Square square) { return flips(square) != 0; });
    }

    // A corner is never flipped back; who plays beside an empty one gives it away.
    int place(Square square) const {
        int corner_x = square.x < size / 2 ? 0 : size - 1, corner_y = square.y < size / 2 ? 0 : size - 1;
        int distance = std::max(std::abs(square.x - corner_x), std::abs(square.y - corner_y));
        if (distance == 0) return 100;
        return distance == 1 && !((own | opponent) & bit(corner_x, corner_y)) ? -50 : 0;
    }

    int worth(Square square) const {
        return place(square) - after(square).moves();
    }
};

void exports_othello_name(bot_string_t *ret) {
    judge::give(ret, "Corners in C++");
}

void exports_othello_new_game(exports_othello_setup_t *setup) {
    dice = judge::Random(setup->seed);
    size = setup->size;
}

void exports_othello_choose(uint64_t own, uint64_t opponent, uint64_t legal, Square *ret) {
    Board board{own, opponent};
    int best = -1000;
    std::vector<Square> choice; // squares as good as the best so far
    for (Square square : squares(legal)) {
        int here = board.worth(square);
        if (here > best) choice.clear();
        best = std::max(best, here);
        if (here == best) choice.push_back(square);
    }
    // None where the bot can only pass.
    *ret = choice.empty() ? Square{} : dice.choose(choice);
    judge::log(std::to_string(ret->x) + "," + std::to_string(ret->y) + " is worth " + std::to_string(best));
}

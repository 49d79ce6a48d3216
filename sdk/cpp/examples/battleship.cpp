// Hunt and target: shots at every other square, and once one hits, at its neighbours.

#include "judge.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

using Ship = exports_battleship_ship_t;
using Square = exports_battleship_square_t;

enum { UNKNOWN, HIT, MISS };
enum : uint8_t { ACROSS = EXPORTS_BATTLESHIP_ORIENTATION_ACROSS, DOWN = EXPORTS_BATTLESHIP_ORIENTATION_DOWN };

// What is known of the opponent's board.
class Chart {
public:
    Chart(std::vector<uint8_t> squares, int size) : squares(std::move(squares)), size(size) {}

    uint8_t at(Square square) const {
        return squares[square.y * size + square.x];
    }

    // The unknown squares on one of every `apart` diagonals.
    std::vector<Square> unknown(int apart) const {
        std::vector<Square> found;
        for (uint8_t y = 0; y < size; y++)
            for (uint8_t x = 0; x < size; x++)
                if (at({x, y}) == UNKNOWN && (x + y) % apart == 0) found.push_back({x, y});
        return found;
    }

private:
    std::vector<uint8_t> squares;
    int size;
};

class Hunter {
public:
    Hunter(uint64_t seed, int size) : dice(seed), size(size) {}

    // Ships at random, `margin` squares apart, and all anew if there is no room for one.
    std::vector<Ship> place(const std::vector<uint8_t> &fleet, int margin) {
        std::vector<Ship> placed;
        while (placed.size() < fleet.size()) {
            std::vector<Ship> spots = free_spots(fleet[placed.size()], placed, margin);
            if (spots.empty()) placed.clear();
            else placed.push_back(dice.choose(spots));
        }
        return placed;
    }

    Square shoot(const Chart &chart, const std::vector<uint8_t> &remaining) {
        if (last && chart.at(*last) == HIT) aim_around(*last);
        last = target(chart);
        // A ship of this length or more lies on every so many-th diagonal.
        int shortest = *std::min_element(remaining.begin(), remaining.end());
        for (int apart : {shortest, 1}) {
            std::vector<Square> likely = chart.unknown(apart);
            if (!last && !likely.empty()) last = dice.choose(likely);
        }
        return *last;
    }

private:
    // All the ways in which a ship can lie beside those that are placed.
    std::vector<Ship> free_spots(uint8_t length, const std::vector<Ship> &placed, int margin) const {
        std::vector<Ship> spots;
        for (uint8_t along = 0; along + length <= size; along++)
            for (uint8_t beside = 0; beside < size; beside++)
                for (Ship ship : {Ship{along, beside, length, ACROSS}, Ship{beside, along, length, DOWN}}) {
                    auto meets = [&](const Ship &other) { return are_near(ship, other, margin); };
                    if (std::none_of(placed.begin(), placed.end(), meets)) spots.push_back(ship);
                }
        return spots;
    }

    static bool are_near(const Ship &one, const Ship &other, int margin) {
        auto columns = [](const Ship &ship) { return ship.orientation == ACROSS ? ship.length : 1; };
        auto rows = [](const Ship &ship) { return ship.orientation == ACROSS ? 1 : ship.length; };
        return one.x < other.x + columns(other) + margin && other.x < one.x + columns(one) + margin &&
               one.y < other.y + rows(other) + margin && other.y < one.y + rows(one) + margin;
    }

    void aim_around(Square hit) {
        static constexpr std::array<std::pair<int, int>, 4> STEPS = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
        for (auto [dx, dy] : STEPS) {
            int x = hit.x + dx, y = hit.y + dy;
            if (x >= 0 && x < size && y >= 0 && y < size) targets.push_back({uint8_t(x), uint8_t(y)});
        }
    }

    std::optional<Square> target(const Chart &chart) {
        while (!targets.empty()) {
            Square square = targets.back();
            targets.pop_back();
            if (chart.at(square) == UNKNOWN) return square;
        }
        return std::nullopt;
    }

    judge::Random dice;
    int size;
    std::vector<Square> targets; // neighbours of hits; some have been shot at since
    std::optional<Square> last;
};

// One instance plays one game, so this is the game's.
static std::optional<Hunter> hunter;
static int size;

void exports_battleship_name(bot_string_t *ret) {
    judge::give(ret, "Hunter in C++");
}

void exports_battleship_new_game(exports_battleship_setup_t *setup, exports_battleship_list_ship_t *ret) {
    size = setup->size;
    hunter.emplace(setup->seed, size);
    judge::give(ret, hunter->place(judge::take(setup->fleet), setup->no_touch ? 1 : 0));
}

void exports_battleship_take_turn(bot_list_u8_t *board, bot_list_u8_t *ships_remaining, Square *ret) {
    *ret = hunter->shoot(Chart(judge::take(*board), size), judge::take(*ships_remaining));
}

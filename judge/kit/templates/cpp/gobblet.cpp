// A bot for Gobblet.

#include "judge.hpp"

#include <algorithm>

using Action = exports_gobblet_action_t;
using Square = exports_gobblet_square_t;

// One instance plays one game, so this is the game's.
static judge::Random dice;
static int size, colour;

void exports_gobblet_name(bot_string_t *ret) {
    judge::give(ret, "NAME");
}

void exports_gobblet_new_game(exports_gobblet_setup_t *setup) {
    dice = judge::Random(setup->seed);
    size = setup->size;
    colour = setup->seat + 1;
}

// The largest piece of a stack; -1 if there is none.
static int top(uint8_t stack) {
    for (int piece = 3; piece >= 0; piece--)
        if (stack >> 2 * piece & 3) return piece;
    return -1;
}

// On 4 x 4 the reserve is three stacks, each with its largest piece on top.
static bool in_reserve(const std::vector<uint8_t> &board, int piece) {
    auto on_board = [&](int other) {
        return std::count_if(board.begin(), board.end(), [&](uint8_t stack) { return (stack >> 2 * other & 3) == colour; });
    };
    if (size == 3) return piece < 3 && on_board(piece) < 2;
    return on_board(piece) < (piece < 3 ? on_board(piece + 1) : 3);
}

static Square square(size_t i) {
    return {uint8_t(i % size), uint8_t(i / size)};
}

static Action enter(int piece, size_t to) {
    Action action = {};
    action.tag = EXPORTS_GOBBLET_ACTION_ENTER;
    action.val.enter = {uint8_t(piece), square(to)};
    return action;
}

static Action move(size_t from, size_t to) {
    Action action = {};
    action.tag = EXPORTS_GOBBLET_ACTION_MOVE;
    action.val.move = {square(from), square(to)};
    return action;
}

void exports_gobblet_play(bot_list_u8_t *stacks, Action *ret) {
    std::vector<uint8_t> board = judge::take(*stacks);
    std::vector<Action> actions;
    for (int piece = 0; piece < 4; piece++)
        for (size_t to = 0; in_reserve(board, piece) && to < board.size(); to++)
            if (top(board[to]) < 0) actions.push_back(enter(piece, to));
    for (size_t from = 0; from < board.size(); from++) {
        int piece = top(board[from]);
        if (piece < 0 || (board[from] >> 2 * piece & 3) != colour) continue;
        for (size_t to = 0; to < board.size(); to++)
            if (top(board[to]) < piece) actions.push_back(move(from, to));
    }
    // THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve.
    *ret = dice.choose(actions);
}

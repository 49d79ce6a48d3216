//! A bot for Othello.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Square = extern struct { x: u8, y: u8 };

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("NAME");
var square_answer: Square = undefined;

export fn name() *const judge.List(u8) {
    return &name_answer;
}

export fn new_game(
    seed: u64,
    _: u8, // seat
    _: u8, // seats
    _: u8, // columns and rows of the board
) void {
    random = .init(seed);
}

/// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
export fn choose(
    _: u64, // the bot's chips
    _: u64, // the opponent's
    legal: u64,
) *const Square {
    var found: u32 = 0;
    var rest = legal;
    while (rest != 0) : (rest &= rest - 1) {
        found += 1;
        // THINK HERE: choose one of the legal squares.
        if (random.random().uintLessThan(u32, found) == 0) {
            const bit = @ctz(rest);
            square_answer = .{ .x = @intCast(bit % 8), .y = @intCast(bit / 8) };
        }
    }
    return &square_answer;
}

//! A bot for Stones.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Square = extern struct { x: u8, y: u8 };
const Step = extern struct { from: Square, to: Square };

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var id: i8 = 0;
var columns: u8 = 0;
var neighbours: u8 = 0;
/// The board as it is now; it has 256 squares at most.
var squares: [256]i8 = undefined;
var squares_len: usize = 0;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("NAME");
var step_answer: Step = undefined;

export fn name() *const judge.List(u8) {
    return &name_answer;
}

export fn new_game(
    seed: u64,
    seat: u8,
    _: u8, // seats
    board_columns: u8,
    _: u8, // rows
    board_neighbours: u8,
    _: u32, // turns in a row without a hit that end the game
    _: u32, // turns that end the game
) void {
    random = .init(seed);
    id = @intCast(seat);
    columns = board_columns;
    neighbours = board_neighbours;
}

/// `judge wit stones --core` says what each number of a message is.
export fn update(_: u32, _: u32, _: u32, _: u32, _: u32, _: u32, board: [*]const i8, board_len: usize) void {
    @memcpy(squares[0..board_len], board[0..board_len]);
    squares_len = board_len;
    judge.allocator.free(board[0..board_len]);
}

export fn next_move() *const Step {
    var found: u32 = 0;
    const board = squares[0..squares_len];
    for (board, 0..) |stone, from| {
        for (board, 0..) |other, to| {
            if (stone != id or other == id or !isBeside(at(from), at(to))) continue;
            found += 1;
            // THINK HERE: choose one of the legal steps.
            if (random.random().uintLessThan(u32, found) == 0) step_answer = .{ .from = at(from), .to = at(to) };
        }
    }
    return &step_answer;
}

fn isBeside(a: Square, b: Square) bool {
    const x = apart(a.x, b.x);
    const y = apart(a.y, b.y);
    return if (neighbours == 8) @max(x, y) == 1 else x + y == 1;
}

fn apart(a: u8, b: u8) u8 {
    return @max(a, b) - @min(a, b);
}

fn at(index: usize) Square {
    return .{ .x = @intCast(index % columns), .y = @intCast(index / columns) };
}

//! A bot for Freedom.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Square = extern struct { x: u8, y: u8 };

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var size: u8 = 0;

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
    board_size: u8,
    _: u8, // how live stones become points
) void {
    random = .init(seed);
    size = board_size;
}

export fn make_move(state: [*]const u8, state_len: usize, has_last: bool, x: u8, y: u8) *const Square {
    const board = state[0..state_len];
    defer judge.allocator.free(board);
    const last: ?Square = if (has_last) .{ .x = x, .y = y } else null;
    const must_be_beside = anyBeside(board, last);
    var found: u32 = 0;
    for (board, 0..) |stone, index| {
        const square = at(index);
        if (stone != 0 or (must_be_beside and !isBeside(square, last))) continue;
        found += 1;
        // THINK HERE: choose one of the legal squares.
        if (random.random().uintLessThan(u32, found) == 0) square_answer = square;
    }
    return &square_answer;
}

/// Whether there is an empty square beside the opponent's last stone.
fn anyBeside(board: []const u8, last: ?Square) bool {
    for (board, 0..) |stone, index| {
        if (stone == 0 and isBeside(at(index), last)) return true;
    }
    return false;
}

fn isBeside(square: Square, last: ?Square) bool {
    const other = last orelse return false;
    return @max(apart(square.x, other.x), apart(square.y, other.y)) == 1;
}

fn apart(a: u8, b: u8) u8 {
    return @max(a, b) - @min(a, b);
}

fn at(index: usize) Square {
    return .{ .x = @intCast(index % size), .y = @intCast(index / size) };
}

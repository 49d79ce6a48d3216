//! Takes corners, then edges, then squares in the middle, and last what lies beside a corner.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Square = extern struct { x: u8, y: u8 };

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var size: u8 = 0;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("Corners in Zig");
var square_answer: Square = undefined;

export fn name() *const judge.List(u8) {
    return &name_answer;
}

export fn new_game(seed: u64, _: u8, _: u8, board_size: u8) void {
    random = .init(seed);
    size = board_size;
}

/// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
export fn choose(_: u64, _: u64, legal: u64) *const Square {
    var best: u32 = 0;
    var equal: u32 = 0;
    var rest = legal;
    while (rest != 0) : (rest &= rest - 1) {
        const bit = @ctz(rest);
        const square = Square{ .x = @intCast(bit % 8), .y = @intCast(bit / 8) };
        const value = worth(square);
        if (value < best) continue;
        equal = if (value > best) 1 else equal + 1;
        best = value;
        // Each of the best is as likely as any other.
        if (random.random().uintLessThan(u32, equal) == 0) square_answer = square;
    }
    return &square_answer;
}

/// More is better: corners, then edges, then the middle; beside a corner is worst.
fn worth(square: Square) u32 {
    const x = fromEdge(square.x);
    const y = fromEdge(square.y);
    if (x == 0 and y == 0) return 5;
    if (x <= 1 and y <= 1) return 1;
    if (x == 0 or y == 0) return 4;
    return if (x == 1 or y == 1) 2 else 3;
}

fn fromEdge(place: u8) u8 {
    return @min(place, size - 1 - place);
}

//! A bot for Gobblet.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Square = extern struct { x: u8, y: u8 };
const Enter = extern struct { size: u8, to: Square };
const Move = extern struct { from: Square, to: Square };
const Action = extern struct {
    what: enum(u8) { enter, move },
    with: extern union { enter: Enter, move: Move },
};

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var size: u8 = 0;
var colour: u8 = 0;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("NAME");
var action_answer: Action = undefined;

export fn name() *const judge.List(u8) {
    return &name_answer;
}

export fn new_game(
    seed: u64,
    seat: u8,
    _: u8, // seats
    board_size: u8,
    _: u32, // turns that end the game
) void {
    random = .init(seed);
    size = board_size;
    colour = seat + 1;
}

export fn play(state: [*]const u8, state_len: usize) *const Action {
    const board = state[0..state_len];
    defer judge.allocator.free(board);
    var found: u32 = 0;
    for (board, 0..) |target, to| {
        for (0..4) |piece| {
            if (top(target) == null and inReserve(board, piece)) {
                consider(&found, .{
                    .what = .enter,
                    .with = .{ .enter = .{ .size = @intCast(piece), .to = at(to) } },
                });
            }
        }
        for (board, 0..) |stack, from| {
            const piece = top(stack) orelse continue;
            const covers = if (top(target)) |other| other < piece else true;
            if (owner(stack, piece) == colour and covers) {
                consider(&found, .{ .what = .move, .with = .{ .move = .{ .from = at(from), .to = at(to) } } });
            }
        }
    }
    return &action_answer;
}

/// Gets each action in turn. They leave out gobbling with a piece from the reserve.
fn consider(found: *u32, action: Action) void {
    found.* += 1;
    // THINK HERE: keep the best of them in `action_answer`.
    if (random.random().uintLessThan(u32, found.*) == 0) action_answer = action;
}

/// The largest piece of a stack.
fn top(stack: u8) ?usize {
    for ([_]usize{ 3, 2, 1, 0 }) |piece| {
        if (owner(stack, piece) != 0) return piece;
    }
    return null;
}

fn owner(stack: u8, piece: usize) u8 {
    return (stack >> @intCast(2 * piece)) & 3;
}

/// On 4 x 4 the reserve is three stacks, each with its largest piece on top.
fn inReserve(board: []const u8, piece: usize) bool {
    if (size == 3) return piece < 3 and onBoard(board, piece) < 2;
    return onBoard(board, piece) < if (piece < 3) onBoard(board, piece + 1) else 3;
}

/// How many of the bot's pieces of a size are on the board.
fn onBoard(board: []const u8, piece: usize) usize {
    var count: usize = 0;
    for (board) |stack| count += @intFromBool(owner(stack, piece) == colour);
    return count;
}

fn at(index: usize) Square {
    return .{ .x = @intCast(index % size), .y = @intCast(index / size) };
}

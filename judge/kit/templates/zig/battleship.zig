//! A bot for Battleship.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Orientation = enum(u8) { across, down };
const Ship = extern struct { x: u8, y: u8, length: u8, orientation: Orientation };
const Square = extern struct { x: u8, y: u8 };

const unknown = 0;

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var size: u8 = 0;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("NAME");
var fleet_answer: judge.List(Ship) = undefined;
var square_answer: Square = undefined;

export fn name() *const judge.List(u8) {
    return &name_answer;
}

export fn new_game(
    seed: u64,
    _: u8, // seat
    _: u8, // seats
    board_size: u8,
    fleet: [*]const u8,
    fleet_len: usize,
    no_touch: bool,
) *const judge.List(Ship) {
    random = .init(seed);
    size = board_size;
    const apart: usize = if (no_touch) 2 else 1;
    const ships = judge.allocator.alloc(Ship, fleet_len) catch @panic("out of memory");
    for (ships, fleet, 0..) |*ship, length, row| {
        ship.* = .{ .x = 0, .y = @intCast(row * apart), .length = length, .orientation = .across };
    }
    fleet_answer = .of(ships);
    return &fleet_answer;
}

export fn take_turn(
    state: [*]const u8,
    state_len: usize,
    ships_remaining: [*]const u8,
    ships_len: usize,
) *const Square {
    const board = state[0..state_len];
    defer judge.allocator.free(board);
    defer judge.allocator.free(ships_remaining[0..ships_len]);
    var found: u32 = 0;
    for (board, 0..) |square, index| {
        if (square != unknown) continue;
        found += 1;
        // THINK HERE: choose one of the unknown squares.
        if (random.random().uintLessThan(u32, found) == 0) {
            square_answer = .{ .x = @intCast(index % size), .y = @intCast(index / size) };
        }
    }
    return &square_answer;
}

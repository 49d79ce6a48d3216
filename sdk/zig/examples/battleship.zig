//! Hunt and target: shots at every other square, and once one hits, at its neighbours.

const std = @import("std");
const judge = @import("judge");

pub const panic = judge.panic;

const Orientation = enum(u8) { across, down };
const Ship = extern struct { x: u8, y: u8, length: u8, orientation: Orientation };
const Square = extern struct { x: u8, y: u8 };

const unknown = 0;
const hit = 1;

/// One instance plays one game, so this is the game's.
var random: std.Random.DefaultPrng = undefined;
var size: u8 = 0;
/// Neighbours of hits; some have been shot at since.
var targets: std.ArrayList(Square) = .empty;
var last: ?Square = null;

/// Answers are read after the function has returned, so they lie outside of it.
var name_answer = judge.List(u8).of("Hunter in Zig");
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
    const lengths = fleet[0..fleet_len];
    defer judge.allocator.free(lengths);
    fleet_answer = .of(place(lengths, @intFromBool(no_touch)));
    return &fleet_answer;
}

export fn take_turn(
    state: [*]const u8,
    state_len: usize,
    ships_remaining: [*]const u8,
    ships_len: usize,
) *const Square {
    const board = state[0..state_len];
    const ships = ships_remaining[0..ships_len];
    defer judge.allocator.free(board);
    defer judge.allocator.free(ships);
    if (last) |square| {
        if (at(board, square) == hit) aimAround(square);
    }
    // A ship of this length or more lies on every so many-th diagonal.
    const shortest = ships[ships.len - 1];
    square_answer = target(board) orelse hunt(board, shortest) orelse hunt(board, 1) orelse .{ .x = 0, .y = 0 };
    last = square_answer;
    return &square_answer;
}

/// Ships at random, `margin` squares apart, and all anew if there seems to be no room for one.
fn place(lengths: []const u8, margin: i32) []const Ship {
    const placed = judge.allocator.alloc(Ship, lengths.len) catch @panic("out of memory");
    var done: usize = 0;
    var tries: usize = 0;
    while (done < lengths.len) : (tries += 1) {
        if (tries % 1000 == 0) done = 0;
        const ship = anywhere(lengths[done]);
        if (isFree(placed[0..done], ship, margin)) {
            placed[done] = ship;
            done += 1;
        }
    }
    return placed;
}

/// A ship somewhere on the empty board.
fn anywhere(length: u8) Ship {
    const along = below(size - length + 1);
    const beside = below(size);
    if (below(2) == 0) return .{ .x = along, .y = beside, .length = length, .orientation = .across };
    return .{ .x = beside, .y = along, .length = length, .orientation = .down };
}

/// Whether a ship lies at least `margin` squares off all others.
fn isFree(others: []const Ship, ship: Ship, margin: i32) bool {
    for (others) |other| {
        const apart = right(other) + margin <= ship.x or right(ship) + margin <= other.x or
            bottom(other) + margin <= ship.y or bottom(ship) + margin <= other.y;
        if (!apart) return false;
    }
    return true;
}

fn right(ship: Ship) i32 {
    return @as(i32, ship.x) + if (ship.orientation == .across) ship.length else 1;
}

fn bottom(ship: Ship) i32 {
    return @as(i32, ship.y) + if (ship.orientation == .down) ship.length else 1;
}

fn aimAround(square: Square) void {
    const steps = [_][2]i32{ .{ -1, 0 }, .{ 1, 0 }, .{ 0, -1 }, .{ 0, 1 } };
    for (steps) |step| {
        const x = square.x + step[0];
        const y = square.y + step[1];
        if (x < 0 or x >= size or y < 0 or y >= size) continue;
        targets.append(judge.allocator, .{ .x = @intCast(x), .y = @intCast(y) }) catch @panic("out of memory");
    }
}

fn target(board: []const u8) ?Square {
    while (targets.pop()) |square| {
        if (at(board, square) == unknown) return square;
    }
    return null;
}

/// An unknown square on one of every `apart` diagonals, each as likely as any other.
fn hunt(board: []const u8, apart: usize) ?Square {
    var found: u32 = 0;
    var chosen: ?Square = null;
    for (0..size) |y| for (0..size) |x| {
        const square = Square{ .x = @intCast(x), .y = @intCast(y) };
        if (at(board, square) != unknown or (x + y) % apart != 0) continue;
        found += 1;
        if (random.random().uintLessThan(u32, found) == 0) chosen = square;
    };
    return chosen;
}

fn at(board: []const u8, square: Square) u8 {
    return board[@as(usize, square.y) * size + square.x];
}

fn below(end: u8) u8 {
    return random.random().uintLessThan(u8, end);
}

// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES

const std = @import("std");

/// What is read of a line. Put in what else you need, by its name in the line, with a value for lines without it.
const Question = struct {
    ask: []const u8 = "",
    seed: []const u8 = "",
    legal_actions: []const []const u8 = &.{},
    // FLEET
    fleet: []const u8 = "",
    @"no-touch": bool = false,
    // END
};

// FLEET
/// Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
fn placeShips(question: Question, out: *std.Io.Writer) !void {
    const apart: usize = if (question.@"no-touch") 2 else 1;
    for (question.fleet, 0..) |length, row| try out.print("{d}a@0,{d} ", .{ length, row * apart });
}

// END
fn takeTurn(question: Question, random: std.Random, out: *std.Io.Writer) !void {
    const actions = question.legal_actions;
    if (actions.len == 0) return;
    // THINK HERE: choose one of the actions.
    try out.writeAll(actions[random.uintLessThan(usize, actions.len)]);
}

pub fn main(init: std.process.Init) !void {
    var read: [1 << 16]u8 = undefined;
    var written: [1 << 12]u8 = undefined;
    var input = std.Io.File.stdin().readerStreaming(init.io, &read);
    var output = std.Io.File.stdout().writerStreaming(init.io, &written);
    const out = &output.interface;
    var dice: std.Random.DefaultPrng = .init(1);
    while (try input.interface.takeDelimiter('\n')) |line| {
        const parsed = try std.json.parseFromSlice(Question, init.gpa, line, .{ .ignore_unknown_fields = true });
        defer parsed.deinit();
        const question = parsed.value;
        if (question.seed.len > 0) dice = .init(try std.fmt.parseInt(u64, question.seed, 10));
        if (question.ask.len == 0) continue;
        if (std.mem.eql(u8, question.ask, "name")) {
            try out.writeAll("NAME");
            // FLEET
        } else if (question.fleet.len > 0) {
            try placeShips(question, out);
            // END
        } else try takeTurn(question, dice.random(), out);
        try out.writeByte('\n');
        try out.flush();
    }
}

//! What every bot in Zig needs: the judge's functions, memory for what calls bring, and panics that reach the log.

const std = @import("std");

/// For whatever the bot allocates; lists that a call brings are the bot's, and are freed with it.
pub const allocator = std.heap.wasm_allocator;

const host = struct {
    extern "judge:arena/host@1.0.0" fn log(line: [*]const u8, bytes: usize) void;
    extern "judge:arena/host@1.0.0" fn @"fuel-left"() u64;
    extern "judge:arena/host@1.0.0" fn @"bank-left"() u64;
    extern "judge:arena/host@1.0.0" fn @"get-option"(name: [*]const u8, bytes: usize, found: *Option(List(u8))) void;
};

/// Writes one line to the bot's log.
pub fn log(comptime format: []const u8, arguments: anytype) void {
    var buffer: [1024]u8 = undefined;
    const line = std.fmt.bufPrint(&buffer, format, arguments) catch &buffer;
    host.log(line.ptr, line.len);
}

/// The fuel that may still be spent in this turn.
pub fn fuelLeft() u64 {
    return host.@"fuel-left"();
}

/// The fuel that may still be spent in this game, this turn included.
pub fn bankLeft() u64 {
    return host.@"bank-left"();
}

/// The text of an option that the organiser has given this bot, or null if there is none.
pub fn option(name: []const u8) ?[]const u8 {
    var found: Option(List(u8)) = .{};
    host.@"get-option"(name.ptr, name.len, &found);
    return if (found.is_some != 0) found.value.items[0..found.value.len] else null;
}

/// A list or a string, as an answer has it.
pub fn List(comptime T: type) type {
    return extern struct {
        items: [*]const T,
        len: usize,

        pub fn of(items: []const T) @This() {
            return .{ .items = items.ptr, .len = items.len };
        }
    };
}

/// What may be there or not, as lists and answers have it.
pub fn Option(comptime T: type) type {
    return extern struct {
        is_some: u8 = 0,
        value: T = undefined,
    };
}

/// For the line `pub const panic = judge.panic;` of a bot: what a panic says goes to the log.
pub const panic = std.debug.FullPanic(struct {
    fn panic(message: []const u8, _: ?usize) noreturn {
        log("panic: {s}", .{message});
        @trap();
    }
}.panic);

/// The judge asks for memory here when a call brings a list. It never moves what it got.
export fn cabi_realloc(_: ?[*]u8, _: usize, alignment: usize, bytes: usize) [*]u8 {
    if (bytes == 0) return @ptrFromInt(alignment);
    return allocator.rawAlloc(bytes, .fromByteUnits(alignment), @returnAddress()) orelse @panic("out of memory");
}

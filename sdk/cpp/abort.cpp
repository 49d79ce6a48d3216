// What ends a bot in C++ instead of an exception: it says so in the bot's log, which nothing else would. And `new`, which
// answers with a null pointer in a library without exceptions.

#include "judge.hpp"

#include <new>

extern "C" [[gnu::weak]] void abort() {
    judge::log("abort: the bot ended itself, as where the library would throw, such as vector::at beyond the end");
    __builtin_trap();
}

[[gnu::weak]] void *operator new(std::size_t bytes) {
    if (void *room = std::malloc(bytes > 0 ? bytes : 1)) return room;
    // Not as a string of the library, for which there is no memory either.
    char line[] = "           bytes are more than the memory has left; new ends the bot";
    char *digit = line + 10;
    do *--digit = static_cast<char>('0' + bytes % 10);
    while (bytes /= 10);
    judge::log(digit);
    __builtin_trap();
}

[[gnu::weak]] void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
    return std::malloc(bytes > 0 ? bytes : 1);
}

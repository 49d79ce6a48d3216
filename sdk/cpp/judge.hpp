// What bots in C++ need beside bot.h: lists and strings of the contract as those of C++, random numbers, the log.

#pragma once

#include "bot.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace judge {

/// What a list of the contract holds.
template <class List>
using Item = std::remove_pointer_t<decltype(List::ptr)>;

/// The items of a list that a call brought. Its memory is freed, and the list is empty after that.
template <class List>
std::vector<Item<List>> take(List &list) {
    std::vector<Item<List>> items(list.ptr, list.ptr + list.len);
    if (list.len > 0) std::free(list.ptr);
    list.ptr = nullptr;
    list.len = 0;
    return items;
}

/// Answers with a list.
template <class List>
void give(List *answer, const std::vector<Item<List>> &items) {
    answer->len = items.size();
    answer->ptr = static_cast<Item<List> *>(std::malloc(items.size() * sizeof(Item<List>)));
    if (answer->len > 0) std::memcpy(answer->ptr, items.data(), items.size() * sizeof(Item<List>));
}

/// Answers with a text.
inline void give(bot_string_t *answer, std::string_view text) {
    bot_string_dup_n(answer, text.data(), text.size());
}

/// Writes a line to the bot's log.
inline void log(std::string_view line) {
    // The judge only reads it.
    bot_string_t text{reinterpret_cast<uint8_t *>(const_cast<char *>(line.data())), line.size()};
    host_log(&text);
}

/// The fuel that is left in this turn.
inline uint64_t fuel_left() {
    return host_fuel_left();
}

/// The fuel that is left in this game.
inline uint64_t bank_left() {
    return host_bank_left();
}

/// The text of an option that the organiser has given this bot, if there is one.
inline std::optional<std::string> option(std::string_view name) {
    // The judge only reads it.
    bot_string_t asked{reinterpret_cast<uint8_t *>(const_cast<char *>(name.data())), name.size()};
    bot_option_string_t found;
    host_get_option(&asked, &found);
    if (!found.is_some) return std::nullopt;
    std::string text(reinterpret_cast<char *>(found.val.ptr), found.val.len);
    bot_option_string_free(&found);
    return text;
}

/// A seeded random generator: SplitMix64, whose constants are its authors'.
class Random {
public:
    /// Begin with a game's `setup->seed`.
    explicit Random(uint64_t seed = 0) : state(seed) {}

    /// 64 random bits.
    uint64_t bits() {
        uint64_t bits = state += 0x9e3779b97f4a7c15;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        return bits ^ (bits >> 31);
    }

    /// A number from 0 to `bound` - 1, each as likely as any other.
    uint32_t below(uint32_t bound) {
        return static_cast<uint32_t>(((bits() >> 32) * bound) >> 32);
    }

    /// One of `items`, each as likely as any other. There must be one.
    template <class Items>
    auto choose(const Items &items) {
        return items[below(items.size())];
    }

private:
    uint64_t state;
};

} // namespace judge

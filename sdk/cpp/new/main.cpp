// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES

#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

static std::string line;
static std::mt19937_64 dice;

// The text behind a key of the line, as in "seat":1; empty if the key is not there.
static std::string value(const std::string &key) {
    const std::string quoted = '"' + key + "\":";
    const size_t at = line.find(quoted);
    return at == std::string::npos ? "" : line.substr(at + quoted.size());
}

// FLEET
// Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
static std::string place_ships() {
    const int apart = value("no-touch").rfind("true", 0) == 0 ? 2 : 1;
    std::istringstream fleet(value("fleet"));
    std::ostringstream ships;
    char comma;
    int length;
    for (int row = 0; fleet >> comma >> length; row += apart) ships << length << "a@0," << row << ' ';
    return ships.str();
}

// END
static std::string take_turn() {
    std::vector<std::string> actions;
    std::istringstream legal(value("legal_actions"));
    std::string part;
    while (std::getline(legal, part, '"') && std::getline(legal, part, '"')) actions.push_back(part);
    // THINK HERE: choose one of the actions. value("…") is what else the question brings.
    return actions.empty() ? "" : actions[dice() % actions.size()];
}

int main() {
    while (std::getline(std::cin, line)) {
        const std::string seed = value("seed");
        if (!seed.empty()) dice.seed(std::strtoull(seed.c_str() + 1, nullptr, 10));
        if (line.rfind("{\"ask\":", 0) != 0) continue;
        if (line.rfind("{\"ask\":\"name\"", 0) == 0) std::cout << "NAME" << std::endl;
        // FLEET
        else if (!value("fleet").empty()) std::cout << place_ships() << std::endl;
        // END
        else std::cout << take_turn() << std::endl;
    }
}

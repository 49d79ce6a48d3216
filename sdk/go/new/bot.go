// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
)

// What is read of a line. Put in what else you need, by its name in the line.
type question struct {
	Ask          string
	Seed         uint64   `json:",string"`
	LegalActions []string `json:"legal_actions"`
	// FLEET
	Fleet        []int
	NoTouch      bool     `json:"no-touch"`
	// END
}

// FLEET
// Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2.
func placeShips(asked question) string {
	ships, apart := "", 1
	if asked.NoTouch {
		apart = 2
	}
	for row, length := range asked.Fleet {
		ships += fmt.Sprintf("%da@0,%d ", length, row*apart)
	}
	return ships
}

// END
func takeTurn(asked question, random *rand.Rand) string {
	actions := asked.LegalActions
	if len(actions) == 0 {
		return ""
	}
	// THINK HERE: choose one of the actions.
	return actions[random.Intn(len(actions))]
}

func main() {
	random := rand.New(rand.NewSource(1))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		if asked.Seed != 0 {
			random.Seed(int64(asked.Seed))
		}
		switch {
		case asked.Ask == "":
		case asked.Ask == "name":
			fmt.Println("NAME")
		// FLEET
		case len(asked.Fleet) > 0:
			fmt.Println(placeShips(asked))
		// END
		default:
			fmt.Println(takeTurn(asked, random))
		}
	}
}

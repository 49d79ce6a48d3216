// A bot for Othello.
package main

import (
	"math/bits"
	"math/rand"
	"structs"

	"judge"
)

// A square of the board, as an answer has it.
type square struct {
	_    structs.HostLayout
	x, y uint8
}

// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function
// has returned.
var (
	random       *rand.Rand
	nameAnswer   = judge.Text("NAME")
	squareAnswer square
)

// Go wants it; the judge does not call it.
func main() {}

//go:wasmexport name
func name() *judge.List {
	return &nameAnswer
}

//go:wasmexport new_game
func newGame(seed uint64, seat, seats, size uint32) {
	random = rand.New(rand.NewSource(int64(seed)))
}

// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
//
//go:wasmexport choose
func choose(own, opponent, legal uint64) *square {
	found := 0
	for rest := legal; rest != 0; rest &= rest - 1 {
		found++
		// THINK HERE: choose one of the legal squares.
		if random.Intn(found) == 0 {
			bit := bits.TrailingZeros64(rest)
			squareAnswer = square{x: uint8(bit % 8), y: uint8(bit / 8)}
		}
	}
	return &squareAnswer
}

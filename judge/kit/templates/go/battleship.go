// A bot for Battleship.
package main

import (
	"math/rand"
	"structs"

	"judge"
)

const unknown = 0

const across = 0

// A square of the board, as an answer has it.
type square struct {
	_    structs.HostLayout
	x, y uint8
}

// A ship, as an answer has it.
type ship struct {
	_                         structs.HostLayout
	x, y, length, orientation uint8
}

// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function
// has returned.
var (
	random       *rand.Rand
	size         int
	nameAnswer   = judge.Text("NAME")
	fleet        []ship
	fleetAnswer  judge.List
	squareAnswer square
)

// Go wants it; the judge does not call it.
func main() {}

//go:wasmexport name
func name() *judge.List {
	return &nameAnswer
}

//go:wasmexport new_game
func newGame(seed uint64, seat, seats, boardSize uint32, lengths *byte, ships uint32, noTouch bool) *judge.List {
	random = rand.New(rand.NewSource(int64(seed)))
	size = int(boardSize)
	apart := 1
	if noTouch {
		apart = 2
	}
	for row, length := range judge.Taken(lengths, ships) {
		fleet = append(fleet, ship{x: 0, y: uint8(row * apart), length: length, orientation: across})
	}
	fleetAnswer = judge.ListOf(fleet)
	return &fleetAnswer
}

//go:wasmexport take_turn
func takeTurn(state *byte, squares uint32, shipsRemaining *byte, ships uint32) *square {
	board := judge.Taken(state, squares)
	judge.Taken(shipsRemaining, ships)
	found := 0
	for index, what := range board {
		if what != unknown {
			continue
		}
		found++
		// THINK HERE: choose one of the unknown squares.
		if random.Intn(found) == 0 {
			squareAnswer = square{x: uint8(index % size), y: uint8(index / size)}
		}
	}
	return &squareAnswer
}

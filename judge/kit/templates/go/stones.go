// A bot for Stones.
package main

import (
	"math/rand"
	"structs"

	"judge"
)

// A square of the board.
type square struct {
	_    structs.HostLayout
	x, y uint8
}

// A step, as an answer has it.
type step struct {
	_        structs.HostLayout
	from, to square
}

// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function
// has returned.
var (
	random     *rand.Rand
	id         int8
	columns    int
	neighbours uint32
	board      []byte // as it is now; an owner's id, or int8(-1)
	nameAnswer = judge.Text("NAME")
	stepAnswer step
)

// Go wants it; the judge does not call it.
func main() {}

//go:wasmexport name
func name() *judge.List {
	return &nameAnswer
}

//go:wasmexport new_game
func newGame(seed uint64, seat, seats, boardColumns, boardRows, boardNeighbours, noHitLimit, maxTurns uint32) {
	random = rand.New(rand.NewSource(int64(seed)))
	id = int8(seat)
	columns = int(boardColumns)
	neighbours = boardNeighbours
}

// `judge wit stones --core` says what each number of a message is.
//
//go:wasmexport update
func update(message, player, fromX, fromY, toX, toY uint32, state *byte, squares uint32) {
	board = judge.Taken(state, squares)
}

//go:wasmexport next_move
func nextMove() *step {
	found := 0
	for from, stone := range board {
		for to, other := range board {
			if int8(stone) != id || int8(other) == id || !isBeside(from, to) {
				continue
			}
			found++
			// THINK HERE: choose one of the legal steps.
			if random.Intn(found) == 0 {
				stepAnswer = step{from: at(from), to: at(to)}
			}
		}
	}
	return &stepAnswer
}

func isBeside(a, b int) bool {
	x, y := apart(a%columns, b%columns), apart(a/columns, b/columns)
	if neighbours == 8 {
		return max(x, y) == 1
	}
	return x+y == 1
}

func apart(a, b int) int {
	return max(a-b, b-a)
}

func at(index int) square {
	return square{x: uint8(index % columns), y: uint8(index / columns)}
}

// A bot for Gobblet.
package main

import (
	"math/rand"
	"structs"

	"judge"
)

// What an action is.
const (
	enter = 0
	move  = 1
)

// A square of the board.
type square struct {
	x, y uint8
}

// An action, as an answer has it: entering is a piece's size and a square, moving is two squares.
type action struct {
	_       structs.HostLayout
	what    uint8
	numbers [4]uint8
}

// One instance plays one game, so this is the game's. Answers are kept here, too: they are read after the function
// has returned.
var (
	random       *rand.Rand
	size         int
	colour       uint8
	nameAnswer   = judge.Text("NAME")
	actionAnswer action
)

// Go wants it; the judge does not call it.
func main() {}

//go:wasmexport name
func name() *judge.List {
	return &nameAnswer
}

//go:wasmexport new_game
func newGame(seed uint64, seat, seats, boardSize, pliesMax uint32) {
	random = rand.New(rand.NewSource(int64(seed)))
	size = int(boardSize)
	colour = uint8(seat) + 1
}

//go:wasmexport play
func play(state *byte, squares uint32) *action {
	found := actions(judge.Taken(state, squares))
	// THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve.
	actionAnswer = found[random.Intn(len(found))]
	return &actionAnswer
}

func actions(board []byte) []action {
	var found []action
	for index, stack := range board {
		to := at(index)
		for piece := 0; piece < 4; piece++ {
			if top(stack) < 0 && inReserve(board, piece) {
				found = append(found, action{what: enter, numbers: [4]uint8{uint8(piece), to.x, to.y}})
			}
		}
		for index, other := range board {
			piece, from := top(other), at(index)
			if piece > top(stack) && owner(other, piece) == colour {
				found = append(found, action{what: move, numbers: [4]uint8{from.x, from.y, to.x, to.y}})
			}
		}
	}
	return found
}

// The largest piece of a stack; -1 if there is none.
func top(stack byte) int {
	for piece := 3; piece >= 0; piece-- {
		if owner(stack, piece) != 0 {
			return piece
		}
	}
	return -1
}

func owner(stack byte, piece int) uint8 {
	return stack >> (2 * piece) & 3
}

// On 4 x 4 the reserve is three stacks, each with its largest piece on top.
func inReserve(board []byte, piece int) bool {
	if size == 3 {
		return piece < 3 && onBoard(board, piece) < 2
	}
	if piece == 3 {
		return onBoard(board, piece) < 3
	}
	return onBoard(board, piece) < onBoard(board, piece+1)
}

// How many of the bot's pieces of a size are on the board.
func onBoard(board []byte, piece int) int {
	count := 0
	for _, stack := range board {
		if owner(stack, piece) == colour {
			count++
		}
	}
	return count
}

func at(index int) square {
	return square{uint8(index % size), uint8(index / size)}
}

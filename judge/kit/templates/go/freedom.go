// A bot for Freedom.
package main

import (
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
	size         int
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
func newGame(seed uint64, seat, seats, boardSize, scoring uint32) {
	random = rand.New(rand.NewSource(int64(seed)))
	size = int(boardSize)
}

// Where the opponent's last stone is, if there is one, is in lastX and lastY.
//
//go:wasmexport make_move
func makeMove(state *byte, squares uint32, hasLast bool, lastX, lastY uint32) *square {
	var empty, beside []square
	for index, stone := range judge.Taken(state, squares) {
		if stone != 0 {
			continue
		}
		x, y := index%size, index/size
		empty = append(empty, square{x: uint8(x), y: uint8(y)})
		if hasLast && max(apart(x, int(lastX)), apart(y, int(lastY))) == 1 {
			beside = append(beside, square{x: uint8(x), y: uint8(y)})
		}
	}
	legal := beside
	if len(beside) == 0 {
		legal = empty
	}
	// THINK HERE: choose one of the squares in legal.
	squareAnswer = legal[random.Intn(len(legal))]
	return &squareAnswer
}

func apart(a, b int) int {
	return max(a-b, b-a)
}

// Takes corners, then edges, then squares in the middle, and last what lies beside a corner.
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
	size         uint8
	nameAnswer   = judge.Text("Corners in Go")
	squareAnswer square
)

// Go wants it; the judge does not call it.
func main() {}

//go:wasmexport name
func name() *judge.List {
	return &nameAnswer
}

//go:wasmexport new_game
func newGame(seed uint64, seat, seats, boardSize uint32) {
	random = rand.New(rand.NewSource(int64(seed)))
	size = uint8(boardSize)
}

// A set of squares is one number: the square (x, y) is its bit y * 8 + x.
//
//go:wasmexport choose
func choose(own, opponent, legal uint64) *square {
	best, equal := 0, 0
	for rest := legal; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros64(rest)
		x, y := uint8(bit%8), uint8(bit/8)
		value := worth(x, y)
		if value < best {
			continue
		}
		if value > best {
			best, equal = value, 0
		}
		equal++
		// Each of the best is as likely as any other.
		if random.Intn(equal) == 0 {
			squareAnswer = square{x: x, y: y}
		}
	}
	return &squareAnswer
}

// More is better.
func worth(x, y uint8) int {
	column, row := fromEdge(x), fromEdge(y)
	switch {
	case column == 0 && row == 0:
		return 5
	case column <= 1 && row <= 1:
		return 1
	case column == 0 || row == 0:
		return 4
	case column == 1 || row == 1:
		return 2
	default:
		return 3
	}
}

func fromEdge(place uint8) uint8 {
	return min(place, size-1-place)
}

// Hunt and target: shots at every other square, and once one hits, at its neighbours.
package main

import (
	"math/rand"
	"structs"

	"judge"
)

const (
	unknown = 0
	hit     = 1
)

const (
	across = 0
	down   = 1
)

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
	targets      []square // neighbours of hits; some have been shot at since
	hasShot      bool
	nameAnswer   = judge.Text("Hunter in Go")
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
	margin := 0
	if noTouch {
		margin = 1
	}
	fleet = place(judge.Taken(lengths, ships), margin)
	fleetAnswer = judge.ListOf(fleet)
	return &fleetAnswer
}

//go:wasmexport take_turn
func takeTurn(state *byte, squares uint32, shipsRemaining *byte, ships uint32) *square {
	board, lengths := judge.Taken(state, squares), judge.Taken(shipsRemaining, ships)
	if hasShot && at(board, squareAnswer) == hit {
		aimAround(squareAnswer)
	}
	// A ship of this length or more lies on every so many-th diagonal.
	shortest := int(lengths[len(lengths)-1])
	shot, ok := target(board)
	if !ok {
		shot, ok = hunt(board, shortest)
	}
	if !ok {
		shot, _ = hunt(board, 1)
	}
	squareAnswer, hasShot = shot, true
	return &squareAnswer
}

// Ships at random, margin squares apart, and all anew if there seems to be no room for one.
func place(lengths []byte, margin int) []ship {
	var placed []ship
	for tries := 1; len(placed) < len(lengths); tries++ {
		if tries%1000 == 0 {
			placed = nil
		}
		next := anywhere(int(lengths[len(placed)]))
		free := true
		for _, other := range placed {
			free = free && isApart(next, other, margin)
		}
		if free {
			placed = append(placed, next)
		}
	}
	return placed
}

// A ship somewhere on the empty board.
func anywhere(length int) ship {
	along, beside := uint8(random.Intn(size-length+1)), uint8(random.Intn(size))
	if random.Intn(2) == 0 {
		return ship{x: along, y: beside, length: uint8(length), orientation: across}
	}
	return ship{x: beside, y: along, length: uint8(length), orientation: down}
}

// Whether two ships lie at least margin squares off each other.
func isApart(a, b ship, margin int) bool {
	return right(a)+margin <= int(b.x) || right(b)+margin <= int(a.x) ||
		bottom(a)+margin <= int(b.y) || bottom(b)+margin <= int(a.y)
}

func right(s ship) int {
	if s.orientation == across {
		return int(s.x) + int(s.length)
	}
	return int(s.x) + 1
}

func bottom(s ship) int {
	if s.orientation == down {
		return int(s.y) + int(s.length)
	}
	return int(s.y) + 1
}

func aimAround(s square) {
	for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		x, y := int(s.x)+step[0], int(s.y)+step[1]
		if x >= 0 && x < size && y >= 0 && y < size {
			targets = append(targets, square{x: uint8(x), y: uint8(y)})
		}
	}
}

func target(board []byte) (square, bool) {
	for len(targets) > 0 {
		last := targets[len(targets)-1]
		targets = targets[:len(targets)-1]
		if at(board, last) == unknown {
			return last, true
		}
	}
	return square{}, false
}

// An unknown square on one of every so many diagonals, each as likely as any other.
func hunt(board []byte, apart int) (square, bool) {
	found, chosen := 0, square{}
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			s := square{x: uint8(x), y: uint8(y)}
			if at(board, s) != unknown || (x+y)%apart != 0 {
				continue
			}
			found++
			if random.Intn(found) == 0 {
				chosen = s
			}
		}
	}
	return chosen, found > 0
}

func at(board []byte, s square) byte {
	return board[int(s.y)*size+int(s.x)]
}

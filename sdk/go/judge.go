// Package judge has what every bot in Go needs: the judge's functions, memory for what calls bring, and lists in
// answers.
package judge

import (
	"fmt"
	"structs"
	"unsafe"
)

//go:wasmimport judge:arena/host@1.0.0 log
func hostLog(line *byte, bytes uint32)

//go:wasmimport judge:arena/host@1.0.0 fuel-left
func hostFuelLeft() uint64

//go:wasmimport judge:arena/host@1.0.0 bank-left
func hostBankLeft() uint64

//go:wasmimport judge:arena/host@1.0.0 get-option
func hostGetOption(name *byte, bytes uint32, answer *Option[List])

// Log writes one line to the bot's log.
func Log(format string, arguments ...any) {
	line := fmt.Sprintf(format, arguments...)
	hostLog(unsafe.StringData(line), uint32(len(line)))
}

// FuelLeft is the fuel that may still be spent in this turn.
func FuelLeft() uint64 {
	return hostFuelLeft()
}

// BankLeft is the fuel that may still be spent in this game, this turn included.
func BankLeft() uint64 {
	return hostBankLeft()
}

// GetOption is the text of an option that the organiser has given this bot, and whether there is one.
func GetOption(name string) (string, bool) {
	answer := new(Option[List])
	hostGetOption(unsafe.StringData(name), uint32(len(name)), answer)
	if !answer.IsSome {
		return "", false
	}
	text := Taken((*byte)(unsafe.Pointer(uintptr(answer.Value.first))), answer.Value.length)
	return string(text), true
}

// Where the lists of a call lie until they are taken. It is larger than all that one call brings.
var room [8192]uint64

// How much of it is taken.
var used uint32

// The judge asks for memory here when a call brings a list. Nothing may be allocated meanwhile, and no stack may grow:
// Go's runtime might look at the clock then, and a bot that calls anybody while it gives memory is stopped.
//
//go:wasmexport cabi_realloc
//go:nosplit
func realloc(_ *byte, _, _, size uint32) *byte {
	words := size/8 + 1
	if used+words > uint32(len(room)) {
		used = 0
	}
	first := &room[used]
	used += words
	return (*byte)(unsafe.Pointer(first))
}

// Taken is a list that a call has brought, of bytes or of what else lies in memory.
func Taken[T any](first *T, length uint32) []T {
	return append([]T(nil), unsafe.Slice(first, length)...)
}

// Option is what may be there or not, as lists and answers have it.
type Option[T any] struct {
	_      structs.HostLayout
	IsSome bool
	Value  T
}

// List is a list or a string, as an answer has it. Keep it in a variable of your package: answers are read after your
// function has returned.
type List struct {
	_              structs.HostLayout
	first, length uint32
}

// What lists in answers point to. Go does not see that it is needed.
var answered []any

// ListOf makes a list of elements that lie in memory as the game's interface wants them. They stay there for the whole
// game.
func ListOf[T any](elements []T) List {
	answered = append(answered, elements)
	first := uintptr(unsafe.Pointer(unsafe.SliceData(elements)))
	return List{first: uint32(first), length: uint32(len(elements))}
}

// Text makes a string.
func Text(text string) List {
	return ListOf([]byte(text))
}

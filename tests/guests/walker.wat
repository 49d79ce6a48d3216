;; Honest: lays its ships at the left edge, one a row, and shoots at the first square it knows nothing of.
;;
;; A plain core module, written by hand against sdk/wit/battleship.wit: no tool has left a description of its
;; interface in it. Memory: at 0 the pointer and length of an answer, at 16 a square, at 64 the name, at 128
;; the fleet, from 4096 on what the judge puts there.
(module
  (memory (export "memory") 1)
  (data (i32.const 64) "Walker")
  (global $free (mut i32) (i32.const 4096))
  (global $size (mut i32) (i32.const 0))

  ;; All lists are of bytes, so nothing is aligned. Nothing is kept either: every turn starts at 4096 again.
  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (global.get $free)
    (global.set $free (i32.add (global.get $free) (local.get $size))))

  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const 6))
    (i32.const 0))

  (func (export "judge:arena/battleship@1.0.0#new-game")
    (param $seed i64) (param $seat i32) (param $seats i32) (param $size i32) (param $fleet i32) (param $ships i32)
    (param $no-touch i32)
    (result i32)
    (local $row i32) (local $ship i32)
    (global.set $size (local.get $size))
    (loop $next
      (local.set $ship (i32.add (i32.const 128) (i32.mul (local.get $row) (i32.const 4))))
      (i32.store8 offset=1 (local.get $ship) (local.get $row))
      (i32.store8 offset=2 (local.get $ship) (i32.load8_u (i32.add (local.get $fleet) (local.get $row))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $ships))))
    (i32.store (i32.const 0) (i32.const 128))
    (i32.store (i32.const 4) (local.get $ships))
    (global.set $free (i32.const 4096))
    (i32.const 0))

  (func (export "judge:arena/battleship@1.0.0#take-turn")
    (param $state i32) (param $squares i32) (param $remaining i32) (param $ships i32)
    (result i32)
    (local $square i32)
    (loop $next
      (if (i32.load8_u (i32.add (local.get $state) (local.get $square)))
        (then
          (local.set $square (i32.add (local.get $square) (i32.const 1)))
          (br $next))))
    (i32.store8 offset=0 (i32.const 16) (i32.rem_u (local.get $square) (global.get $size)))
    (i32.store8 offset=1 (i32.const 16) (i32.div_u (local.get $square) (global.get $size)))
    (global.set $free (i32.const 4096))
    (i32.const 16)))

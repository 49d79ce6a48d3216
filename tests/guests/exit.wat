;; Misdeed: tells its time and a random number in its third turn, and exits.
;;
;; A core module as C and Rust for `wasm32-wasip1` make one. Memory: at 0 the pointer and length of an answer, at
;; 16 a square, at 64 the name, at 128 the fleet, at 256 what WASI reads and writes, from 4096 on what the judge puts there.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "Guest")
  (global $free (mut i32) (i32.const 4096))
  (global $size (mut i32) (i32.const 0))
  (global $turn (mut i32) (i32.const 0))

  ;; A page, which the adapter to the second WASI keeps, is new; all else lasts for a turn.
  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (if (i32.ge_u (local.get $size) (i32.const 65536))
      (then (return (i32.mul (memory.grow (i32.const 1)) (i32.const 65536)))))
    (global.set $free (i32.and (i32.add (global.get $free) (i32.const 7)) (i32.const -8)))
    (global.get $free)
    (global.set $free (i32.add (global.get $free) (local.get $size))))

  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const 5))
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

  ;; Stops at an error of WASI's.
  (func $ok (param $errno i32)
    (if (local.get $errno) (then unreachable)))

  ;; The time, by the clock that never goes back.
  (func $now (result i64)
    (call $ok (call $clock_time_get (i32.const 1) (i64.const 1) (i32.const 256)))
    (i64.load (i32.const 256)))

  ;; Prints the bytes at 512.
  (func $print (param $bytes i32)
    (i32.store (i32.const 256) (i32.const 512))
    (i32.store (i32.const 260) (local.get $bytes))
    (call $ok (call $fd_write (i32.const 1) (i32.const 256) (i32.const 1) (i32.const 264))))

  ;; Writes a number of 16 hexadecimal digits, the lowest first.
  (func $hex (param $at i32) (param $number i64)
    (local $digit i32) (local $end i32)
    (local.set $end (i32.add (local.get $at) (i32.const 16)))
    (loop $next
      (local.set $digit (i32.wrap_i64 (i64.and (local.get $number) (i64.const 15))))
      (i32.store8 (local.get $at)
        (i32.add (local.get $digit)
          (select (i32.const 48) (i32.const 87) (i32.lt_u (local.get $digit) (i32.const 10)))))
      (local.set $number (i64.shr_u (local.get $number) (i64.const 4)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end)))))

  (func (export "judge:arena/battleship@1.0.0#take-turn")
    (param $state i32) (param $squares i32) (param $remaining i32) (param $ships i32)
    (result i32)
    (local $square i32)
    (loop $next
      (if (i32.load8_u (i32.add (local.get $state) (local.get $square)))
        (then
          (local.set $square (i32.add (local.get $square) (i32.const 1)))
          (br $next))))
    (global.set $turn (i32.add (global.get $turn) (i32.const 1)))
    (if (i32.eq (global.get $turn) (i32.const 3))
      (then
        (call $hex (i32.const 512) (call $now))
        (i32.store8 (i32.const 528) (i32.const 32))
        (call $ok (call $random_get (i32.const 256) (i32.const 8)))
        (call $hex (i32.const 529) (i64.load (i32.const 256)))
        ;; A line that does not end is told as well.
        (call $print (i32.const 33))
        (call $proc_exit (i32.const 3))))
    (i32.store8 offset=0 (i32.const 16) (i32.rem_u (local.get $square) (global.get $size)))
    (i32.store8 offset=1 (i32.const 16) (i32.div_u (local.get $square) (global.get $size)))
    (global.set $free (i32.const 4096))
    (i32.const 16)))

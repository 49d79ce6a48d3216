;; Misdeed: is called like a formula, and logs one, a link and markup before it traps.
(module
  (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  ;; At 0 the name's pointer and length.
  (data (i32.const 0) "\80\00\00\00" "\0d\00\00\00")
  (data (i32.const 128) "=HYPERLINK(1)")
  ;; At 8 the fleet's pointer and length; at 32 the fleet, four bytes a ship: x, y, length, orientation.
  (data (i32.const 8) "\20\00\00\00" "\05\00\00\00")
  (data (i32.const 32) "\00\00\05\00" "\00\01\04\00" "\00\02\03\00" "\00\03\03\00" "\00\04\02\00")
  ;; At 64, where all is 0, the square that it shoots at.
  (data (i32.const 256) "=cmd|'/C calc'!A1\0a@SUM(A1)\0a<script>alert(1)</script>")
  (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    (call $log (i32.const 256) (i32.const 52))
    unreachable))

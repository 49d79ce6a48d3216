;; Misdeed: answers, and traps when it is to tidy up after the answer.
(module
  (memory (export "memory") 1)
  ;; At 0 the name's pointer and length.
  (data (i32.const 0) "\80\00\00\00" "\05\00\00\00")
  (data (i32.const 128) "Guest")
  ;; At 8 the fleet's pointer and length; at 32 the fleet, four bytes a ship: x, y, length, orientation.
  (data (i32.const 8) "\20\00\00\00" "\05\00\00\00")
  (data (i32.const 32) "\00\00\05\00" "\00\01\04\00" "\00\02\03\00" "\00\03\03\00" "\00\04\02\00")
  ;; At 64, where all is 0, the square that it shoots at.
  (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    (i32.const 64))
  (func (export "cabi_post_judge:arena/battleship@1.0.0#take-turn") (param i32)
    unreachable))

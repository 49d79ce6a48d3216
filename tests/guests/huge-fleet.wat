;; Misdeed: answers with a fleet of 100 000 ships; they lie in its memory, but are more than an answer may hold.
(module
  (memory (export "memory") 8)
  ;; At 0 the name's pointer and length.
  (data (i32.const 0) "\80\00\00\00" "\05\00\00\00")
  (data (i32.const 128) "Guest")
  ;; At 8 the fleet's pointer and length.
  (data (i32.const 8) "\00\00\01\00" "\a0\86\01\00")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    unreachable))

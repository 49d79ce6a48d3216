;; A misdeed in Stones: it traps when it is asked for its first move.
(module
  (memory (export "memory") 1)
  (data (i32.const 64) "Quitter")

  ;; Nothing is kept: what the judge puts into the memory may lie on what it put there before.
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 4096))

  (func (export "judge:arena/stones@1.0.0#name") (result i32)
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const 7))
    (i32.const 0))

  (func (export "judge:arena/stones@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32 i32))

  ;; The message's case and its up to five numbers; the board's pointer and length.
  (func (export "judge:arena/stones@1.0.0#update") (param i32 i32 i32 i32 i32 i32 i32 i32))

  (func (export "judge:arena/stones@1.0.0#next-move") (result i32)
    (unreachable)))

;; Misdeed: shoots at the upper half of the bits of a NaN, which processors choose differently.
(module
  (memory (export "memory") 1)
  ;; At 0 the name's pointer and length.
  (data (i32.const 0) "\80\00\00\00" "\05\00\00\00")
  (data (i32.const 128) "Guest")
  ;; At 8 the fleet's pointer and length; at 32 the fleet, four bytes a ship: x, y, length, orientation.
  (data (i32.const 8) "\20\00\00\00" "\05\00\00\00")
  (data (i32.const 32) "\00\00\05\00" "\00\01\04\00" "\00\02\03\00" "\00\03\03\00" "\00\04\02\00")
  ;; At 64, where all is 0, the square that it shoots at.
  ;; A NaN with bits of its own.
  (data (i32.const 512) "\01\02\a3\ff")
  (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    (f32.store (i32.const 256) (f32.div (f32.const 0) (f32.const 0)))
    (f32.store (i32.const 260) (f32.sub (f32.const inf) (f32.const inf)))
    (f32.store (i32.const 264) (f32.sqrt (f32.const -1)))
    (f32.store (i32.const 268) (f32.add (f32.load (i32.const 512)) (f32.const 1)))
    (f32.store (i32.const 272) (f32.demote_f64 (f64.div (f64.const -0) (f64.const 0))))
    ;; The bits that differ between any two of them, and then those of the first.
    (if (i32.or
          (i32.or
            (i32.xor (i32.load (i32.const 256)) (i32.load (i32.const 260)))
            (i32.xor (i32.load (i32.const 256)) (i32.load (i32.const 264))))
          (i32.or
            (i32.xor (i32.load (i32.const 256)) (i32.load (i32.const 268)))
            (i32.xor (i32.load (i32.const 256)) (i32.load (i32.const 272)))))
      (then unreachable))
    (i32.const 258)))

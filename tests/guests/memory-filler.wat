;; Misdeed: fills all memory, tables and globals it can have with its mark.
(module
  (memory (export "memory") 1)
  ;; At 0 the name's pointer and length.
  (data (i32.const 0) "\80\00\00\00" "\05\00\00\00")
  (data (i32.const 128) "Guest")
  ;; At 8 the fleet's pointer and length; at 32 the fleet, four bytes a ship: x, y, length, orientation.
  (data (i32.const 8) "\20\00\00\00" "\05\00\00\00")
  (data (i32.const 32) "\00\00\05\00" "\00\01\04\00" "\00\02\03\00" "\00\03\03\00" "\00\04\02\00")
  ;; At 64, where all is 0, the square that it shoots at.
  (table $table 1 10000 funcref)
  (global $mark (mut i32) (i32.const 0))
  (elem declare func $realloc)
  (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    (local $at i32)
    (loop $more
      (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (memory.fill (i32.const 4096) (i32.const 0x5a) (i32.sub (i32.mul (memory.size) (i32.const 65536)) (i32.const 4096)))
    (drop (table.grow $table (ref.func $realloc) (i32.const 1000)))
    (global.set $mark (i32.const 0x5a))
    (i32.const 64)))

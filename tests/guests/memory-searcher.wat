;; Misdeed: looks for what another bot left in memory, tables and globals, and traps if it finds any.
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
  (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
    (i32.const 1024))
  (func (export "judge:arena/battleship@1.0.0#name") (result i32)
    (i32.const 0))
  (func (export "judge:arena/battleship@1.0.0#new-game") (param i64 i32 i32 i32 i32 i32 i32) (result i32)
    (local $at i32)
    (loop $more
      (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    ;; All that the judge has put there so far lies below 4096.
    (local.set $at (i32.const 4096))
    (loop $next
      (if (i64.ne (i64.load (local.get $at)) (i64.const 0)) (then unreachable))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $at) (i32.mul (memory.size) (i32.const 65536)))))
    (if (i32.ne (table.grow $table (ref.null func) (i32.const 1000)) (i32.const 1)) (then unreachable))
    (local.set $at (i32.const 0))
    (loop $next
      (if (i32.eqz (ref.is_null (table.get $table (local.get $at)))) (then unreachable))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (table.size $table))))
    (if (global.get $mark) (then unreachable))
    (i32.const 8))
  (func (export "judge:arena/battleship@1.0.0#take-turn") (param i32 i32 i32 i32) (result i32)
    (i32.const 64)))

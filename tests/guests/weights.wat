;; Honest, in Othello: of the legal squares it takes the one with the highest of 64 weights, of equals the first.
;;
;; docs/rounds.py has this bot in it and writes other weights into it. Nothing has a name, so that no tool adds a section.
(module
  (memory (export "memory") 1)
  (data (i32.const 64) "Weights")
  ;; By square, a signed byte each.
  (data (i32.const 128)
    "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20"
    "\21\22\23\24\25\26\27\28\29\2a\2b\2c\2d\2e\2f\30\31\32\33\34\35\36\37\38\39\3a\3b\3c\3d\3e\3f\40")
  (func (export "name") (result i32)
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const 7))
    (i32.const 0))
  (func (export "new-game") (param i64 i32 i32 i32))
  ;; Parameters 0 to 2 are own, opponent and legal. 3: the best square, 4: its weight, 5: a square.
  (func (export "choose") (param i64 i64 i64) (result i32) (local i32 i32 i32)
    (local.set 4 (i32.const -129))
    (loop
      (if (i64.ne (local.get 2) (i64.const 0))
        (then
          (local.set 5 (i32.wrap_i64 (i64.ctz (local.get 2))))
          (if (i32.gt_s (i32.load8_s offset=128 (local.get 5)) (local.get 4))
            (then
              (local.set 3 (local.get 5))
              (local.set 4 (i32.load8_s offset=128 (local.get 5)))))
          (local.set 2 (i64.and (local.get 2) (i64.sub (local.get 2) (i64.const 1))))
          (br 1))))
    (i32.store8 offset=16 (i32.const 0) (i32.and (local.get 3) (i32.const 7)))
    (i32.store8 offset=17 (i32.const 0) (i32.shr_u (local.get 3) (i32.const 3)))
    (i32.const 16)))

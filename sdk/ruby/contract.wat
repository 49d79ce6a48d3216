;; What the judge calls: the functions of all games, of which `bundle.mjs` keeps those of one. Each puts its question into a
;; string of Ruby's, calls `Judge.call` with its number, and finds the answer in another. `interpreter.mjs` adds them.
(module
  (import "ruby" "memory" (memory $memory 0))
  (import "ruby" "cabi_realloc" (func $allocate (param i32 i32 i32 i32) (result i32)))
  (import "ruby" "rb-funcallv-protect: func(recv: handle<rb-abi-value>, mid: u32, args: list<handle<rb-abi-value>>) -> tuple<handle<rb-abi-value>, s32>"
    (func $funcall (param i32 i32 i32 i32) (result i32)))
  (import "ruby" "asyncify_get_state" (func $unwinding (result i32)))
  (import "wasi_snapshot_preview1" "seed" (func $seed (param i64)))
  (import "wasi_snapshot_preview1" "end_line" (func $end_line))

  ;; The object that is called, the number of its method's name, the two strings, and room for arguments.
  (global $judge (mut i32) (i32.const 0))
  (global $call (mut i32) (i32.const 0))
  (global $in (mut i32) (i32.const 0))
  (global $out (mut i32) (i32.const 0))
  (global $arguments (mut i32) (i32.const 0))
  ;; Lists of a question go behind its numbers.
  (global $LISTS_AT i32 (i32.const 256))
  (global $IN_BYTES i32 (i32.const 65536))
  (global $used (mut i32) (i32.const 256))

  (func (export "judge.connect") (param $judge i32) (param $call i32) (param $in i32) (param $out i32) (param $arguments i32)
    (global.set $judge (local.get $judge))
    (global.set $call (local.get $call))
    (global.set $in (local.get $in))
    (global.set $out (local.get $out))
    (global.set $arguments (local.get $arguments)))

  ;; Rooms for frames of C, see `leak.mjs`: a row of them, of which the first are in use.
  (global $ROOM_BYTES i32 (i32.const 24600))
  (global $ROOMS_MAX i32 (i32.const 64))
  (global $STACK_END i32 (i32.const 16777216))
  (global $rooms (mut i32) (i32.const 0))
  (global $in_use (mut i32) (i32.const 0))

  (func (export "judge.make_rooms")
    (global.set $rooms (call $allocate (i32.const 0) (i32.const 0) (i32.const 8)
      (i32.mul (global.get $ROOM_BYTES) (global.get $ROOMS_MAX)))))

  ;; A room for a frame; 0 if there is none, for a frame of a fiber, or if Ruby is just going back to where it was.
  (func (export "judge.room") (param $stack i32) (result i32)
    (if (i32.or (i32.or (i32.eqz (global.get $rooms)) (call $unwinding))
        (i32.or (i32.gt_u (local.get $stack) (global.get $STACK_END)) (i32.eq (global.get $in_use) (global.get $ROOMS_MAX))))
      (then (return (i32.const 0))))
    (global.set $in_use (i32.add (global.get $in_use) (i32.const 1)))
    (i32.add (global.get $rooms) (i32.mul (i32.sub (global.get $in_use) (i32.const 1)) (global.get $ROOM_BYTES))))

  ;; The number of the room that is there, or one that there is not.
  (func $room_at (param $at i32) (result i32)
    (if (i32.or (i32.eqz (global.get $rooms)) (i32.lt_u (local.get $at) (global.get $rooms)))
      (then (return (global.get $ROOMS_MAX))))
    (i32.div_u (i32.sub (local.get $at) (global.get $rooms)) (global.get $ROOM_BYTES)))

  ;; Whether it was one of these rooms: then it is free, and so are those behind it, whose frames have ended, too.
  (func (export "judge.free_room") (param $at i32) (result i32) (local $i i32)
    (local.set $i (call $room_at (local.get $at)))
    (if (i32.ge_u (local.get $i) (global.get $ROOMS_MAX)) (then (return (i32.const 0))))
    (if (i32.lt_u (local.get $i) (global.get $in_use)) (then (global.set $in_use (local.get $i))))
    (i32.const 1))

  ;; Ruby goes back to the frame with this room: those behind it end.
  (func (export "judge.jump") (param $at i32) (local $i i32)
    (local.set $i (call $room_at (local.get $at)))
    (if (i32.lt_u (local.get $i) (global.get $in_use))
      (then (global.set $in_use (i32.add (local.get $i) (i32.const 1))))))

  ;; Where the bytes of a long string are: behind its flags, class and length.
  (func $bytes (export "judge.bytes") (param $string i32) (result i32)
    (i32.load offset=12 (local.get $string)))

  ;; Room for lists in the string that Ruby reads, and elsewhere for what is longer.
  (func (export "judge.realloc") (param $old i32) (param $old_length i32) (param $align i32) (param $length i32)
      (result i32) (local $at i32)
    (if (i32.or (local.get $old)
        (i32.gt_u (local.get $length) (i32.sub (global.get $IN_BYTES) (global.get $used))))
      (then (return (call $allocate (local.get $old) (local.get $old_length) (local.get $align) (local.get $length)))))
    (local.set $at (i32.add (call $bytes (global.get $in)) (global.get $used)))
    (global.set $used
      (i32.and (i32.add (i32.add (global.get $used) (local.get $length)) (i32.const 7)) (i32.const -8)))
    (local.get $at))

  ;; Has Ruby answer the function with this number, and comes back with where the answer is.
  (func $ask (param $function i32) (result i32) (local $result i32)
    ;; As Ruby has small numbers.
    (i32.store (global.get $arguments) (i32.add (i32.shl (local.get $function) (i32.const 1)) (i32.const 1)))
    (local.set $result
      (call $funcall (global.get $judge) (global.get $call) (global.get $arguments) (i32.const 1)))
    (call $end_line)
    ;; Not before: the program may be read meanwhile, and must not take the question's place.
    (global.set $used (global.get $LISTS_AT))
    ;; The bot failed if something was raised, or if the answer is false, which is 0.
    (if (i32.or (i32.load offset=4 (local.get $result)) (i32.eqz (i32.load (local.get $result))))
      (then (unreachable)))
    (call $bytes (global.get $out)))

  ;; The same for a list: Ruby has written how long it is, and the list behind that.
  (func $ask_list (param $function i32) (result i32) (local $at i32)
    (local.set $at (call $ask (local.get $function)))
    (i32.store (local.get $at) (i32.add (local.get $at) (i32.const 8)))
    (local.get $at))

  @FUNCTIONS@
)

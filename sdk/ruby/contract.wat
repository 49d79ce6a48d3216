;; What the judge calls: `run`, which has Ruby run the program, by `Judge.call`; and what the build calls.
(module
  (import "ruby" "memory" (memory $memory 0))
  (import "ruby" "cabi_realloc" (func $allocate (param i32 i32 i32 i32) (result i32)))
  (import "ruby" "rb-funcallv-protect: func(recv: handle<rb-abi-value>, mid: u32, args: list<handle<rb-abi-value>>) -> tuple<handle<rb-abi-value>, s32>"
    (func $funcall (param i32 i32 i32 i32) (result i32)))
  (import "ruby" "asyncify_get_state" (func $unwinding (result i32)))
  (import "judge:arena/lines@1.0.0" "random" (func $random_of_game (result i64)))
  (import "wasi_snapshot_preview1" "log" (func $log (param i32 i32)))
  (import "wasi_snapshot_preview1" "seed" (func $seed (param i64)))
  (import "wasi_snapshot_preview1" "next_random" (func $random (result i64)))
  (import "wasi_snapshot_preview1" "end_line" (func $end_line))

  ;; The object that is called, the number of its method's name, and room for an argument.
  (global $judge (mut i32) (i32.const 0))
  (global $call (mut i32) (i32.const 0))
  (global $argument (mut i32) (i32.const 0))
  ;; Room for what is read of lines, and how much of it is in use.
  (global $in (mut i32) (i32.const 0))
  (global $IN_BYTES i32 (i32.const 65536))
  (global $used (mut i32) (i32.const 0))

  (func (export "judge.connect") (param $judge i32) (param $call i32) (param $argument i32)
    (global.set $judge (local.get $judge))
    (global.set $call (local.get $call))
    (global.set $argument (local.get $argument))
    (global.set $in (call $allocate (i32.const 0) (i32.const 0) (i32.const 8) (global.get $IN_BYTES))))

  ;; Rooms for frames of C, see `leak.mjs`: a row of them, of which the first are in use. C has 8 bytes at a room's
  ;; beginning and 16 at its end. Between them would be the image of the stack, which is elsewhere; so rooms overlap.
  (global $STEP i32 (i32.const 32))
  (global $ROOM_BYTES i32 (i32.const 24600))
  (global $ROOMS_MAX i32 (i32.const 768))
  (global $STACK_END i32 (i32.const 16777216))
  (global $rooms (mut i32) (i32.const 0))
  (global $in_use (mut i32) (i32.const 0))
  ;; What a room has besides: where the stack was when its frame asked for it, and where images ended. Rooms elsewhere
  ;; have the first behind them.
  (global $STACK_AT i32 (i32.const 16))
  (global $IMAGES_AT i32 (i32.const 20))
  ;; The most bytes of the stack that a frame and what it called for its room may take before it calls what can leave it.
  (global $STACK_OF_FRAME i32 (i32.const 1024))
  ;; Images of the machine's stack, one behind the other, and how large one can be: as large as that stack.
  (global $IMAGES_BYTES i32 (i32.const 1572864))
  (global $IMAGE_MAX i32 (i32.const 524288))
  (global $images_end (mut i32) (i32.const 0))
  (global $image (mut i32) (i32.const 0))
  ;; What begins with where the image that is being made ends; and whether that image is to be kept.
  (global $making (mut i32) (i32.const 0))
  (global $is_kept (mut i32) (i32.const 0))

  ;; The image behind all others, if it is of a room elsewhere, and where the stack was then.
  (global $other (mut i32) (i32.const 0))
  (global $other_stack (mut i32) (i32.const 0))

  (func (export "judge.make_rooms")
    (global.set $image (call $allocate (i32.const 0) (i32.const 0) (i32.const 8) (global.get $IMAGES_BYTES)))
    (global.set $images_end (i32.add (global.get $image) (global.get $IMAGES_BYTES)))
    (global.set $rooms (call $allocate (i32.const 0) (i32.const 0) (i32.const 8)
      (i32.add (i32.mul (global.get $STEP) (global.get $ROOMS_MAX)) (global.get $ROOM_BYTES)))))

  ;; A room for a frame; 0 if it gets one elsewhere: while Ruby starts or is just going back to where it was, and in fibers.
  (func (export "judge.room") (param $stack i32) (result i32) (local $room i32)
    (if (i32.or (i32.or (i32.eqz (global.get $rooms)) (call $unwinding)) (i32.gt_u (local.get $stack) (global.get $STACK_END)))
      (then (return (i32.const 0))))
    (if (i32.eq (global.get $in_use) (global.get $ROOMS_MAX)) (then (call $say_too_deep) (unreachable)))
    (local.set $room (i32.add (global.get $rooms) (i32.mul (global.get $in_use) (global.get $STEP))))
    (global.set $in_use (i32.add (global.get $in_use) (i32.const 1)))
    (i32.store offset=20 (local.get $room) (global.get $image))
    (local.get $room))

  (func $stack_at (param $room i32) (result i32)
    (i32.add (local.get $room)
      (select (global.get $STACK_AT) (global.get $ROOM_BYTES)
        (i32.lt_u (call $room_at (local.get $room)) (global.get $ROOMS_MAX)))))

  ;; Keeps where the stack is. Comes back with the room.
  (func (export "judge.keep_stack") (param $room i32) (param $stack i32) (result i32)
    ;; While Ruby is going back to where it was, this is no room.
    (if (i32.eqz (i32.or (i32.eqz (local.get $room)) (call $unwinding)))
      (then (i32.store (call $stack_at (local.get $room)) (local.get $stack))))
    (local.get $room))

  ;; Where the stack is to be when Ruby goes back to the frame with this room: as it was, but for what that frame may have
  ;; on it since then, which is little. What lies below is in use no more.
  (func (export "judge.stack_of") (param $room i32) (param $stack i32) (result i32) (local $was i32)
    (local.set $was (i32.sub (i32.load (call $stack_at (local.get $room))) (global.get $STACK_OF_FRAME)))
    (select (local.get $was) (local.get $stack) (i32.gt_u (local.get $was) (local.get $stack))))

  ;; The number of the room that is there, or one that there is not.
  (func $room_at (param $at i32) (result i32)
    (if (i32.or (i32.eqz (global.get $rooms)) (i32.lt_u (local.get $at) (global.get $rooms)))
      (then (return (global.get $ROOMS_MAX))))
    (i32.div_u (i32.sub (local.get $at) (global.get $rooms)) (global.get $STEP)))

  ;; The rooms from this one on are free, and so is what their images took.
  (func $free_from (param $i i32)
    (if (i32.ge_u (local.get $i) (global.get $in_use)) (then (return)))
    (global.set $in_use (local.get $i))
    (global.set $other (i32.const 0))
    (global.set $image (i32.load offset=20 (i32.add (global.get $rooms) (i32.mul (local.get $i) (global.get $STEP))))))

  ;; Whether it was one of these rooms: then it is free, and so are those behind it, whose frames have ended, too.
  (func (export "judge.free_room") (param $at i32) (result i32)
    (if (i32.ge_u (call $room_at (local.get $at)) (global.get $ROOMS_MAX)) (then (return (i32.const 0))))
    (call $free_from (call $room_at (local.get $at)))
    (i32.const 1))

  ;; Ruby goes back to the frame with this room: those behind it end.
  (func (export "judge.jump") (param $at i32)
    (call $free_from (i32.add (call $room_at (local.get $at)) (i32.const 1))))

  ;; Ruby is about to make an image of the machine's stack, which begins and ends where it is told at $at. C has 24 KB for
  ;; it, which fifty blocks inside each other fill, and does not look where it ends. Here is room for as large a one as
  ;; there can be.
  (func $make_image (param $at i32) (param $is_kept i32)
    (if (i32.eqz (global.get $images_end)) (then (return)))
    (if (i32.gt_u (i32.add (global.get $image) (global.get $IMAGE_MAX)) (global.get $images_end))
      (then (call $say_too_deep) (unreachable)))
    (i32.store (local.get $at) (global.get $image))
    (i32.store offset=4 (local.get $at) (global.get $images_end))
    (global.set $making (local.get $at))
    (global.set $is_kept (local.get $is_kept)))

  ;; For what is looked at once.
  (func (export "judge.make_image") (param $at i32)
    (call $make_image (local.get $at) (i32.const 0)))

  ;; For a room: to come back to its frame. The garbage collector has a room elsewhere, of which nobody hears that it is
  ;; free; but so it is if the stack is no deeper when the collector asks again. A fiber's images are in its own rooms.
  (func (export "judge.make_image_of_room") (param $at i32) (param $stack i32)
    (if (i32.lt_u (call $room_at (local.get $at)) (global.get $ROOMS_MAX))
      (then
        (global.set $other (i32.const 0))
        (return (call $make_image (local.get $at) (i32.const 1)))))
    (if (i32.gt_u (local.get $stack) (global.get $STACK_END)) (then (return)))
    (if (i32.and (i32.ne (global.get $other) (i32.const 0)) (i32.ge_u (local.get $stack) (global.get $other_stack)))
      (then (global.set $image (global.get $other))))
    (global.set $other (global.get $image))
    (global.set $other_stack (local.get $stack))
    (call $make_image (local.get $at) (i32.const 1)))

  ;; The image is made.
  (func (export "judge.image_made")
    (if (i32.eqz (global.get $making)) (then (return)))
    (if (global.get $is_kept)
      (then (global.set $image (i32.and (i32.add (i32.load (global.get $making)) (i32.const 15)) (i32.const -16))))
      ;; Ruby looks at all of it for objects.
      (else (i32.store offset=4 (global.get $making) (i32.load (global.get $making)))))
    (global.set $making (i32.const 0)))

  ;; What the log says then, which no `rescue` hears of.
  (global $too_deep (mut i32) (i32.const 0))
  (global $too_deep_length (mut i32) (i32.const 0))
  (func (export "judge.say_too_deep") (param $text i32) (param $length i32)
    (global.set $too_deep (local.get $text))
    (global.set $too_deep_length (local.get $length)))
  ;; And what it says if something was raised that Ruby's side here could not rescue, such as out of a trace.
  (global $escaped (mut i32) (i32.const 0))
  (global $escaped_length (mut i32) (i32.const 0))
  (func (export "judge.say_escaped") (param $text i32) (param $length i32)
    (global.set $escaped (local.get $text))
    (global.set $escaped_length (local.get $length)))
  (func $say_too_deep
    (if (global.get $too_deep_length) (then (call $log (global.get $too_deep) (global.get $too_deep_length)))))

  ;; What `hash` comes to: Ruby's own number, as a small number of Ruby's, and the game's salt. Different ones stay different.
  (global $salt (mut i32) (i32.const 0))
  (func (export "judge.salted") (param $hash i32) (result i32) (local $h i32)
    (if (i32.eqz (i32.and (local.get $hash) (i32.const 1))) (then (return (local.get $hash))))
    (local.set $h (i32.xor (i32.shr_u (local.get $hash) (i32.const 1)) (i32.shr_u (global.get $salt) (i32.const 1))))
    (local.set $h (i32.mul (local.get $h) (i32.or (global.get $salt) (i32.const 1))))
    (local.set $h (i32.and (local.get $h) (i32.const 0x7fffffff)))
    (local.set $h (i32.mul (i32.xor (local.get $h) (i32.shr_u (local.get $h) (i32.const 15))) (i32.const 0x2c1b3c6d)))
    (i32.or (i32.shl (local.get $h) (i32.const 1)) (i32.const 1)))

  ;; Where the bytes of a long string are: behind its flags, class and length.
  (func $bytes (export "judge.bytes") (param $string i32) (result i32)
    (i32.load offset=12 (local.get $string)))

  ;; What was read is needed no more.
  (func (export "judge.lists_read")
    (global.set $used (i32.const 0)))

  ;; Room for what is read, and elsewhere for what is longer.
  (func (export "judge.realloc") (param $old i32) (param $old_length i32) (param $align i32) (param $length i32)
      (result i32) (local $at i32)
    (if (i32.or (i32.or (local.get $old) (i32.eqz (global.get $in)))
        (i32.gt_u (local.get $length) (i32.sub (global.get $IN_BYTES) (global.get $used))))
      (then (return (call $allocate (local.get $old) (local.get $old_length) (local.get $align) (local.get $length)))))
    (local.set $at (i32.add (global.get $in) (global.get $used)))
    (global.set $used
      (i32.and (i32.add (i32.add (global.get $used) (local.get $length)) (i32.const 7)) (i32.const -8)))
    (local.get $at))

  ;; Has Ruby do the task with this number.
  (func $ask (param $task i32) (local $result i32)
    ;; As Ruby has small numbers.
    (i32.store (global.get $argument) (i32.add (i32.shl (local.get $task) (i32.const 1)) (i32.const 1)))
    (local.set $result
      (call $funcall (global.get $judge) (global.get $call) (global.get $argument) (i32.const 1)))
    (call $end_line)
    (if (i32.load offset=4 (local.get $result))
      (then (call $log (global.get $escaped) (global.get $escaped_length))))
    ;; The bot failed if something was raised, or if the answer is false, which is 0.
    (if (i32.or (i32.load offset=4 (local.get $result)) (i32.eqz (i32.load (local.get $result))))
      (then (unreachable))))

  ;; A game begins. What a Hash keeps by salted numbers is lost when they change, so they do before the program is loaded.
  (func (export "wasi:cli/run@0.2.0#run") (result i32)
    (call $seed (call $random_of_game))
    (global.set $salt (i32.wrap_i64 (call $random)))
    (call $ask (i32.const 0))
    (i32.const 0))

  (func (export "judge.check") (call $ask (i32.const 1)))
)

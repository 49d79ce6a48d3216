;; A program that reads and writes lines, and has no function of any game. It places its ships row by row, and takes the
;; first legal action that is listed.
(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
  (memory (export "memory") 4)
  (data (i32.const 16) "Line Walker\n")
  (data (i32.const 64) "5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4\n")
  (data (i32.const 128) "debug: 3\n")
  ;; Reads a line to 65536.
  (func $line
    (local $length i32)
    (loop $more
      (i32.store (i32.const 0) (i32.add (i32.const 65536) (local.get $length)))
      (i32.store (i32.const 4) (i32.sub (i32.const 65536) (local.get $length)))
      (if (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)) (then unreachable))
      (local.set $length (i32.add (local.get $length) (i32.load (i32.const 8))))
      (br_if $more
        (i32.ne (i32.load8_u (i32.add (i32.const 65535) (local.get $length))) (i32.const 10)))))
  (func $write (param $to i32) (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (if (call $fd_write (local.get $to) (i32.const 0) (i32.const 1) (i32.const 8)) (then unreachable)))
  (func $print (param $at i32) (param $length i32)
    (call $write (i32.const 1) (local.get $at) (local.get $length)))
  ;; Prints what stands behind the first `":["`.
  (func $first
    (local $at i32) (local $end i32)
    (local.set $at (i32.const 65536))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.ne (i32.load (local.get $at)) (i32.const 0x225b3a22))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $end (local.get $at))
    (loop $next
      (local.set $end (i32.add (local.get $end) (i32.const 1)))
      (br_if $next (i32.ne (i32.load8_u (local.get $end)) (i32.const 34))))
    (i32.store8 (local.get $end) (i32.const 10))
    (call $print (local.get $at) (i32.add (i32.sub (local.get $end) (local.get $at)) (i32.const 1))))
  (func $answer
    (if (i32.eq (i32.load16_u (i32.const 65544)) (i32.const 0x616e)) ;; "na", of name
      (then (call $print (i32.const 16) (i32.const 12)) (return)))
    (if (i32.eq (i32.load (i32.const 65544)) (i32.const 0x2d77656e)) ;; "new-", of new-game
      (then (call $print (i32.const 64) (i32.const 35)) (return)))
    ;; here
    (call $first))
  (func (export "_start")
    (loop $next
      (call $line)
      (if (i32.eq (i32.load8_u (i32.const 65538)) (i32.const 97)) (then (call $answer))) ;; "a", of ask
      (br $next))))

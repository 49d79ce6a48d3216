;; The first WASI in terms of the second, for modules that take all memory behind their own to be theirs, as Go does.
;;
;; The usual adapter puts pages of its own there, and Go writes over them. This one has no memory: what it must be told
;; through memory goes where its caller keeps arguments, which are put back. There are no files, so what is about them
;; answers that there is no such file.
(module
  (import "env" "memory" (memory 0))
  (import "wasi:cli/stdout@0.2.3" "get-stdout" (func $get_stdout (result i32)))
  (import "wasi:cli/stderr@0.2.3" "get-stderr" (func $get_stderr (result i32)))
  (import "wasi:cli/exit@0.2.3" "exit-with-code" (func $exit (param i32)))
  (import "wasi:io/streams@0.2.3" "[method]output-stream.blocking-write-and-flush"
    (func $write (param $stream i32) (param $bytes i32) (param $length i32) (param $answer i32)))
  (import "wasi:io/streams@0.2.3" "[resource-drop]output-stream" (func $drop_stream (param i32)))
  (import "wasi:io/poll@0.2.3" "[method]pollable.block" (func $block (param i32)))
  (import "wasi:io/poll@0.2.3" "[resource-drop]pollable" (func $drop_pollable (param i32)))
  (import "wasi:clocks/monotonic-clock@0.2.3" "now" (func $now (result i64)))
  (import "wasi:clocks/monotonic-clock@0.2.3" "subscribe-duration" (func $subscribe (param i64) (result i32)))
  (import "wasi:random/random@0.2.3" "get-random-u64" (func $random (result i64)))

  ;; Two numbers that say that there is nothing: no arguments, no variables.
  (func $nothing (param $count i32) (param $bytes i32) (result i32)
    (i32.store (local.get $count) (i32.const 0))
    (i32.store (local.get $bytes) (i32.const 0))
    (i32.const 0))
  (export "args_sizes_get" (func $nothing))
  (export "environ_sizes_get" (func $nothing))
  (func $none (param i32 i32) (result i32) (i32.const 0))
  (export "args_get" (func $none))
  (export "environ_get" (func $none))

  (func (export "sched_yield") (result i32) (i32.const 0))

  (func (export "proc_exit") (param $code i32)
    (call $exit (local.get $code))
    (unreachable))

  (func (export "clock_res_get") (param $clock i32) (param $answer i32) (result i32)
    (i64.store (local.get $answer) (i64.const 1))
    (i32.const 0))

  ;; A day begins at midnight of 1 January 2000, when the monotonic clock is at one second.
  (func $time (param $clock i32) (result i64)
    (i64.add (call $now)
      (select (i64.const 0) (i64.const 946684799000000000) (local.get $clock))))
  (func (export "clock_time_get") (param $clock i32) (param i64) (param $answer i32) (result i32)
    (i64.store (local.get $answer) (call $time (local.get $clock)))
    (i32.const 0))

  (func (export "random_get") (param $to i32) (param $length i32) (result i32)
    (local $number i64) (local $i i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $length)))
        (if (i32.eqz (i32.and (local.get $i) (i32.const 7))) (then (local.set $number (call $random))))
        (i64.store8 (i32.add (local.get $to) (local.get $i)) (local.get $number))
        (local.set $number (i64.shr_u (local.get $number) (i64.const 8)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  ;; Writes to a stream, no more at a time than it takes, with the answer at $answer; whether that worked.
  (func $write_all (param $stream i32) (param $bytes i32) (param $length i32) (param $answer i32) (result i32)
    (local $part i32)
    (loop $next
      (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
      (local.set $part
        (select (local.get $length) (i32.const 4096) (i32.lt_u (local.get $length) (i32.const 4096))))
      (call $write (local.get $stream) (local.get $bytes) (local.get $part) (local.get $answer))
      (if (i32.load8_u (local.get $answer)) (then (return (i32.const 0))))
      (local.set $bytes (i32.add (local.get $bytes) (local.get $part)))
      (local.set $length (i32.sub (local.get $length) (local.get $part)))
      (br $next))
    (unreachable))

  ;; The answer of a stream takes twelve bytes. They are where the parts to be written are listed, and are put back.
  (func $write_part (param $stream i32) (param $part i32) (result i32)
    (local $bytes i32) (local $length i32) (local $after i32) (local $ok i32)
    (local.set $bytes (i32.load (local.get $part)))
    (local.set $length (i32.load offset=4 (local.get $part)))
    (local.set $after (i32.load offset=8 (local.get $part)))
    (local.set $ok
      (call $write_all (local.get $stream) (local.get $bytes) (local.get $length) (local.get $part)))
    (i32.store (local.get $part) (local.get $bytes))
    (i32.store offset=4 (local.get $part) (local.get $length))
    (i32.store offset=8 (local.get $part) (local.get $after))
    (local.get $ok))

  (func (export "fd_write") (param $fd i32) (param $parts i32) (param $count i32) (param $answer i32) (result i32)
    (local $stream i32) (local $written i32) (local $ok i32)
    (if (i32.ge_u (i32.sub (local.get $fd) (i32.const 1)) (i32.const 2)) (then (return (i32.const 8))))
    (if (i32.eq (local.get $fd) (i32.const 1))
      (then (local.set $stream (call $get_stdout)))
      (else (local.set $stream (call $get_stderr))))
    (local.set $ok (i32.const 1))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (i32.and (local.get $ok) (i32.ne (local.get $count) (i32.const 0)))))
        (local.set $ok (call $write_part (local.get $stream) (local.get $parts)))
        (local.set $written (i32.add (local.get $written) (i32.load offset=4 (local.get $parts))))
        (local.set $parts (i32.add (local.get $parts) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (call $drop_stream (local.get $stream))
    (if (i32.eqz (local.get $ok)) (then (return (i32.const 29))))
    (i32.store (local.get $answer) (local.get $written))
    (i32.const 0))

  ;; Standard input is at its end.
  (func (export "fd_read") (param $fd i32) (param i32 i32) (param $answer i32) (result i32)
    (if (local.get $fd) (then (return (i32.const 8))))
    (i32.store (local.get $answer) (i32.const 0))
    (i32.const 0))

  (func (export "fd_close") (param $fd i32) (result i32)
    (select (i32.const 0) (i32.const 8) (i32.lt_u (local.get $fd) (i32.const 3))))

  ;; The standard streams are terminals that may do everything.
  (func (export "fd_fdstat_get") (param $fd i32) (param $answer i32) (result i32)
    (if (i32.ge_u (local.get $fd) (i32.const 3)) (then (return (i32.const 8))))
    (i64.store (local.get $answer) (i64.const 2))
    (i64.store offset=8 (local.get $answer) (i64.const -1))
    (i64.store offset=16 (local.get $answer) (i64.const 0))
    (i32.const 0))
  (func (export "fd_fdstat_set_flags") (param $fd i32) (param i32) (result i32)
    (select (i32.const 0) (i32.const 8) (i32.lt_u (local.get $fd) (i32.const 3))))

  ;; For how long a subscription of 48 bytes must wait: those to files not at all.
  (func $wait_of (param $subscription i32) (result i64)
    (local $time i64) (local $now i64)
    (if (i32.load8_u offset=8 (local.get $subscription)) (then (return (i64.const 0))))
    (local.set $time (i64.load offset=24 (local.get $subscription)))
    (if (i32.and (i32.load16_u offset=40 (local.get $subscription)) (i32.const 1))
      (then
        (local.set $now (call $time (i32.load offset=16 (local.get $subscription))))
        (if (i64.le_u (local.get $time) (local.get $now)) (then (return (i64.const 0))))
        (return (i64.sub (local.get $time) (local.get $now)))))
    (local.get $time))

  (func $sleep (param $nanoseconds i64)
    (local $pollable i32)
    (local.set $pollable (call $subscribe (local.get $nanoseconds)))
    (call $block (local.get $pollable))
    (call $drop_pollable (local.get $pollable)))

  ;; Waits for whatever is ready first, and tells just that: an event of 32 bytes.
  (func (export "poll_oneoff") (param $in i32) (param $out i32) (param $count i32) (param $answer i32) (result i32)
    (local $first i32) (local $least i64) (local $wait i64)
    (if (i32.eqz (local.get $count)) (then (return (i32.const 28))))
    (local.set $least (i64.const -1))
    (loop $next
      (local.set $wait (call $wait_of (local.get $in)))
      (if (i32.or (i32.eqz (local.get $first)) (i64.lt_u (local.get $wait) (local.get $least)))
        (then
          (local.set $least (local.get $wait))
          (local.set $first (local.get $in))))
      (local.set $in (i32.add (local.get $in) (i32.const 48)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $next (local.get $count)))
    (call $sleep (local.get $least))
    (i64.store (local.get $out) (i64.load (local.get $first)))
    (i64.store offset=8 (local.get $out) (i64.const 0))
    (i32.store8 offset=10 (local.get $out) (i32.load8_u offset=8 (local.get $first)))
    (i64.store offset=16 (local.get $out) (i64.const 0))
    (i64.store offset=24 (local.get $out) (i64.const 0))
    (i32.store (local.get $answer) (i32.const 1))
    (i32.const 0))

  ;; Of files: there is no such one.
  (func (export "fd_advise") (param i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_allocate") (param i32 i64 i64) (result i32) (i32.const 8))
  (func (export "fd_datasync") (param i32) (result i32) (i32.const 8))
  (func (export "fd_fdstat_set_rights") (param i32 i64 i64) (result i32) (i32.const 8))
  (func (export "fd_filestat_get") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_filestat_set_size") (param i32 i64) (result i32) (i32.const 8))
  (func (export "fd_filestat_set_times") (param i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_pread") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_pwrite") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_prestat_get") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_prestat_dir_name") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "fd_readdir") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_renumber") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_seek") (param i32 i64 i32 i32) (result i32) (i32.const 8))
  (func (export "fd_sync") (param i32) (result i32) (i32.const 8))
  (func (export "fd_tell") (param i32 i32) (result i32) (i32.const 8))
  (func (export "path_create_directory") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_filestat_get") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_filestat_set_times") (param i32 i32 i32 i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "path_link") (param i32 i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_open") (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32) (i32.const 8))
  (func (export "path_readlink") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_remove_directory") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_rename") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_symlink") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_unlink_file") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_accept") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_recv") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_send") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_shutdown") (param i32 i32) (result i32) (i32.const 8)))

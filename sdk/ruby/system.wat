;; The system that Ruby runs on in a bot: the first WASI, made of the judge's own functions and of nothing else.
;;
;; A bot has no files. Standard input is the bot's program, out of the file's sections, and
;; behind its end the judge's lines, for a program that reads some. What Ruby writes to standard output goes to the bot's
;; log, a line each time; behind a byte that no text begins with, it is a line that the program prints; behind another, how long it
;; sleeps. Clocks are the judge's, and random bytes come from the game's seed. `interpreter.mjs` adds the functions that only fail.
(module
  (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
  (import "judge:arena/source@1.0.0" "read" (func $read_source (param i32)))
  (import "judge:arena/lines@1.0.0" "read" (func $read_line (param i32 i32)))
  (import "judge:arena/lines@1.0.0" "print" (func $print (param i32 i32)))
  (import "judge:arena/lines@1.0.0" "now" (func $now (result i64)))
  (import "judge:arena/lines@1.0.0" "sleep" (func $sleep (param i64)))
  (import "contract" "judge.lists_read" (func $lists_read))
  (import "ruby" "memory" (memory 0))
  (import "ruby" "cabi_realloc" (func $allocate (param i32 i32 i32 i32) (result i32)))
  ;; For the start of Ruby.
  (export "judge.allocate" (func $allocate))
  (export "log" (func $log))

  ;; Errors of WASI.
  (global $BADF i32 (i32.const 8))
  (global $NOENT i32 (i32.const 44))
  (global $SPIPE i32 (i32.const 70))

  (global $seed (mut i64) (i64.const 0))
  ;; Where `prepare` was told that there is room: for what `read` answers, and for a line.
  (global $room (mut i32) (i32.const 0))
  (global $LINE_BYTES i32 (i32.const 480))
  (global $variables (mut i32) (i32.const 0))
  (global $variables_text (mut i32) (i32.const 0))
  (global $variables_length (mut i32) (i32.const 0))
  (global $line (mut i32) (i32.const 0))
  (global $line_length (mut i32) (i32.const 0))
  (global $has_source (mut i32) (i32.const 0))
  (global $source (mut i32) (i32.const 0))
  (global $source_length (mut i32) (i32.const 0))
  (global $source_ended (mut i32) (i32.const 0))
  (global $PRINTS i32 (i32.const 255))
  (global $SLEEPS i32 (i32.const 254))
  (global $READ_MAX i32 (i32.const 32768))

  ;; $room: 512 bytes that nobody else uses. Then the text of so many variables, NAME=VALUE, each with a zero at its end.
  (func (export "judge.prepare") (param $room i32) (param $variables i32) (param $text i32) (param $length i32)
    (global.set $room (local.get $room))
    (global.set $line (i32.add (local.get $room) (i32.const 16)))
    (global.set $variables (local.get $variables))
    (global.set $variables_text (local.get $text))
    (global.set $variables_length (local.get $length)))

  ;; Begins the random bytes anew.
  (func (export "seed") (param $seed i64)
    (global.set $seed (local.get $seed)))

  ;; SplitMix64.
  (func $random (export "next_random") (result i64) (local $z i64)
    (global.set $seed (i64.add (global.get $seed) (i64.const 0x9e3779b97f4a7c15)))
    (local.set $z (global.get $seed))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
      (i64.const 0xbf58476d1ce4e5b9)))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
      (i64.const 0x94d049bb133111eb)))
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))

  (func (export "random_get") (param $at i32) (param $length i32) (result i32)
    (block $done
      (loop $more
        (br_if $done (i32.eqz (local.get $length)))
        (i32.store8 (local.get $at) (i32.wrap_i64 (call $random)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br $more)))
    (i32.const 0))

  ;; Clock 1 is the monotonic one. The others begin with the year 2000.
  (func (export "clock_time_get") (param $clock i32) (param $precision i64) (param $at i32) (result i32)
    (if (i32.eq (local.get $clock) (i32.const 1))
      (then (i64.store (local.get $at) (call $now)))
      (else (i64.store (local.get $at) (i64.add (i64.const 946684800000000000) (call $now)))))
    (i32.const 0))

  (func (export "clock_res_get") (param $clock i32) (param $at i32) (result i32)
    (i64.store (local.get $at) (i64.const 1))
    (i32.const 0))

  ;; The variables that Ruby is started with.
  (func (export "environ_sizes_get") (param $count i32) (param $bytes i32) (result i32)
    (i32.store (local.get $count) (global.get $variables))
    (i32.store (local.get $bytes) (global.get $variables_length))
    (i32.const 0))
  (func (export "environ_get") (param $list i32) (param $at i32) (result i32) (local $end i32) (local $before i32)
    (memory.copy (local.get $at) (global.get $variables_text) (global.get $variables_length))
    (local.set $end (i32.add (local.get $at) (global.get $variables_length)))
    ;; A variable begins behind a zero.
    (block $done
      (loop $more
        (br_if $done (i32.eq (local.get $at) (local.get $end)))
        (if (i32.eqz (local.get $before))
          (then
            (i32.store (local.get $list) (local.get $at))
            (local.set $list (i32.add (local.get $list) (i32.const 4)))))
        (local.set $before (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $more)))
    (i32.const 0))

  ;; There are no folders.
  (func (export "fd_prestat_get") (param i32 i32) (result i32) (global.get $BADF))
  (func (export "path_open") (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32) (global.get $NOENT))
  (func (export "path_filestat_get") (param i32 i32 i32 i32 i32) (result i32) (global.get $NOENT))

  ;; Three streams of characters: input, output, errors.
  (func (export "fd_fdstat_get") (param $fd i32) (param $at i32) (result i32)
    (if (i32.gt_u (local.get $fd) (i32.const 2)) (then (return (global.get $BADF))))
    (memory.fill (local.get $at) (i32.const 0) (i32.const 24))
    (i32.store8 (local.get $at) (i32.const 2))
    (i64.store offset=8 (local.get $at) (i64.const -1))
    (i32.const 0))
  (func (export "fd_filestat_get") (param $fd i32) (param $at i32) (result i32)
    (if (i32.gt_u (local.get $fd) (i32.const 2)) (then (return (global.get $BADF))))
    (memory.fill (local.get $at) (i32.const 0) (i32.const 64))
    (i32.store8 offset=16 (local.get $at) (i32.const 2))
    (i32.const 0))
  (func (export "fd_seek") (param i32 i64 i32 i32) (result i32) (global.get $SPIPE))
  (func (export "fd_tell") (param i32 i32) (result i32) (global.get $SPIPE))
  (func (export "fd_close") (param i32) (result i32) (i32.const 0))

  ;; Standard input: the bot's program, and behind that lines.
  (func (export "fd_read") (param $fd i32) (param $parts i32) (param $count i32) (param $at i32) (result i32)
    (local $read i32) (local $size i32)
    (if (local.get $fd) (then (return (global.get $BADF))))
    (if (i32.eqz (global.get $has_source))
      (then
        (global.set $has_source (i32.const 1))
        (call $read_source (global.get $room))
        (global.set $source (i32.load (global.get $room)))
        (global.set $source_length (i32.load offset=4 (global.get $room)))))
    (if (global.get $source_ended)
      (then
        (local.set $size (i32.load offset=4 (local.get $parts)))
        (if (i32.gt_u (local.get $size) (global.get $READ_MAX)) (then (local.set $size (global.get $READ_MAX))))
        (i32.store offset=4 (global.get $room) (i32.const 0))
        (call $read_line (local.get $size) (global.get $room))
        (local.set $size (i32.load offset=4 (global.get $room)))
        (memory.copy (i32.load (local.get $parts)) (i32.load (global.get $room)) (local.get $size))
        (call $lists_read)
        (i32.store (local.get $at) (local.get $size))
        (return (i32.const 0))))
    (global.set $source_ended (i32.eqz (global.get $source_length)))
    (block $done
      (loop $more
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $size (i32.load offset=4 (local.get $parts)))
        (if (i32.gt_u (local.get $size) (global.get $source_length))
          (then (local.set $size (global.get $source_length))))
        (memory.copy (i32.load (local.get $parts)) (global.get $source) (local.get $size))
        (global.set $source (i32.add (global.get $source) (local.get $size)))
        (global.set $source_length (i32.sub (global.get $source_length) (local.get $size)))
        (local.set $read (i32.add (local.get $read) (local.get $size)))
        (local.set $parts (i32.add (local.get $parts) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $more)))
    (i32.store (local.get $at) (local.get $read))
    (i32.const 0))

  ;; Standard output takes whole lines of good UTF-8, as `judge.rb` writes them. To standard error only the interpreter
  ;; itself writes, when it cannot go on: of that, what is ASCII is told.
  (func (export "fd_write") (param $fd i32) (param $parts i32) (param $count i32) (param $at i32) (result i32)
    (local $written i32) (local $text i32) (local $size i32) (local $i i32)
    (if (i32.gt_u (i32.sub (local.get $fd) (i32.const 1)) (i32.const 1)) (then (return (global.get $BADF))))
    (block $done
      (loop $more
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $text (i32.load (local.get $parts)))
        (local.set $size (i32.load offset=4 (local.get $parts)))
        (if (i32.eq (local.get $fd) (i32.const 1))
          (then
            (if (i32.eqz (local.get $size)) (then (nop))
              (else
                (if (i32.eq (i32.load8_u (local.get $text)) (global.get $PRINTS))
                  (then (call $print (i32.add (local.get $text) (i32.const 1)) (i32.sub (local.get $size) (i32.const 1))))
                  (else
                    (if (i32.eq (i32.load8_u (local.get $text)) (global.get $SLEEPS))
                      (then (call $sleep (i64.load offset=1 align=1 (local.get $text))))
                      (else (call $log (local.get $text) (local.get $size)))))))))
          (else
            (local.set $i (i32.const 0))
            (block $end
              (loop $next
                (br_if $end (i32.ge_u (local.get $i) (local.get $size)))
                (call $character (i32.load8_u (i32.add (local.get $text) (local.get $i))))
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br $next)))))
        (local.set $written (i32.add (local.get $written) (local.get $size)))
        (local.set $parts (i32.add (local.get $parts) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $more)))
    (i32.store (local.get $at) (local.get $written))
    (i32.const 0))

  ;; One more character on standard error.
  (func $character (param $byte i32)
    (if (i32.or
        (i32.eq (local.get $byte) (i32.const 10))
        (i32.eq (global.get $line_length) (global.get $LINE_BYTES)))
      (then (call $end_line)))
    (if (i32.eq (local.get $byte) (i32.const 10)) (then (return)))
    (i32.store8 (i32.add (global.get $line) (global.get $line_length))
      (select (local.get $byte) (i32.const 63) (i32.lt_u (local.get $byte) (i32.const 128))))
    (global.set $line_length (i32.add (global.get $line_length) (i32.const 1))))

  (func $end_line (export "end_line")
    (if (global.get $line_length) (then (call $log (global.get $line) (global.get $line_length))))
    (global.set $line_length (i32.const 0)))

  (func (export "proc_exit") (param i32)
    (call $end_line)
    (unreachable))
  @MORE@
)

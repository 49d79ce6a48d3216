# What a bot cannot have: files, threads, other programs, and random numbers that nobody can repeat. Each says what to use
# instead. What is written to a file goes nowhere.

module Judge
  FILES = "a bot has no files; put the data in a Ruby file in lib, and require that"
  TIMER = "a bot has no threads that could end it; look at the clock"
  THREADS = "a bot has no threads; it is alone, and answers at once"
  SYSTEM = "a bot has no operating system: no other programs, no network, no signals"
  EXIT = "exit gives up the game; return an answer"
  MEMORY = "a bot's memory stays where it is"

  OWN_ERRORS = [WrongAnswer, NotForBots, SystemExit].freeze

  REFUSED = {
    IO => [FILES, %i[read write binread binwrite readlines foreach open popen pipe select sysopen copy_stream new for_fd]],
    File => [FILES, %i[
      read write binread binwrite readlines foreach open new for_fd size stat lstat delete unlink rename symlink link mkfifo
      chmod utime mtime atime ctime truncate ftype realpath
    ]],
    Dir => [FILES, %i[open new children each_child entries glob [] foreach rmdir chdir pwd getwd home tmpdir]],
    Process => [SYSTEM, %i[fork spawn kill wait wait2 waitall detach daemon pid ppid setproctitle getpgid exec]],
    Signal => [SYSTEM, %i[trap]],
    Thread => [THREADS, %i[new start fork]],
    GC => [MEMORY, %i[compact auto_compact= verify_compaction_references]],
  }.freeze
  REFUSED_OF_KERNEL = {
    FILES => %i[open test],
    SYSTEM => %i[` system spawn exec fork trap syscall],
    EXIT => %i[exit! at_exit],
  }.freeze

  class << self
    def refuse(place, names, words)
      names.each do |name|
        place.define_method(name) { |*, **| raise NotForBots, words }
      end
    end
  end

  # What has no files reads its own program all the same.
  $stdin.binmode
  IO_OF_JUDGE = [$stdin, $stdout].freeze

  REFUSED.each { |place, (words, names)| refuse(place.singleton_class, names, words) }
  REFUSED_OF_KERNEL.each do |words, names|
    refuse(Kernel, names, words)
    refuse(Kernel.singleton_class, names, words)
    Kernel.__send__(:private, *names.select { |name| Kernel.method_defined?(name) })
  end
  refuse(Process.singleton_class, %i[exit!], EXIT)
  refuse(Ractor.singleton_class, %i[new], THREADS)

  # A file that is written to. Nobody keeps what is written.
  class Nowhere < StringIO
    attr_reader :path

    def initialize(path)
      super(+"", "w+")
      @path = path.to_s
    end

    def write(*texts) = texts.judge_sum { |text| text.to_s.bytesize }

    alias syswrite write

    def flock(*) = 0
  end

  # Whether this is how a file is opened that need not be there.
  WRITES = ->(mode) { Integer === mode ? mode & (File::WRONLY | File::RDWR) != 0 : mode.to_s.judge_match?(/\A[wa]/) }
  # Of standard streams, by their numbers and names.
  STREAMS = { # rubocop:disable Style/MutableConstant
    0 => $stdin, "/dev/stdin" => $stdin, 1 => Lines::OUTPUT, "/dev/stdout" => Lines::OUTPUT, 2 => LOG, "/dev/stderr" => LOG
  }
  OPENS = lambda do |path, mode = "r", *_, **more, &block|
    file = STREAMS[path] || (WRITES.call(more.fetch(:mode, mode)) ? Nowhere.new(path) : raise(NotForBots, FILES))
    block ? block.call(file) : file
  end

  [IO, File].each do |kind|
    %i[open new].each { |name| kind.define_singleton_method(name, &OPENS) }
    %i[write binwrite].each { |name| kind.define_singleton_method(name) { |_path, text, *, **| text.to_s.bytesize } }
  end
  IO.define_singleton_method(:for_fd, &OPENS)
  Kernel.define_method(:open, &OPENS)
  Kernel.__send__(:private, :open)
  Kernel.define_singleton_method(:open, &OPENS)
  %i[exist? file? directory? readable? writable? zero? empty? size?].each do |name|
    File.define_singleton_method(name) { |_path| name == :size? ? nil : false }
  end
  Dir.define_singleton_method(:exist?) { |_path| false }
  Dir.define_singleton_method(:mkdir) { |*| 0 }

  # The judge seeds the generator before a game; `srand` without a seed would not repeat it elsewhere, but here does.
  module Requires
    private

    def require(name)
      name = name.to_s
      from = Judge.program&.find(name, Judge.program.folders)
      from ||= Judge.program&.find(name, [File.dirname(caller_locations(1, 1).first.path)]) if name.start_with?(".")
      return Judge.program.require(from) if from

      Judge.library(name)
    end

    def require_relative(name)
      folder = File.dirname(caller_locations(1, 1).first.path)
      from = Judge.program&.find(name.to_s, [folder])
      return Judge.program.require(from) if from
      return Judge.library(name.to_s) if name.to_s.include?("battleship/board")

      raise LoadError, "require_relative #{name.inspect}: there is no such file beside the player"
    end

    def load(name, _wrap = false)
      from = Judge.program&.find(name.to_s, Judge.program.folders)
      return Judge.program.run(from) if from

      raise LoadError, "load #{name.inspect}: there is no such file beside the player"
    end
  end

  # What the interpreter brings; the games' names are what players for the originals require.
  BUILT_IN = %w[freeplay fiber thread enumerator rational complex rbconfig stringio rubygems].freeze
  # Why a bot does without them, if it is not only that they are missing.
  MISSING = {
    "socket" => SYSTEM, "open3" => SYSTEM, "net/http" => SYSTEM, "open-uri" => SYSTEM, "etc" => SYSTEM, "pty" => SYSTEM,
    "timeout" => TIMER, "fileutils" => FILES, "tempfile" => FILES, "find" => FILES, "csv" => FILES
  }.freeze

  class << self
    # Whether the library of this name was loaded just now. All there is has been loaded before; its constants come to be
    # seen, and so does the original's board: a player may call a class of its own Battleship.
    def library(name)
      plain = name.judge_delete_suffix(".rb").judge_delete_suffix(".so")
      return Battleship.bring_board if plain.split("/").last(2) == %w[battleship board]
      CONSTANTS.fetch(plain, {}).each { |name, value| Object.const_set(name, value) unless Object.const_defined?(name) }
      return false if BUILT_IN.include?(plain) || LIBRARY.include?(plain)
      raise LoadError, "require #{name.inspect}: a bot has no C extensions" if name.end_with?(".so")

      why = MISSING[plain] || "there is no such file in lib beside the player, and the interpreter has: #{[*LIBRARY, "stringio"].join(", ")}"
      raise LoadError, "require #{name.inspect}: #{why}"
    end
  end

  # What is named and was not required.
  module Named
    def const_missing(name)
      found = CONSTANTS.each_value.find { |all| all.key?(name) }
      found ? Object.const_set(name, found[name]) : super
    end
  end
  Module.prepend(Named)
  Kernel.prepend(Requires)
  Object.prepend(Requires)
  Kernel.singleton_class.prepend(Requires)
end

Judge::Lines.mend_clocks
Kernel.define_method(:sleep) { |seconds = 0| Judge::Lines.sleep(seconds) }
Kernel.__send__(:private, :sleep)
Kernel.define_singleton_method(:sleep) { |seconds = 0| Judge::Lines.sleep(seconds) }

Judge::KINDS.clear
ENV.clear
ARGV.clear
$stderr = Judge::LOG
$stdout = Judge::Lines::OUTPUT
Object.__send__(:remove_const, :STDOUT)
Object.__send__(:remove_const, :STDERR)
STDOUT = $stdout
STDERR = $stderr
Object.__send__(:remove_const, :JS) if Object.const_defined?(:JS)
$LOAD_PATH.clear
$PROGRAM_NAME = "judge"
$VERBOSE = false

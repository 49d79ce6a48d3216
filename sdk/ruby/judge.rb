# Stands between the judge and a bot: it loads the bot's program, calls the player's methods, checks what they return, and
# tells what went wrong. It is in the interpreter that all bots share; the program comes as data, in the bot's file.

module Judge
  # The player returned what the judge cannot take.
  class WrongAnswer < StandardError; end

  # The bot asked for what no bot has.
  class NotForBots < StandardError; end

  # The strings that the judge's side reads and writes: numbers and lists of a question, and the answer's bytes. Nothing
  # may make them longer or shorter, since their bytes must stay where they are.
  IN = "\0".b * 65_536
  OUT = "\0".b * 65_536

  # The method that was called and the innermost places tell most, and of a log the last three lines are shown.
  PLACES_MAX = 3
  # Of a stack that is too deep there are ten thousand.
  FRAMES_MAX = 200
  LINE_MAX = 1_000
  # Lines of the interpreter's own files are no news to a bot's author.
  OURS = ["(judge)", "<internal:", "eval:"].freeze

  # Numbers and lists of the question that is asked, by their place in it.
  module Question
    module_function

    def number(at) = IN.unpack1("l<", offset: 8 * at)

    def long(at) = IN.unpack1("Q<", offset: 8 * at)

    def list(at, as = "C*")
      start, length = IN.unpack("L<L<", offset: 8 * at)
      IN.byteslice(start, length).unpack(as)
    end
  end

  # How texts are printed, for what has `write`.
  module Printing
    def print(*texts)
      write(*texts)
      nil
    end

    def <<(text)
      write(text)
      self
    end

    def puts(*texts)
      return write("\n") && nil if texts.empty?

      texts.flatten.each do |text|
        text = printed(text)
        write(text.end_with?("\n") ? text : "#{text}\n")
      end
      nil
    end

    def printf(form, *texts) = write(format(form, *texts)) && nil

    def putc(text) = write(text.is_a?(Integer) ? text.chr : text.to_s[0]) && text

    def flush = self

    def fsync = 0

    def tty? = false

    alias isatty tty?

    private

    def printed(text) = text.to_s
  end

  # An output stream of which each line goes to the bot's log.
  class Log
    include Printing

    def initialize(out)
      @out = out
      @line = +""
    end

    attr_accessor :sync

    def write(*texts)
      texts.judge_sum do |text|
        text = printed(text)
        *lines, rest = (@line + text).split("\n", -1)
        @line = rest || +""
        lines.each { |line| put(line) }
        text.bytesize
      end
    end

    def p(*things)
      things.each { |thing| puts(thing.inspect) }
      things.size > 1 ? things : things.first
    end

    def fileno = 1

    def end_line
      write("\n") unless @line.empty?
    end

    private

    def printed(text) = text.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub

    def put(line)
      # An empty line is one, too.
      line = line.empty? ? " " : line[0, LINE_MAX]
      @out.syswrite(line)
    end
  end

  LOG = Log.new($stdout)

  # Players that were written for an older Ruby bring what came later, such as a `sum` of their own that takes no block.
  # What is called here after the player is loaded, and came after Ruby 1.8, keeps a name of ours.
  {
    Array => %i[sum filter_map flat_map to_h chunk_while each_with_object],
    String => %i[delete_suffix match?],
    Integer => %i[digits]
  }.each { |kind, names| names.each { |name| kind.alias_method(:"judge_#{name}", name) } }

  # Names that Ruby had, and what they are now.
  OLDER = {
    Fixnum: "since Ruby 2.4 it is Integer", Bignum: "since Ruby 2.4 it is Integer", choice: "since Ruby 1.9 it is sample",
    nitems: "since Ruby 1.9 it is compact.size", enum_with_index: "since Ruby 1.9 it is each_with_index"
  }.freeze

  # What the bot may have changed.
  CLASS = Kernel.instance_method(:class)
  CLASS_NAME = Module.instance_method(:name)

  # What is asked of a player that is derived from nothing.
  METHODS_OF_BATTLESHIP = %i[new_game take_turn].freeze

  # The bot's files, by path: the player's, and those that it may require.
  class Program
    attr_reader :main

    def initialize(packed)
      @files = {}
      @loaded = {}
      until packed.empty?
        head, packed = packed.split("\n", 2)
        path, text = head.split.map(&:to_i)
        @files[packed.byteslice(0, path).force_encoding("UTF-8")] =
          packed.byteslice(path, text).force_encoding("UTF-8")
        packed = packed.byteslice(path + text..)
      end
      @main = @files.keys.first
    end

    attr_reader :files

    def run(path)
      RubyVM::InstructionSequence.compile(@files.fetch(path), path, path, 1).eval
      true
    end

    def require(path)
      return false if @loaded[path]

      @loaded[path] = true
      run(path)
    end

    # Whether it has nothing of a player: neither a class derived from a game's, nor one that is called so and a method.
    def reads_lines?
      names = @files.to_a.judge_flat_map { |path, text| names_in(RubyVM::InstructionSequence.compile(text, path, path, 1).to_a) }
      kinds, others = names.partition { |name| Array === name }
      seats = Judge.constants.map { |name| Judge.const_get(name) }.select { |one| Class === one && one.const_defined?(:BASE) }
      bases = seats.map { |seat| CLASS_NAME.bind_call(seat::BASE) }
      is_derived = kinds.any? { |kind| bases.include?(kind.last(2).join("::")) }
      is_called = METHODS_OF_BATTLESHIP.any? { |name| others.include?(name) } && others.any? { |name| name.end_with?("Player") }
      !is_derived && !is_called
    end

    # The names of classes, constants and methods that compiled code makes, and as arrays those of constants that it reads.
    def names_in(code)
      return [] unless Array === code

      own = case code
            in [:defineclass | :setconstant | :definemethod, Symbol => name, *] then [name]
            in [:opt_getconstant_path, Array => names] then [names]
            else []
            end
      own + code.judge_flat_map { |part| names_in(part) }
    end

    # The path of the file that a name means, in one of these folders.
    def find(name, folders)
      folders.each do |folder|
        path = clean(folder.empty? ? name : "#{folder}/#{name}")
        return path if @files.key?(path)
        return "#{path}.rb" if @files.key?("#{path}.rb")
      end
      nil
    end

    # The folders in which `require` looks: lib beside the player, and what the player adds.
    def folders = ["lib", "", *$LOAD_PATH.map { |folder| clean(folder.to_s) }]

    def clean(path)
      path.split("/").judge_each_with_object([]) do |part, parts|
        part == ".." ? parts.pop : (parts << part unless part.empty? || part == ".")
      end.join("/")
    end
  end

  # The functions that the judge calls, by their numbers: the game, and the method of its seat.
  READS_LINES = FUNCTIONS.first.first == "lines"
  CALLS = FUNCTIONS.map { |game, function| [game, function.to_sym] }.freeze

  # The classes of the program.
  KINDS = [] # rubocop:disable Style/MutableConstant

  # Notes each class that is derived from another.
  module Noted
    def inherited(kind)
      KINDS << kind
      super
    end
  end
  Class.prepend(Noted)

  class << self
    attr_reader :program

    # Calls the function with this number; tells what was wrong, and is false, if it cannot.
    def call(number)
      game, function = CALLS[number]
      return check unless game

      # The seed comes first in every game. The player's file may use random numbers as it is loaded.
      Kernel.srand(Question.long(0)) if function == :new_game
      Kernel.srand(Random.new_seed) if READS_LINES
      (@seat || seat(game)).__send__(function)
      LOG.end_line
      true
    rescue Exception => error # rubocop:disable Lint/RescueException
      tell_somehow(error)
      false
    end

    # Seats the player at its board; one for all calls.
    def seat(game)
      @program = Program.new(STDIN_OF_JUDGE.read.b)
      unless program.main
        raise WrongAnswer, "there is no bot in this file; build it with sdk/ruby/build"
      end
      @seat = const_get(game.capitalize).new
    end

    # Runs the player's file, and comes back with the class that plays in this seat.
    def load(seat)
      program.run(program.main)
      player_of(seat)
    end

    # The class of the program that plays in this seat, if it is clear which, and has all methods that are asked.
    def player_of(seat)
      found = classes_for(seat)
      what = "class #{seat.what}"
      refuse_class([program.main, 1], "#{program.main} has no #{what}, which is what a bot is made of") if found.empty?
      if found.size > 1
        names = found.map { |kind| "#{name_of(kind)} (#{place_of(kind).join(":")})" }.join(" and ")
        remedy = "leave one, or derive it from the other: the most derived one plays"
        refuse_class(place_of(found.last), "there are #{found.size} classes #{seat.what}, #{names}; #{remedy}")
      end
      refuse_lacking(found.first, seat)
      found.first
    end

    # The classes that may be meant for this seat.
    def classes_for(seat)
      found = KINDS.select { |kind| seat.meant?(kind) }
      # The class of the file itself, and not what it is derived from.
      found = found.reject { |kind| found.any? { |other| other < kind } }
      own = found.select { |kind| place_of(kind).first == program.main }
      own.empty? ? found : own
    end

    def refuse_lacking(kind, seat)
      lacking = seat::METHODS.reject { |name, _| kind.method_defined?(name) }
      return if lacking.empty?

      methods = lacking.size > 1 ? "methods" : "method"
      words = "class #{name_of(kind)} lacks the public #{methods} #{lacking.keys.join(" and ")}"
      refuse_class(place_of(kind), "#{words}; write #{lacking.values.join(" and ")}")
    end

    # The file and the line at which a class begins.
    def place_of(kind)
      name = CLASS_NAME.bind_call(kind)
      (name && Object.const_source_location(name)) || [program.main, 1]
    end

    def name_of(kind) = CLASS_NAME.bind_call(kind) || "a class without a name"

    def refuse_class(place, words)
      raise WrongAnswer, words, [place.join(":")]
    end

    # Raises that a method of the player returned what it should not: `words` say what it should.
    def wrong(method, value, words)
      raise WrongAnswer, "it returned #{shown(value)}; #{words}", [place_of_method(method)].compact
    end

    # Writes what is wrong with an answer that the judge can take.
    def warn_of(player, name, words)
      file, line = player.method(name).source_location
      LOG.puts("#{file}:#{line} in #{name}: #{words}")
    end

    def place_of_method(method)
      file, line = method.source_location
      "#{file}:#{line}:in '#{method.name}'" if file
    end

    def shown(value)
      text = value.inspect
      text.size > 80 ? "#{text[0, 80]} …" : text
    rescue StandardError
      "an object of #{name_of(CLASS.bind_call(value))}"
    end

    # Writes an answer that is a list of items of some bytes.
    def answer_list(count, bytes)
      OUT[4, 4] = [count].pack("L<")
      OUT[8, bytes.bytesize] = bytes
    end

    def answer(*bytes)
      bytes.each_with_index { |byte, at| OUT.setbyte(at, byte) }
    end

    def answer_name(name)
      text = name.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub.b[0, 1_000]
      answer_list(text.bytesize, text)
    end

    # Answers with two numbers that a method of the player returned.
    def answer_square(player, name, value, remedy = "return two numbers, such as [3, 4]")
      unless Array === value && value.size == 2 && Integer === (x = whole(value[0])) && Integer === (y = whole(value[1]))
        wrong(player.method(name), value, remedy)
      end
      wrong(player.method(name), value, "its numbers must be from 0 to 255") unless x >= 0 && x < 256 && y >= 0 && y < 256
      OUT.setbyte(0, x)
      OUT.setbyte(1, y)
    end

    # The square that was answered.
    def answered = [OUT.getbyte(0), OUT.getbyte(1)]

    # A number of a player's, as an index of an array takes it: 3.0 is 3. Others stay what they are.
    def whole(number) = Float === number && number % 1 == 0 ? number.to_i : number

    # The same, whatever the bot has made of the exception, or of Ruby's own methods.
    def tell_somehow(error)
      tell(error)
    rescue Exception => other # rubocop:disable Lint/RescueException
      names = [error, other].map { |one| CLASS_NAME.bind_call(CLASS.bind_call(one)) || "an exception without a name" }
      IO_OF_JUDGE[1].syswrite("#{names[0]}, which cannot be told: #{names[1]}; has the bot changed a method of Ruby's own?")
    end

    # Tells what went wrong where. The judge takes the last line for what was raised: `before` stands in front of that.
    def tell(error, before = "")
      LOG.end_line
      *outer, inner = places_of(error).reverse
      outer = ["#{outer.first} …", *outer.last(PLACES_MAX - 2)] if outer.size >= PLACES_MAX
      outer.each { |place| LOG.puts(place) }
      words, *more = error.message.to_s.lines.map(&:chomp)
      more.each { |line| LOG.puts(line) } if error.is_a?(SyntaxError)
      words = EXIT if error.is_a?(SystemExit)
      words = [words, older_ruby(error)].compact.join("; ")
      kind = OWN_ERRORS.include?(error.class) ? nil : error.class.name
      LOG.puts(before + [inner, kind, words].compact.reject(&:empty?).join(": "))
    end

    # Where the program was, the innermost place first, and last in the method that the judge called. Of several at one
    # line the method of the program is meant, and not what of Ruby's it called.
    def places_of(error)
      frames = error.backtrace || []
      places = frames.first(FRAMES_MAX).judge_filter_map { |frame| place_of_frame(frame) }
      if frames.size > FRAMES_MAX
        called = frames.reverse_each.find { |frame| place_of_frame(frame) }
        places << place_of_frame(called) if called
      end
      places.judge_chunk_while { |one, other| one.first == other.first }.map { |same| same.last.compact.join(" in ") }
    end

    # What an older Ruby did, if that is what the program counts on.
    def older_ruby(error)
      return unless NameError === error && error.name
      return OLDER[error.name] unless NoMethodError === error && CLASS.bind_call(error.receiver) == Array

      kind = KINDS.find { |one| one < Array && one.method_defined?(error.name) }
      return OLDER[error.name] unless kind

      "this is an Array and no #{name_of(kind)}: since Ruby 3 its methods take, drop, flatten, uniq, * and [] with two numbers give an Array"
    end

    # The place in the program and the method; nothing if the frame is not the program's.
    def place_of_frame(frame)
      # Where the stack ends, Ruby does not always know the line.
      return if frame.start_with?(*OURS) || !frame.judge_match?(/:\d/)

      file, line, rest = frame.split(":", 3)
      label = rest && rest[/'(.*)'/, 1]
      label = label && label[/[^#.]*\z/]
      ["#{file}:#{line}", label && !label.include?("<") ? label : nil]
    end

    # Whether the syntax of the program's files is right, and it has a player; tells what is not, or for which games the
    # player is. `build` asks.
    def check
      @program = Program.new(STDIN_OF_JUDGE.read.b)
      right = program.files.all? do |path, text|
        RubyVM::InstructionSequence.compile(text, path, path, 1)
      rescue SyntaxError => error
        LOG.puts("error: #{error.message}")
        false
      end
      right && (program.reads_lines? ? LOG.puts("games: lines") || true : games)
    rescue Exception => error # rubocop:disable Lint/RescueException
      tell(error, "error: ")
      false
    end

    # Loads the player's file, and tells for which games there is a class in it, or a module that is derived from one.
    # Each must be one that the judge could call.
    def games
      program.run(program.main)
      LOG.end_line
      all = FUNCTIONS.map(&:first).uniq.judge_to_h { |game| [game, const_get(game.capitalize)] }
      games = all.select { |_, seat| KINDS.any? { |kind| seat.meant?(kind) } }
      # A class that is derived from another game's is for that, whatever its name ends in.
      games.delete("battleship") if games.size > 1
      if games.empty?
        whats = all.map { |game, seat| "#{seat.what} for #{game}" }.join(", ")
        refuse_class([program.main, 1], "#{program.main} has no class of a player; it is one #{whats}")
      end
      games.each_value { |seat| player_of(seat) }
      LOG.puts("games: #{games.keys.join(" ")}")
      true
    end
  end

  STDIN_OF_JUDGE = $stdin
  ENTRY = self
end

# Stands between the judge and a bot: it loads the bot's program, and tells what went wrong. It is in the interpreter that all
# bots share; the program comes as data, in the bot's file.

module Judge
  # The player returned what the judge cannot take.
  class WrongAnswer < StandardError; end

  # The bot asked for what no bot has.
  class NotForBots < StandardError; end

  # The method that was called and the innermost places tell most, and of a log the last three lines are shown.
  PLACES_MAX = 3
  # Of a stack that is too deep there are ten thousand.
  FRAMES_MAX = 200
  LINE_MAX = 1_000
  # Lines of the interpreter's own files are no news to a bot's author.
  OURS = ["(judge)", "<internal:", "eval:"].freeze

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
    Array => %i[sum filter_map flat_map chunk_while each_with_object],
    String => %i[delete_suffix match?]
  }.each { |kind, names| names.each { |name| kind.alias_method(:"judge_#{name}", name) } }

  # Names that Ruby had, and what they are now.
  OLDER = {
    Fixnum: "since Ruby 2.4 it is Integer", Bignum: "since Ruby 2.4 it is Integer", choice: "since Ruby 1.9 it is sample",
    nitems: "since Ruby 1.9 it is compact.size", enum_with_index: "since Ruby 1.9 it is each_with_index"
  }.freeze

  # What the bot may have changed.
  CLASS = Kernel.instance_method(:class)
  CLASS_NAME = Module.instance_method(:name)

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

    # What its files name, as `names_in` has it.
    def names
      @files.to_a.judge_flat_map { |path, text| names_in(RubyVM::InstructionSequence.compile(text, path, path, 1).to_a) }
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

    # Runs the bot to its end; with 1 it is only looked at. Tells what was wrong, and is false, if it cannot.
    def call(number)
      @program = Program.new(STDIN_OF_JUDGE.read.b)
      return check if number == 1
      raise WrongAnswer, "there is no bot in this file; build it with sdk/ruby/build" unless program.main

      Kernel.srand(Random.new_seed)
      (Original.of(program) || Lines).new.run
      LOG.end_line
      true
    rescue Exception => error # rubocop:disable Lint/RescueException
      tell_somehow(error)
      false
    end

    # Raises that a method of the player returned what it should not: `words` say what it should.
    def wrong(method, value, words)
      raise WrongAnswer, "it returned #{shown(value)}; #{words}", [place_of_method(method)].compact
    end

    def place_of_method(method)
      file, line = method.source_location
      "#{file}:#{line}:in '#{method.name}'" if file
    end

    def shown(value)
      text = value.inspect
      text.size > 80 ? "#{text[0, 80]} …" : text
    rescue StandardError
      "an object of #{CLASS_NAME.bind_call(CLASS.bind_call(value)) || "a class without a name"}"
    end

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

      "this is an Array and no #{CLASS_NAME.bind_call(kind)}: since Ruby 3 its methods take, drop, flatten, uniq, * and [] with two numbers give an Array"
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

    # Whether the syntax of the program's files is right, and a player for one of the originals is whole; tells what is not.
    # `build` asks.
    def check
      right = program.files.all? do |path, text|
        RubyVM::InstructionSequence.compile(text, path, path, 1)
      rescue SyntaxError => error
        LOG.puts("error: #{error.message}")
        false
      end
      kind = right && Original.of(program)
      kind && program.run(program.main) && kind.player
      LOG.end_line
      right
    rescue Exception => error # rubocop:disable Lint/RescueException
      tell(error, "error: ")
      false
    end
  end

  STDIN_OF_JUDGE = $stdin
  ENTRY = self
end

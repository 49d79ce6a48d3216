# Players of the Fight Club and of Freeplay, whose classes play as they were written, by the judge's lines.

# What Freeplay calls its things.
module Freeplay
  class Error < StandardError; end
  %i[OutOfBoundsError InvalidStoneError InvalidMoveError].each { |name| const_set(name, Class.new(Error)) }

  # Each line goes to the bot's log.
  class Logger
    %i[debug info warn error fatal unknown add <<].each do |level|
      define_method(level) { |text = nil, &block| Judge::LOG.puts(text || block&.call) || true }
      define_method(:"#{level}?") { true }
    end
  end

  # What a player is derived from.
  class Player
    attr_reader :board

    def logger = @judge_logger ||= Logger.new

    def name = self.class.name
  end

  # The board, of which (0, 0) is the lower left corner.
  class Board
    CELLS = %i[empty white black].freeze
    AROUND = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]].freeze
    attr_reader :size, :player, :opponent, :last_opponent_move

    def initialize(size, player, opponent)
      @size, @player, @opponent = size, player, opponent
      update([0] * (size * size), nil)
    end

    # Puts in what is known now: for the judge's side.
    def update(cells, last) = (@cells, @last_opponent_move = cells, last)

    def [](x, y) = CELLS[@cells[check(x, y) && y * size + x]]

    # The squares beside one: north first, then clockwise.
    def adjacent(x, y)
      check(x, y)
      AROUND.map { |dx, dy| [x + dx, y + dy] }.select { |one| inside?(*one) }
    end

    # Where a stone may go.
    def legal_moves
      beside = last_opponent_move ? adjacent(*last_opponent_move).select { |x, y| self[x, y] == :empty } : []
      all = (0...size * size).to_a.map { |at| [at % size, at / size] }
      beside.empty? ? all.select { |x, y| self[x, y] == :empty } : beside
    end

    # Prints the rows, the top one first.
    def dump(io = $stdout, options = {})
      letters = { empty: "E", white: "W", black: "B" }.merge(options)
      (size - 1).downto(0) { |y| io.puts((0...size).map { |x| letters[self[x, y]] }.join) }
    end

    def inside?(x, y) = x >= 0 && y >= 0 && x < size && y < size

    private

    def check(x, y)
      return true if Integer === Judge.whole(x) && Integer === Judge.whole(y) && inside?(x, y)

      raise OutOfBoundsError, "(#{Judge.shown(x)},#{Judge.shown(y)}) is off the board"
    end
  end
end

module Judge
  PARSER = JSON.method(:parse)

  # What the two have in common: a class of the player's file, of which an object plays a game.
  class Original
    class << self
      # The kind of player that this program has, if it has one: its class is derived from Freeplay's, or else it is called so
      # and has a method of the Fight Club's.
      def of(program)
        kinds, others = program.names.partition { |name| Array === name }
        return Freedom if kinds.any? { |kind| kind.last(2) == %i[Freeplay Player] }

        Battleship if others.intersect?(%i[new_game take_turn]) && others.any? { |name| name.end_with?("Player") }
      end

      # The class of the program that plays, if it is clear which, and has all methods that are asked.
      def player
        main = Judge.program.main
        found = KINDS.select { |kind| meant?(kind) }
        # The class of the file itself, and not what it is derived from.
        found = found.reject { |kind| found.any? { |other| other < kind } }
        own = found.select { |kind| place_of(kind).first == main }
        found = own unless own.empty?
        refuse([main, 1], "#{main} has no class #{self::WHAT}, which is what a player is made of") if found.empty?
        if found.size > 1
          names = found.map { |kind| "#{Judge.shown(kind)} (#{place_of(kind).join(":")})" }.join(" and ")
          refuse(place_of(found.last), "there are #{found.size} classes #{self::WHAT}, #{names}; leave one, or derive it from the other")
        end
        kind = found.first
        lacking = self::METHODS.reject { |definition| kind.method_defined?(definition[/\w+/]) }
        return kind if lacking.empty?

        refuse(place_of(kind), "class #{Judge.shown(kind)} is not whole; write a public def #{lacking.join(" and def ")}")
      end

      private

      def refuse(place, words) = raise(WrongAnswer, words, [place.join(":")])

      # The file and the line at which a class begins.
      def place_of(kind)
        name = CLASS_NAME.bind_call(kind)
        (name && Object.const_source_location(name)) || [Judge.program.main, 1]
      end
    end

    # Reads lines to the end. What the player prints goes to the log, and what it returns is printed.
    def run
      $stdout = STREAMS[1] = STREAMS["/dev/stdout"] = LOG
      Object.__send__(:remove_const, :STDOUT)
      Object.const_set(:STDOUT, LOG)
      Judge.program.run(Judge.program.main)
      @kind = self.class.player
      while (line = IO_OF_JUDGE[0].gets)
        # What stands behind that nobody asks for.
        question = PARSER.call("#{line[0, line.rindex(',"fuel_left"') || line.rindex("}")]}}")
        word = (question["ask"] || question["tell"]).tr("-", "_")
        raise WrongAnswer, "a class #{self.class::WHAT} is no player for this game" unless self.class.private_method_defined?(word)
        answer = __send__(word, question)
        LOG.end_line
        Lines::OUTPUT.write("#{answer}\n") if question["ask"]
      end
    end

    private

    # Two numbers that a method of the player returned, as the judge takes them.
    def square(method, value)
      x, y = value.map { |number| Judge.whole(number) } if Array === value && value.size == 2
      Judge.wrong(method, value, "return two numbers, such as [3, 4]") unless Integer === x && Integer === y
      Judge.wrong(method, value, "its numbers must be from 0 to 255") unless [x, y].all? { |one| one >= 0 && one < 256 }
      "#{x},#{y}"
    end

    def text(name) = name.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub[0, 1_000].tr("\n", " ")
  end

  # The Fight Club: a class whose name ends in Player, with name, new_game and take_turn.
  class Battleship < Original
    CELLS = %i[unknown hit miss].freeze
    WHAT = "whose name ends in Player"
    METHODS = ["name", "new_game", "take_turn(state, ships_remaining)"].freeze

    # The board of the Fight Club, on which players try out fleets and shots.
    BOARD = proc do
      def initialize(size, expected_fleet, positions)
        @size, @expected_fleet, @tried = size, expected_fleet, {}
        @ships = (Array === positions ? positions : []).map do |ship|
          x, y, length, way = ship if Array === ship && ship.size == 4
          (0...(length || 0)).map { |i| way == :across ? [x + i, y] : [x, y + i] }
        end
      end

      # Whether it is the fleet that is expected, on the board, and no ship on another.
      def valid?
        all = @ships.flatten(1)
        @ships.map(&:size).sort == @expected_fleet.sort && all.uniq.size == all.size &&
          all.all? { |x, y| x >= 0 && y >= 0 && x < @size && y < @size }
      end

      def try(square) = @tried[square] = @ships.any? { |ship| ship.include?(square) } ? :hit : :miss

      # What an opponent knows, row by row.
      def report = (0...@size).map { |y| (0...@size).map { |x| @tried[[x, y]] || :unknown } }

      def sunk? = ships_remaining.empty?

      def ships_remaining = @ships.reject { |ship| ship.all? { |square| @tried[square] } }.map(&:size).sort.reverse
    end

    # Whether the board was not there before.
    def self.bring_board
      club = Object.const_defined?(:Battleship) ? Object.const_get(:Battleship) : Object.const_set(:Battleship, Module.new)
      !club.const_defined?(:Board, false) && !!club.const_set(:Board, Class.new(&BOARD))
    end

    def self.meant?(kind) = CLASS_NAME.bind_call(kind).to_s.end_with?("Player")

    private

    def name(_question) = text(@kind.new.name)

    def new_game(question)
      @size = question["size"]
      @player = @kind.new
      method = @player.method(:new_game)
      fleet = @player.new_game
      Judge.wrong(method, fleet, "return an array of ships, such as [[0, 0, 5, :across], [0, 1, 4, :down]]") unless Array === fleet
      fleet.map { |one| ship(method, fleet, one) }.join(" ")
    end

    # The player may keep what it gets, and change it.
    def take_turn(question)
      # A block for each cell would cost more than all else.
      rows = (0...@size).map { |y| CELLS.values_at(*question["state"][y * @size, @size]) }
      square(@player.method(:take_turn), @player.take_turn(rows, question["ships-remaining"]))
    end

    def ship(method, fleet, ship)
      x, y, length, way = ship if Array === ship && ship.size == 4
      x, y, length = [x, y, length].map { |number| Judge.whole(number) }
      right = [x, y, length].all? { |number| Integer === number && (0..255).cover?(number) }
      unless right && %i[across down].include?(way)
        Judge.wrong(method, fleet, "its ship #{Judge.shown(ship)} must be [x, y, length, :across] or [x, y, length, :down]")
      end
      "#{length}#{way[0]}@#{x},#{y}"
    end
  end

  # Freeplay: a class derived from Freeplay::Player, with move.
  class Freedom < Original
    WHAT = "derived from Freeplay::Player"
    METHODS = ["move"].freeze

    def self.meant?(kind) = !!(kind < Freeplay::Player)

    private

    # A player that is only asked for its name has a board, too.
    def name(_question)
      new_game({ "size" => 10, "seat" => 0 })
      text(@player.name)
    end

    # The board is there before the player's own `initialize` runs.
    def new_game(question)
      @board = Freeplay::Board.new(question["size"], *%i[white black].rotate(question["seat"]))
      @player = @kind.allocate
      @player.instance_variable_set(:@board, @board)
      @player.__send__(:initialize)
    end

    def make_move(question)
      last = question["last"]
      @board.update(question["board"], last && last.values_at("x", "y"))
      square(@player.method(:move), @player.move)
    end
  end
end

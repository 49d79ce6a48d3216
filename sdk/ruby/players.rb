# What players of all games but Battleship have: a board, a logger and a name; and how the judge seats them.

module Judge
  # Each line goes to the bot's log.
  class Logger
    %i[debug info warn error fatal unknown].each do |level|
      define_method(level) { |text = nil, &block| LOG.puts(text || block&.call) || true }
      define_method(:"#{level}?") { true }
    end
    alias add unknown
    alias << info
  end

  # What a player is derived from.
  class Player
    attr_reader :board

    def logger = @judge_logger ||= Logger.new

    def name = self.class.name
  end

  # A board of squares, of which each game has its own kind.
  class Board
    # Your own colour, and the other.
    attr_reader :player, :opponent

    # Puts in what is known now: for the judge's side.
    def update(cells) = @cells = cells

    # The squares, row by row from y = 0.
    def squares = (0...rows).to_a.judge_flat_map { |y| (0...columns).map { |x| [x, y] } }

    # The squares beside one: north first, then clockwise.
    def adjacent(x, y)
      check(x, y)
      around.judge_filter_map { |dx, dy| [x + dx, y + dy] if inside?(x + dx, y + dy) }
    end

    def inside?(x, y) = x >= 0 && y >= 0 && x < columns && y < rows

    private

    AROUND = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]].freeze

    def around = AROUND

    def check(x, y)
      return if Integer === Judge.whole(x) && Integer === Judge.whole(y) && inside?(x, y)

      raise ArgumentError, "(#{Judge.shown(x)}, #{Judge.shown(y)}) is not on the board of #{columns} × #{rows} squares"
    end

    def cell(x, y)
      check(x, y)
      @cells[y * columns + x]
    end
  end

  # A player whose method `move` is asked in each turn.
  class Seat
    # What is asked of a player, and how it is written.
    METHODS = { move: "def move" }.freeze

    def initialize = @kind = Judge.load(self.class)

    # Whether this class is a player's.
    def self.meant?(kind) = !!(kind < self::BASE)

    # What the class of a player is like.
    def self.what = "derived from #{self::BASE}"

    # A player that is only asked for its name has a board, too.
    def name
      seat(any_board)
      Judge.answer_name(@player.name)
    end

    private

    # The board is there before the player's own `initialize` runs.
    def seat(board)
      @board = board
      @player = @kind.allocate
      @player.instance_variable_set(:@board, board)
      @player.__send__(:initialize)
    end

    def wrong(value, words) = Judge.wrong(@player.method(:move), value, words)

    # Whether these are two numbers from 0 to 255.
    def square?(value)
      Array === value && value.size == 2 && Integer === (x = Judge.whole(value[0])) && Integer === (y = Judge.whole(value[1])) &&
        x >= 0 && x < 256 && y >= 0 && y < 256
    end
  end
end

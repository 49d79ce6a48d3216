# Freedom as Freeplay asks for it: a class derived from Freeplay::Player, with move.

# What Freeplay calls its things.
module Freeplay
  class Error < StandardError; end
  class OutOfBoundsError < Error; end
  class InvalidStoneError < Error; end
  class InvalidMoveError < Error; end

  # What a player is derived from.
  class Player < Judge::Player; end

  # The board, of which (0, 0) is the lower left corner.
  class Board < Judge::Board
    CELLS = %i[empty white black].freeze
    AROUND = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]].freeze

    # Columns, and rows.
    attr_reader :size
    # Where the stone is that was placed last, if there is one.
    attr_reader :last_opponent_move
    # :multiplicity, or :distinct if a stone counts once, however many live lines it is in.
    attr_reader :scoring

    alias columns size
    alias rows size

    def initialize(size, player, scoring)
      @size = size
      @scoring = scoring
      @player, @opponent = player == :white ? %i[white black] : %i[black white]
      update([0] * (size * size), nil)
    end

    def update(cells, last)
      super(cells)
      @last_opponent_move = last
    end

    # :empty, :white or :black.
    def [](x, y) = CELLS[cell(x, y)]

    # Where a stone may go.
    def legal_moves
      beside = last_opponent_move ? adjacent(*last_opponent_move).select { |x, y| self[x, y] == :empty } : []
      beside.empty? ? squares.select { |x, y| self[x, y] == :empty } : beside
    end

    # Prints the rows, the top one first.
    def dump(io = $stdout, options = {})
      letters = { empty: "E", white: "W", black: "B" }.merge(options)
      (size - 1).downto(0) { |y| io.puts((0...size).map { |x| letters[self[x, y]] }.join) }
    end

    private

    def around = AROUND

    def check(x, y)
      return if Integer === Judge.whole(x) && Integer === Judge.whole(y) && inside?(x, y)

      raise OutOfBoundsError, "(#{Judge.shown(x)},#{Judge.shown(y)}) is off the board"
    end
  end
end

module Judge
  # Seats a player of Freedom.
  class Freedom < Seat
    BASE = Freeplay::Player

    def new_game
      colour = Question.number(1).zero? ? :white : :black
      seat(Freeplay::Board.new(Question.number(3), colour, Question.number(4).zero? ? :multiplicity : :distinct))
    end

    def make_move
      at, count, has_last, _, x, _, y = IN.unpack("L<7")
      @board.update(IN.byteslice(at, count).bytes, has_last.zero? ? nil : [x, y])
      move = @player.move
      Judge.answer_square(@player, :move, move)
      complain(Judge.answered)
    end

    private

    # Says in Freeplay's words what is wrong with a move. The judge decides.
    def complain(move)
      x, y = move
      return Judge.warn_of(@player, :move, "move (#{x},#{y}) is off the board") unless @board.inside?(x, y)
      return Judge.warn_of(@player, :move, "move (#{x},#{y}) is on a stone") unless @board[x, y] == :empty

      last = @board.last_opponent_move
      return if last.nil? || ((x - last[0]).abs < 2 && (y - last[1]).abs < 2)

      allowed = @board.legal_moves
      return if allowed.include?(move)

      allowed = allowed.map { |one| "(#{one.join(",")})" }.join(" ")
      Judge.warn_of(@player, :move, "move (#{x},#{y}) must be adjacent to (#{last.join(",")}), allowed moves: #{allowed}")
    end

    def any_board = ::Freeplay::Board.new(10, :white, :multiplicity)
  end
end

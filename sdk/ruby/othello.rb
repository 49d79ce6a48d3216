# Othello in the spirit of Freeplay: a class derived from Othello::Player, with move.

module Othello
  # What a player is derived from.
  class Player < Judge::Player; end

  # The board, of which (0, 0) is the top left corner.
  class Board < Judge::Board
    # Columns, and rows.
    attr_reader :size
    # Where a chip may be placed, as [x, y]; none if you can only pass.
    attr_reader :legal_moves

    alias columns size
    alias rows size

    def initialize(size, player)
      @size = size
      @player, @opponent = player == :black ? %i[black white] : %i[white black]
      @own = @others = 0
      @legal_moves = []
    end

    def update(own, others, legal)
      @own = own
      @others = others
      @legal_moves = members(legal)
    end

    # :empty, :black or :white.
    def [](x, y)
      check(x, y)
      bit = 1 << (8 * y + x)
      return player if @own & bit != 0

      @others & bit == 0 ? :empty : opponent
    end

    # The chips that a chip of this colour at (x, y) would flip, as [x, y]; none if it may not be placed there.
    def flips(x, y, colour = player)
      return [] unless self[x, y] == :empty

      own, others = colour == player ? [@own, @others] : [@others, @own]
      AROUND.judge_flat_map { |dx, dy| line(x, y, dx, dy, own, others) }
    end

    # How many chips each has: { black: 2, white: 2 }.
    def score = { player => @own.judge_digits(2).judge_sum, opponent => @others.judge_digits(2).judge_sum }.sort.judge_to_h

    # Prints the rows: X black, O white.
    def dump(io = $stdout)
      letters = { empty: ".", black: "X", white: "O" }
      size.times { |y| io.puts((0...size).map { |x| letters[self[x, y]] }.join) }
    end

    private

    def line(x, y, dx, dy, own, others)
      found = []
      while inside?(x += dx, y += dy)
        bit = 1 << (8 * y + x)
        return found if own & bit != 0
        return [] if others & bit == 0

        found << [x, y]
      end
      []
    end

    def members(set)
      found = []
      at = 0
      while set > 0
        found << [at % 8, at / 8] if set.odd?
        set >>= 1
        at += 1
      end
      found
    end
  end
end

module Judge
  # Seats a player of Othello.
  class Othello < Seat
    BASE = ::Othello::Player

    def new_game
      seat(::Othello::Board.new(Question.number(3), Question.number(1).zero? ? :black : :white))
    end

    def choose
      own, others, legal = IN.unpack("Q<3")
      @board.update(own, others, legal)
      move = @player.move
      # Who can only pass may answer anything.
      move = [0, 0] if legal.zero? && !square?(move)
      Judge.answer_square(@player, :move, move)
    end

    private

    def any_board = ::Othello::Board.new(8, :black)
  end
end

# Gobblet in the spirit of Freeplay: a class derived from Gobblet::Player, with move.

module Gobblet
  # What a player is derived from.
  class Player < Judge::Player; end

  # The board, of which (0, 0) is the top left corner. A piece is [colour, size], such as [:red, 0], the smallest.
  class Board < Judge::Board
    # Columns, and rows: 3 or 4.
    attr_reader :size
    # Turns, of both players together, that end the game in a draw.
    attr_reader :plies_max

    alias columns size
    alias rows size

    def initialize(size, player, plies_max)
      @size = size
      @plies_max = plies_max
      @player, @opponent = player == :red ? %i[red yellow] : %i[yellow red]
      update([0] * (size * size))
    end

    # Puts in what is known now: for the judge's side.
    def update(cells)
      super
      @stacks = cells.map { |cell| cell.zero? ? NONE : pieces(cell) }
    end

    # The pieces on a square, from the bottom up.
    def stack(x, y)
      check(x, y)
      @stacks[y * size + x].map(&:dup)
    end

    # The visible piece on a square, or nil.
    def [](x, y)
      check(x, y)
      @stacks[y * size + x].last&.dup
    end

    # The sizes that a player can bring in now.
    def reserve(colour = player)
      counts = [0] * size
      squares.each { |x, y| stack(x, y).each { |owner, piece| counts[piece] += 1 if owner == colour } }
      # On 4 × 4 only what lies on top of the reserve's three stacks.
      (0...size).select { |piece| counts[piece] < (size == 3 ? 2 : counts[piece + 1] || 3) }
    end

    # All that can be done in this turn, as `move` returns it.
    def legal_moves
      reserve = reserve()
      entered = squares.judge_flat_map { |to| reserve.select { |piece| enters?(piece, to) }.map { |piece| [:enter, piece, to] } }
      from = squares.select { |square| self[*square]&.first == player }
      moved = from.judge_flat_map do |one|
        squares.select { |to| to != one && (self[*to].nil? || self[*to].last < self[*one].last) }.map { |to| [:move, one, to] }
      end
      entered + moved
    end

    # The lines of the board: rows, columns and diagonals.
    def lines
      all = (0...size).to_a
      @lines ||= all.map { |y| all.map { |x| [x, y] } } + all.map { |x| all.map { |y| [x, y] } } +
                 [all.map { |i| [i, i] }, all.map { |i| [i, size - 1 - i] }]
    end

    private

    NONE = [].freeze

    def pieces(cell)
      (0...size).to_a.judge_filter_map do |piece|
        owner = cell >> (2 * piece) & 3
        [owner == 1 ? :red : :yellow, piece] unless owner.zero?
      end
    end

    def enters?(piece, to)
      colour, visible = self[*to]
      return true if colour.nil?
      return false unless visible < piece
      return true if size == 3

      colour == opponent && lines.any? { |line| line.include?(to) && line.count { |one| self[*one]&.first == opponent } == 3 }
    end
  end
end

module Judge
  # Seats a player of Gobblet.
  class Gobblet < Seat
    FORMS = "return [:enter, size, [x, y]] or [:move, [x, y], [x, y]], such as [:enter, 0, [1, 1]]"

    BASE = ::Gobblet::Player

    def new_game
      colour = Question.number(1).zero? ? :red : :yellow
      seat(::Gobblet::Board.new(Question.number(3), colour, Question.number(4)))
    end

    def play
      @board.update(Question.list(0))
      move = @player.move
      what, from, to = move if Array === move && move.size == 3
      if what == :enter && Integer === from && (0..255).cover?(from) && square?(to)
        Judge.answer(0, from, *to)
      elsif what == :move && square?(from) && square?(to)
        Judge.answer(1, *from, *to)
      else
        wrong(move, FORMS)
      end
    end

    private

    def any_board = ::Gobblet::Board.new(3, :red, 200)
  end
end

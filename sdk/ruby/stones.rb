# Stones in the spirit of Freeplay: a class derived from Stones::Player, with move; and update, if it wants to hear of all
# that happens.

module Stones
  # What a player is derived from.
  class Player < Judge::Player; end

  # The board, of which (0, 0) is the top left corner. Players are numbers: 0 moves first.
  class Board < Judge::Board
    # The board's measures, and turns that end the game: in a row without a hit, and in all.
    attr_reader :columns, :rows, :no_hit_limit, :max_turns

    def initialize(player, columns, rows, neighbours, no_hit_limit, max_turns)
      @player = player
      @columns = columns
      @rows = rows
      @around = neighbours == 8 ? AROUND : AROUND.reject { |dx, dy| dx != 0 && dy != 0 }
      @no_hit_limit = no_hit_limit
      @max_turns = max_turns
      update([-1] * (columns * rows))
    end

    # Whose stone is on a square, or nil.
    def [](x, y)
      owner = cell(x, y)
      owner.negative? ? nil : owner
    end

    # The squares with stones of a player.
    def stones(player = self.player) = squares.select { |x, y| self[x, y] == player }

    # The players that have stones.
    def players = @cells.uniq.reject(&:negative?).sort

    # All moves of yours, as `move` returns them.
    def legal_moves
      stones.judge_flat_map { |from| adjacent(*from).reject { |x, y| self[x, y] == player }.map { |to| [from, to] } }
    end

    # Prints the rows.
    def dump(io = $stdout)
      rows.times { |y| io.puts((0...columns).map { |x| self[x, y] || "." }.join) }
    end

    private

    attr_reader :around
  end
end

module Judge
  # Seats a player of Stones.
  class Stones < Seat
    EVENTS = %i[game_start turn_to move hit player_lost player_won].freeze

    BASE = ::Stones::Player

    def new_game
      seat(::Stones::Board.new(*[1, 3, 4, 5, 6, 7].map { |at| Question.number(at) }))
      @hears = @player.respond_to?(:update)
    end

    def update
      @board.update(Question.list(6, "c*"))
      return unless @hears

      event = EVENTS[Question.number(0)]
      player, x, y, to_x, to_y = (1..5).map { |at| Question.number(at) }
      details = { turn_to: [player], move: [player, [x, y], [to_x, to_y]], hit: [player, [x, y]] }
      details = details[event] || (event == :game_start ? [] : [player])
      @player.update(event, *details)
    end

    def next_move
      move = @player.move
      unless Array === move && move.size == 2 && square?(move[0]) && square?(move[1])
        wrong(move, "return two squares, such as [[0, 0], [0, 1]]")
      end
      Judge.answer(*move[0], *move[1])
    end

    private

    def any_board = ::Stones::Board.new(0, 5, 5, 8, 100, 500)
  end
end

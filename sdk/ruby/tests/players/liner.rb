# Weighs each space by the lines of four it could make.
class Liner < Freeplay::Player
  DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]]

  def name
    'Liner'
  end

  def move
    best = choices.group_by { |x, y| worth(x, y, board.player) + 0.5 * worth(x, y, board.opponent) }.max.last
    choice = best.sample
    logger.debug "#{board.player} takes #{choice} of #{best.size} alike"
    choice
  rescue Freeplay::Error => e
    logger.error e.message
    choices.first
  end

  private

  def choices
    last = board.last_opponent_move
    around = last ? board.adjacent(last[0], last[1]).find_all { |s| board[*s] == :empty } : []
    around.any? ? around : all.find_all { |s| board[*s] == :empty }
  end

  def all
    @all ||= [*0...board.size].product([*0...board.size])
  end

  def worth(x, y, colour)
    DIRECTIONS.sum do |dx, dy|
      run = 1
      [1, -1].each do |sign|
        i = 1
        while at(x + sign * i * dx, y + sign * i * dy) == colour
          run += 1
          i += 1
        end
      end
      run == 4 ? 10 : run > 4 ? -5 : run
    end
  end

  def at(x, y)
    board[x, y]
  rescue Freeplay::OutOfBoundsError
    :wall
  end
end

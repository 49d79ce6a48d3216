require 'freeplay'
require 'stringio'

# Takes the allowed space that is nearest to the middle.
class Center < Freeplay::Player
  def move
    out = StringIO.new
    board.dump(out)
    logger.info { "board:\n" + out.string }
    mid = (board.size - 1) / 2.0
    allowed.min_by { |x, y| (x - mid) ** 2 + (y - mid) ** 2 }
  end

  def allowed
    if board.last_opponent_move
      near = board.adjacent(*board.last_opponent_move).select { |x, y| board[x, y] == :empty }
      return near unless near.empty?
    end
    spaces = []
    board.size.times { |x| board.size.times { |y| spaces << [x, y] if board[x, y] == :empty } }
    spaces
  end
end

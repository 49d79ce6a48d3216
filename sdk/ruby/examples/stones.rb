# Stones: hits who hit us last, else who has most; else moves towards the nearest enemy.
class Grudge < Stones::Player
  def initialize
    @hits = Hash.new(0)
    @mover = nil
  end

  def update(event, *details)
    case [event, *details]
    in [:move, player, from, to] then @mover = player
    in [:hit, victim, square] if victim == board.player
      @hits[@mover] += 1
      puts "player #{@mover} hit us at #{square}"
    in [:player_lost, player] then @hits.delete(player)
    else
    end
  end

  def move
    moves = board.legal_moves
    attacks = moves.reject { |_, to| board[*to].nil? }
    return attacks.max_by { |_, to| [@hits[board[*to]], board.stones(board[*to]).size] } if attacks.any?
    enemies = (board.players - [board.player]).flat_map { |p| board.stones(p) }
    moves.min_by { |_, (x, y)| enemies.map { |ex, ey| [(x - ex).abs, (y - ey).abs].max }.min }
  end
end

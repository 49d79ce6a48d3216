# A player of Freeplay: the first empty square beside the opponent's last stone, or else the first of the board.
class FollowingPlayer < Freeplay::Player
  def move
    near = board.last_opponent_move ? board.adjacent(*board.last_opponent_move) : []
    square = near.find { |x, y| board[x, y] == :empty } || first_empty
    logger.info("to #{square.inspect}")
    square
  end

  private

  def first_empty
    all = (0...board.size).to_a
    all.product(all).find { |x, y| board[x, y] == :empty }
  end
end

# Corners first, the squares beside an empty corner last, else the fewest answers for the opponent.
class CornersPlayer < Othello::Player
  def name = "Corners in Ruby"

  def move
    moves = board.legal_moves.shuffle
    moves.max_by { |x, y| place(x, y) - answers(x, y) }
  end

  private

  # A corner is never flipped back; who plays beside an empty one gives it away.
  def place(x, y)
    last = board.size - 1
    corner = [x <= last / 2 ? 0 : last, y <= last / 2 ? 0 : last]
    distance = [(x - corner[0]).abs, (y - corner[1]).abs].max
    return 100 if distance.zero?

    distance == 1 && board[*corner] == :empty ? -50 : 0
  end

  # About how many answers the opponent has: empty squares beside what is ours afterwards.
  def answers(x, y)
    ours = board.flips(x, y) << [x, y]
    ours.flat_map { |square| board.adjacent(*square) }.uniq.count { |square| square != [x, y] && board[*square] == :empty }
  end
end

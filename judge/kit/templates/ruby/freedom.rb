# A bot for Freedom, as Freeplay has them. A new object plays each game.
class NewPlayer < Freeplay::Player
  def name = "NAME"

  # Where to place a stone, [x, y]; (0, 0) is the lower left corner. board has size, player, opponent, last_opponent_move,
  # adjacent(x, y), dump and legal_moves; board[x, y] is :empty, :white or :black.
  def move
    squares = board.legal_moves
    # THINK HERE: choose one of the squares.
    squares.sample
  end
end

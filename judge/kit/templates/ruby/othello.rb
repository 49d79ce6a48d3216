# A bot for Othello. A new object plays each game.
class NewPlayer < Othello::Player
  def name = "NAME"

  # Where to place a chip, [x, y]; (0, 0) is the top left corner. board has size, player, opponent, flips(x, y), score, dump
  # and legal_moves; board[x, y] is :empty, :black or :white.
  def move
    squares = board.legal_moves
    # THINK HERE: choose one of the squares. There is none if you can only pass; then it does not matter what you return.
    squares.sample
  end
end

# A bot for Stones. A new object plays each game.
class NewPlayer < Stones::Player
  def name = "NAME"

  # A step, [[x, y], [x, y]]; (0, 0) is the top left corner. board has columns, rows, player (your number), players, stones,
  # adjacent(x, y), dump and legal_moves; board[x, y] is the number of whose stone is there, or nil.
  def move
    steps = board.legal_moves
    # THINK HERE: choose one of the steps.
    steps.sample
  end
end

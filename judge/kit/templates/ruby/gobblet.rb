# A bot for Gobblet. A new object plays each game.
class NewPlayer < Gobblet::Player
  def name = "NAME"

  # [:enter, size, [x, y]] or [:move, [x, y], [x, y]]; (0, 0) is the top left corner. board has size, player, opponent,
  # reserve, lines, stack(x, y) and legal_moves; board[x, y] is the visible piece, such as [:red, 2], or nil.
  def move
    moves = board.legal_moves
    # THINK HERE: choose one of the moves.
    moves.sample
  end
end

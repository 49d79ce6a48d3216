# Othello, three plies of alpha-beta on a hash board of its own.
class AlphaBeta < Othello::Player
  WEIGHTS = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [10, -2, -1, -1, -1, -1, -2, 10],
    [5, -2, -1, -1, -1, -1, -2, 5],
  ].then { |top| top + top.reverse }
  AROUND = [-1, 0, 1].product([-1, 0, 1]) - [[0, 0]]

  def move
    @size = board.size
    cells = {}
    @size.times { |y| @size.times { |x| cells[[x, y]] = board[x, y] } }
    moves = board.legal_moves
    return moves.first if moves.size < 2
    moves.max_by { |m| -search(after(cells, m, board.player), board.opponent, 1, -1e9, 1e9) }
  end

  private

  def other(c) = c == :black ? :white : :black

  def flips(cells, (x, y), colour)
    return [] unless cells[[x, y]] == :empty
    AROUND.flat_map do |dx, dy|
      line = []
      i, j = x + dx, y + dy
      while cells[[i, j]] == other(colour)
        line << [i, j]
        i += dx
        j += dy
      end
      cells[[i, j]] == colour ? line : []
    end
  end

  def after(cells, m, colour)
    cells.merge([m, *flips(cells, m, colour)].to_h { |c| [c, colour] })
  end

  def search(cells, colour, depth, alpha, beta)
    return value(cells, colour) if depth == 0
    moves = cells.keys.select { |m| flips(cells, m, colour).any? }
    return value(cells, colour) if moves.empty?
    moves.each do |m|
      v = -search(after(cells, m, colour), other(colour), depth - 1, -beta, -alpha)
      alpha = v if v > alpha
      break if alpha >= beta
    end
    alpha
  end

  def value(cells, colour)
    cells.sum do |(x, y), c|
      next 0 if c == :empty
      w = @size == 8 ? WEIGHTS[y][x] : 1
      c == colour ? w : -w
    end
  end
end

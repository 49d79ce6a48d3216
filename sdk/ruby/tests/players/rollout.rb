# Plays random games to the end of a few plies, Freeplay style, in its own copy of the board.
class Rollout < Freeplay::Player
  def initialize
    @turns = 0
  end

  def move
    @turns += 1
    size = board.size
    cells = Array.new(size * size) { |i| board[i % size, i / size] }
    options = near(cells, board.last_opponent_move)
    options = free(cells) if options.empty?
    return options.sample if @turns < 3
    options = options.sample(6)
    options.max_by { |o| 5.times.sum { play(cells.dup, o, board.player) } }
  end

  private

  def free(cells) = cells.each_index.select { |i| cells[i] == :empty }.map { |i| [i % board.size, i / board.size] }

  def near(cells, last)
    return [] unless last
    board.adjacent(*last).select { |x, y| cells[y * board.size + x] == :empty }
  end

  def play(cells, at, colour)
    mine = colour
    12.times do
      cells[at[1] * board.size + at[0]] = colour
      colour = colour == :white ? :black : :white
      at = near(cells, at).sample || free(cells).sample or break
    end
    count(cells, mine) - count(cells, mine == :white ? :black : :white)
  end

  def count(cells, colour)
    rows = cells.each_slice(board.size).to_a
    (rows + rows.transpose).sum { |r| r.chunk_while { |a, b| a == b }.count { |run| run.size == 4 && run[0] == colour } }
  end
end

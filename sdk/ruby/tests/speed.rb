# How fast players are here beside this machine's own Ruby: the same players, the same moves. `speed` says how to run it.
#
# Two players shoot at one fleet until all its ships are sunk, and again. What they do is told as one number.

# Each square once, in an order of its own.
class Once
  def new_game
    number = 4711
    @targets = (0...100).map { |at| [at % 10, at / 10] }.sort_by do
      number = (number * 1_103_515_245 + 12_345) % (1 << 31)
    end
  end

  def take_turn(_state, _ships_remaining) = @targets.pop
end

# Where most of the ships that are left could lie; the first of several such squares.
class Likely
  def new_game
    rows = (0...100).each_slice(10).to_a
    @lines = rows + rows.transpose
  end

  def take_turn(state, ships_remaining)
    cells = state.flatten
    worth = Array.new(100, 0)
    ships_remaining.each do |length|
      @lines.each do |line|
        (0..10 - length).each do |from|
          way = line[from, length]
          next if way.any? { |at| cells[at] == :miss }

          value = 1 + 50 * way.count { |at| cells[at] == :hit }
          way.each { |at| worth[at] += value }
        end
      end
    end
    best = (0...100).select { |at| cells[at] == :unknown }.max_by { |at| worth[at] }
    [best % 10, best / 10]
  end
end

FLEET = [[1, 1, 5, 1], [8, 2, 4, 10], [2, 8, 3, 1], [4, 4, 3, 10], [6, 9, 2, 1]].map do |x, y, length, step|
  (0...length).map { |i| y * 10 + x + i * step }
end

# Turns, and a number that depends on all of them.
def play(kind, games)
  turns = 0
  sum = 0
  games.times do
    player = kind.new
    player.new_game
    state = Array.new(10) { Array.new(10, :unknown) }
    left = FLEET.map(&:dup)
    until left.all?(&:empty?)
      x, y = player.take_turn(state.map(&:dup), left.reject(&:empty?).map(&:size))
      hit = left.find { |ship| ship.delete(y * 10 + x) }
      state[y][x] = hit ? :hit : :miss
      turns += 1
      sum = (sum * 31 + y * 10 + x) % 1_000_003
    end
  end
  [turns, sum]
end

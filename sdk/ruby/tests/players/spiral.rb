# Walks a spiral from the middle, by an external enumerator. Falls to chasing after a hit.
class SpiralPlayer
  def initialize
    @walk = spiral
    @chase = []
  end

  def name() 'Spiral' end

  def new_game
    y = -1
    %w(5 4 3 3 2).map(&:to_i).each_with_object([]) { |len, all| all << [rand(0..10 - len), y += 2, len, :across] }
  end

  def take_turn(state, ships_remaining)
    warn "left: #{ships_remaining.join(', ')}" if $DEBUG
    look(state)
    while (cell = @chase.pop)
      return @last = cell if state.dig(cell[1], cell[0]) == :unknown
    end
    loop do
      x, y = @walk.next
      return @last = [x, y] if state[y][x] == :unknown
    end
    raise "nowhere to shoot"
  end

  private

  def look(state)
    return unless @last
    x, y = @last
    return if state[y][x] != :hit
    @chase += [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].select { |c| c.all? { |v| v.between?(0, 9) } }
  end

  def spiral
    Enumerator.new do |out|
      x, y, dx, dy, steps = 4, 4, 1, 0, 1
      out << [x, y]
      until steps > 20
        2.times do
          steps.times do
            x += dx
            y += dy
            out << [x, y] if (0...10) === x && (0...10) === y
          end
          dx, dy = -dy, dx
        end
        steps += 1
      end
    end
  end
end

# Hunts on a checkerboard, then follows hits.
require 'set'

class HunterPlayer
  Shot = Struct.new(:x, :y) do
    def neighbours
      [[0, -1], [1, 0], [0, 1], [-1, 0]].map { |dx, dy| Shot.new(x + dx, y + dy) }
    end

    def on_board?
      (0..9).cover?(x) && (0..9).cover?(y)
    end

    def to_a
      [x, y]
    end
  end

  def name
    "Hunter"
  end

  def new_game
    @queue = []
    @tried = Set.new
    @hunting = all_shots.select { |s| (s.x + s.y).even? }.shuffle + all_shots.reject { |s| (s.x + s.y).even? }.shuffle
    fleet = [5, 4, 3, 3, 2]
    taken = Set.new
    fleet.map { |length|
      begin
        across = rand < 0.5
        x = rand(across ? 11 - length : 10)
        y = rand(across ? 10 : 11 - length)
        cells = (0...length).map { |i| across ? [x + i, y] : [x, y + i] }
      end while cells.any? { |c| taken.include?(c) }
      taken.merge cells
      [x, y, length, across ? :across : :down]
    }
  end

  def take_turn(state, ships_remaining)
    if @last && state[@last.y][@last.x] == :hit
      @queue.concat @last.neighbours.select(&:on_board?).shuffle
    end
    @last = next_shot
    @tried << @last
    @last.to_a
  end

  private

  def all_shots
    @all_shots ||= (0...10).flat_map { |y| (0...10).map { |x| Shot.new(x, y) } }
  end

  def next_shot
    until @queue.empty?
      shot = @queue.shift
      return shot unless @tried.include?(shot)
    end
    @hunting.find { |s| !@tried.include?(s) }
  end
end

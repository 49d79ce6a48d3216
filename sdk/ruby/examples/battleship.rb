# A player of the Fight Club that shoots where most of the ships that are left could lie. It also plays on boards of other
# sizes, with other fleets: that is what `setup` is for, which players of the Fight Club do without.
class ProbabilityPlayer
  # What a square of a ship that could lie there is worth if it was hit: more than all that could lie on unknown water.
  HIT = 50

  def name
    "Probability in Ruby"
  end

  def new_game(setup)
    @size = setup.size
    place(setup.fleet, setup.no_touch ? 1 : 0)
  end

  def take_turn(state, ships_remaining)
    worth = worths(state, ships_remaining)
    best = -1
    squares = []
    @size.times do |y|
      @size.times do |x|
        next unless state[y][x] == :unknown

        value = worth[y * @size + x]
        squares.clear if value > best
        best = value if value > best
        squares << [x, y] if value == best
      end
    end
    squares.sample
  end

  private

  # For each square, in how many ways a ship could lie on it; ways over hits count more.
  def worths(state, ships)
    cells = state.flatten
    worth = Array.new(cells.size, 0)
    ships.tally.each do |length, count|
      lines.each do |line|
        (0..line.size - length).each do |from|
          ways(cells, line[from, length], count, worth)
        end
      end
    end
    worth
  end

  def ways(cells, way, count, worth)
    value = count
    way.each do |at|
      return if cells[at] == :miss

      value += HIT * count if cells[at] == :hit
    end
    way.each { |at| worth[at] += value }
  end

  # Rows and columns.
  def lines
    @lines ||= begin
      rows = (0...@size * @size).each_slice(@size).to_a
      rows + rows.transpose
    end
  end

  # Ships at random, so many squares apart, and all anew if there is no room for one.
  def place(fleet, apart)
    loop do
      taken = {}
      ships = fleet.map do |length|
        free = spots(length).reject { |spot| squares(spot, 0).any? { |square| taken[square] } }
        break if free.empty?

        free.sample.tap { |ship| squares(ship, apart).each { |square| taken[square] = true } }
      end
      return ships if ships
    end
  end

  def spots(length)
    along = (0..@size - length).to_a
    beside = (0...@size).to_a
    along.product(beside).flat_map { |at, by| [[at, by, length, :across], [by, at, length, :down]] }
  end

  # The squares of a ship, and those around it as far as `apart`.
  def squares(ship, apart)
    x, y, length, way = ship
    columns, rows = way == :across ? [length, 1] : [1, length]
    (x - apart...x + columns + apart).to_a.product((y - apart...y + rows + apart).to_a)
  end
end

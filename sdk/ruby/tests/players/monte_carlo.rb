# Draws fleets that fit what is known, and shoots where most of them have a ship.
class MonteCarloPlayer
  SAMPLES = 60
  CELLS = Array.new(10) { |y| Array.new(10) { |x| y * 10 + x } }.flatten
  RUNS = (2..5).to_h do |n|
    across = CELLS.select { |c| c % 10 <= 10 - n }.map { |c| Array.new(n) { |i| c + i } }
    down = CELLS.select { |c| c / 10 <= 10 - n }.map { |c| Array.new(n) { |i| c + 10 * i } }
    [n, across + down]
  end

  def name = "Monte Carlo"

  def new_game
    taken = 0
    [5, 4, 3, 3, 2].map do |n|
      run = RUNS[n].reject { |r| r.any? { |c| taken[c] == 1 } }.sample
      run.each { |c| taken |= 1 << c }
      [*run.first.divmod(10).reverse, n, run[1] - run[0] == 1 ? :across : :down]
    end
  end

  def take_turn(state, ships_remaining)
    misses = hits = 0
    state.flatten.each_with_index do |c, i|
      case c
      in :miss then misses |= 1 << i
      in :hit then hits |= 1 << i
      in :unknown
      end
    end
    votes = [0] * 100
    found = 0
    (SAMPLES * 3).times do
      break if found == SAMPLES
      fleet = catch(:stuck) { draw(misses, hits, ships_remaining) } or next
      found += 1
      weight = (fleet & hits) == 0 ? 1 : 1 + 5 * (fleet & hits).digits(2).sum
      CELLS.each { |c| votes[c] += weight if fleet[c] == 1 }
    end
    best = CELLS.select { |c| state[c / 10][c % 10] == :unknown }.max_by { |c| [votes[c], rand] }
    best.divmod(10).reverse
  end

  private

  def draw(misses, hits, lengths)
    lengths.inject(0) do |fleet, n|
      run = nil
      10.times do
        run = RUNS[n].sample
        break unless run.any? { |c| misses[c] == 1 || fleet[c] == 1 }
        run = nil
      end
      throw :stuck, nil unless run
      run.inject(fleet) { |f, c| f | 1 << c }
    end
  end
end

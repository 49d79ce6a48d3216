$:.unshift File.expand_path("../lib", __FILE__)
require "fleet/grid"
require "fleet/placement"

class DensityPlayer
  include Fleet

  def name; "Density #{VERSION}"; end

  def new_game
    Placement.random.to_a
  end

  def take_turn(state, ships_remaining)
    grid = Grid.new(state)
    scores = Hash.new(0)
    ships_remaining.each do |length|
      grid.each_run(length) do |cells|
        next if cells.any? { |c| grid[c] == :miss }
        hits = cells.count { |c| grid[c] == :hit }
        cells.each { |c| scores[c] += 1 + hits * 20 if grid[c] == :unknown }
      end
    end
    return grid.unknown.sample if scores.empty?
    max = scores.values.max
    scores.select { |_, v| v == max }.keys.sample
  end
end

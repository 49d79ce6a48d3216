# Prints how many games of Battleship a second the original judge plays, between two players that stack their ships and
# shoot anywhere, but never twice. All three are in one process, with nothing between them.

require "battleship/game"

FLEET = [5, 4, 3, 3, 2].freeze

class TidyPlayer
  def initialize(chance)
    @chance = chance
  end

  def name
    "Tidy Player"
  end

  def new_game
    FLEET.each_with_index.map { |length, y| [5, y, length, :across] }
  end

  def take_turn(state, _ships_remaining)
    squares = (0...10).to_a.product((0...10).to_a)
    squares.select { |x, y| state[y][x] == :unknown }.sample(random: @chance)
  end
end

games = Integer(ARGV.fetch(0))
clock = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
began = clock.call
games.times do |seed|
  chance = Random.new(seed)
  game = Battleship::Game.new(10, FLEET, TidyPlayer.new(chance), TidyPlayer.new(chance))
  game.tick until game.winner
end
puts games / (clock.call - began)
